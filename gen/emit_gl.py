# SPDX-License-Identifier: Apache-2.0
"""gl.xml + spec/entry_points/*.toml -> entry points, prototypes, name tables and export lists.

Signatures always come from the registry; the chapter files only say which commands have a body. A listed command
gets an entry point that calls validateFoo() and foo(), so a missing body fails to link. Run alone with
`emit_gl.py SPEC_DIR OUT_DIR [--gl-xml PATH]`, or from main.py through generate().
"""
import argparse
import difflib
import re
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import gl_registry
from emit_enum_names import enum_names_cpp, enum_names_h
from gl_registry import Command, Registry

HEAD = "// SPDX-License-Identifier: Apache-2.0\n// Generated from gl.xml and spec/entry_points; do not edit.\n"
# Commands that GL allows between glBegin and glEnd (GL 4.6 compatibility §10.7.4), without gl.
INSIDE_BEGIN = re.compile(
    r"(Vertex[234P]|VertexAttrib[IL1-4P]|(Multi)?TexCoord[1-4P]|Color[34P]|SecondaryColor[3P]|Normal[3P]|Index[dfisu]"
    r"|FogCoord[df]|EdgeFlag|EvalCoord|EvalPoint|Material|ArrayElement|CallList|Begin$|End$)(?!.*(Format|ointer))")
COMMAND_KEYS = {"validate", "since", "alias", "list"}
# Shared library -> the parts of the name list that it exports.
EXPORTS = {"libMobileGL": ("gl", "egl", "glx"), "libGL": ("gl", "glx"), "libOpenGL": ("gl",), "libEGL": ("egl",)}


class SpecError(Exception):
    """A mistake in the chapter files, as a sentence for whoever edits them."""


@dataclass(frozen=True)
class Entry:
    """One canonical command with what the chapter files say about it."""
    command: Command
    chapter: str  # "" if no chapter lists it
    validate: bool
    version: str  # "" for an extension's command
    names: tuple[str, ...]  # every spelling without gl, canonical first
    is_listed: bool = False  # compiles into display lists

    @property
    def is_implemented(self) -> bool:
        return self.chapter != ""

    @property
    def allowed_inside_begin(self) -> bool:
        return INSIDE_BEGIN.match(self.command.name) is not None

    @property
    def function(self) -> str:
        return self.command.name[0].lower() + self.command.name[1:]


@dataclass(frozen=True)
class Model:
    chapters: dict[str, str]  # chapter -> specification section
    entries: list[Entry]  # sorted by name; the position is the command's index
    registry: Registry


def _check_name(file: Path, name: str, options: dict, registry: Registry) -> None:
    if name not in registry.commands:
        near = difflib.get_close_matches(name.removeprefix("gl"), registry.commands, 1)
        hint = f"; did you mean {near[0]}?" if near else "."
        raise SpecError(f"{file.name}: {name} is not a command of gl.xml (names have no gl prefix){hint}")
    if not isinstance(options, dict) or set(options) - COMMAND_KEYS:
        raise SpecError(f"{file.name}: {name} takes a table with the keys {', '.join(sorted(COMMAND_KEYS))}.")
    command = registry.commands[name]
    if options.get("list") and (command.result != "void" or any("*" in p.type and not p.length for p in command.params)):
        raise SpecError(f"{file.name}: {name} cannot have list = true: it returns something, or gl.xml does not say how "
                        f"much lies behind a pointer.")
    target = registry.aliases.get(name)
    if target and registry.commands[target].version:
        raise SpecError(f"{file.name}: {name} is another name of {target}; list {target}.")
    if "alias" in options and (registry.commands[name].version or
                               options["alias"] not in registry.feature_commands()):
        raise SpecError(f"{file.name}: alias is for an extension's command that a GL version knows by another name; "
                        f"{name} = {options['alias']} is not.")


