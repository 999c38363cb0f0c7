# SPDX-License-Identifier: Apache-2.0
"""Checks every #include below src/ against spec/layers.toml; prints each broken rule with its reason.

    check_layers.py SPEC_DIR SOURCE_ROOT [GENERATED_ROOT ...]      check_layers.py --self-test
"""
import re
import sys
import tomllib
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*(?:include|import)\s*(?:"([^"]+)"|<([^>]+)>)', re.M)
SOURCES = {".h", ".hpp", ".c", ".cc", ".cpp", ".inc"}


def below(path, folder):
    return path == folder or path.startswith(folder + "/")


def folder_of(rules, path):
    return max((f for f in rules["folder"] if below(path, f)), key=len, default=None)


def check_rules(rules):
    """Folders named in rules must exist there, and may not include each other in a circle."""
    edges = {f: {folder_of(rules, m) for m in row["may"] if m != "*"} for f, row in rules["folder"].items()}
    problems = [f"layers.toml: {f} may include a folder without a row." for f, to in edges.items() if None in to]
    while ready := [f for f, to in edges.items() if not (to - {None, f}) & edges.keys()]:
        for folder in ready:
            del edges[folder]
    circle = [f"layers.toml: these folders include each other in a circle: {sorted(edges)}."]
    return problems + (circle if edges else [])


def check_file(rules, path, text):
    """path is relative to the root, with forward slashes."""
    folder = folder_of(rules, path)
    if folder is None:
        return [f"{path}: its folder has no row in layers.toml."]
    # A test may use what it needs to drive the code beside it; the rest of the rules holds for it too.
    row = {"may": ["*"]} if path.endswith(("_test.cpp", "_fixture.h")) else rules["folder"][folder]
    problems = []
    for own, outside in INCLUDE.findall(text):
        target = folder_of(rules, own or outside)
        if ".." in (own or outside).split("/"):
            problems.append(f'{path}: "{own or outside}" climbs with "..": paths start at src/.')
        elif own and target is None:
            problems.append(f'{path}: "{own}" names no folder of ours: paths start at src/, others take <>.')
        elif outside and target is not None:
            problems.append(f"{path}: <{outside}> is ours: it takes quotes.")
        elif own and target not in (folder, "base") and not any(m == "*" or below(own, m) for m in row["may"]):
            problems.append(f"{path}: {folder} may not include {own}: {row['why']}")
        for rule in rules["outside"].values():
            if own == "" and outside.startswith(tuple(rule["headers"])) and folder not in rule["only"]:
                problems.append(f"{path}: <{outside}> only in {', '.join(rule['only'])}: {rule['why']}")
    return problems


def check_tree(rules, root):
    files = sorted(p for p in root.rglob("*") if p.suffix in SOURCES)
    problems = [q for p in files for q in check_file(rules, p.relative_to(root).as_posix(), p.read_text("utf-8"))]
    return len(files), problems


def self_test(rules):
    """Each kind of breach is found, and each permitted neighbour is not."""
    good = [("gl/a.cpp", '#include "tracker/tracker.h"'), ("gl/a.cpp", '#include "base/log.h"\n#include <GL/gl.h>'),
            ("state/a.h", '#include "shader/reflect.h"'), ("backends/gles/a.cpp", '#include "shader/spirv/module.h"'),
            ("lib/a.cpp", '#include "backends/null/null.h"'),
            ("tracker/a_test.cpp", '#include "backends/null/null.h"'),
            ("remote/a.cpp", "#include <sys/socket.h>\n#include <vector>")]
    bad = [("gl/a.cpp", '#include "pipe/types.h"'), ("gl/a.cpp", '#include "tracker/atoms.h"'),
           ("state/a.h", '#include "shader/compile.h"'), ("backends/gles/a.cpp", '#include "backends/null/null.h"'),
           ("pipe/a.h", '  #  include "record/record.h"'), ("base/a.h", '#include "base/../gl/a.h"'),
           ("base/a.h", '#include "a.h"'), ("tracker/a_test.cpp", '#include "base/../gl/a.h"'),
           ("record/a.cpp", "#include <sys/socket.h>"), ("backends/gles/a.cpp", "#include <vulkan/vulkan.h>"),
           ("pipe/a.h", "#include <GL/gl.h>"), ("pipe/a.h", "#include <pipe/b.h>"), ("odd/a.h", "#include <vector>"),
           ("shader/spirv/a.h", '#include "shader/compile.h"'), ("base/a.h", "#include <EGL/egl.h>")]
    circle = {"folder": {"a": {"may": ["b"]}, "b": {"may": ["a"]}, "c": {"may": []}}}
    wrong = [case for case in good if check_file(rules, *case)]
    wrong += [case for case in bad if len(check_file(rules, *case)) != 1]
    return wrong + ([] if check_rules(circle) and not check_rules(rules) else ["circles"])


def main(arguments):
    test = arguments == ["--self-test"]
    spec = Path(__file__).resolve().parent.parent / "spec" if test else Path(arguments[0])
    rules = tomllib.loads((spec / "layers.toml").read_text("utf-8"))
    if test:
        problems, count = [f"self-test: {case} was judged wrongly." for case in self_test(rules)], 0
    else:
        results = [check_tree(rules, Path(root)) for root in arguments[1:]]
        count, problems = sum(n for n, _ in results), check_rules(rules) + [q for _, found in results for q in found]
    print(*problems, f"check_layers: {count} files, {len(problems)} problems.", sep="\n")
    return 1 if problems or not (count or test) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
