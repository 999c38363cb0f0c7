# SPDX-License-Identifier: Apache-2.0
"""Checks words: banned names, SPDX lines, transport names above the pipe, printing past the log.

    check_names.py PROJECT_ROOT      check_names.py --self-test
"""
import re
import sys
from pathlib import Path

BANNED = ("manager", "helper", "util", "utils", "misc", "common")
SOURCE_SUFFIXES = {".h", ".hpp", ".c", ".cc", ".cpp", ".inc", ".py", ".toml", ".cmake", ".sh", ".fbs", ".map"}
CXX_SUFFIXES = {".h", ".hpp", ".c", ".cc", ".cpp", ".inc"}
FOLDERS = ("src", "gen", "spec", "tests", "cmake", "bench", "scripts")
ABOVE_PIPE = ("src/gl/", "src/state/", "src/tracker/")
PRINTERS = ("src/base/log", "src/tools/")  # the log itself, and programs whose output is their purpose
# Each takes text without comments.
TYPE = re.compile(r"\b(?:class|struct|enum(?:\s+class)?|namespace|union)\s+(?:\[\[\w+\]\]\s*)?(\w+)")
TRANSPORT = re.compile(r"\b\w*(?:spawn|inproc|monolith)\w*\b", re.I)
PRINT = re.compile(r"\b(?:std::)?printf\s*\(|\bputs\s*\(|std::c(?:out|err)\b|"
                   r"\bf(?:printf|puts|write)\s*\([^;]*\bstd(?:err|out)\b")
COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def words(name):
    """slot_map, SlotMap and slotMap -> slot, map."""
    return [w.lower() for w in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def without_comments(text):
    return COMMENT_OR_TEXT.sub(lambda m: m[0] if m[0][0] in "\"'" else " " + "\n" * m[0].count("\n"), text)


def without_texts(text):
    return COMMENT_OR_TEXT.sub(lambda m: m[0][0] * 2, text)


def check_file(path, text):
    """path is relative to the project, with forward slashes."""
    problems = []
    for part in path.split("/")[1:]:
        for word in set(words(part.rsplit(".", 1)[0])) & set(BANNED):
            problems.append(f'{path}: "{word}" in a file name says nothing; name the subject.')
    if "SPDX-License-Identifier: Apache-2.0" not in "\n".join(text.splitlines()[:3]):
        problems.append(f"{path}: the first lines lack SPDX-License-Identifier: Apache-2.0.")
    if Path(path).suffix not in CXX_SUFFIXES or not path.startswith("src/"):
        return problems
    code = without_comments(text)
    bare = without_texts(code)
    for name in TYPE.findall(bare):
        for word in set(words(name)) & set(BANNED):
            problems.append(f'{path}: "{word}" in {name} says nothing; name the subject.')
    if path.startswith(ABOVE_PIPE):
        for name in sorted(set(TRANSPORT.findall(code))):
            problems.append(f"{path}: {name}: everything above the pipe is free of topologies.")
    if not path.startswith(PRINTERS) and not path.endswith("_test.cpp"):
        for call in sorted(set(PRINT.findall(bare))):
            problems.append(f"{path}: {call.strip()}: output goes through base/log.h.")
    return problems


def check_tree(root):
    files = [p for folder in FOLDERS for p in sorted((root / folder).rglob("*"))
             if p.is_file() and (p.suffix in SOURCE_SUFFIXES or p.name == "CMakeLists.txt")]
    return len(files), [q for p in files for q in check_file(p.relative_to(root).as_posix(), p.read_text("utf-8"))]


def self_test():
    """Each kind of breach is found once, and its harmless look-alike is not."""
    spdx = "// SPDX-License-Identifier: Apache-2.0\n"
    good = [("src/gl/a.cpp", spdx + "// spawn and printf( in a comment are words\nint x;"),
            ("src/remote/spawn.cpp", spdx + "bool spawnServer();"), ("src/base/log.cpp", spdx + "fprintf(stderr, x);"),
            ("src/base/utility_belt.h", spdx), ("src/gl/a.h", spdx + "struct Commonwealth; int snprintf(char*);"),
            ("src/gl/a.cpp", spdx + 'const char* url = "http://x"; std::snprintf(buffer, 4, "std::cout");'),
            ("src/gl/a_test.cpp", spdx + "printf(x);")]
    bad = [("src/gl/state_manager.cpp", spdx), ("src/gl/a.h", spdx + "class TextureHelper {};"),
           ("src/gl/a.h", "int x;"),
           ("src/tracker/a.cpp", spdx + "if (isSpawned) return;"), ("src/gl/a.cpp", spdx + 'mode == "inproc"'),
           ("src/state/a.h", spdx + "enum class Mode { Monolith };"), ("src/pipe/a.cpp", spdx + "printf(x);"),
           ("src/record/a.cpp", spdx + "std::cout << 1;"), ("src/gl/a.cpp", spdx + 'std::fprintf(stderr, "x");'),
           ("gen/common.py", "# SPDX-License-Identifier: Apache-2.0\n"), ("spec/a.toml", "x = 1"),
           ("src/pipe/util/a.h", spdx), ("src/pipe/a.h", spdx + "namespace util {}")]
    return [c for c in good if check_file(*c)] + [c for c in bad if len(check_file(*c)) != 1]


def main(arguments):
    test = arguments == ["--self-test"]
    count, problems = (0, [f"self-test: {c} was judged wrongly." for c in self_test()]) if test else check_tree(
        Path(arguments[0]))
    print(*problems, f"check_names: {count} files, {len(problems)} problems.", sep="\n")
    return 1 if problems or not (count or test) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
