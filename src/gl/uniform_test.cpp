// SPDX-License-Identifier: Apache-2.0
// Uniforms with the real compiler: names, types, values in the stages' blocks, what becomes dirty, blocks.
#include <algorithm>

#include "base/os.h"
#include "gl/fake_tracker.h"
#include "gl/uniform_location.h"

namespace gl {
namespace {

constexpr const char* kVertex =
    "#version 330\n"
    "uniform mat4 transform; uniform mat3x2 skew; uniform vec4 shared_; uniform float list[4];\n"
    "struct S { vec2 m; float w[2]; }; uniform S s[2];\n"
    "layout(std140) uniform Block { vec4 first; float scale[2]; mat3 turn; };\n"
    "in vec4 position;\n"
    "void main() { gl_Position = transform * position + shared_ + vec4(skew * vec3(1.0), list[3], list[0])\n"
    "  + vec4(s[1].m, s[0].w[1], s[1].w[0]) + first * scale[1] + vec4(turn * vec3(1.0), 0.0); }\n";
constexpr const char* kFragment =
    "#version 330\n"
    "uniform vec4 shared_; uniform bvec2 flags; uniform uint bits; uniform ivec3 number; uniform sampler2D "
    "image[3];\n"
    "uniform float initial = 2.5; out vec4 color;\n"
    "void main() { color = shared_ + vec4(flags, float(bits), float(number.z)) * initial\n"
    "  + texture(image[0], vec2(0.0)) + texture(image[2], vec2(0.0)); }\n";

class UniformTest : public GlTest {
 protected:
  void SetUp() override {
    const GLenum types[] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER};
    const char* sources[] = {kVertex, kFragment};
    mProgram = mglCreateProgram();
    for (int i = 0; i < 2; ++i) {
      const GLuint shader = mglCreateShader(types[i]);
      mglShaderSource(shader, 1, &sources[i], nullptr);
      mglCompileShader(shader);
      mglAttachShader(mProgram, shader);
    }
    mglLinkProgram(mProgram);
    mglUseProgram(mProgram);
    ASSERT_EQ(error(), "GL_NO_ERROR") << st().program;
    clean();
  }
  void clean() {
    st().dirty = 0;
    for (state::DirtyRange& range : exe().dirty) range.clear();
  }
  state::Executable& exe() { return *st().executable; }
  GLint at(const char* name) { return mglGetUniformLocation(mProgram, name); }
  const shader::Uniform& uniform(const char* name) {
    return exe().program->uniforms[uniformIndex(*exe().program, name)];
  }
  // A word of the block of a stage, by uniform and offset from its first element.
  template <class T = float>
  T stored(shader::Stage stage, const char* name, uint32_t offset = 0) {
    const auto index = static_cast<size_t>(stage);
    T value;
    const auto place = static_cast<uint32_t>(uniform(name).placement[index].offsetBytes);
    std::memcpy(&value, exe().blocks[index].data() + place + offset, sizeof value);
    return value;
  }

