// SPDX-License-Identifier: Apache-2.0
// The few objects that nearly every scene needs: a linked program, a framebuffer with attachments, a unit
// quad.
#pragma once

#include "scenes/scene.h"

namespace scenes {

/// Compiles and links; a failure ends the scene with the info log.
GLuint buildProgram(Scene& scene, const char* vertex, const char* fragment, const char* geometry = nullptr);
/// The same with transform feedback varyings; the fragment shader may be null.
GLuint buildFeedbackProgram(Scene& scene, const char* vertex, const char* geometry, const char* fragment,
                            const std::vector<const char*>& varyings, GLenum bufferMode);
GLuint compileShader(Scene& scene, GLenum stage, const char* source);
void linkProgram(Scene& scene, GLuint program);

/// A vertex array with location 0 = vec2 position of a quad over the whole clip space, drawn as a strip of 4.
GLuint makeQuad();
/// Draws the quad of makeQuad; its vertex array must be bound.
void drawQuad();

/// Vertex shader of the quad: passes `uv` in 0..1.
extern const char* const kQuadVertex;
/// Fragment shader that writes the uniform vec4 `colour`.
extern const char* const kFlatFragment;

/// Sets the uniform vec4 `colour` of the current program.
void setColour(GLuint program, float r, float g, float b, float a);

struct Target {
  GLuint framebuffer = 0;
  GLuint colour = 0;        ///< Texture, or renderbuffer if it has samples.
  GLuint depthStencil = 0;  ///< Renderbuffer, 0 if none.
  int width = 0;
  int height = 0;
};

/// Makes and binds a framebuffer, sets the viewport; a depth format of 0 means none.
Target makeTarget(Scene& scene, int width, int height, GLenum colourFormat = GL_RGBA8, GLenum depthFormat = 0,
                  int samples = 0);

/// A 2D texture with nearest filtering and one level.
GLuint makeTexture2d(GLenum internalFormat, int width, int height, GLenum format, GLenum type,
                     const void* bytes);

/// Bytes that differ everywhere and repeat late: a good upload pattern.
std::vector<uint8_t> patternBytes(size_t sizeBytes, uint32_t seed);

}  // namespace scenes
