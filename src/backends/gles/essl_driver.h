// SPDX-License-Identifier: Apache-2.0
// What the tests of the translation share: a real OpenGL ES 3.2 context without a surface, programs built on
// it from GLSL, and a small target to draw into.
#pragma once

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <spirv-tools/libspirv.hpp>

#include "backends/gles/essl.h"
#include "backends/gles/essl_cases.h"
#include "shader/reflect.h"

namespace gles {

inline constexpr uint32_t kDefaultBlockBase = 20;

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
    const bool usable = display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) &&
                        eglBindAPI(EGL_OPENGL_ES_API);
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

#define REQUIRE_DRIVER()      \
  if (!Driver::get().ready()) \
  GTEST_SKIP() << "no EGL implementation offers a surfaceless OpenGL ES 3.2 context"

// Compiles and links for the tests; null after a failure, which is reported. Defined in essl_test.cpp,
// because only tests know the compiler.
std::shared_ptr<const shader::Program> linkProgram(const EsslCase& c, std::vector<std::string> xfb = {});

inline std::string validationErrors(const std::vector<uint32_t>& words) {
  std::string errors;
  spvtools::SpirvTools tools(SPV_ENV_OPENGL_4_5);
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
    errors += std::string(message) + "\n";
  });
  return tools.Validate(words) ? "" : errors + "invalid";
}

inline GLenum glStage(shader::Stage stage) {
  return stage == shader::Stage::Vertex     ? GL_VERTEX_SHADER
         : stage == shader::Stage::Geometry ? GL_GEOMETRY_SHADER
                                            : GL_FRAGMENT_SHADER;
}

inline EsslOptions optionsForDriver() {
  EsslOptions options;
  options.defaultBlockBase = kDefaultBlockBase;
  options.noperspective = Driver::get().has("GL_NV_shader_noperspective_interpolation");
  return options;
}

// Compiles and links on the driver; 0 after a failure, which is reported.
inline GLuint buildOnDriver(const EsslCase& c, const shader::Program& program,
                            const std::vector<const char*>& xfb = {}) {
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

// Draws one triangle over a small target and reads its pixels back.
class Drawing {
 public:
  static constexpr int kSide = 2;

  explicit Drawing(int colourBuffers = 1) {
    glGenFramebuffers(1, &mFramebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, mFramebuffer);
    std::vector<GLenum> buffers;
    for (int k = 0; k < colourBuffers; ++k) {
      GLuint texture = 0;
      glGenTextures(1, &texture);
      glBindTexture(GL_TEXTURE_2D, texture);
      glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, kSide, kSide);
      buffers.push_back(GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(k));
      glFramebufferTexture2D(GL_FRAMEBUFFER, buffers.back(), GL_TEXTURE_2D, texture, 0);
      mTextures.push_back(texture);
    }
    glDrawBuffers(colourBuffers, buffers.data());
    glViewport(0, 0, kSide, kSide);
  }
  ~Drawing() {
    glDeleteTextures(static_cast<GLsizei>(mTextures.size()), mTextures.data());
    glDeleteFramebuffers(1, &mFramebuffer);
  }

  // The default blocks start from the stages' own images; `set` changes them first.
  void draw(GLuint name, const shader::Program& program,
            const std::function<void(shader::Stage, std::vector<std::byte>&)>& set = {}) {
    glUseProgram(name);
    std::vector<GLuint> blocks;
    for (const shader::StageCode& code : program.code) {
      if (code.defaultBlockBytes == 0) continue;
      std::vector<std::byte> image = code.defaultBlockInit;
      if (set) set(code.stage, image);
      blocks.push_back(0);
      glGenBuffers(1, &blocks.back());
      glBindBufferBase(GL_UNIFORM_BUFFER, kDefaultBlockBase + static_cast<GLuint>(code.stage), blocks.back());
      glBufferData(GL_UNIFORM_BUFFER, static_cast<GLsizeiptr>(image.size()), image.data(), GL_STATIC_DRAW);
    }
    const float corners[] = {-1, -1, 0, 1, 3, -1, 0, 1, -1, 3, 0, 1};
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    glDisableVertexAttribArray(0);
    glDeleteBuffers(1, &buffer);
    glDeleteBuffers(static_cast<GLsizei>(blocks.size()), blocks.data());
  }

  std::array<int, 4> pixel(int colourBuffer = 0) {
    glReadBuffer(GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(colourBuffer));
    std::array<uint8_t, 4> bytes{};
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
    return {bytes[0], bytes[1], bytes[2], bytes[3]};
  }

 private:
  GLuint mFramebuffer = 0;
  std::vector<GLuint> mTextures;
};

}  // namespace gles