  GLuint mProgram = 0;
};

constexpr auto kV = shader::Stage::Vertex, kF = shader::Stage::Fragment;

// Names find whole arrays, elements and members; wrong spellings of a subscript find nothing.
TEST_F(UniformTest, LocationsByName) {
  EXPECT_GE(at("transform"), 0);
  EXPECT_EQ(at("list"), at("list[0]"));
  EXPECT_EQ(at("list[3]"), at("list") + 3);
  EXPECT_GE(at("s[1].m"), 0);
  EXPECT_EQ(at("s[1].w"), at("s[1].w[0]"));
  EXPECT_NE(at("s[0].w"), at("s[1].w"));
  for (const char* wrong :
       {"list[4]", "list[03]", "list[ 3]", "list[-1]", "list[", "list[]", "list[3]x", "listx", "transform[0]",
        "s", "s[0]", "s[2].m", "first", "gl_Position", "", "list[99999999999]"})
    EXPECT_EQ(at(wrong), -1) << wrong;
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// A value lands in each stage that uses it, at that stage's place, and only a change is dirty.
TEST_F(UniformTest, ValuesReachEachStage) {
  mglUniform4f(at("shared_"), 1, 2, 3, 4);
  EXPECT_EQ(stored(kV, "shared_", 12), 4);
  EXPECT_EQ(stored(kF, "shared_", 4), 2);
  EXPECT_EQ(st().dirty, uint32_t{state::kDirtyConstants});
  const auto& range = exe().dirty[static_cast<size_t>(kV)];
  EXPECT_EQ(range.end - range.begin, 16u);
  clean();
  mglUniform4f(at("shared_"), 1, 2, 3, 4);
  EXPECT_EQ(st().dirty, 0u);
  EXPECT_TRUE(exe().dirty[static_cast<size_t>(kV)].empty());
  mglUniform1f(at("list[2]"), 9);
  EXPECT_TRUE(exe().dirty[static_cast<size_t>(kF)].empty());
  EXPECT_EQ(stored(kV, "list", 2 * 16), 9);
}

// Arrays have std140's stride, and elements behind the end are ignored.
TEST_F(UniformTest, Arrays) {
  const GLfloat values[] = {1, 2, 3, 4, 5, 6};
  mglUniform1fv(at("list[1]"), 6, values);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  EXPECT_EQ(stored(kV, "list", 0), 0);
  EXPECT_EQ(stored(kV, "list", 16), 1);
  EXPECT_EQ(stored(kV, "list", 48), 3);
  mglUniform4fv(at("shared_"), 2, values);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglUniform1fv(at("list"), -1, values);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  mglUniform1fv(at("list"), 0, values);
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// Matrices are stored by columns of 16 bytes, transposed on the way if asked; queries give them back by
// columns.
TEST_F(UniformTest, Matrices) {
  const GLfloat rows[] = {1, 2, 3, 4, 5, 6};  // two rows of three: transposed to three columns of two
  mglUniformMatrix3x2fv(at("skew"), 1, GL_TRUE, rows);
  EXPECT_EQ(stored(kV, "skew", 0), 1);
  EXPECT_EQ(stored(kV, "skew", 4), 4);
  EXPECT_EQ(stored(kV, "skew", 16), 2);
  EXPECT_EQ(stored(kV, "skew", 36), 6);
  GLfloat back[6] = {};
  mglGetUniformfv(mProgram, at("skew"), back);
  EXPECT_EQ(back[1], 4);
  EXPECT_EQ(back[5], 6);
  mglUniformMatrix2x3fv(at("skew"), 1, GL_FALSE, rows);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  GLfloat whole[16];
  for (int i = 0; i < 16; ++i) whole[i] = static_cast<GLfloat>(i);
  mglUniformMatrix4fv(at("transform"), 1, GL_FALSE, whole);
  EXPECT_EQ(stored(kV, "transform", 60), 15);
}

// Booleans take floats, ints and unsigned ints, and become 0 or 1.
TEST_F(UniformTest, Booleans) {
  mglUniform2f(at("flags"), 0.5f, 0);
  EXPECT_EQ(stored<uint32_t>(kF, "flags", 0), 1u);
  EXPECT_EQ(stored<uint32_t>(kF, "flags", 4), 0u);
  mglUniform2i(at("flags"), 0, -7);
  EXPECT_EQ(stored<uint32_t>(kF, "flags", 4), 1u);
  mglUniform2ui(at("flags"), 8, 0);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  GLint back[2] = {};
  mglGetUniformiv(mProgram, at("flags"), back);
  EXPECT_EQ(back[0], 1);
}

// Types must match exactly otherwise; -1 is ignored, other unknown locations are not.
TEST_F(UniformTest, TypeErrors) {
  mglUniform1f(at("bits"), 1);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglUniform1i(at("bits"), 1);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglUniform1ui(at("bits"), 1);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  mglUniform2f(at("shared_"), 1, 2);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglUniform4f(at("transform"), 1, 2, 3, 4);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglUniform1f(-1, 1);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  mglUniform1f(-2, 1);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglUniform1f(100000, 1);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglUseProgram(0);
  mglUniform1f(-1, 1);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
}

// Samplers hold units: by slot, checked against the number of units, without touching blocks.
TEST_F(UniformTest, Samplers) {
  const uint64_t serial = exe().bindingSerial;
  const GLint units[] = {3, 4, 5};
  mglUniform1iv(at("image"), 3, units);
  EXPECT_EQ(st().dirty, uint32_t{state::kDirtySamplers});
  EXPECT_NE(exe().bindingSerial, serial);
  const auto slot = static_cast<size_t>(uniform("image").opaqueSlot);
  EXPECT_EQ(exe().samplerUnits[slot + 2], 5u);
  GLint back = 0;
  mglGetUniformiv(mProgram, at("image[1]"), &back);
  EXPECT_EQ(back, 4);
  mglUniform1i(at("image"), 4711);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  mglUniform1i(at("image"), -1);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  mglUniform1f(at("image"), 1);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglUniform1ui(at("image"), 1);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
}

// Initialisers are the first values, and a relink brings them back.
TEST_F(UniformTest, Initialisers) {
  GLfloat value = 0;
  mglGetUniformfv(mProgram, at("initial"), &value);
  EXPECT_EQ(value, 2.5f);
  mglUniform1f(at("initial"), 7);
  mglLinkProgram(mProgram);
  mglGetUniformfv(mProgram, at("initial"), &value);
  EXPECT_EQ(value, 2.5f);
}

// Queries of values convert between types and check the application's space.
TEST_F(UniformTest, GetUniformConverts) {
  mglUniform1f(at("initial"), -2.5f);
  GLint i = 0;
  mglGetUniformiv(mProgram, at("initial"), &i);
  EXPECT_EQ(i, -2);
  GLuint u = 9;
  mglGetUniformuiv(mProgram, at("initial"), &u);
  EXPECT_EQ(u, 0u);
  GLfloat four[4];
  mglGetnUniformfv(mProgram, at("shared_"), 15, four);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglGetUniformfv(mProgram, -1, four);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
}

// glProgramUniform* changes programs that are not current, and marks nothing then.
TEST_F(UniformTest, ProgramUniforms) {
  const GLint location = at("shared_");
  mglUseProgram(0);
  st().dirty = 0;
  mglProgramUniform4f(mProgram, location, 5, 6, 7, 8);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  EXPECT_EQ(st().dirty, 0u);
  GLfloat back[4] = {};
  mglGetUniformfv(mProgram, location, back);
  EXPECT_EQ(back[3], 8);
  mglProgramUniform4f(mglCreateProgram(), 0, 5, 6, 7, 8);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
}

// Members of named blocks report std140's layout; uniforms of the default block report -1.
TEST_F(UniformTest, BlocksAndTheirMembers) {
  const GLuint block = mglGetUniformBlockIndex(mProgram, "Block");
  ASSERT_EQ(block, 0u);
  GLint value = 0;
  mglGetActiveUniformBlockiv(mProgram, block, GL_UNIFORM_BLOCK_DATA_SIZE, &value);
  EXPECT_EQ(value, 96);
  mglGetActiveUniformBlockiv(mProgram, block, GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS, &value);
  EXPECT_EQ(value, 3);
  mglGetActiveUniformBlockiv(mProgram, block, GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER, &value);
  EXPECT_EQ(value, GL_FALSE);
  const char* names[] = {"scale", "turn", "shared_", "scale[1]"};
  GLuint indices[4] = {};
  mglGetUniformIndices(mProgram, 4, names, indices);
  EXPECT_EQ(indices[3], GL_INVALID_INDEX);
  GLint offsets[3], arrayStrides[3], matrixStrides[3], blocks[3];
  mglGetActiveUniformsiv(mProgram, 3, indices, GL_UNIFORM_OFFSET, offsets);
  mglGetActiveUniformsiv(mProgram, 3, indices, GL_UNIFORM_ARRAY_STRIDE, arrayStrides);
  mglGetActiveUniformsiv(mProgram, 3, indices, GL_UNIFORM_MATRIX_STRIDE, matrixStrides);
  mglGetActiveUniformsiv(mProgram, 3, indices, GL_UNIFORM_BLOCK_INDEX, blocks);
  EXPECT_EQ(std::vector<GLint>(offsets, offsets + 3), (std::vector<GLint>{16, 48, -1}));
  EXPECT_EQ(std::vector<GLint>(arrayStrides, arrayStrides + 3), (std::vector<GLint>{16, 0, -1}));
  EXPECT_EQ(std::vector<GLint>(matrixStrides, matrixStrides + 3), (std::vector<GLint>{0, 16, -1}));
  EXPECT_EQ(std::vector<GLint>(blocks, blocks + 3), (std::vector<GLint>{0, 0, -1}));
  mglUniformBlockBinding(mProgram, block, 7);
  EXPECT_EQ(st().dirty, uint32_t{state::kDirtyUniformBuffers});
  mglGetActiveUniformBlockiv(mProgram, block, GL_UNIFORM_BLOCK_BINDING, &value);
  EXPECT_EQ(value, 7);
  mglUniformBlockBinding(mProgram, block, 84);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  mglUniformBlockBinding(mProgram, 1, 0);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
}

// Setting a vector costs tens of nanoseconds of this thread; the bound is loose for sanitizers, and the best of a few
// rounds counts, because other programs of the machine wear out its caches.
TEST_F(UniformTest, Uniform4fIsCheap) {
  const GLint location = at("shared_");
  constexpr uint64_t kCalls = 40'000;
  uint64_t best = UINT64_MAX;
  for (int round = 0; round < 5; ++round) {
    const uint64_t start = base::threadCpuNs();
    for (uint64_t i = 0; i < kCalls; ++i) mglUniform4f(location, static_cast<GLfloat>(i), 0, 0, 1);
    best = std::min(best, (base::threadCpuNs() - start) / kCalls);
  }
  RecordProperty("nanoseconds", std::to_string(best));
  EXPECT_LT(best, 1000u);
}

}  // namespace
}  // namespace gl
