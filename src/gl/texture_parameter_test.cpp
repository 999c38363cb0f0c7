// SPDX-License-Identifier: Apache-2.0
// Parameters of textures and samplers, completeness, and what the core profile leaves out.
#include "gl/texture_fixture.h"

namespace gl {
namespace {

// Parameters: errors by kind of texture, and values in every form of the query.
TEST_F(TextureTest, Parameters) {
  bind(GL_TEXTURE_2D);
  bind(GL_TEXTURE_RECTANGLE);
  bind(GL_TEXTURE_2D_MULTISAMPLE);
  const GLfloat border[4] = {0.5f, -1, 0, 1};
  const ErrorCase cases[] = {
      {"unknown", "GL_INVALID_ENUM", [] { mglTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WIDTH, 1); }},
      {"no such target", "GL_INVALID_ENUM",
       [] { mglTexParameteri(GL_TEXTURE_BUFFER, GL_TEXTURE_BASE_LEVEL, 0); }},
      {"bad filter", "GL_INVALID_ENUM",
       [] { mglTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR_MIPMAP_LINEAR); }},
      {"rectangle repeat", "GL_INVALID_ENUM",
       [] { mglTexParameteri(GL_TEXTURE_RECTANGLE, GL_TEXTURE_WRAP_S, GL_REPEAT); }},
      {"rectangle mipmaps", "GL_INVALID_ENUM",
       [] { mglTexParameteri(GL_TEXTURE_RECTANGLE, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST); }},
      {"rectangle base level", "GL_INVALID_OPERATION",
       [] { mglTexParameteri(GL_TEXTURE_RECTANGLE, GL_TEXTURE_BASE_LEVEL, 1); }},
      {"negative level", "GL_INVALID_VALUE",
       [] { mglTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, -1); }},
      {"multisample filter", "GL_INVALID_ENUM",
       [] { mglTexParameteri(GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_MIN_FILTER, GL_NEAREST); }},
      {"scalar border", "GL_INVALID_ENUM",
       [] { mglTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, 1); }},
      {"anisotropy", "GL_INVALID_VALUE",
       [] { mglTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY, 0.5f); }},
      {"border", "GL_NO_ERROR", [&] { mglTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border); }},
      {"float enum", "GL_NO_ERROR",
       [] { mglTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER); }},
      {"lod", "GL_NO_ERROR", [] { mglTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, -2.5f); }},
  };
  for (const ErrorCase& c : cases) {
    c.call();
    EXPECT_EQ(error(), c.error) << c.what;
  }
  GLint color[4];
  mglGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, color);
  EXPECT_EQ(color[1], -2147483647);
  EXPECT_EQ(color[3], 2147483647);
  EXPECT_EQ(parameter(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S), GL_CLAMP_TO_BORDER);
  EXPECT_EQ(parameter(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD), -2);
  EXPECT_EQ(parameter(GL_TEXTURE_RECTANGLE, GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE);
  const GLuint pure[4] = {4000000000u, 1, 2, 3};
  mglTexParameterIuiv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, pure);
  GLuint back[4] = {};
  mglGetTexParameterIuiv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, back);
  EXPECT_EQ(back[0], 4000000000u);
}

// Only a change of value makes the next draw look again.
TEST_F(TextureTest, UnchangedParametersStayClean) {
  bind(GL_TEXTURE_2D);
  mglTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  st().dirty = 0;
  mglTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  EXPECT_EQ(st().dirty, 0u);
  mglTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  EXPECT_EQ(st().dirty, uint32_t{state::kDirtySamplers});
}

// Completeness follows filters, base and maximum level, and faces.
TEST_F(TextureTest, Completeness) {
  bind(GL_TEXTURE_2D);
  EXPECT_FALSE(complete(GL_TEXTURE_2D));
  image2d(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  EXPECT_FALSE(complete(GL_TEXTURE_2D));
  mglTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  EXPECT_TRUE(complete(GL_TEXTURE_2D));
  mglTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 1000);
  image2d(GL_TEXTURE_2D, 1, GL_RGBA8, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  image2d(GL_TEXTURE_2D, 2, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  EXPECT_TRUE(complete(GL_TEXTURE_2D));
  image2d(GL_TEXTURE_2D, 1, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  EXPECT_FALSE(complete(GL_TEXTURE_2D));
  mglTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  EXPECT_TRUE(complete(GL_TEXTURE_2D));
  bind(GL_TEXTURE_CUBE_MAP);
  mglTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  for (GLenum face = 0; face < 6; ++face) {
    EXPECT_FALSE(complete(GL_TEXTURE_CUBE_MAP));
    image2d(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  }
  EXPECT_TRUE(complete(GL_TEXTURE_CUBE_MAP));
}

// Sampler objects: names are objects at once, parameters of textures only are refused, units keep what they
// hold.
TEST_F(TextureTest, Samplers) {
  GLuint sampler = 0;
  mglGenSamplers(1, &sampler);
  EXPECT_TRUE(mglIsSampler(sampler));
  mglSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  mglSamplerParameteri(sampler, GL_TEXTURE_BASE_LEVEL, 1);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  mglSamplerParameteri(sampler + 1, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglBindSampler(1000, sampler);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  mglBindSampler(3, sampler);
  EXPECT_EQ(st().units[3].sampler->params.minFilter, uint32_t{GL_NEAREST});
  mglDeleteSamplers(1, &sampler);
  EXPECT_EQ(st().units[3].sampler, nullptr);
}

class TextureCoreTest : public GlCoreTest {};

// The core profile has neither legacy formats nor made-up names.
TEST_F(TextureCoreTest, LegacyIsGone) {
  mglBindTexture(GL_TEXTURE_2D, 99);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  image2d(GL_TEXTURE_2D, 0, GL_LUMINANCE8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  image2d(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  mglTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, GL_TRUE);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  mglTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
}

}  // namespace
}  // namespace gl
