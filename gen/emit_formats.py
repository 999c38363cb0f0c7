# SPDX-License-Identifier: Apache-2.0
"""Emits formats/format.gen.h and formats/format.gen.cpp from spec/formats.csv.

The header has the enum Format; the source has the table behind formats::info() and the map from GL internal
formats, both as constants. GL numbers are taken by name from src/formats/gl_enums.h, so this file has none.
Every mistake a table can have (unknown base, twice-mapped internal format, fallback that ends nowhere) stops the
build here, with the row's name.
"""

import csv
import pathlib
import re
import sys

LICENCE = "// SPDX-License-Identifier: Apache-2.0\n// Generated from spec/formats.csv by gen/emit_formats.py.\n"

BASES = {
    "Red": ("GL_RED", "R001"), "Rg": ("GL_RG", "RG01"), "Rgb": ("GL_RGB", "RGB1"), "Rgba": ("GL_RGBA", "RGBA"),
    "Alpha": ("GL_ALPHA", "000A"), "Luminance": ("GL_LUMINANCE", "R001"),
    "LuminanceAlpha": ("GL_LUMINANCE_ALPHA", "R00A"), "Intensity": ("GL_INTENSITY", "R001"),
    "Depth": ("GL_DEPTH_COMPONENT", "RGBA"), "DepthStencil": ("GL_DEPTH_STENCIL", "RGBA"),
    "Stencil": ("GL_STENCIL_INDEX", "RGBA"),
}
TYPES = {"unorm": "Unorm", "snorm": "Snorm", "float": "Float", "int": "Int", "uint": "Uint"}
BIT_FIELDS = {"r": "redBits", "g": "greenBits", "b": "blueBits", "a": "alphaBits", "l": "luminanceBits",
              "i": "intensityBits", "d": "depthBits", "s": "stencilBits", "x": "sharedBits"}
BIT_ORDER = ["r", "g", "b", "a", "l", "i", "d", "s", "x"]
SWIZZLES = {"R": "R", "G": "G", "B": "B", "A": "A", "0": "Zero", "1": "One"}
IDENTITY = "RGBA"


class SpecError(Exception):
    pass


def constant(gl_name):
    """GL_UNSIGNED_SHORT_5_6_5 -> kUnsignedShort565, the name in src/formats/gl_enums.h."""
    if not gl_name:
        return "0"
    if gl_name.isdigit():
        return gl_name + "u"
    words = gl_name.removeprefix("GL_").split("_")
    return "glenum::k" + "".join(w[:1].upper() + w[1:].lower() for w in words)


def read_rows(spec_dir):
    path = pathlib.Path(spec_dir) / "formats.csv"
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return list(csv.DictReader(lines))


def parse_bits(row):
    bits = dict.fromkeys(BIT_FIELDS, 0)
    for item in row["bits"].split():
        if item[0] not in bits or not item[1:].isdigit():
            raise SpecError(f"{row['name']}: '{item}' is no component width.")
        bits[item[0]] = int(item[1:])
    return bits


def parse_block(row):
    match = re.fullmatch(r"(\d+)x(\d+)x(\d+)", row["block"])
    if not match:
        raise SpecError(f"{row['name']}: '{row['block']}' is no block of width x height x bytes.")
    return [int(g) for g in match.groups()]


def swizzle(row, column):
    text = row[column] or IDENTITY
    if len(text) != 4 or any(c not in SWIZZLES for c in text):
        raise SpecError(f"{row['name']}: '{text}' is no swizzle.")
    return text


def read_swizzle(row):
    """GL's RGBA of glGetTexImage from storage: each component the base format has, from where `store` put it."""
    store = swizzle(row, "store")
    # Compressed legacy formats are never stored pixel by pixel; their channels are where `sample` says.
    if row["es_format"] == "" and row["base"] == "LuminanceAlpha":
        return "R00G"
    if store == IDENTITY:
        return "R001" if row["base"] == "Luminance" else IDENTITY
    out = ""
    for wanted in BASES[row["base"]][1]:
        at = store.find(wanted) if wanted in "RGBA" else -1
        if wanted in "RGBA" and at < 0:
            raise SpecError(f"{row['name']}: component {wanted} is not stored.")
        out += "RGBA"[at] if at >= 0 else wanted
    return out


