// SPDX-License-Identifier: Apache-2.0
// TextureTargets: every target of OpenGL 3.3 is filled, sampled and fetched; each texel is its own colour.
#include "scenes/expressions.h"

namespace scenes {

namespace {

/// Texel (x, y, z) of an upload is (x, y, z, 9) * 10 in bytes.
std::vector<uint8_t> numbered(int width, int height, int depth) {
  std::vector<uint8_t> bytes;
  for (int z = 0; z < depth; ++z) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        bytes.insert(bytes.end(), {static_cast<uint8_t>(x * 10), static_cast<uint8_t>(y * 10),
                                   static_cast<uint8_t>(z * 10), 90});
      }
    }
  }
  return bytes;
}

void bindNew(GLenum unit, GLenum target) {
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glActiveTexture(GL_TEXTURE0 + unit);
  glBindTexture(target, texture);
  if (target != GL_TEXTURE_BUFFER && target != GL_TEXTURE_2D_MULTISAMPLE) {
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  }
}

void fillTargets() {
  const std::vector<uint8_t> line = numbered(8, 1, 1);
  const std::vector<uint8_t> plane = numbered(8, 4, 1);
  const std::vector<uint8_t> volume = numbered(8, 4, 3);
  bindNew(0, GL_TEXTURE_1D);
  glTexImage1D(GL_TEXTURE_1D, 0, GL_RGBA8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, line.data());
  bindNew(1, GL_TEXTURE_2D);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, plane.data());
  bindNew(2, GL_TEXTURE_3D);
  glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 8, 4, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, volume.data());
  bindNew(3, GL_TEXTURE_RECTANGLE);
  glTexImage2D(GL_TEXTURE_RECTANGLE, 0, GL_RGBA8, 8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, plane.data());
  bindNew(4, GL_TEXTURE_CUBE_MAP);
  for (int face = 0; face < 6; ++face) {
    const uint8_t texel[] = {static_cast<uint8_t>(face * 10), 1, 2, 3};
    glTexImage2D(static_cast<GLenum>(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face), 0, GL_RGBA8, 1, 1, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, texel);
  }
  bindNew(5, GL_TEXTURE_1D_ARRAY);
  glTexImage2D(GL_TEXTURE_1D_ARRAY, 0, GL_RGBA8, 8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, plane.data());
  bindNew(6, GL_TEXTURE_2D_ARRAY);
  glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, 8, 4, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, volume.data());
  bindNew(7, GL_TEXTURE_BUFFER);
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_TEXTURE_BUFFER, buffer);
  glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(plane.size()), plane.data(), GL_STATIC_DRAW);
  glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, buffer);
}

/// Each sample gets a colour of its own by a sample mask.
void fillMultisampled(Scene& scene) {
  bindNew(8, GL_TEXTURE_2D_MULTISAMPLE);
  GLint texture = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D_MULTISAMPLE, &texture);
  glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 4, 4, GL_TRUE);
  GLuint framebuffer = 0;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE,
                         static_cast<GLuint>(texture), 0);
  scene.check(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE,
              "A multisampled texture is not a complete attachment.");
  glViewport(0, 0, 4, 4);
  const GLuint flat = buildProgram(scene, kQuadVertex, kFlatFragment);
  glUseProgram(flat);
  const GLuint quad = makeQuad();
  glEnable(GL_SAMPLE_MASK);
  for (GLuint sample = 0; sample < 4; ++sample) {
    glSampleMaski(0, 1u << sample);
    setColour(flat, static_cast<float>(sample) * 51.0f / 255.0f, 1, 0, 1);
    drawQuad();
  }
  glDisable(GL_SAMPLE_MASK);
  glDeleteVertexArrays(1, &quad);
  glDeleteFramebuffers(1, &framebuffer);
}

const char* const kSamplers = R"(
uniform sampler1D line; uniform sampler2D plane; uniform sampler3D volume; uniform sampler2DRect rectangle;
uniform samplerCube cube; uniform sampler1DArray lines; uniform sampler2DArray planes; uniform samplerBuffer texels;
uniform sampler2DMS samples;
)";

}  // namespace

