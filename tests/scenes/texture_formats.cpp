// SPDX-License-Identifier: Apache-2.0
// TextureFormats: every sized colour format of OpenGL 3.3 takes bytes, is fetched in a shader with the right
// values for the channels it has and 0, 0, 0, 1 for those it lacks, and comes back through glGetTexImage.
#include <algorithm>
#include <cmath>

#include "scenes/drawing.h"

namespace scenes {

namespace {

enum class Kind { Unorm, Snorm, Float, Srgb, Unsigned, Signed };

struct Format {
  GLenum internalFormat;
  const char* name;
  int channels;
  Kind kind;
  float tolerance;
};

const Format kFormats[] = {
    {GL_R8, "R8", 1, Kind::Unorm, 0.003f},
    {GL_RG8, "RG8", 2, Kind::Unorm, 0.003f},
    {GL_RGB8, "RGB8", 3, Kind::Unorm, 0.003f},
    {GL_RGBA8, "RGBA8", 4, Kind::Unorm, 0.003f},
    {GL_R16, "R16", 1, Kind::Unorm, 0.0001f},
    {GL_RG16, "RG16", 2, Kind::Unorm, 0.0001f},
    {GL_RGB16, "RGB16", 3, Kind::Unorm, 0.0001f},
    {GL_RGBA16, "RGBA16", 4, Kind::Unorm, 0.0001f},
    {GL_R3_G3_B2, "R3G3B2", 3, Kind::Unorm, 0.2f},
    {GL_RGB4, "RGB4", 3, Kind::Unorm, 0.04f},
    {GL_RGB5, "RGB5", 3, Kind::Unorm, 0.02f},
    {GL_RGBA2, "RGBA2", 4, Kind::Unorm, 0.2f},
    {GL_RGBA4, "RGBA4", 4, Kind::Unorm, 0.04f},
    {GL_RGB5_A1, "RGB5A1", 4, Kind::Unorm, 0.02f},
    {GL_RGB10, "RGB10", 3, Kind::Unorm, 0.003f},
    {GL_RGB12, "RGB12", 3, Kind::Unorm, 0.001f},
    {GL_RGBA12, "RGBA12", 4, Kind::Unorm, 0.001f},
    {GL_RGB10_A2, "RGB10A2", 4, Kind::Unorm, 0.003f},
    {GL_R8_SNORM, "R8S", 1, Kind::Snorm, 0.006f},
    {GL_RG8_SNORM, "RG8S", 2, Kind::Snorm, 0.006f},
    {GL_RGB8_SNORM, "RGB8S", 3, Kind::Snorm, 0.006f},
    {GL_RGBA8_SNORM, "RGBA8S", 4, Kind::Snorm, 0.006f},
    {GL_R16_SNORM, "R16S", 1, Kind::Snorm, 0.0001f},
    {GL_RG16_SNORM, "RG16S", 2, Kind::Snorm, 0.0001f},
    {GL_RGB16_SNORM, "RGB16S", 3, Kind::Snorm, 0.0001f},
    {GL_RGBA16_SNORM, "RGBA16S", 4, Kind::Snorm, 0.0001f},
    {GL_SRGB8, "SRGB8", 3, Kind::Srgb, 0.004f},
    {GL_SRGB8_ALPHA8, "SRGB8A8", 4, Kind::Srgb, 0.004f},
    {GL_R16F, "R16F", 1, Kind::Float, 0.002f},
    {GL_RG16F, "RG16F", 2, Kind::Float, 0.002f},
    {GL_RGB16F, "RGB16F", 3, Kind::Float, 0.002f},
    {GL_RGBA16F, "RGBA16F", 4, Kind::Float, 0.002f},
    {GL_R32F, "R32F", 1, Kind::Float, 0.0f},
    {GL_RG32F, "RG32F", 2, Kind::Float, 0.0f},
    {GL_RGB32F, "RGB32F", 3, Kind::Float, 0.0f},
    {GL_RGBA32F, "RGBA32F", 4, Kind::Float, 0.0f},
    {GL_R11F_G11F_B10F, "R11G11B10F", 3, Kind::Float, 0.02f},
    {GL_RGB9_E5, "RGB9E5", 3, Kind::Float, 0.005f},
    {GL_R8UI, "R8UI", 1, Kind::Unsigned, 0},
    {GL_RG8UI, "RG8UI", 2, Kind::Unsigned, 0},
    {GL_RGB8UI, "RGB8UI", 3, Kind::Unsigned, 0},
    {GL_RGBA8UI, "RGBA8UI", 4, Kind::Unsigned, 0},
    {GL_R16UI, "R16UI", 1, Kind::Unsigned, 0},
    {GL_RG16UI, "RG16UI", 2, Kind::Unsigned, 0},
    {GL_RGB16UI, "RGB16UI", 3, Kind::Unsigned, 0},
    {GL_RGBA16UI, "RGBA16UI", 4, Kind::Unsigned, 0},
    {GL_R32UI, "R32UI", 1, Kind::Unsigned, 0},
    {GL_RG32UI, "RG32UI", 2, Kind::Unsigned, 0},
    {GL_RGB32UI, "RGB32UI", 3, Kind::Unsigned, 0},
    {GL_RGBA32UI, "RGBA32UI", 4, Kind::Unsigned, 0},
    {GL_RGB10_A2UI, "RGB10A2UI", 4, Kind::Unsigned, 0},
    {GL_R8I, "R8I", 1, Kind::Signed, 0},
    {GL_RG8I, "RG8I", 2, Kind::Signed, 0},
    {GL_RGB8I, "RGB8I", 3, Kind::Signed, 0},
    {GL_RGBA8I, "RGBA8I", 4, Kind::Signed, 0},
    {GL_R16I, "R16I", 1, Kind::Signed, 0},
    {GL_RG16I, "RG16I", 2, Kind::Signed, 0},
    {GL_RGB16I, "RGB16I", 3, Kind::Signed, 0},
    {GL_RGBA16I, "RGBA16I", 4, Kind::Signed, 0},
    {GL_R32I, "R32I", 1, Kind::Signed, 0},
    {GL_RG32I, "RG32I", 2, Kind::Signed, 0},
    {GL_RGB32I, "RGB32I", 3, Kind::Signed, 0},
    {GL_RGBA32I, "RGBA32I", 4, Kind::Signed, 0},
};

constexpr int kSize = 4;

/// Values that every format of the kind can hold: texel i, channel c.
float valueOf(Kind kind, int texel, int channel) {
  const float step = static_cast<float>((texel * 5 + channel * 7) % 16) / 15.0f;
  switch (kind) {
    case Kind::Unorm:
    case Kind::Srgb:
      return channel == 3 ? (texel % 2 == 0 ? 1.0f : 0.0f) : step;
    case Kind::Snorm:
      return step * 2.0f - 1.0f;
    case Kind::Float:
      return step * 8.0f;
    case Kind::Unsigned:
      return static_cast<float>(channel == 3 ? texel % 4 : (texel * 7 + channel) % 128);
    case Kind::Signed:
      return static_cast<float>((texel * 7 + channel) % 128 - 64);
  }
  return 0.0f;
}

float linear(float srgb) {
  return srgb <= 0.04045f ? srgb / 12.92f : std::pow((srgb + 0.055f) / 1.055f, 2.4f);
}

GLuint upload(const Format& format) {
  const bool integer = format.kind == Kind::Unsigned || format.kind == Kind::Signed;
  std::vector<float> floats;
  std::vector<int32_t> integers;
  for (int texel = 0; texel < kSize * kSize; ++texel) {
    for (int c = 0; c < 4; ++c) {
      floats.push_back(valueOf(format.kind, texel, c));
      integers.push_back(static_cast<int32_t>(floats.back()));
    }
  }
  if (!integer) {
    return makeTexture2d(format.internalFormat, kSize, kSize, GL_RGBA, GL_FLOAT, floats.data());
  }
  return makeTexture2d(format.internalFormat, kSize, kSize, GL_RGBA_INTEGER,
                       format.kind == Kind::Signed ? GL_INT : GL_UNSIGNED_INT, integers.data());
}

GLuint fetchProgram(Scene& scene, const char* samplerType) {
  const std::string source = std::string("#version 330 core\nuniform ") + samplerType +
                             " image;\nout vec4 result;\n"
                             "void main() { result = vec4(texelFetch(image, ivec2(gl_FragCoord.xy), 0)); }\n";
  return buildProgram(scene, kQuadVertex, source.c_str());
}

/// Drivers may store small formats with more bits than they were asked for, and round as they like.
const char* elementType(const Format& format) {
  return format.tolerance > 0.004f ? "f32*" : "f32";
}

void checkFetched(Scene& scene, const Format& format) {
  std::vector<float> found(kSize * kSize * 4, -99.0f);
  glReadPixels(0, 0, kSize, kSize, GL_RGBA, GL_FLOAT, found.data());
  scene.block(std::string(format.name) + "-fetched", elementType(format), found);
  for (int i = 0; i < kSize * kSize * 4; ++i) {
    const int c = i % 4;
    float due = c < format.channels ? valueOf(format.kind, i / 4, c) : c == 3 ? 1.0f : 0.0f;
    if (format.kind == Kind::Srgb && c < 3) {
      due = linear(due);
    }
    const float at = found[static_cast<size_t>(i)];
    const float tolerance =
        format.kind == Kind::Float ? format.tolerance * std::max(1.0f, due) : format.tolerance;
    if (!scene.check(std::fabs(at - due) <= tolerance, "%s: texel %d channel %d is fetched as %g, not %g.",
                     format.name, i / 4, c, static_cast<double>(at), static_cast<double>(due))) {
      return;
    }
  }
}

void checkReturned(Scene& scene, const Format& format) {
  // The data's own type comes back; channels that the format lacks are 0 and 1.
  const bool integer = format.kind == Kind::Unsigned || format.kind == Kind::Signed;
  if (integer) {
    std::vector<int32_t> back(kSize * kSize * 4, -99);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA_INTEGER, format.kind == Kind::Signed ? GL_INT : GL_UNSIGNED_INT,
                  back.data());
    scene.block(std::string(format.name) + "-returned", "i32", back);
    scene.check(back[0] == static_cast<int32_t>(valueOf(format.kind, 0, 0)) &&
                    back[60] == static_cast<int32_t>(valueOf(format.kind, 15, 0)),
                "%s: glGetTexImage gave %d and %d.", format.name, back[0], back[60]);
  } else {
    std::vector<float> back(kSize * kSize * 4, -99.0f);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, back.data());
    scene.block(std::string(format.name) + "-returned", elementType(format), back);
    for (int i = 0; i < kSize * kSize * 4; ++i) {
      if (i % 4 >= format.channels) {
        continue;
      }
      const float due = valueOf(format.kind, i / 4, i % 4);
      const float at = back[static_cast<size_t>(i)];
      if (!scene.check(std::fabs(at - due) <= std::max(format.tolerance, 0.0001f) * std::max(1.0f, due),
                       "%s: glGetTexImage gave %g for texel %d, channel %d, not %g.", format.name,
                       static_cast<double>(at), i / 4, i % 4, static_cast<double>(due))) {
        return;
      }
    }
  }
}

}  // namespace

MGL_SCENE(TextureFormats, Core) {
  const GLuint programs[] = {fetchProgram(scene, "sampler2D"), fetchProgram(scene, "usampler2D"),
                             fetchProgram(scene, "isampler2D")};
  makeTarget(scene, kSize, kSize, GL_RGBA32F);
  makeQuad();
  for (const Format& format : kFormats) {
    const GLuint texture = upload(format);
    scene.expectNoError(format.name);
    glUseProgram(programs[format.kind == Kind::Unsigned ? 1 : format.kind == Kind::Signed ? 2 : 0]);
    drawQuad();
    checkFetched(scene, format);
    checkReturned(scene, format);
    GLint reported = 0;
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT, &reported);
    scene.check(reported == static_cast<GLint>(format.internalFormat),
                "%s is reported as 0x%04x, not 0x%04x.", format.name, reported, format.internalFormat);
    scene.expectNoError(format.name);
    glDeleteTextures(1, &texture);
  }
}

}  // namespace scenes
