# SPDX-License-Identifier: Apache-2.0
"""GL's enumerants as typed constants, for the folders that may not see GL's headers."""
import xml.etree.ElementTree as ElementTree
from pathlib import Path

DEFAULT_XML = "/usr/share/khronos-api/gl.xml"


def generate(spec_dir, out_dir, gl_xml=DEFAULT_XML):
    values = {}
    for enum in ElementTree.parse(gl_xml).getroot().iter("enum"):
        name, value = enum.get("name"), enum.get("value")
        if not value or enum.get("api") == "gles2" or not name.startswith("GL_"):
            continue
        number = int(value, 0)
        short = name[3:]
        if 0 <= number <= 0xFFFFFFFF and not short[0].isdigit():
            values.setdefault(short, number)
    lines = ["// SPDX-License-Identifier: Apache-2.0", "// Generated from Khronos gl.xml; do not edit.", "#pragma once", "",
             "#include <cstdint>", "", "// Trailing underscore: keeps macros of GL headers away.", "namespace glenum {", ""]
    lines += [f"inline constexpr uint32_t {name}_ = 0x{number:X};" for name, number in sorted(values.items())]
    lines += ["", "}  // namespace glenum", ""]
    path = Path(out_dir) / "base/gl_enums.gen.h"
    text = "\n".join(lines)
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
