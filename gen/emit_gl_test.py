# SPDX-License-Identifier: Apache-2.0
"""Tests of emit_gl on the real registry with small chapter files of their own."""
import re
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import emit_gl  # noqa: E402
import gl_registry  # noqa: E402

PROJECT = Path(__file__).resolve().parent.parent
EXPORTS = PROJECT / "src" / "lib" / "exports"
SMALL = {"buffer": "BindBuffer = {}\nMapBuffer = {}\n", "get": "GetError = { validate = false }\n",
         "legacy": "Begin = {}\n"}


def row_targets(table: str) -> dict[str, str]:
    """Spelling -> function, as proc_table.gen.cpp has it."""
    return dict(re.findall(r'\{"(gl\w+)", reinterpret_cast<Proc>\(&(\w+)\)\}', table))


class EmitGl(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.registry = gl_registry.load()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def spec(self, chapters: dict[str, str]) -> Path:
        folder = self.root / "spec" / "entry_points"
        folder.mkdir(parents=True, exist_ok=True)
        for name, commands in chapters.items():
            (folder / f"{name}.toml").write_text(f'chapter = "{name}"\nsection = "§1"\n[commands]\n{commands}')
        return folder.parent

    def render(self, chapters: dict[str, str]) -> dict[str, str]:
        return emit_gl.render(self.spec(chapters), gl_registry.DEFAULT_XML, EXPORTS)

    def refuse(self, chapters: dict[str, str], words: str):
        with self.assertRaisesRegex(emit_gl.SpecError, words):
            emit_gl.read_chapters(self.spec(chapters), self.registry)

    # The registry's desktop features are what GL 4.6 says: a parser that drops or invents commands shows here.
    def test_counts_of_the_registry(self):
        names = self.registry.feature_commands()
        self.assertEqual(len(names), 1048)
        self.assertEqual(sum(self.registry.commands[n].is_core for n in names), 657)

    # Every command has exactly one entry point, and every spelling is in the table and in the export list.
    def test_every_command_has_one_entry_point(self):
        files = self.render(SMALL)
        bodies = [b for path, text in files.items() if path.startswith("gl/entry_points_")
                  for b in re.findall(r"APIENTRY mgl(\w+)\(.*\{$", text, re.M)]
        self.assertEqual(sorted(bodies), self.registry.feature_commands())
        table = row_targets(files["gl/proc_table.gen.cpp"])
        self.assertGreaterEqual(len(table), 1600)
        self.assertEqual(sorted(table), files["exports/libOpenGL.txt"].split())
        self.assertEqual(list(table), sorted(table), "lookup() searches by bisection")
        exported = [n for path, text in files.items() for n in re.findall(r"^MGL_NAME\([^,]+, (\w+)", text, re.M)]
        self.assertEqual(sorted(exported), sorted(table))

    # Older spellings reach the same function as the canonical name.
    def test_aliases_share_a_function(self):
        table = row_targets(self.render(SMALL)["gl/proc_table.gen.cpp"])
        for other, name in (("glBindBufferARB", "glBindBuffer"), ("glGenFramebuffersEXT", "glGenFramebuffers"),
                            ("glBlendEquationEXT", "glBlendEquation"), ("glActiveTextureARB", "glActiveTexture")):
            self.assertEqual(table[other], table[name])
        self.assertNotEqual(table["glBindBuffer"], table["glMapBuffer"])

    # The body of a listed command: no context, core refusal only where removed, validator unless switched off.
    def test_bodies(self):
        files = self.render(SMALL)
        bind = files["gl/entry_points_buffer.gen.cpp"]
        self.assertIn("if (!validateBindBuffer(*ctx, target, buffer)) return;\n  return gl::bindBuffer", bind)
        self.assertIn("if (!validateMapBuffer(*ctx, target, access)) return {};", bind)
        self.assertNotIn("refuseInCore", bind)
        self.assertIn("refuseInCore<void>(*ctx, Command::Begin)", files["gl/entry_points_legacy.gen.cpp"])
        self.assertNotIn("validateGetError", files["gl/prototypes_get.gen.h"] + files["gl/entry_points_get.gen.cpp"])
        self.assertIn("GLenum getError(Context& ctx);", files["gl/prototypes_get.gen.h"])
        missing = files["gl/entry_points_unimplemented_core.gen.cpp"]
        self.assertIn("return unimplemented<void*>(current(), Command::MapBufferRange);", missing)
        self.assertNotIn("mglBindBuffer(", missing)

    # GetPointerv left core in 3.2 and came back in 4.3; the packed vertex calls of 3.3 never were in core.
    def test_core_follows_later_versions(self):
        self.assertTrue(self.registry.commands["GetPointerv"].is_core)
        self.assertFalse(self.registry.commands["VertexP3ui"].is_core)
        self.assertTrue(self.registry.commands["VertexAttribP3ui"].is_core)

    # An extension's command becomes an entry point of its own, or with alias another name of a GL command.
    def test_extension_commands(self):
        files = self.render({
            "buffer": "BindBuffer = {}\n",
            "program": 'GetHandleARB = { validate = false }\nDeleteObjectARB = { alias = "DeleteShader" }'})
        table = row_targets(files["gl/proc_table.gen.cpp"])
        self.assertEqual(table["glGetHandleARB"], "mglGetHandleARB")
        self.assertEqual(table["glDeleteObjectARB"], "mglDeleteShader")
        self.assertIn('{"glGetHandleARB", "program", 0, false}', files["gl/proc_table.gen.cpp"])

    # Mistakes in chapter files stop generation with a sentence that names the file or the better spelling.
    def test_mistakes_are_refused(self):
        self.refuse({"buffer": "BindBufer = {}\n"}, "did you mean BindBuffer")
        self.refuse({"buffer": "glBindBuffer = {}\n"}, "did you mean BindBuffer")
        self.refuse({"buffer": "BindBufferARB = {}\n"}, "another name of BindBuffer")
        self.refuse({"buffer": "BindBuffer = { valdate = false }\n"}, "takes a table with the keys")
        self.refuse({"buffer": "BindBuffer = {}\nBindBuffer = {}\n"}, "listed twice")
        self.refuse({"buffer": 'BindBuffer = { alias = "MapBuffer" }\n'}, "alias is for an extension")

    # A command in two chapters would be defined twice.
    def test_two_chapters_are_refused(self):
        self.refuse({"buffer": "BindBuffer = {}\n", "draw": "BindBuffer = {}\n"}, "buffer.toml and in draw.toml")

    # Two runs write the same bytes, the second touches no file, stale text is replaced, and a run stays below two seconds.
    def test_deterministic_and_quick(self):
        spec, out = self.spec(SMALL), self.root / "out"
        start = time.monotonic()
        paths = emit_gl.generate(spec, out, exports_dir=EXPORTS)
        self.assertLess(time.monotonic() - start, 2)
        before = {p: (out / p).stat().st_mtime_ns for p in paths}
        emit_gl.generate(spec, out, exports_dir=EXPORTS)
        self.assertEqual(before, {p: (out / p).stat().st_mtime_ns for p in paths})
        stale = self.root / "again" / "gl" / "proc_table.gen.cpp"
        stale.parent.mkdir(parents=True)
        stale.write_text("stale")
        emit_gl.generate(spec, self.root / "again", exports_dir=EXPORTS)
        for path in paths:
            self.assertEqual((out / path).read_bytes(), (self.root / "again" / path).read_bytes(), path)
            self.assertLess((out / path).read_text().count("\n"), 6000, path)

    # An extension has a gap for each of its commands without a body, under any spelling, and none once all have one.
    def test_extension_gaps(self):
        def gaps(chapters):
            text = self.render(chapters)["gl/extension_gaps.gen.cpp"]
            return re.findall(r'\{"GL_ARB_draw_instanced", "(\w+)"\}', text)
        self.assertEqual(gaps(SMALL), ["glDrawArraysInstancedARB", "glDrawElementsInstancedARB"])
        self.assertEqual(gaps({"draw": "DrawArraysInstanced = {}\n"}), ["glDrawElementsInstancedARB"])
        self.assertEqual(gaps({"draw": "DrawArraysInstanced = {}\nDrawElementsInstanced = {}\n"}), [])

    # Messages use the spelling of the oldest GL version; a group picks among enums that share a value.
    def test_enum_spellings(self):
        text = self.render(SMALL)["gl/enum_names.gen.cpp"]
        self.assertIn("// GL_FRAMEBUFFER\n", text)
        self.assertIn("// PrimitiveType: GL_LINES\n", text)
        self.assertNotIn("// GL_FRAMEBUFFER_EXT\n", text)
        values = [int(v, 16) for v in re.findall(r"\{0x(\w+), \d+\},  // GL_", text)]
        self.assertEqual(values, sorted(set(values)))

    # The committed chapter files hold together, and each GL command is in one of them, listed or still in a comment.
    def test_committed_chapters(self):
        emit_gl.build_model(PROJECT / "spec", self.registry)
        named = {name for file in (PROJECT / "spec" / "entry_points").glob("*.toml")
                 for name in re.findall(r"^(?:# )?([A-Z]\w+) = \{", file.read_text(), re.M)}
        self.assertEqual(set(self.registry.feature_commands()) - named, set())


if __name__ == "__main__":
    unittest.main()
