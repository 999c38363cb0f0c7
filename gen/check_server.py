# SPDX-License-Identifier: Apache-2.0
"""The server image must hold no front end and no GLSL compiler.

    check_server.py SERVER [CONTROL]     CONTROL: an image that does hold them, which the check must refuse
"""
import re
import subprocess
import sys

# Namespaces of the front end, and what glslang exports.
FORBIDDEN = re.compile(r"\b(gl|state|tracker|winsys)::|\bshader::(compile|link)\(|\bglslang::|\bglslang_|\bShInitialize\b")


def found(image):
    names = subprocess.run(["nm", "-C", image], capture_output=True, text=True, check=True).stdout
    return [line for line in names.splitlines() if FORBIDDEN.search(line)], len(names.splitlines())


def main(arguments):
    lines, count = found(arguments[0])
    for line in lines[:20]:
        print(f"{arguments[0]}: {line}")
    control = len(arguments) < 2 or bool(found(arguments[1])[0])
    if not control:
        print(f"{arguments[1]}: the control holds nothing forbidden, so the check proves nothing.")
    if not count:
        print(f"{arguments[0]}: no symbols at all; a stripped image cannot be checked.")
    print(f"check_server: {count} symbols, {len(lines)} forbidden.")
    return 1 if lines or not control or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