def read_chapters(spec_dir: Path, registry: Registry):
    """Chapter -> section, and command -> (chapter, options), checked against the registry."""
    chapters, listed = {}, {}
    for file in sorted((spec_dir / "entry_points").glob("*.toml")):
        try:
            data = tomllib.loads(file.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise SpecError(f"{file.name}: {error} (a command listed twice also reads like this).") from error
        if data.get("chapter") != file.stem or "section" not in data or set(data) - {"chapter", "section", "commands"}:
            raise SpecError(f"{file.name} needs chapter = \"{file.stem}\", a section, and [commands], nothing else.")
        chapters[file.stem] = data["section"]
        for name, options in data.get("commands", {}).items():
            _check_name(file, name, options, registry)
            if name in listed:
                raise SpecError(f"{name} is listed in {listed[name][0]}.toml and in {file.name}; keep one.")
            listed[name] = (file.stem, options)
    if not chapters:
        raise SpecError(f"No chapter files in {spec_dir / 'entry_points'}.")
    return chapters, listed


def build_model(spec_dir: Path, registry: Registry) -> Model:
    chapters, listed = read_chapters(spec_dir, registry)
    renamed = {name: options["alias"] for name, (_, options) in listed.items() if "alias" in options}
    aliases = registry.aliases | renamed
    canonical = (set(registry.feature_commands()) | set(listed)) - set(renamed)
    names = {name: [name] for name in canonical}
    for other in sorted(aliases):
        if other not in canonical and aliases[other] in canonical:
            names[aliases[other]].append(other)
    entries = []
    for name in sorted(canonical):
        chapter, options = listed.get(name, ("", {}))
        command = registry.commands[name]
        entries.append(Entry(command, chapter, options.get("validate", True),
                             options.get("since", command.version), tuple(names[name]),
                             options.get("list", False)))
    return Model(chapters, entries, registry)


def _typed(command: Command) -> str:
    return ", ".join(f"{p.type} {p.name}" for p in command.params)


def _types(command: Command) -> str:
    return ", ".join(p.type for p in command.params)


def _list_lines(entry: Entry) -> list[str]:
    """Between glNewList and glEndList the call is kept, with copies of what its pointers point to."""
    command, copies, arguments = entry.command, [], ["later"]
    for p in command.params:
        if not p.length:
            arguments.append(p.name)
            continue
        element = p.type.removeprefix("const ").rstrip("*")
        copies.append(f"    std::array<{element}, {p.length}> {p.name}Copy;\n"
                      f"    std::copy_n({p.name}, {p.length}, {p.name}Copy.begin());")
        arguments.append(f"{p.name}Copy.data()")
    given = ", ".join(arguments)
    refusal = ("" if entry.allowed_inside_begin else
               f"if (later.insideBegin()) return reportInsideBegin(later, Command::{command.name}); ")
    condition = f"if (validate{command.name}({given})) " if entry.validate else ""
    return ["  if (ctx->isCompilingList()) {", *copies,
            f"    if (record(*ctx, [=](Context& later) {{ {refusal}{condition}gl::{entry.function}({given}); }})) return;", "  }"]


def _body(entry: Entry) -> str:
    command = entry.command
    is_void = command.result == "void"
    nothing = "return" if is_void else "return {}"
    arguments = ", ".join(["*ctx", *(p.name for p in command.params)])
    lines = [f"{command.result} APIENTRY mgl{command.name}({_typed(command)}) {{",
             "  Context* ctx = current();",
             f"  if (!ctx) {nothing};"]
    if not command.is_core and command.version:
        lines.append(f"  if (ctx->isCore()) return refuseInCore<{command.result}>(*ctx, Command::{command.name});")
    if not entry.allowed_inside_begin:
        lines.append(f"  if (ctx->insideBegin()) return refuseInsideBegin<{command.result}>(*ctx, Command::{command.name});")
    if entry.is_listed:
        lines += _list_lines(entry)
    if entry.validate:
        lines.append(f"  if (!validate{command.name}({arguments})) {nothing};")
    lines += [f"  return gl::{entry.function}({arguments});", "}"]
    return "\n".join(lines)


def _missing_body(c: Command) -> str:
    return (f"{c.result} APIENTRY mgl{c.name}({_types(c)}) {{\n"
            f"  return unimplemented<{c.result}>(current(), Command::{c.name});\n}}")


def _exported_names(entry: Entry) -> str:
    c = entry.command
    return "\n".join(f"MGL_NAME({c.result}, gl{name}, mgl{c.name}, ({_types(c)}))" for name in entry.names)


def _entry_points_cpp(title: str, entries: list[Entry], prototypes: str = "") -> str:
    includes = ["gl/context.h", "gl/current.h", "gl/entry_points.gen.h", *([prototypes] if prototypes else [])]
    standard = []
    if any(e.is_listed for e in entries):
        includes.append("gl/legacy_list.h")
        standard = ["#include <algorithm>\n#include <array>"]
    parts = [HEAD + f"// {title}", *standard, "\n".join(f'#include "{path}"' for path in includes), "using namespace gl;",
             'extern "C" {']
    for entry in entries:
        body = _body(entry) if entry.is_implemented else _missing_body(entry.command)
        parts.append(f"{body}\n{_exported_names(entry)}")
    return "\n\n".join(parts + ['}  // extern "C"\n'])


def _entry_points_h(model: Model) -> str:
    rows = "\n".join(f"MGL_HIDDEN {e.command.result} APIENTRY mgl{e.command.name}({_types(e.command)});"
                     for e in model.entries)
    return f"""{HEAD}// Each command's one body, hidden. The exported gl names are linker aliases of these, so neither our name table nor
// a call through another spelling can be taken over by a second GL library in the process.
#pragma once

#include <GL/gl.h>
#include <GL/glext.h>

#define MGL_PUBLIC __attribute__((visibility("default")))
#define MGL_HIDDEN __attribute__((visibility("hidden")))
#define MGL_NAME(result, name, body, parameters) \\
  MGL_PUBLIC result APIENTRY name parameters __attribute__((alias(#body)));

extern "C" {{
{rows}
}}
"""


def _chapter_prototypes_h(model: Model, chapter: str) -> str:
    rows = []
    for entry in (e for e in model.entries if e.chapter == chapter):
        typed = _typed(entry.command)
        tail = f", {typed}" if typed else ""
        if entry.validate:
            rows.append(f"bool validate{entry.command.name}(const Context& ctx{tail});")
        rows.append(f"{entry.command.result} {entry.function}(Context& ctx{tail});")
    body = "\n".join(rows) or "// No command of this chapter has a body yet."
    return f"""{HEAD}// {chapter}: {model.chapters[chapter]}
// What people write for each implemented command: validateFoo() reports at most one error and changes nothing; foo()
// acts on arguments that passed.
#pragma once

#include <GL/gl.h>
#include <GL/glext.h>

namespace gl {{

class Context;

{body}

}}  // namespace gl
"""


def _prototypes_h(model: Model) -> str:
    rows = "\n".join(f'#include "gl/prototypes_{chapter}.gen.h"' for chapter in model.chapters)
    return f"{HEAD}// All chapters; a file of bodies includes only its own.\n#pragma once\n\n{rows}\n"


def _proc_table_h(model: Model) -> str:
    rows = "\n".join(f"  {e.command.name}," for e in model.entries)
    return f"""{HEAD}// Every gl name that this build answers to, and what stands behind it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace gl {{

// A command by its canonical name; all its spellings share one value and one function.
enum class Command : uint16_t {{
{rows}
}};

inline constexpr unsigned kCommandCount = {len(model.entries)};
inline constexpr unsigned kNameCount = {sum(len(e.names) for e in model.entries)};
extern const unsigned kImplementedCount;  // not a constant here: a new body must not rebuild all who include this

struct CommandInfo {{
  const char* name;     // with its gl prefix
  const char* chapter;  // "" while nobody has written the body
  uint8_t version;      // ten times the GL version that brought it, 0 for an extension's command
  bool isCore;          // in the newest core profile
}};

using Proc = void (*)();

// The function for a name of any spelling, also of an unimplemented command; null for a name that is not GL's.
Proc lookup(std::string_view name);
// In the order of Command.
std::span<const CommandInfo> commands();

inline const char* commandName(Command c) {{ return commands()[static_cast<unsigned>(c)].name; }}
inline bool isImplemented(Command c) {{ return *commands()[static_cast<unsigned>(c)].chapter != '\\0'; }}

}}  // namespace gl
"""


def _proc_table_cpp(model: Model) -> str:
    infos = "\n".join(
        f'    {{"gl{e.command.name}", "{e.chapter}", {e.version.replace(".", "") or 0}, '
        f'{str(e.command.is_core).lower()}}},' for e in model.entries)
    names = sorted((f"gl{name}", e.command.name) for e in model.entries for name in e.names)
    rows = "\n".join(f'    {{"{name}", reinterpret_cast<Proc>(&mgl{body})}},' for name, body in names)
    return f"""{HEAD}#include "gl/proc_table.gen.h"

#include <algorithm>

#include "gl/entry_points.gen.h"

namespace gl {{
namespace {{

struct Row {{
  const char* name;  // not string_view: the table then needs no code at start-up
  Proc function;
}};

// Sorted by byte value of the name.
const Row kRows[kNameCount] = {{
{rows}
}};

constexpr CommandInfo kCommands[kCommandCount] = {{
{infos}
}};

}}  // namespace

const unsigned kImplementedCount = {sum(e.is_implemented for e in model.entries)};

Proc lookup(std::string_view name) {{
  const Row* row = std::lower_bound(std::begin(kRows), std::end(kRows), name,
                                    [](const Row& r, std::string_view wanted) {{ return wanted > r.name; }});
  return row != std::end(kRows) && name == row->name ? row->function : nullptr;
}}

std::span<const CommandInfo> commands() {{ return kCommands; }}

}}  // namespace gl
"""


def _extension_gaps(model: Model) -> list[tuple[str, str]]:
    """(extension, command) wherever gl.xml gives an extension a command that has no body here."""
    bodies = {name for e in model.entries if e.is_implemented for name in e.names}
    return [(extension, command) for extension, commands in sorted(model.registry.extensions.items())
            for command in commands if command not in bodies]


def _extension_gaps_h() -> str:
    return f"""{HEAD}#pragma once

#include <span>

namespace gl {{

// A command that an extension of gl.xml has and this build has no body for. Who reports the extension lies.
struct ExtensionGap {{
  const char* extension;
  const char* command;
}};
std::span<const ExtensionGap> extensionGaps();

}}  // namespace gl
"""


def _extension_gaps_cpp(model: Model) -> str:
    rows = "\n".join(f'    {{"{extension}", "gl{command}"}},' for extension, command in _extension_gaps(model))
    return f"""{HEAD}#include "gl/extension_gaps.gen.h"

namespace gl {{
namespace {{

constexpr ExtensionGap kGaps[] = {{
{rows}
}};

}}  // namespace

std::span<const ExtensionGap> extensionGaps() {{ return kGaps; }}

}}  // namespace gl
"""


def _hand_list(file: Path) -> list[str]:
    lines = (line.split("#")[0].strip() for line in file.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line]


def _exports(model: Model, exports_dir: Path) -> dict[str, str]:
    parts = {"gl": [f"gl{name}" for e in model.entries for name in e.names],
             "egl": _hand_list(exports_dir / "egl.txt"), "glx": _hand_list(exports_dir / "glx.txt")}
    files = {}
    for library, families in EXPORTS.items():
        names = sorted(name for family in families for name in parts[family])
        files[f"exports/{library}.txt"] = "".join(f"{name}\n" for name in names)
        rows = "".join(f"    {name};\n" for name in names)
        files[f"exports/{library}.map"] = f"{{\n  global:\n{rows}  local:\n    *;\n}};\n"
    return files


def render(spec_dir: Path, gl_xml: Path, exports_dir: Path) -> dict[str, str]:
    """Every output as path below OUT_DIR -> text."""
    model = build_model(spec_dir, gl_registry.load(gl_xml))
    files = {"gl/entry_points.gen.h": _entry_points_h(model), "gl/prototypes.gen.h": _prototypes_h(model),
             "gl/proc_table.gen.h": _proc_table_h(model), "gl/proc_table.gen.cpp": _proc_table_cpp(model),
             "gl/extension_gaps.gen.h": _extension_gaps_h(), "gl/extension_gaps.gen.cpp": _extension_gaps_cpp(model),
             "gl/enum_names.gen.h": enum_names_h(HEAD), "gl/enum_names.gen.cpp": enum_names_cpp(HEAD, model.registry)}
    for chapter, section in model.chapters.items():
        files[f"gl/entry_points_{chapter}.gen.cpp"] = _entry_points_cpp(
            f"{chapter}: {section}", [e for e in model.entries if e.chapter == chapter],
            f"gl/prototypes_{chapter}.gen.h")
        files[f"gl/prototypes_{chapter}.gen.h"] = _chapter_prototypes_h(model, chapter)
    for profile, is_core in (("core", True), ("compatibility", False)):
        files[f"gl/entry_points_unimplemented_{profile}.gen.cpp"] = _entry_points_cpp(
            f"Commands ({profile}) without a body yet: one log line each, then INVALID_OPERATION.",
            [e for e in model.entries if not e.is_implemented and e.command.is_core == is_core])
    return files | _exports(model, exports_dir)


def generate(spec_dir, out_dir, gl_xml=gl_registry.DEFAULT_XML, exports_dir=None) -> list[str]:
    """Writes what changed, so that an untouched chapter is not compiled again; returns all paths below out_dir."""
    spec_dir, out_dir = Path(spec_dir), Path(out_dir)
    if not Path(gl_xml).is_file():
        raise SpecError(f"{gl_xml} does not exist; install the package khronos-api or pass --gl-xml.")
    files = render(spec_dir, Path(gl_xml), Path(exports_dir or spec_dir.parent / "src" / "lib" / "exports"))
    for path, text in files.items():
        target = out_dir / path
        if not target.is_file() or target.read_text(encoding="utf-8") != text:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
    return sorted(files)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("spec_dir", type=Path)
    parser.add_argument("out_dir", type=Path)
    parser.add_argument("--gl-xml", type=Path, default=gl_registry.DEFAULT_XML)
    options = parser.parse_args()
    try:
        generate(options.spec_dir, options.out_dir, options.gl_xml)
    except SpecError as error:
        print(f"emit_gl: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
