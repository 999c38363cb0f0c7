// SPDX-License-Identifier: Apache-2.0
// SamplerObjects: filters, wraps, borders, comparison and swizzles by sampler objects that override the
// texture's own parameters. MipmapGenerate: levels made from level 0, their sizes and contents, base and
// maximum level.
#include "scenes/expressions.h"

namespace scenes {

namespace {

GLuint makeSampler(GLint filter, GLint wrap) {
  GLuint sampler = 0;
  glGenSamplers(1, &sampler);
  glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, filter);
  glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, filter);
  glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, wrap);
  glSamplerParameteri(sampler, GL_TEXTURE_WRAP_T, wrap);
  return sampler;
}

}  // namespace

MGL_SCENE(SamplerObjects, Core) {
  const uint8_t texels[] = {0, 0, 0, 255, 200, 100, 0, 255, 40, 0, 80, 255, 240, 20, 60, 255};
  const GLuint texture = makeTexture2d(GL_RGBA8, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels);
  const GLint wraps[] = {GL_REPEAT, GL_MIRRORED_REPEAT, GL_CLAMP_TO_EDGE, GL_CLAMP_TO_BORDER};
  ExpressionProgram program(scene, R"(
uniform sampler2D repeat; uniform sampler2D mirror; uniform sampler2D edge; uniform sampler2D border;
uniform sampler2D smooth_; uniform sampler2D swizzled; uniform sampler2DShadow shadow;
)",
                            {{"textureLod(repeat, vec2(1.375, 0.5), 0.0) * 255.0", {200, 100, 0, 255}},
                             {"textureLod(mirror, vec2(1.125, 0.5), 0.0) * 255.0", {240, 20, 60, 255}},
                             {"textureLod(edge, vec2(1.375, 0.5), 0.0) * 255.0", {240, 20, 60, 255}},
                             {"textureLod(border, vec2(1.375, 0.5), 0.0) * 255.0", {51, 102, 153, 255}},
                             {"textureLod(border, vec2(0.375, 0.5), 0.0) * 255.0", {200, 100, 0, 255}},
                             {"textureLod(smooth_, vec2(0.25, 0.5), 0.0) * 255.0", {100, 50, 0, 255}},
                             {"textureLod(smooth_, vec2(0.5, 0.5), 0.0) * 255.0", {120, 50, 40, 255}},
                             {"textureLod(swizzled, vec2(0.375, 0.5), 0.0) * 255.0", {100, 200, 255, 0}},
                             {"textureLod(shadow, vec3(0.25, 0.5, 0.3), 0.0)", {1, 1, 1, 1}},
                             {"textureLod(shadow, vec3(0.25, 0.5, 0.7), 0.0)", {0, 0, 0, 0}}});
  GLuint last = 0;
  for (GLuint unit = 0; unit < 4; ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
    last = makeSampler(GL_NEAREST, wraps[unit]);
    glBindSampler(unit, last);
  }
  GLint bound = 0;
  glGetIntegerv(GL_SAMPLER_BINDING, &bound);
  scene.check(static_cast<GLuint>(bound) == last, "The sampler binding of unit 3 is %d, not %u.", bound,
              last);
  const float borderColour[] = {0.2f, 0.4f, 0.6f, 1.0f};
  glSamplerParameterfv(last, GL_TEXTURE_BORDER_COLOR, borderColour);

  glActiveTexture(GL_TEXTURE4);
  glBindTexture(GL_TEXTURE_2D, texture);
  glBindSampler(4, makeSampler(GL_LINEAR, GL_CLAMP_TO_EDGE));
  glActiveTexture(GL_TEXTURE5);
  makeTexture2d(GL_RGBA8, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels);
  const GLint swizzle[] = {GL_GREEN, GL_RED, GL_ONE, GL_ZERO};
  glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, swizzle);
  glActiveTexture(GL_TEXTURE6);
  const float depth = 0.5f;
  makeTexture2d(GL_DEPTH_COMPONENT24, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
  const GLuint comparing = makeSampler(GL_NEAREST, GL_CLAMP_TO_EDGE);
  glSamplerParameteri(comparing, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  glSamplerParameteri(comparing, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  glBindSampler(6, comparing);
  const char* names[] = {"repeat", "mirror", "edge", "border", "smooth_", "swizzled", "shadow"};
  for (int unit = 0; unit < 7; ++unit) {
    glUniform1i(program.uniform(names[unit]), unit);
  }
  program.evaluate("sampled", 0.6f / 100.0f);

  // The texture's own parameters speak again once the sampler object is gone.
  glBindSampler(0, 0);
  glActiveTexture(GL_TEXTURE0);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
  GLint wrap = 0;
  glGetSamplerParameteriv(comparing, GL_TEXTURE_COMPARE_FUNC, &wrap);
  scene.check(wrap == GL_LEQUAL, "The comparison function of the sampler is 0x%04x.", wrap);
  program.evaluate("own-parameters", 0.6f / 100.0f);
}

MGL_SCENE(MipmapGenerate, Core) {
  // Vertical stripes of 0 and 255 in pairs: level 1 keeps them, level 2 is their mean.
  std::vector<uint8_t> texels;
  for (int i = 0; i < 16 * 16; ++i) {
    const auto stripe = static_cast<uint8_t>((i % 16 / 2) % 2 == 0 ? 0 : 254);
    texels.insert(texels.end(), {stripe, 100, static_cast<uint8_t>(i / 16 < 8 ? 0 : 200), 255});
  }
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  glGenerateMipmap(GL_TEXTURE_2D);
  for (int level = 0; level < 5; ++level) {
    GLint width = 0;
    glGetTexLevelParameteriv(GL_TEXTURE_2D, level, GL_TEXTURE_WIDTH, &width);
    scene.check(width == 16 >> level, "Level %d is %d wide, not %d.", level, width, 16 >> level);
    std::vector<uint8_t> image(static_cast<size_t>(width * width * 4), 0x5A);
    glGetTexImage(GL_TEXTURE_2D, level, GL_RGBA, GL_UNSIGNED_BYTE, image.data());
    scene.block("level" + std::to_string(level), width, width, "u8", image.data(), image.size());
  }
  ExpressionProgram program(scene, "uniform sampler2D image;",
                            {{"textureLod(image, vec2(0.1875, 0.25), 1.0) * 255.0", {254, 100, 0, 255}},
                             {"textureLod(image, vec2(0.125, 0.75), 2.0) * 255.0", {127, 100, 200, 255}},
                             {"textureLod(image, vec2(0.5, 0.5), 4.0) * 255.0", {127, 100, 100, 255}},
                             {"textureLod(image, vec2(0.5, 0.5), 99.0) * 255.0", {127, 100, 100, 255}},
                             {"vec2(textureSize(image, 2)), 0.0, 0.0", {4, 4, 0, 0}}});
  glBindTexture(GL_TEXTURE_2D, texture);
  program.evaluate("levels", 0.012f);

  // Base and maximum level shift and cap what the shader sees; new base contents make new levels.
  const std::vector<uint8_t> plain(8 * 8 * 4, 60);
  glTexSubImage2D(GL_TEXTURE_2D, 1, 0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, plain.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 1);
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 2);
  ExpressionProgram shifted(scene, "uniform sampler2D image;",
                            {{"textureLod(image, vec2(0.5), 0.0) * 255.0", {60, 60, 60, 60}},
                             {"textureLod(image, vec2(0.5), 9.0) * 255.0", {60, 60, 60, 60}},
                             {"vec2(textureSize(image, 0)), 0.0, 0.0", {8, 8, 0, 0}}});
  glBindTexture(GL_TEXTURE_2D, texture);
  shifted.evaluate("shifted", 0.001f);
}

}  // namespace scenes