def check(rows):
    by_name = {}
    owner = {}
    for row in rows:
        name = row["name"]
        if None in row or None in row.values():
            raise SpecError(f"{name}: the number of columns is wrong.")
        if name in by_name:
            raise SpecError(f"{name} is defined twice.")
        by_name[name] = row
        if row["base"] not in BASES or row["type"] not in TYPES:
            raise SpecError(f"{name}: base '{row['base']}' or type '{row['type']}' is unknown.")
        for item in row["gl_internal"].split():
            bare = item.lstrip("~*")
            if bare in owner:
                raise SpecError(f"{bare} is mapped by {owner[bare]} and by {name}.")
            owner[bare] = name
    for row in rows:
        at, steps = row, 0
        while at["es_extension"]:
            if at["fallback"] not in by_name:
                raise SpecError(f"{row['name']}: the fallback '{at['fallback']}' of {at['name']} is no format.")
            at, steps = by_name[at["fallback"]], steps + 1
            if steps > 2:
                raise SpecError(f"{row['name']}: more than two steps of fallback.")
            if at["base"] != row["base"]:
                raise SpecError(f"{row['name']}: the fallback has another base format.")


def swizzle_code(text):
    return "{" + ", ".join(f"Swizzle::{SWIZZLES[c]}" for c in text) + "}"


def emit_row(row):
    bits = parse_bits(row)
    width, height, size = parse_block(row)
    exact = row["gl_internal"].split()[0]
    # Storage alpha without GL alpha: only where alpha was filled with a constant in a four-channel upload.
    four = row["es_format"] in ("GL_RGBA", "GL_RGBA_INTEGER")
    padded = four and swizzle(row, "store")[3] == "1"
    extension = [f'"{row[c]}"' for c in ("es_extension", "es_render", "es_filter")]
    return (
        f"    {{Format::{row['name']}, \"{row['name']}\", {constant(exact)}, {constant(BASES[row['base']][0])},\n"
        f"     BaseFormat::{row['base']}, ComponentType::{TYPES[row['type']]}, "
        f"{str(bool(row['srgb'])).lower()}, {str(width * height > 1).lower()},\n"
        f"     {', '.join(str(bits[b]) for b in BIT_ORDER)}, {width}, {height}, {size},\n"
        f"     {{{constant(row['es_internal'])}, {constant(row['es_format'])}, {constant(row['es_type'])}, "
        f"{', '.join(extension)}}},\n"
        f"     Format::{row['fallback'] or 'None'}, {swizzle_code(swizzle(row, 'sample'))},\n"
        f"     {swizzle_code(swizzle(row, 'store'))},\n"
        f"     {swizzle_code(read_swizzle(row))}, {str(padded).lower()}}},\n"
    )


def emit_header(rows):
    out = [LICENCE, "#pragma once\n\n#include <cstdint>\n\nnamespace formats {\n\n",
           "// Storage formats. The numbers travel between processes and are never reused.\n",
           "enum class Format : uint16_t {\n  None = 0,\n"]
    out += [f"  {row['name']} = {number},\n" for number, row in enumerate(rows, 1)]
    out += ["};\n\n", f"inline constexpr uint16_t kFormatCount = {len(rows) + 1};  // None included\n\n",
            "}  // namespace formats\n"]
    return "".join(out)


def emit_source(rows):
    out = [LICENCE, '#include "formats/format_tables.h"\n#include "formats/gl_enums.h"\n\nnamespace formats {\n\n',
           "constinit const FormatInfo kFormatTable[kFormatCount] = {\n    {},\n"]
    out += [emit_row(row) for row in rows]
    out += ["};\n\n"]
    entries = []
    for row in rows:
        for item in row["gl_internal"].split():
            kind = {"~": "Unsized", "*": "GenericCompressed"}.get(item[0], "Sized")
            entries.append(f"    {{{constant(item.lstrip('~*'))}, Format::{row['name']}, InternalKind::{kind}}},\n")
    out += [f"constinit const InternalFormatEntry kInternalFormats[{len(entries)}] = {{\n", *entries, "};\n",
            f"const uint32_t kInternalFormatCount = {len(entries)};\n\n", "}  // namespace formats\n"]
    return "".join(out)


def write_if_changed(path, text):
    """Keeps the time stamp of an unchanged file, so that nothing is rebuilt for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def generate(spec_dir, out_dir):
    rows = read_rows(spec_dir)
    check(rows)
    out = pathlib.Path(out_dir) / "formats"
    write_if_changed(out / "format.gen.h", emit_header(rows))
    write_if_changed(out / "format.gen.cpp", emit_source(rows))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("Usage: emit_formats.py SPEC_DIR OUT_DIR")
    try:
        generate(sys.argv[1], sys.argv[2])
    except SpecError as error:
        sys.exit(f"spec/formats.csv: {error}")
