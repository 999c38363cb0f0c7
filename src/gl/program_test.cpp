// SPDX-License-Identifier: Apache-2.0
// Shaders and programs with the real compiler: life and death, linking, use, queries, binaries.
#include <array>

#include "gl/fake_tracker.h"
#include "gl/program_binary.h"

namespace gl {
namespace {

constexpr const char* kVertex =
    "#version 330\n"
    "in vec4 position; in vec2 coordinates; out vec2 uv;\n"
    "uniform mat4 transform;\n"
    "void main() { uv = coordinates; gl_Position = transform * position; }\n";
constexpr const char* kFragment =
    "#version 330\n"
    "in vec2 uv; out vec4 color;\n"
    "uniform sampler2D image; uniform vec4 tint[3];\n"
    "void main() { color = texture(image, uv) * tint[0] * tint[2]; }\n";

class ProgramTest : public GlTest {
 protected:
  GLuint shader(GLenum type, const char* source) {
    const GLuint name = mglCreateShader(type);
    mglShaderSource(name, 1, &source, nullptr);
    mglCompileShader(name);
    return name;
  }
  GLuint program(const char* vertex = kVertex, const char* fragment = kFragment) {
    const GLuint name = mglCreateProgram(), v = shader(GL_VERTEX_SHADER, vertex),
                 f = shader(GL_FRAGMENT_SHADER, fragment);
    mglAttachShader(name, v);
    mglAttachShader(name, f);
    mglDeleteShader(v);
    mglDeleteShader(f);
    mglLinkProgram(name);
    EXPECT_EQ(get(name, GL_LINK_STATUS), GL_TRUE) << log(name);
    return name;
  }
  GLint get(GLuint program, GLenum pname) {
    GLint value = -1;
    mglGetProgramiv(program, pname, &value);
    return value;
  }
  GLint getShader(GLuint shader, GLenum pname) {
    GLint value = -1;
    mglGetShaderiv(shader, pname, &value);
    return value;
  }
  std::string log(GLuint program) {
    std::array<char, 1024> text{};
    mglGetProgramInfoLog(program, text.size(), nullptr, text.data());
    return text.data();
  }
};

// Shaders and programs share one name space, and each command knows which it wants.
TEST_F(ProgramTest, NamesAreOfOneKind) {
  const GLuint s = mglCreateShader(GL_VERTEX_SHADER), p = mglCreateProgram();
  EXPECT_NE(s, p);
  EXPECT_TRUE(mglIsShader(s) && !mglIsProgram(s) && mglIsProgram(p) && !mglIsShader(p));
  mglLinkProgram(s);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglCompileShader(p);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglLinkProgram(4711);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  mglCreateShader(GL_TEXTURE_2D);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  mglDeleteProgram(0);
  mglDeleteShader(0);
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// Source comes in pieces with and without lengths, and back as one.
TEST_F(ProgramTest, SourceIsConcatenated) {
  const GLuint s = mglCreateShader(GL_VERTEX_SHADER);
  const char* pieces[] = {"void mainXX", "() ", "{}"};
  const GLint lengths[] = {9, -1, 2};
  mglShaderSource(s, 3, pieces, lengths);
  EXPECT_EQ(getShader(s, GL_SHADER_SOURCE_LENGTH), 15);
  char text[8];
  GLsizei length = 0;
  mglGetShaderSource(s, sizeof text, &length, text);
  EXPECT_EQ(length, 7);
  EXPECT_STREQ(text, "void ma");
}

// A source that does not compile says so with a log, and a program of it does not link.
TEST_F(ProgramTest, CompileAndLinkFailures) {
  const GLuint s = shader(GL_VERTEX_SHADER, "#version 330\nvoid main() { nonsense }\n");
  EXPECT_EQ(getShader(s, GL_COMPILE_STATUS), GL_FALSE);
  EXPECT_GT(getShader(s, GL_INFO_LOG_LENGTH), 1);
  const GLuint p = mglCreateProgram();
  mglAttachShader(p, s);
  mglLinkProgram(p);
  EXPECT_EQ(get(p, GL_LINK_STATUS), GL_FALSE);
  EXPECT_NE(log(p).find("not compiled"), std::string::npos);
  mglUseProgram(p);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  EXPECT_EQ(get(p, GL_ACTIVE_UNIFORMS), 0);
  EXPECT_EQ(mglGetUniformLocation(p, "x"), -1);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
}

// A deleted shader lives while it is attached, a deleted program while it is used; detaching by deletion
// counts.
TEST_F(ProgramTest, DeletionWaitsForTheLastUse) {
  const GLuint p = program(), other = program();
  GLuint shaders[2] = {};
  mglGetAttachedShaders(p, 2, nullptr, shaders);
  EXPECT_EQ(getShader(shaders[0], GL_DELETE_STATUS), GL_TRUE);
  mglAttachShader(p, shaders[0]);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglDetachShader(p, shaders[0]);
  EXPECT_FALSE(mglIsShader(shaders[0]));
  mglUseProgram(p);
  mglDeleteProgram(p);
  EXPECT_TRUE(mglIsProgram(p));
  EXPECT_EQ(get(p, GL_DELETE_STATUS), GL_TRUE);
  mglUseProgram(other);
  EXPECT_FALSE(mglIsProgram(p));
  EXPECT_FALSE(mglIsShader(shaders[1]));
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// A failed relink leaves the old executable in use; a good one replaces it at once.
TEST_F(ProgramTest, FailedRelinkKeepsTheOldExecutable) {
  const GLuint p = program();
  mglUseProgram(p);
  const auto before = st().executable;
  const GLuint broken = shader(GL_FRAGMENT_SHADER, "#version 330\nnonsense\n");
  mglAttachShader(p, broken);
  mglLinkProgram(p);
  EXPECT_EQ(get(p, GL_LINK_STATUS), GL_FALSE);
  EXPECT_EQ(st().executable, before);
  mglUseProgram(p);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  EXPECT_EQ(st().executable, before);
  mglDetachShader(p, broken);
  st().dirty = 0;
  mglLinkProgram(p);
  EXPECT_NE(st().executable, before);
  EXPECT_TRUE(st().dirty & state::kDirtyProgram);
}

// Active attributes, their locations bound before the link, and outputs.
TEST_F(ProgramTest, AttributesAndOutputs) {
  const GLuint p = program();
  mglBindAttribLocation(p, 5, "position");
  mglBindAttribLocation(p, 16, "position");
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  mglBindAttribLocation(p, 1, "gl_Vertex");
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglBindFragDataLocation(p, 2, "color");
  mglLinkProgram(p);
  EXPECT_EQ(mglGetAttribLocation(p, "position"), 5);
  EXPECT_EQ(mglGetAttribLocation(p, "absent"), -1);
  EXPECT_EQ(mglGetFragDataLocation(p, "color"), 2);
  EXPECT_EQ(mglGetFragDataIndex(p, "color"), 0);
  EXPECT_EQ(get(p, GL_ACTIVE_ATTRIBUTES), 2);
  EXPECT_EQ(get(p, GL_ACTIVE_ATTRIBUTE_MAX_LENGTH), 12);
  char name[32];
  GLint size = 0;
  GLenum type = 0;
  mglGetActiveAttrib(p, 0, sizeof name, nullptr, &size, &type, name);
  EXPECT_EQ(size, 1);
  EXPECT_TRUE(type == GL_FLOAT_VEC4 || type == GL_FLOAT_VEC2);
  mglGetActiveAttrib(p, 2, sizeof name, nullptr, &size, &type, name);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
}

// Transform feedback varyings are reported as the link took them.
TEST_F(ProgramTest, TransformFeedbackVaryings) {
  const GLuint p = program();
  const char* names[] = {"uv", "gl_Position"};
  mglTransformFeedbackVaryings(p, 2, names, GL_TEXTURE_2D);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  mglTransformFeedbackVaryings(p, 2, names, GL_INTERLEAVED_ATTRIBS);
  EXPECT_EQ(get(p, GL_TRANSFORM_FEEDBACK_VARYINGS), 0);
  mglLinkProgram(p);
  EXPECT_EQ(get(p, GL_TRANSFORM_FEEDBACK_VARYINGS), 2);
  char name[32];
  GLsizei size = 0;
  GLenum type = 0;
  mglGetTransformFeedbackVarying(p, 0, sizeof name, nullptr, &size, &type, name);
  EXPECT_STREQ(name, "uv");
  EXPECT_EQ(type, GLenum{GL_FLOAT_VEC2});
  const char* five[] = {"a", "b", "c", "d", "e"};
  mglTransformFeedbackVaryings(p, 5, five, GL_SEPARATE_ATTRIBS);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
}

// Validation finds samplers of different types on one unit.
TEST_F(ProgramTest, ValidateProgram) {
  const GLuint p =
      program(kVertex,
              "#version 330\nin vec2 uv; out vec4 color; uniform sampler2D a; uniform samplerCube b;\n"
              "void main() { color = texture(a, uv) + texture(b, vec3(uv, 1.0)); }\n");
  mglValidateProgram(p);
  EXPECT_EQ(get(p, GL_VALIDATE_STATUS), GL_FALSE);
  mglUseProgram(p);
  mglUniform1i(mglGetUniformLocation(p, "b"), 1);
  mglValidateProgram(p);
  EXPECT_EQ(get(p, GL_VALIDATE_STATUS), GL_TRUE);
}

// Questions about a stage that the program lacks are errors.
TEST_F(ProgramTest, StageQueriesNeedTheStage) {
  const GLuint p = program();
  get(p, GL_GEOMETRY_VERTICES_OUT);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  get(p, GL_TEXTURE_2D);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
}

// Interface queries see the same resources as the older ones, under the rules of their table of properties.
TEST_F(ProgramTest, InterfaceQueries) {
  const GLuint p = program();
  GLint value = 0;
  mglGetProgramInterfaceiv(p, GL_UNIFORM, GL_ACTIVE_RESOURCES, &value);
  EXPECT_EQ(value, get(p, GL_ACTIVE_UNIFORMS));
  mglGetProgramInterfaceiv(p, GL_UNIFORM, GL_MAX_NAME_LENGTH, &value);
  EXPECT_EQ(value, get(p, GL_ACTIVE_UNIFORM_MAX_LENGTH));
  mglGetProgramInterfaceiv(p, GL_UNIFORM, GL_MAX_NUM_ACTIVE_VARIABLES, &value);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  const GLuint tint = mglGetProgramResourceIndex(p, GL_UNIFORM, "tint");
  EXPECT_EQ(tint, mglGetProgramResourceIndex(p, GL_UNIFORM, "tint[0]"));
  EXPECT_EQ(mglGetProgramResourceIndex(p, GL_UNIFORM, "tint[1]"), GL_INVALID_INDEX);
  const GLenum props[] = {GL_TYPE, GL_ARRAY_SIZE, GL_REFERENCED_BY_VERTEX_SHADER,
                          GL_REFERENCED_BY_FRAGMENT_SHADER};
  GLint values[4] = {};
  GLsizei length = 0;
  mglGetProgramResourceiv(p, GL_UNIFORM, tint, 4, props, 3, &length, values);
  EXPECT_EQ(length, 3);
  EXPECT_EQ(values[0], GL_FLOAT_VEC4);
  EXPECT_EQ(values[1], 3);
  EXPECT_EQ(values[2], GL_FALSE);
  EXPECT_EQ(values[3], 0);
  const GLenum binding = GL_BUFFER_BINDING;
  mglGetProgramResourceiv(p, GL_UNIFORM, tint, 1, &binding, 1, nullptr, values);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  EXPECT_EQ(mglGetProgramResourceLocation(p, GL_UNIFORM, "tint[2]"), mglGetUniformLocation(p, "tint[2]"));
  EXPECT_EQ(mglGetProgramResourceLocation(p, GL_PROGRAM_INPUT, "position"),
            mglGetAttribLocation(p, "position"));
  EXPECT_EQ(mglGetProgramResourceLocation(p, GL_UNIFORM_BLOCK, "x"), -1);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
}

class ProgramBinaryTest : public ProgramTest {
 protected:
  ProgramBinaryTest() { device().extensions.push_back("GL_ARB_get_program_binary"); }
};

// A binary brings back the program with its bindings after its shaders are gone; damage is noticed without an
// error.
TEST_F(ProgramBinaryTest, RoundTrip) {
  const GLuint p = program();
  mglBindAttribLocation(p, 7, "position");
  mglLinkProgram(p);
  std::vector<std::byte> bytes(static_cast<size_t>(get(p, GL_PROGRAM_BINARY_LENGTH)));
  ASSERT_GT(bytes.size(), 100u);
  GLenum format = 0;
  GLsizei length = 0;
  mglGetProgramBinary(p, static_cast<GLsizei>(bytes.size()) - 1, &length, &format, bytes.data());
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglGetProgramBinary(p, static_cast<GLsizei>(bytes.size()), &length, &format, bytes.data());
  EXPECT_EQ(error(), "GL_NO_ERROR");
  EXPECT_EQ(length, static_cast<GLsizei>(bytes.size()));
  EXPECT_EQ(format, kProgramBinaryFormat);
  mglDeleteProgram(p);
  const GLuint again = mglCreateProgram();
  mglProgramBinary(again, GL_TEXTURE_2D, bytes.data(), length);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  mglProgramBinary(again, format, bytes.data(), length);
  EXPECT_EQ(get(again, GL_LINK_STATUS), GL_TRUE);
  EXPECT_EQ(mglGetAttribLocation(again, "position"), 7);
  EXPECT_GE(mglGetUniformLocation(again, "tint[2]"), 0);
  for (const size_t at : {size_t{0}, size_t{5}, size_t{16}, bytes.size() / 2, bytes.size() - 1}) {
    bytes[at] ^= std::byte{1};
    mglProgramBinary(again, format, bytes.data(), length);
    EXPECT_EQ(get(again, GL_LINK_STATUS), GL_FALSE) << at;
    bytes[at] ^= std::byte{1};
  }
  mglProgramBinary(again, format, bytes.data(), 3);
  EXPECT_EQ(get(again, GL_LINK_STATUS), GL_FALSE);
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// The commands of ARB_shader_objects that take either kind find out which it is.
TEST_F(ProgramTest, HandlesOfEitherKind) {
  const GLuint p = program(), s = shader(GL_VERTEX_SHADER, "nonsense");
  GLint value = -1;
  mglGetObjectParameterivARB(p, GL_OBJECT_TYPE_ARB, &value);
  EXPECT_EQ(value, GL_PROGRAM_OBJECT_ARB);
  mglGetObjectParameterivARB(s, GL_OBJECT_TYPE_ARB, &value);
  EXPECT_EQ(value, GL_SHADER_OBJECT_ARB);
  GLfloat real = -1;
  mglGetObjectParameterfvARB(p, GL_OBJECT_ATTACHED_OBJECTS_ARB, &real);
  EXPECT_EQ(real, 2.0f);
  GLhandleARB attached[3] = {};
  GLsizei count = -1;
  mglGetAttachedObjectsARB(p, 3, &count, attached);
  EXPECT_EQ(count, 2);
  std::array<char, 64> text{};
  mglGetInfoLogARB(s, text.size(), nullptr, text.data());
  EXPECT_NE(text[0], '\0');
  EXPECT_EQ(mglGetHandleARB(GL_PROGRAM_OBJECT_ARB), 0u);
  mglUseProgram(p);
  EXPECT_EQ(mglGetHandleARB(GL_PROGRAM_OBJECT_ARB), p);
  mglDeleteObjectARB(s);
  EXPECT_FALSE(mglIsShader(s));
  EXPECT_EQ(error(), "GL_NO_ERROR");
  mglDeleteObjectARB(s);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
}

// The hint that a binary will be fetched is reported once a link has heard it.
TEST_F(ProgramTest, RetrievableHintWaitsForTheLink) {
  device().extensions.push_back("GL_ARB_get_program_binary");
  const GLuint p = program();
  mglProgramParameteri(p, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
  EXPECT_EQ(get(p, GL_PROGRAM_BINARY_RETRIEVABLE_HINT), GL_FALSE);
  mglLinkProgram(p);
  EXPECT_EQ(get(p, GL_PROGRAM_BINARY_RETRIEVABLE_HINT), GL_TRUE);
}

}  // namespace
}  // namespace gl
