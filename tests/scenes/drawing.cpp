// SPDX-License-Identifier: Apache-2.0
// Programs, framebuffers and the unit quad shared by the scenes.
#include "scenes/drawing.h"

namespace scenes {

namespace {

/// Integer formats accept only integer transfers, even without bytes.
bool isIntegerFormat(GLenum internalFormat) {
  switch (internalFormat) {
    case GL_R8I:
    case GL_R8UI:
    case GL_R16I:
    case GL_R16UI:
    case GL_R32I:
    case GL_R32UI:
    case GL_RG8I:
    case GL_RG8UI:
    case GL_RG16I:
    case GL_RG16UI:
    case GL_RG32I:
    case GL_RG32UI:
    case GL_RGBA8I:
    case GL_RGBA8UI:
    case GL_RGBA16I:
    case GL_RGBA16UI:
    case GL_RGBA32I:
    case GL_RGBA32UI:
    case GL_RGB10_A2UI:
      return true;
    default:
      return false;
  }
}

}  // namespace

const char* const kQuadVertex = R"(#version 330 core
layout(location = 0) in vec2 position;
out vec2 uv;
void main() {
    uv = position * 0.5 + 0.5;
    gl_Position = vec4(position, 0.0, 1.0);
}
)";

const char* const kFlatFragment = R"(#version 330 core
uniform vec4 colour;
out vec4 result;
void main() { result = colour; }
)";

GLuint compileShader(Scene& scene, GLenum stage, const char* source) {
  const GLuint shader = glCreateShader(stage);
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  GLint compiled = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (compiled == 0) {
    char log[900] = "";
    glGetShaderInfoLog(shader, sizeof log, nullptr, log);
    scene.fatal("A shader of stage 0x%04x did not compile: %s", stage, log);
  }
  return shader;
}

void linkProgram(Scene& scene, GLuint program) {
  glLinkProgram(program);
  GLint linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (linked == 0) {
    char log[900] = "";
    glGetProgramInfoLog(program, sizeof log, nullptr, log);
    scene.fatal("A program did not link: %s", log);
  }
}

GLuint buildFeedbackProgram(Scene& scene, const char* vertex, const char* geometry, const char* fragment,
                            const std::vector<const char*>& varyings, GLenum bufferMode) {
  const GLuint program = glCreateProgram();
  const struct {
    GLenum stage;
    const char* source;
  } stages[] = {{GL_VERTEX_SHADER, vertex}, {GL_GEOMETRY_SHADER, geometry}, {GL_FRAGMENT_SHADER, fragment}};
  for (const auto& one : stages) {
    if (one.source != nullptr) {
      const GLuint shader = compileShader(scene, one.stage, one.source);
      glAttachShader(program, shader);
      glDeleteShader(shader);
    }
  }
  if (!varyings.empty()) {
    glTransformFeedbackVaryings(program, static_cast<GLsizei>(varyings.size()), varyings.data(), bufferMode);
  }
  linkProgram(scene, program);
  return program;
}

GLuint buildProgram(Scene& scene, const char* vertex, const char* fragment, const char* geometry) {
  return buildFeedbackProgram(scene, vertex, geometry, fragment, {}, GL_NONE);
}

GLuint makeQuad() {
  static const float corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
  GLuint vertexArray = 0;
  GLuint buffer = 0;
  glGenVertexArrays(1, &vertexArray);
  glBindVertexArray(vertexArray);
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
  return vertexArray;
}

void drawQuad() {
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void setColour(GLuint program, float r, float g, float b, float a) {
  glUniform4f(glGetUniformLocation(program, "colour"), r, g, b, a);
}

Target makeTarget(Scene& scene, int width, int height, GLenum colourFormat, GLenum depthFormat, int samples) {
  Target target;
  target.width = width;
  target.height = height;
  glGenFramebuffers(1, &target.framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
  if (colourFormat != 0 && samples > 0) {
    glGenRenderbuffers(1, &target.colour);
    glBindRenderbuffer(GL_RENDERBUFFER, target.colour);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, colourFormat, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, target.colour);
  } else if (colourFormat != 0) {
    const GLenum transfer = isIntegerFormat(colourFormat) ? GL_RGBA_INTEGER : GL_RGBA;
    target.colour = makeTexture2d(colourFormat, width, height, transfer, GL_UNSIGNED_BYTE, nullptr);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target.colour, 0);
  }
  if (depthFormat != 0) {
    const bool stencil = depthFormat == GL_DEPTH24_STENCIL8 || depthFormat == GL_DEPTH32F_STENCIL8;
    glGenRenderbuffers(1, &target.depthStencil);
    glBindRenderbuffer(GL_RENDERBUFFER, target.depthStencil);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, depthFormat, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, stencil ? GL_DEPTH_STENCIL_ATTACHMENT : GL_DEPTH_ATTACHMENT,
                              GL_RENDERBUFFER, target.depthStencil);
  }
  const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
  if (status != GL_FRAMEBUFFER_COMPLETE) {
    scene.fatal("A framebuffer of colour 0x%04x, depth 0x%04x and %d samples is not complete: 0x%04x.",
                colourFormat, depthFormat, samples, status);
  }
  glViewport(0, 0, width, height);
  return target;
}

GLuint makeTexture2d(GLenum internalFormat, int width, int height, GLenum format, GLenum type,
                     const void* bytes) {
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internalFormat), width, height, 0, format, type, bytes);
  return texture;
}

std::vector<uint8_t> patternBytes(size_t sizeBytes, uint32_t seed) {
  std::vector<uint8_t> bytes(sizeBytes);
  uint32_t state = seed * 2654435761u + 12345u;
  for (uint8_t& one : bytes) {
    state = state * 1664525u + 1013904223u;
    one = static_cast<uint8_t>(state >> 24);
  }
  return bytes;
}

}  // namespace scenes
