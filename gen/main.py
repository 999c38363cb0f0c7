# SPDX-License-Identifier: Apache-2.0
"""spec/ → C++: one command, deterministic, Python's standard library only.

    python3 gen/main.py SPEC_DIR OUT_DIR          write all generated files (untouched where equal)
    python3 gen/main.py SPEC_DIR --check-lock     compare layouts with spec/wire.lock
    python3 gen/main.py SPEC_DIR --write-lock     accept the present layouts (needs a new protocol version)
"""
import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import emit_check   # noqa: E402
import emit_pipe    # noqa: E402
import emit_record  # noqa: E402
import model as model_module  # noqa: E402


def write(out_dir, files):
    for name, text in sorted(files.items()):
        path = out_dir / name
        if path.exists() and path.read_text() == text:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def check_lock(spec_dir, text):
    """Old lines must stay as they are: calls may only be added at the end."""
    lock = (spec_dir / "wire.lock").read_text()
    if lock == text:
        return 0
    for number, (old, new) in enumerate(zip(lock.splitlines(), text.splitlines()), 1):
        if old != new:
            print(f"wire.lock:{number}: locked '{old}', now '{new}'. A changed layout needs a new protocol version "
                  "and --write-lock.", file=sys.stderr)
            return 1
    print("wire.lock: the catalogue has grown or shrunk; run --write-lock.", file=sys.stderr)
    return 1


def main(argv):
    spec_dir = Path(argv[1])
    model = model_module.load(spec_dir)
    text = model_module.fingerprint_text(model)
    if argv[2] == "--check-lock":
        return check_lock(spec_dir, text)
    if argv[2] == "--write-lock":
        (spec_dir / "wire.lock").write_text(text)
        return 0
    out_dir = Path(argv[2])
    files = {}
    emit_pipe.generate(model, files)
    emit_record.generate(model, files)
    emit_check.generate(model, files)
    write(out_dir, files)
    for extra in ("emit_enums", "emit_formats", "emit_gl", "emit_settings"):
        if (Path(__file__).parent / f"{extra}.py").exists():
            importlib.import_module(extra).generate(spec_dir, out_dir)
    (out_dir / "generated.stamp").write_text("")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
