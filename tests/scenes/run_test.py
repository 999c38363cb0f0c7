#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The scene runner must see what it is there to see: each test plants one fault in a fake arm and expects it named.

A stand-in for `mobilegl` sets the transport and runs the program; a stand-in for mobilegl-scenes writes blocks that
the fault of the test changes. No GL is needed.
"""
import os
import stat
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))

MOBILEGL = """#!{python}
import os, sys
at = sys.argv.index("--")
os.environ["FAKE_ARM"] = sys.argv[sys.argv.index("--transport") + 1]
os.execv(sys.argv[at + 1], sys.argv[at + 1:])
"""

SCENES = """#!{python}
import os, sys, time
names = {names!r}
if "--list" in sys.argv:
    print("\\n".join(names))
    sys.exit(0)
scene, out = sys.argv[sys.argv.index("--scene") + 1], sys.argv[sys.argv.index("--out") + 1]
arm = os.environ.get("FAKE_ARM", "native")
fault = os.environ.get("FAKE_FAULT", "") if arm == "spawn" and scene == "Triangle" else ""
print("RENDERER MobileGL (%s, gles: fake)" % ("monolith" if fault == "arm" else arm))
if arm == "monolith" or fault != "unvalidated": print("mobilegl: info: Vulkan's validation layers are on.")
if fault == "validation": print("mobilegl: error: Vulkan validation: planted")
if fault == "hang": time.sleep(60)
if fault == "crash": os.abort()
if fault == "check": print("FAIL Triangle: planted."); sys.exit(1)
if fault == "skip": print("SKIP Triangle: planted"); sys.exit(77)
if fault == "nofile": sys.exit(0)
with open(out, "wb") as f:
    f.write(b"MGLSCENE 1 1\\nimage 2 1 u8 8\\n" + (b"abcdefgX" if fault == "pixel" else b"abcdefgh"))
"""


class RunnerTest(unittest.TestCase):
    def run_with(self, fault="", extra=(), names=None):
        with open(os.path.join(HERE, "required_scenes.txt")) as file:
            required = [line.strip() for line in file if line.strip() and not line.startswith("#")]
        names = required if names is None else names
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, text in (("mobilegl", MOBILEGL), ("scenes", SCENES)):
                path = os.path.join(folder, name)
                with open(path, "w") as file:
                    file.write(text.format(python=sys.executable, names=names))
                os.chmod(path, stat.S_IRWXU)
                paths.append(path)
            return subprocess.run([sys.executable, os.path.join(HERE, "run.py"), "--mobilegl", paths[0], "--scenes",
                                   paths[1], "--filter", "^Tri", "--timeout", "30", *extra],
                                  capture_output=True, text=True, env=dict(os.environ, FAKE_FAULT=fault))

    def expect(self, result, status, text):
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        self.assertIn(text, result.stdout)

    def test_equal_arms_pass(self):
        self.expect(self.run_with(), 0, "3 passed, 0 failed, 0 skipped")

    def test_one_flipped_bit_fails(self):
        self.expect(self.run_with(extra=["--break", "Triangle"]), 1, "differs from monolith/gles: block image")

    def test_other_pixels_fail(self):
        self.expect(self.run_with("pixel"), 1, "2 passed, 1 failed, 0 skipped")

    def test_another_arm_than_claimed_fails(self):
        self.expect(self.run_with("arm"), 1, "which is another arm")

    def test_a_message_of_the_validation_layers_fails(self):
        self.expect(self.run_with(extra=["--validate"]), 0, "3 passed, 0 failed, 0 skipped")
        self.expect(self.run_with("validation", ["--validate"]), 1, "messages of the validation layers, first: planted")

    def test_missing_validation_layers_fail(self):
        self.expect(self.run_with("unvalidated", ["--validate"]), 1, "ran without Vulkan's validation layers")

    def test_a_hang_fails(self):
        self.expect(self.run_with("hang", ["--timeout", "2"]), 1, "did not end within")

    def test_a_crash_fails(self):
        self.expect(self.run_with("crash"), 1, "ended by signal 6")

    def test_a_failed_check_is_named(self):
        self.expect(self.run_with("check"), 1, "[spawn/gles]: planted.")

    def test_a_skip_in_one_arm_only_fails(self):
        self.expect(self.run_with("skip"), 1, "skipped here but not in every arm")

    def test_a_missing_block_file_fails(self):
        self.expect(self.run_with("nofile"), 1, "left no readable block file")

    def test_a_lost_name_fails(self):
        self.expect(self.run_with(names=["Triangle"]), 1, "required_scenes.txt names it")


if __name__ == "__main__":
    unittest.main()
