# SPDX-License-Identifier: Apache-2.0
"""A shipped library exports exactly its list, no unique symbol, and needs at most 16 bytes of thread-local storage.

    check_exports.py LIBRARY LIST      LIST: one name a line, or a version script with its names under global:
"""
import re
import subprocess
import sys
from pathlib import Path

MAX_TLS_BYTES = 16


def wanted_names(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".map":
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        return set(re.findall(r"(\w+);", text.split("local:")[0]))
    return {line.strip() for line in text.splitlines() if line.strip()}


def exported(library):
    lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in lines.splitlines()]
    return {row[2].split("@")[0] for row in rows if len(row) == 3}, [row[2] for row in rows if row[1] == "u"]


def tls_bytes(library):
    lines = subprocess.run(["readelf", "-lW", library], check=True, capture_output=True, text=True).stdout
    found = re.search(r"^\s*TLS\s+\S+\s+\S+\s+\S+\s+\S+\s+(0x[0-9a-f]+)", lines, re.M)
    return int(found.group(1), 16) if found else 0


def main(library, names):
    want, (have, unique), tls = wanted_names(Path(names)), exported(library), tls_bytes(library)
    problems = [f"{name} is not exported." for name in sorted(want - have)]
    problems += [f"{name} is exported and not on the list." for name in sorted(have - want)]
    problems += [f"{name} is a unique symbol, which binds across libraries." for name in unique]
    if tls > MAX_TLS_BYTES:
        problems.append(f"{tls} bytes of thread-local storage; at most {MAX_TLS_BYTES} fit a library opened at run time.")
    for problem in problems[:40]:
        print(f"{library}: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
