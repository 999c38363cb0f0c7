// SPDX-License-Identifier: Apache-2.0
// The whole way: GLSL source, linked SPIR-V, ESSL text, and a real OpenGL ES 3.2 driver that compiles, links and draws.
#include "backends/gles/essl.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <spirv-tools/libspirv.hpp>

#include "backends/gles/essl_cases.h"
#include "backends/gles/lower_texture_dim.h"
#include "shader/compile.h"
#include "shader/spirv/module.h"

namespace gles {
namespace {

constexpr uint32_t kDefaultBlockBase = 20;

shader::Limits limitsForTests() {
  shader::Limits limits;
  limits.compatibility = true;
  limits.maxTextureUnits = 16;
  return limits;
}

// A surfaceless context, made once for all tests of the process.
class Driver {
 public:
  static Driver& get() {
    static Driver driver;
    return driver;
  }
  bool ready() const { return mContext != EGL_NO_CONTEXT; }
  bool has(const char* extension) const { return mExtensions.find(extension) != std::string::npos; }

 private:
  Driver() {
    setenv("EGL_PLATFORM", "surfaceless", 1);
    setenv("LP_NUM_THREADS", "1", 1);
    char folder[] = "/tmp/essl_test_XXXXXX";
    if (mkdtemp(folder)) setenv("XDG_RUNTIME_DIR", folder, 1);
    const EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    const bool usable = display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) && eglBindAPI(EGL_OPENGL_ES_API);
    rmdir(folder);
    if (!usable) return;
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 2, EGL_NONE};
    mContext = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    if (mContext == EGL_NO_CONTEXT || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, mContext)) {
      mContext = EGL_NO_CONTEXT;
      return;
    }
    mExtensions = reinterpret_cast<const char*>(glGetString(GL_EXTENSIONS));
  }
  EGLContext mContext = EGL_NO_CONTEXT;
  std::string mExtensions;
};

#define REQUIRE_DRIVER() \
  if (!Driver::get().ready()) GTEST_SKIP() << "no EGL implementation offers a surfaceless OpenGL ES 3.2 context"

std::shared_ptr<const shader::Program> linkProgram(const EsslCase& c, std::vector<std::string> xfb = {}) {
  shader::LinkInput input;
  const std::pair<shader::Stage, const char*> sources[] = {{shader::Stage::Vertex, c.vertex},
                                                           {shader::Stage::Geometry, c.geometry},
                                                           {shader::Stage::Fragment, c.fragment}};
  for (const auto& [stage, source] : sources) {
    if (!source) continue;
    const shader::CompileResult compiled = shader::compile(stage, source, limitsForTests());
    EXPECT_TRUE(compiled.stage) << c.name << ": " << compiled.infoLog;
    if (!compiled.stage) return nullptr;
    input.stages.push_back(compiled.stage);
  }
  input.xfbVaryings = std::move(xfb);
  input.xfbMode = GL_INTERLEAVED_ATTRIBS;
  const shader::LinkResult linked = shader::link(input, limitsForTests());
  EXPECT_TRUE(linked.program) << c.name << ": " << linked.infoLog;
  return linked.program;
}

std::string validationErrors(const std::vector<uint32_t>& words) {
  std::string errors;
  spvtools::SpirvTools tools(SPV_ENV_OPENGL_4_5);
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
    errors += std::string(message) + "\n";
  });
  return tools.Validate(words) ? "" : errors + "invalid";
}

GLenum glStage(shader::Stage stage) {
  return stage == shader::Stage::Vertex ? GL_VERTEX_SHADER
         : stage == shader::Stage::Geometry ? GL_GEOMETRY_SHADER : GL_FRAGMENT_SHADER;
}

EsslOptions optionsForDriver() {
  EsslOptions options;
  options.defaultBlockBase = kDefaultBlockBase;
  options.noperspective = Driver::get().has("GL_NV_shader_noperspective_interpolation");
  return options;
}

// Compiles and links on the driver; 0 after a failure, which is reported.
GLuint buildOnDriver(const EsslCase& c, const shader::Program& program, const std::vector<const char*>& xfb = {}) {
  const GLuint name = glCreateProgram();
  std::string texts;
  for (const shader::StageCode& code : program.code) {
    const EsslResult essl = toEssl(code.spirv, code.stage, optionsForDriver());
    EXPECT_TRUE(essl.ok) << c.name << ": " << essl.error;
    if (!essl.ok) return 0;
    EXPECT_EQ(essl.text.find("_RESERVED_IDENTIFIER"), std::string::npos) << c.name << "\n" << essl.text;
    const GLuint object = glCreateShader(glStage(code.stage));
    const char* text = essl.text.c_str();
    glShaderSource(object, 1, &text, nullptr);
    glCompileShader(object);
    GLint ok = 0;
    glGetShaderiv(object, GL_COMPILE_STATUS, &ok);
    char log[2048] = "";
    if (!ok) glGetShaderInfoLog(object, sizeof log, nullptr, log);
    EXPECT_TRUE(ok) << c.name << ": " << log << "\n" << essl.text;
    glAttachShader(name, object);
    texts += essl.text;
  }
  if (!xfb.empty())
    glTransformFeedbackVaryings(name, static_cast<GLsizei>(xfb.size()), xfb.data(), GL_INTERLEAVED_ATTRIBS);
  glLinkProgram(name);
  GLint ok = 0;
  glGetProgramiv(name, GL_LINK_STATUS, &ok);
  char log[2048] = "";
  if (!ok) glGetProgramInfoLog(name, sizeof log, nullptr, log);
  EXPECT_TRUE(ok) << c.name << ": " << log << "\n" << texts;
  return ok ? name : 0;
}

class EsslCases : public testing::TestWithParam<EsslCase> {};

// Each source links to SPIR-V that SPIRV-Tools accepts for OpenGL.
TEST_P(EsslCases, LinksToValidSpirv) {
  const auto program = linkProgram(GetParam());
  ASSERT_TRUE(program);
  for (const shader::StageCode& code : program->code) EXPECT_EQ(validationErrors(code.spirv), "");
}

// Each source's translation is accepted by the driver's compiler and linker.
TEST_P(EsslCases, DriverCompilesAndLinks) {
  REQUIRE_DRIVER();
  const auto program = linkProgram(GetParam());
  ASSERT_TRUE(program);
  const GLuint name = buildOnDriver(GetParam(), *program);
  EXPECT_NE(name, 0u);
  glDeleteProgram(name);
}

// Lowering 1D and rectangle textures leaves a module that is still valid.
TEST_P(EsslCases, TextureLoweringStaysValid) {
  const auto program = linkProgram(GetParam());
  ASSERT_TRUE(program);
  for (const shader::StageCode& code : program->code) {
    auto module = shader::spirv::Module::parse(code.spirv);
    ASSERT_TRUE(module);
    lowerTextureDimensions(*module);
    EXPECT_EQ(validationErrors(module->emit()), "");
  }
}

INSTANTIATE_TEST_SUITE_P(All, EsslCases, testing::ValuesIn(kEsslCases),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace gles
