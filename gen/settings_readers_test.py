# SPDX-License-Identifier: Apache-2.0
"""A setting that nothing reads is a promise broken: each one of spec/settings.toml must be named somewhere below src/."""
import re
import tomllib
import unittest
from pathlib import Path

from emit_settings import member

ROOT = Path(__file__).resolve().parent.parent


def unread(names, text):
    return [n for n in names if not re.search(rf'\b{member(n)}\b|"{n}"', text)]


class SettingsReadersTest(unittest.TestCase):
    def test_every_setting_is_read(self):
        names = tomllib.loads((ROOT / "spec/settings.toml").read_text())["setting"]
        sources = [p for p in (ROOT / "src").rglob("*.cpp") if not p.name.endswith("_test.cpp")]
        text = "\n".join(p.read_text() for p in sources)
        self.assertEqual(unread(names, text), [])

    def test_finds_what_nothing_reads(self):
        self.assertEqual(unread(["MOBILEGL_NOT_READ"], "settings().something"), ["MOBILEGL_NOT_READ"])
        self.assertEqual(unread(["MOBILEGL_IS_READ"], "settings().isRead"), [])


if __name__ == "__main__":
    unittest.main()