MGL_SCENE(TextureTargets, Core) {
  fillTargets();
  fillMultisampled(scene);
  ExpressionProgram program(
      scene, kSamplers,
      {{"textureLod(line, 3.5 / 8.0, 0.0) * 255.0", {30, 0, 0, 90}},
       {"texelFetch(line, 6, 0) * 255.0", {60, 0, 0, 90}},
       {"float(textureSize(line, 0))", {8, 8, 8, 8}},
       {"textureLod(plane, vec2(2.5 / 8.0, 3.5 / 4.0), 0.0) * 255.0", {20, 30, 0, 90}},
       {"texelFetch(plane, ivec2(7, 1), 0) * 255.0", {70, 10, 0, 90}},
       {"textureLod(volume, vec3(4.5 / 8.0, 1.5 / 4.0, 2.5 / 3.0), 0.0) * 255.0", {40, 10, 20, 90}},
       {"texelFetch(volume, ivec3(1, 2, 1), 0) * 255.0", {10, 20, 10, 90}},
       {"vec3(textureSize(volume, 0)), 0.0", {8, 4, 3, 0}},
       {"texture(rectangle, vec2(5.5, 2.5)) * 255.0", {50, 20, 0, 90}},
       {"texelFetch(rectangle, ivec2(3, 3)) * 255.0", {30, 30, 0, 90}},
       {"vec2(textureSize(rectangle)), 0.0, 0.0", {8, 4, 0, 0}},
       {"textureLod(cube, vec3(1.0, 0.1, 0.2), 0.0) * 255.0", {0, 1, 2, 3}},
       {"textureLod(cube, vec3(-1.0, 0.1, 0.2), 0.0) * 255.0", {10, 1, 2, 3}},
       {"textureLod(cube, vec3(0.1, 1.0, 0.2), 0.0) * 255.0", {20, 1, 2, 3}},
       {"textureLod(cube, vec3(0.1, 0.2, -1.0), 0.0) * 255.0", {50, 1, 2, 3}},
       {"textureLod(lines, vec2(5.5 / 8.0, 2.0), 0.0) * 255.0", {50, 20, 0, 90}},
       {"texelFetch(lines, ivec2(2, 3), 0) * 255.0", {20, 30, 0, 90}},
       {"vec2(textureSize(lines, 0)), 0.0, 0.0", {8, 4, 0, 0}},
       {"textureLod(planes, vec3(6.5 / 8.0, 0.5 / 4.0, 1.0), 0.0) * 255.0", {60, 0, 10, 90}},
       {"texelFetch(planes, ivec3(0, 1, 2), 0) * 255.0", {0, 10, 20, 90}},
       {"texelFetch(texels, 13) * 255.0", {50, 10, 0, 90}},
       {"float(textureSize(texels))", {32, 32, 32, 32}},
       {"texelFetch(samples, ivec2(1, 1), 0) * 255.0", {0, 255, 0, 255}},
       {"texelFetch(samples, ivec2(2, 3), 2) * 255.0", {102, 255, 0, 255}},
       {"texelFetch(samples, ivec2(3, 0), 3) * 255.0", {153, 255, 0, 255}},
       {"textureGrad(plane, vec2(2.5 / 8.0, 3.5 / 4.0), vec2(0.0), vec2(0.0)) * 255.0", {20, 30, 0, 90}},
       {"textureProjLod(plane, vec3(2.5 / 4.0, 3.5 / 2.0, 2.0), 0.0) * 255.0", {20, 30, 0, 90}},
       {"textureLodOffset(plane, vec2(2.5 / 8.0, 1.5 / 4.0), 0.0, ivec2(2, 1)) * 255.0", {40, 20, 0, 90}}});
  const char* names[] = {"line",  "plane",  "volume", "rectangle", "cube",
                         "lines", "planes", "texels", "samples"};
  for (int unit = 0; unit < 9; ++unit) {
    glUniform1i(program.uniform(names[unit]), unit);
  }
  // The program's own target was made on the last unit; the binding of unit 8's multisampled target stays.
  program.evaluate("targets", 1e-4f);
}

}  // namespace scenes
