// SPDX-License-Identifier: Apache-2.0
// Textures: errors of the defining commands, shapes, proxies, pixel sources, parameters, mipmaps,
// completeness.
#include "gl/texture_fixture.h"

namespace gl {
namespace {

// Each rule of glTexImage2D gives its own error, and none leaves a trace in the texture.
TEST_F(TextureTest, TexImageErrors) {
  bind(GL_TEXTURE_2D);
  bind(GL_TEXTURE_CUBE_MAP);
  bind(GL_TEXTURE_3D);
  const ErrorCase cases[] = {
      {"a cube map is six targets", "GL_INVALID_ENUM",
       [] { image2d(GL_TEXTURE_CUBE_MAP, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE); }},
      {"3D target", "GL_INVALID_ENUM",
       [] { image2d(GL_TEXTURE_3D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE); }},
      {"negative level", "GL_INVALID_VALUE",
       [] { image2d(GL_TEXTURE_2D, -1, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE); }},
      {"level beyond the largest size", "GL_INVALID_VALUE",
       [] { image2d(GL_TEXTURE_2D, 15, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE); }},
      {"rectangles have one level", "GL_INVALID_VALUE",
       [] { image2d(GL_TEXTURE_RECTANGLE, 1, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE); }},
      {"negative width", "GL_INVALID_VALUE",
       [] { image2d(GL_TEXTURE_2D, 0, GL_RGBA8, -1, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE); }},
      {"too wide", "GL_INVALID_VALUE",
       [] { image2d(GL_TEXTURE_2D, 0, GL_RGBA8, 16385, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE); }},
      {"too wide for its level", "GL_INVALID_VALUE",
       [] { image2d(GL_TEXTURE_2D, 1, GL_RGBA8, 8193, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE); }},
      {"face not square", "GL_INVALID_VALUE",
       [] { image2d(GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_RGBA8, 4, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE); }},
      {"border", "GL_INVALID_VALUE",
       [] { image2d(GL_TEXTURE_2D, 0, GL_RGBA8, 6, 6, 1, GL_RGBA, GL_UNSIGNED_BYTE); }},
      {"unknown internal format", "GL_INVALID_VALUE",
       [] { image2d(GL_TEXTURE_2D, 0, GL_TEXTURE_2D, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE); }},
      {"unknown format", "GL_INVALID_ENUM",
       [] { image2d(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_TEXTURE_2D, GL_UNSIGNED_BYTE); }},
      {"unknown type", "GL_INVALID_ENUM",
       [] { image2d(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_RGBA); }},
      {"packed type with the wrong format", "GL_INVALID_OPERATION",
       [] { image2d(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5); }},
      {"depth image from color", "GL_INVALID_OPERATION",
       [] { image2d(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE); }},
      {"color image from depth", "GL_INVALID_OPERATION",
       [] { image2d(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT); }},
      {"integer image from normalized", "GL_INVALID_OPERATION",
       [] { image2d(GL_TEXTURE_2D, 0, GL_RGBA8UI, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE); }},
      {"normalized image from integers", "GL_INVALID_OPERATION",
       [] { image2d(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE); }},
      {"3D depth", "GL_INVALID_OPERATION",
       [] {
         mglTexImage3D(GL_TEXTURE_3D, 0, GL_DEPTH_COMPONENT24, 2, 2, 2, 0, GL_DEPTH_COMPONENT,
                       GL_UNSIGNED_INT, nullptr);
       }},
  };
  for (const ErrorCase& c : cases) {
    c.call();
    EXPECT_EQ(error(), c.error) << c.what;
    EXPECT_EQ(fake().take(), "") << c.what;
    EXPECT_EQ(level(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH), 0) << c.what;
  }
}

// What a definition records is what level queries report, legacy formats and generic compression included.
TEST_F(TextureTest, LevelsReportTheirShape) {
  const GLuint name = bind(GL_TEXTURE_2D);
  const uint8_t pixels[64] = {};
  mglTexImage2D(GL_TEXTURE_2D, 1, GL_LUMINANCE_ALPHA, 4, 2, 0, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, pixels);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  const std::string define = "textureDefineLevel " + std::to_string(name) + " 0 1\ntextureUpload " +
                             std::to_string(name) + " 1 0,0,0,4,2,1 6410,5121,0,8,16,16 client";
  EXPECT_EQ(fake().take(), define);
  EXPECT_EQ(level(GL_TEXTURE_2D, 1, GL_TEXTURE_WIDTH), 4);
  EXPECT_EQ(level(GL_TEXTURE_2D, 1, GL_TEXTURE_HEIGHT), 2);
  EXPECT_EQ(level(GL_TEXTURE_2D, 1, GL_TEXTURE_INTERNAL_FORMAT), GL_LUMINANCE_ALPHA);
  EXPECT_EQ(level(GL_TEXTURE_2D, 1, GL_TEXTURE_LUMINANCE_SIZE), 8);
  EXPECT_EQ(level(GL_TEXTURE_2D, 1, GL_TEXTURE_ALPHA_TYPE), GL_UNSIGNED_NORMALIZED);
  EXPECT_EQ(level(GL_TEXTURE_2D, 1, GL_TEXTURE_RED_TYPE), GL_NONE);
  image2d(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  EXPECT_EQ(level(GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT), GL_RGBA8);
  EXPECT_EQ(level(GL_TEXTURE_2D, 0, GL_TEXTURE_COMPRESSED), GL_FALSE);
}

// The same shape again keeps the storage: only pixels travel.
TEST_F(TextureTest, SameShapeIsNotDefinedAgain) {
  bind(GL_TEXTURE_2D);
  image2d(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  fake().take();
  const uint64_t serial = st().units[0].bound[state::textureKindIndex(GL_TEXTURE_2D)]->changeSerial;
  const uint8_t pixels[64] = {};
  mglTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  EXPECT_EQ(fake().calls.size(), 1u);
  EXPECT_EQ(st().units[0].bound[state::textureKindIndex(GL_TEXTURE_2D)]->changeSerial, serial);
}

// Proxies say what would fit, and a size beyond the limits is an answer of zero, not an error.
TEST_F(TextureTest, ProxiesAnswer) {
  image2d(GL_PROXY_TEXTURE_2D, 0, GL_RGBA8, 16384, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  EXPECT_EQ(level(GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH), 16384);
  image2d(GL_PROXY_TEXTURE_2D, 0, GL_RGBA8, 16385, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  EXPECT_EQ(level(GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH), 0);
  image2d(GL_PROXY_TEXTURE_CUBE_MAP, 0, GL_RGBA8, 32, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  EXPECT_EQ(level(GL_PROXY_TEXTURE_CUBE_MAP, 0, GL_TEXTURE_WIDTH), 32);
  EXPECT_EQ(level(GL_PROXY_TEXTURE_RECTANGLE, 0, GL_TEXTURE_WIDTH), 0);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  EXPECT_EQ(fake().take(), "");
  image2d(GL_PROXY_TEXTURE_2D, 0, GL_RGBA8, -1, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
}

// Parts must lie inside a defined image; rows to skip and a long row reach the tracker as offsets and
// strides.
TEST_F(TextureTest, SubImages) {
  const GLuint name = bind(GL_TEXTURE_2D);
  const uint8_t pixels[1024] = {};
  const auto part = [&](GLint x, GLint y, GLsizei width, GLsizei height) {
    mglTexSubImage2D(GL_TEXTURE_2D, 0, x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    return error();
  };
  EXPECT_EQ(part(0, 0, 1, 1), "GL_INVALID_OPERATION");
  image2d(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  EXPECT_EQ(part(-1, 0, 1, 1), "GL_INVALID_VALUE");
  EXPECT_EQ(part(4, 0, 5, 1), "GL_INVALID_VALUE");
  EXPECT_EQ(part(0, 0, 1, -1), "GL_INVALID_VALUE");
  EXPECT_EQ(part(0, 2147483647, 1, 1), "GL_INVALID_VALUE");
  fake().take();
  mglPixelStorei(GL_UNPACK_ROW_LENGTH, 10);
  mglPixelStorei(GL_UNPACK_SKIP_ROWS, 1);
  mglPixelStorei(GL_UNPACK_SKIP_PIXELS, 2);
  EXPECT_EQ(part(4, 5, 3, 2), "GL_NO_ERROR");
  EXPECT_EQ(fake().take(),
            "textureUpload " + std::to_string(name) + " 0 4,5,0,3,2,1 6408,5121,48,40,80,100 client");
}

// Pixels in an unpack buffer must be inside it, aligned to their type, and the buffer must not be mapped.
TEST_F(TextureTest, UnpackBuffers) {
  const GLuint name = bind(GL_TEXTURE_2D);
  image2d(GL_TEXTURE_2D, 0, GL_RGBA32F, 2, 2, 0, GL_RGBA, GL_FLOAT);
  GLuint buffer = 0;
  mglGenBuffers(1, &buffer);
  mglBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
  mglBufferData(GL_PIXEL_UNPACK_BUFFER, 68, nullptr, GL_STATIC_DRAW);
  fake().take();
  const auto upload = [&](uintptr_t offset) {
    mglTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 2, 2, GL_RGBA, GL_FLOAT, reinterpret_cast<const void*>(offset));
    return error();
  };
  EXPECT_EQ(upload(8), "GL_INVALID_OPERATION");
  EXPECT_EQ(upload(2), "GL_INVALID_OPERATION");
  EXPECT_EQ(upload(~uintptr_t{3}), "GL_INVALID_OPERATION");
  EXPECT_EQ(upload(4), "GL_NO_ERROR");
  EXPECT_EQ(fake().take(), "textureUpload " + std::to_string(name) +
                               " 0 0,0,0,2,2,1 6408,5126,0,32,64,64 buffer," + std::to_string(buffer) + ",4");
  mglMapBuffer(GL_PIXEL_UNPACK_BUFFER, GL_READ_ONLY);
  EXPECT_EQ(upload(4), "GL_INVALID_OPERATION");
}

// Compressed images want exactly their bytes, and parts of whole blocks of the same format.
TEST_F(TextureTest, CompressedImages) {
  bind(GL_TEXTURE_2D);
  const uint8_t blocks[256] = {};
  const GLenum format = GL_COMPRESSED_RGBA_S3TC_DXT5_EXT;
  mglCompressedTexImage2D(GL_TEXTURE_2D, 0, format, 10, 8, 0, 95, blocks);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  mglCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGBA, 8, 8, 0, 64, blocks);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  mglCompressedTexImage2D(GL_TEXTURE_2D, 0, format, 10, 8, 0, 96, blocks);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  EXPECT_EQ(level(GL_TEXTURE_2D, 0, GL_TEXTURE_COMPRESSED_IMAGE_SIZE), 96);
  const auto part = [&](GLint x, GLsizei width, GLenum f, GLsizei size) {
    mglCompressedTexSubImage2D(GL_TEXTURE_2D, 0, x, 0, width, 4, f, size, blocks);
    return error();
  };
  EXPECT_EQ(part(2, 4, format, 16), "GL_INVALID_OPERATION");
  EXPECT_EQ(part(0, 6, format, 32), "GL_INVALID_OPERATION");
  EXPECT_EQ(part(8, 2, GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, 16), "GL_INVALID_OPERATION");
  EXPECT_EQ(part(8, 2, format, 15), "GL_INVALID_VALUE");
  EXPECT_EQ(part(8, 2, format, 16), "GL_NO_ERROR");
  mglTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, blocks);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
}

// A name belongs to the target it was first bound to.
TEST_F(TextureTest, TargetIsForEver) {
  const GLuint name = bind(GL_TEXTURE_2D);
  mglBindTexture(GL_TEXTURE_3D, name);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglBindTexture(GL_TEXTURE_2D, 4711);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  EXPECT_TRUE(mglIsTexture(4711));
}

// Deleting a texture restores the default one in this context's units and detaches it from the bound
// framebuffer.
TEST_F(TextureTest, DeletionUnbinds) {
  const GLuint name = bind(GL_TEXTURE_2D);
  image2d(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  GLuint framebuffer = 0;
  mglGenFramebuffers(1, &framebuffer);
  mglBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  mglFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
  EXPECT_EQ(mglCheckFramebufferStatus(GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
  mglDeleteTextures(1, &name);
  EXPECT_FALSE(mglIsTexture(name));
  EXPECT_EQ(st().units[0].bound[state::textureKindIndex(GL_TEXTURE_2D)]->name, 0u);
  EXPECT_TRUE(st().drawFramebuffer->color[0].empty());
}

// Mipmap generation defines the levels that are missing, then asks once for the texels.
TEST_F(TextureTest, GenerateMipmap) {
  const GLuint name = bind(GL_TEXTURE_2D);
  mglGenerateMipmap(GL_TEXTURE_2D);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglGenerateMipmap(GL_TEXTURE_RECTANGLE);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  image2d(GL_TEXTURE_2D, 0, GL_RGBA8, 5, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  fake().take();
  mglGenerateMipmap(GL_TEXTURE_2D);
  const std::string n = std::to_string(name);
  EXPECT_EQ(fake().take(), "textureDefineLevel " + n + " 0 1\ntextureDefineLevel " + n +
                               " 0 2\ngenerateMipmaps " + n + " 0 2");
  EXPECT_EQ(level(GL_TEXTURE_2D, 1, GL_TEXTURE_WIDTH), 2);
  EXPECT_EQ(level(GL_TEXTURE_2D, 2, GL_TEXTURE_WIDTH), 1);
  EXPECT_TRUE(complete(GL_TEXTURE_2D));
  image2d(GL_TEXTURE_2D, 0, GL_RGBA8UI, 4, 4, 0, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE);
  mglGenerateMipmap(GL_TEXTURE_2D);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
}

// GL_GENERATE_MIPMAP of the compatibility profile acts when the base level gets texels.
TEST_F(TextureTest, AutomaticMipmaps) {
  bind(GL_TEXTURE_2D);
  mglTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, GL_TRUE);
  const uint8_t pixels[16] = {};
  mglTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  EXPECT_NE(fake().take().find("generateMipmaps"), std::string::npos);
  mglTexSubImage2D(GL_TEXTURE_2D, 1, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  EXPECT_EQ(fake().take().find("generateMipmaps"), std::string::npos);
}

// A level that finds no memory is empty afterwards, is not uploaded to, and can be defined again.
TEST_F(TextureTest, LevelWithoutMemory) {
  const GLuint name = bind(GL_TEXTURE_2D);
  fake().refuseMemory = true;
  fake().take();
  image2d(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  EXPECT_EQ(error(), "GL_OUT_OF_MEMORY");
  EXPECT_EQ(level(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH), 0);
  EXPECT_EQ(fake().take(), "textureDefineLevel " + std::to_string(name) + " 0 0");
  fake().refuseMemory = false;
  image2d(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  EXPECT_EQ(level(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH), 4);
}

// Immutable storage: levels of the chain, no second definition, and out-of-memory leaves nothing behind.
TEST_F(TextureTest, Storage) {
  const GLuint name = bind(GL_TEXTURE_2D);
  mglTexStorage2D(GL_TEXTURE_2D, 4, GL_RGBA8, 4, 4);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA, 4, 4);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  mglTexStorage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  fake().refuseMemory = true;
  mglTexStorage2D(GL_TEXTURE_2D, 3, GL_RGBA8, 4, 4);
  EXPECT_EQ(error(), "GL_OUT_OF_MEMORY");
  EXPECT_EQ(parameter(GL_TEXTURE_2D, GL_TEXTURE_IMMUTABLE_FORMAT), -1);  // no such question before 4.2
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  EXPECT_EQ(level(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH), 0);
  fake().refuseMemory = false;
  fake().take();
  mglTexStorage2D(GL_TEXTURE_2D, 3, GL_RGBA8, 4, 4);
  EXPECT_EQ(fake().take(), "textureDefineStorage " + std::to_string(name));
  EXPECT_EQ(level(GL_TEXTURE_2D, 2, GL_TEXTURE_WIDTH), 1);
  image2d(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  EXPECT_TRUE(complete(GL_TEXTURE_2D));
}

// Reading back checks the format's class and the application's space.
TEST_F(TextureTest, ReadBack) {
  const GLuint name = bind(GL_TEXTURE_2D);
  uint8_t out[64];
  mglGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, out);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  EXPECT_EQ(fake().take(), "");
  image2d(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE);
  fake().take();
  mglGetTexImage(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, GL_FLOAT, out);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglGetnTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, 63, out);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglGetnTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, 64, out);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  EXPECT_EQ(fake().take(),
            "textureRead " + std::to_string(name) + " 0 0,0,0,4,4,1 6408,5121,0,16,64,64 client");
  mglGetCompressedTexImage(GL_TEXTURE_2D, 0, out);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
}

// A buffer texture's width is what its buffer holds now.
TEST_F(TextureTest, BufferTextures) {
  bind(GL_TEXTURE_BUFFER);
  GLuint buffer = 0;
  mglGenBuffers(1, &buffer);
  mglBindBuffer(GL_TEXTURE_BUFFER, buffer);
  mglBufferData(GL_TEXTURE_BUFFER, 100, nullptr, GL_STATIC_DRAW);
  mglTexBuffer(GL_TEXTURE_BUFFER, GL_RGB8, buffer);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  mglTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, buffer);
  EXPECT_EQ(level(GL_TEXTURE_BUFFER, 0, GL_TEXTURE_WIDTH), 6);
  mglBufferData(GL_TEXTURE_BUFFER, 160, nullptr, GL_STATIC_DRAW);
  EXPECT_EQ(level(GL_TEXTURE_BUFFER, 0, GL_TEXTURE_WIDTH), 10);
  EXPECT_EQ(level(GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_DATA_STORE_BINDING), static_cast<GLint>(buffer));
}

// Copies from the framebuffer are cut to its bounds and need a readable source of the right kind.
TEST_F(TextureTest, CopyFromFramebuffer) {
  const GLuint name = bind(GL_TEXTURE_2D);
  const std::string n = std::to_string(name);
  mglCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, -2, 40, 16, 16, 0);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  EXPECT_EQ(fake().take(),
            "textureDefineLevel " + n + " 0 0\ncopyFramebufferToTexture " + n + " 0 2 0 0 0 40 14 8");
  mglCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8UI, 0, 0, 4, 4, 0);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglCopyTexImage2D(GL_TEXTURE_2D, 0, 4, 0, 0, 4, 4, 0);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  mglReadBuffer(GL_NONE);
  mglCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 4);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
}

}  // namespace
}  // namespace gl
