// SPDX-License-Identifier: Apache-2.0
// glDrawPixels, glBitmap, glCopyPixels (GL 4.6 compatibility §14.8, §14.9, §18.3.1). In a display list their pixels are
// a texture from the moment of compiling on.
#include <GL/gl.h>
#include <GL/glext.h>

#include <cmath>
#include <vector>

#include "formats/client_format.h"
#include "formats/format_info.h"
#include "gl/checks.h"
#include "gl/framebuffer_read.h"
#include "gl/legacy_list.h"
#include "gl/legacy_pixels.h"
#include "gl/pixels_transfer.h"
#include "gl/prototypes_pixels.gen.h"
#include "gl/texture_image_format.h"

namespace gl {
namespace {

using TexturePointer = std::shared_ptr<state::Texture>;

PixelRect rectOf(GLsizei width, GLsizei height, GLenum format, GLenum type) {
  return {2, static_cast<uint32_t>(width), static_cast<uint32_t>(height), 1, format, type, formats::Format::None};
}

tracker::Region whole(uint32_t width, uint32_t height) { return {0, 0, 0, width, height, 1}; }

// Tight rows of our own.
tracker::PixelMemory tightMemory(GLenum format, GLenum type, uint32_t width, uint32_t height, uint32_t pixelBytes) {
  tracker::PixelMemory memory;
  memory.format = format, memory.type = type;
  memory.tightRowBytes = memory.rowStrideBytes = uint64_t{width} * pixelBytes;
  memory.rows = height;
  memory.totalBytes = memory.imageStrideBytes = memory.rowStrideBytes * height;
  return memory;
}

// At the raster position; `x` and `y` are texels from its corner.
PixelRectangle zoomedRectangle(const Context& ctx, const TexturePointer& texture, uint32_t x, uint32_t y) {
  const state::LegacyValues& v = legacyValues(ctx);
  const auto [zoomX, zoomY] = v.pixelZoom;
  return {v.raster.at[0] + zoomX * static_cast<float>(x), v.raster.at[1] + zoomY * static_cast<float>(y), zoomX, zoomY,
          texture};
}

bool checkDrawBuffers(const Context& ctx, const char* command, bool depth, bool stencil) {
  if (!checkDrawFramebuffer(ctx, command)) return false;
  const state::Framebuffer& framebuffer = *ctx.state().drawFramebuffer;
  if (depth && state::shapeOf(framebuffer.depth).width == 0)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: there is no depth buffer.", command);
  if (stencil && state::shapeOf(framebuffer.stencil).width == 0)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: there is no stencil buffer.", command);
  return true;
}

// ── glDrawPixels ──

// The pixels once as each kind of texture that is drawn; null where they have no such part.
struct DrawnTextures {
  TexturePointer color, depth, stencil;
};

TexturePointer uploaded(Context& ctx, GLenum internalFormat, PixelTransfer transfer, GLenum format, GLenum type,
                        GLsizei width, GLsizei height) {
  const auto w = static_cast<uint32_t>(width), h = static_cast<uint32_t>(height);
  TexturePointer texture = pixelTexture(ctx, internalFormat, w, h);
  if (!texture) return nullptr;
  transfer.memory.format = format, transfer.memory.type = type;
  ctx.tracker().textureUpload(*texture, 0, whole(w, h), transfer.memory, transfer.place);
  return texture;
}

DrawnTextures texturesOf(Context& ctx, GLsizei width, GLsizei height, GLenum format, GLenum type, const void* pixels) {
  DrawnTextures out;
  const PixelTransfer transfer =
      pixelTransfer(ctx, PixelDirection::Unpack, rectOf(width, height, format, type), pixels);
  if (transfer.empty()) return out;
  const auto upload = [&](GLenum internalFormat, GLenum as, GLenum typeAs) {
    return uploaded(ctx, internalFormat, transfer, as, typeAs, width, height);
  };
  switch (format) {
    case GL_DEPTH_COMPONENT: out.depth = upload(GL_DEPTH_COMPONENT32F, format, type); break;
    // Stencil numbers are whole numbers to the texture.
    case GL_STENCIL_INDEX: out.stencil = upload(GL_R32UI, GL_RED_INTEGER, type); break;
    case GL_DEPTH_STENCIL:
      out.depth = upload(GL_DEPTH24_STENCIL8, format, type);
      out.stencil = upload(GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT);  // the low eight bits
      break;
    default: {
      const bool bytes = formats::typeBytes(type) == 1 && type != GL_BYTE;
      out.color = upload(bytes ? GL_RGBA8 : GL_RGBA32F, format, type);
    }
  }
  return out;
}

void drawTextures(Context& ctx, const DrawnTextures& textures) {
  if (!legacyValues(ctx).raster.valid) return;
  if (textures.color) drawPixelRectangle(ctx, PixelSource::Color, zoomedRectangle(ctx, textures.color, 0, 0));
  if (textures.depth) drawPixelRectangle(ctx, PixelSource::Depth, zoomedRectangle(ctx, textures.depth, 0, 0));
  if (textures.stencil) drawStencilRectangle(ctx, zoomedRectangle(ctx, textures.stencil, 0, 0));
}

// ── glBitmap ──

// Where the bits of the first row begin, and how they go on.
struct BitLayout {
  uint64_t firstByte, rowBytes, totalBytes;
  uint32_t firstBit;
};

BitLayout bitLayout(const state::PixelStore& store, GLsizei width, GLsizei height) {
  const auto length = static_cast<uint64_t>(store.rowLength > 0 ? store.rowLength : width);
  const auto alignment = static_cast<uint64_t>(store.alignment);
  const auto skipped = static_cast<uint64_t>(store.skipPixels);
  BitLayout out{};
  out.rowBytes = ((length + 7) / 8 + alignment - 1) / alignment * alignment;
  out.firstByte = static_cast<uint64_t>(store.skipRows) * out.rowBytes + skipped / 8;
  out.firstBit = static_cast<uint32_t>(skipped % 8);
  out.totalBytes = width == 0 || height == 0
                       ? 0
                       : out.firstByte + static_cast<uint64_t>(height - 1) * out.rowBytes +
                             (out.firstBit + static_cast<uint64_t>(width) + 7) / 8;
  return out;
}

std::vector<std::byte> expandedBits(const std::byte* bits, const BitLayout& layout, bool lsbFirst, uint32_t width,
                                    uint32_t height) {
  std::vector<std::byte> out(size_t{width} * height);
  for (uint32_t y = 0; y < height; ++y)
    for (uint32_t x = 0; x < width; ++x) {
      const uint32_t bit = layout.firstBit + x;
      const auto byte = static_cast<uint32_t>(bits[layout.firstByte + y * layout.rowBytes + bit / 8]);
      const bool set = byte >> (lsbFirst ? bit % 8 : 7 - bit % 8) & 1;
      out[size_t{y} * width + x] = set ? std::byte{255} : std::byte{0};
    }
  return out;
}

TexturePointer bitmapTexture(Context& ctx, GLsizei width, GLsizei height, const GLubyte* bitmap) {
  const BitLayout layout = bitLayout(ctx.state().unpack, width, height);
  if (layout.totalBytes == 0) return nullptr;
  const auto* bits = reinterpret_cast<const std::byte*>(bitmap);
  if (const auto& buffer = ctx.state().buffers[static_cast<size_t>(state::BufferPoint::PixelUnpack)]) {
    const auto view = ctx.tracker().bufferView(*buffer);
    const auto offset = reinterpret_cast<uintptr_t>(bitmap);
    if (view.size() < layout.totalBytes || offset > view.size() - layout.totalBytes) return nullptr;
    bits = view.data() + offset;
  }
  if (!bits) return nullptr;
  const auto w = static_cast<uint32_t>(width), h = static_cast<uint32_t>(height);
  std::vector<std::byte> texels = expandedBits(bits, layout, ctx.state().unpack.lsbFirst, w, h);
  TexturePointer texture = pixelTexture(ctx, GL_R8, w, h);
  if (texture)
    ctx.tracker().textureUpload(*texture, 0, whole(w, h), tightMemory(GL_RED, GL_UNSIGNED_BYTE, w, h, 1),
                                {texels.data(), nullptr, 0});
  return texture;
}

void drawBitmap(Context& ctx, const TexturePointer& texture, GLfloat xorig, GLfloat yorig, GLfloat xmove, GLfloat ymove) {
  state::RasterPosition& raster = legacyValues(ctx).raster;
  if (!raster.valid) return;
  if (texture)
    drawPixelRectangle(ctx, PixelSource::Bitmap,
                       {std::floor(raster.at[0] - xorig), std::floor(raster.at[1] - yorig), 1, 1, texture});
  raster.at[0] += xmove;
  raster.at[1] += ymove;
}

// ── glCopyPixels ──

void copyStencil(Context& ctx, const ClippedRead& read) {
  std::vector<std::byte> values(size_t{read.width} * read.height);
  ctx.tracker().readPixels(read.x, read.y, read.width, read.height,
                           tightMemory(GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, read.width, read.height, 1),
                           {values.data(), nullptr, 0});
  const TexturePointer texture = pixelTexture(ctx, GL_R32UI, read.width, read.height);
  if (!texture) return;
  ctx.tracker().textureUpload(*texture, 0, whole(read.width, read.height),
                              tightMemory(GL_RED_INTEGER, GL_UNSIGNED_BYTE, read.width, read.height, 1),
                              {values.data(), nullptr, 0});
  drawStencilRectangle(ctx, zoomedRectangle(ctx, texture, read.skippedX, read.skippedY));
}

void copyThroughTexture(Context& ctx, PixelSource source, const state::AttachmentShape& shape, const ClippedRead& read) {
  const GLenum internalFormat = formats::info(static_cast<formats::Format>(shape.format)).internalFormat;
  const TexturePointer texture = pixelTexture(ctx, internalFormat, read.width, read.height);
  if (!texture) return;
  ctx.tracker().copyFramebufferToTexture(*texture, 0, 0, 0, 0, read.x, read.y, read.width, read.height);
  drawPixelRectangle(ctx, source, zoomedRectangle(ctx, texture, read.skippedX, read.skippedY));
}

void copyAspect(Context& ctx, ReadAspect aspect, GLint x, GLint y, GLsizei width, GLsizei height) {
  const state::AttachmentShape shape = readSource(ctx, aspect);
  const ClippedRead read = clipToSource(shape, x, y, width, height);
  if (read.empty()) return;
  if (aspect == ReadAspect::Stencil) return copyStencil(ctx, read);
  copyThroughTexture(ctx, aspect == ReadAspect::Color ? PixelSource::Color : PixelSource::Depth, shape, read);
}

ReadAspect aspectOf(GLenum type) {
  return type == GL_DEPTH     ? ReadAspect::Depth
         : type == GL_STENCIL ? ReadAspect::Stencil
         : type == GL_COLOR   ? ReadAspect::Color
                              : ReadAspect::DepthStencil;
}

}  // namespace

void pixelZoom(Context& ctx, GLfloat xfactor, GLfloat yfactor) { legacyValues(ctx).pixelZoom = {xfactor, yfactor}; }

bool validateDrawPixels(const Context& ctx, GLsizei width, GLsizei height, GLenum format, GLenum type,
                        const void* pixels) {
  constexpr const char* kCommand = "glDrawPixels";
  if (!checkNotNegative(ctx, kCommand, "width", width) || !checkNotNegative(ctx, kCommand, "height", height) ||
      !validatePixelFormat(ctx, kCommand, format, type))
    return false;
  if (formats::isIntegerFormat(format))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: pixels of %s are not colors.", kCommand, enumText(format).c_str());
  const bool mixed = format == GL_DEPTH_STENCIL, stencil = mixed || format == GL_STENCIL_INDEX;
  if (stencil && (type == GL_FLOAT || type == GL_HALF_FLOAT || type == GL_FLOAT_32_UNSIGNED_INT_24_8_REV))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: stencil numbers of type %s are not supported.", kCommand,
                  enumText(type).c_str());
  return checkDrawBuffers(ctx, kCommand, mixed || format == GL_DEPTH_COMPONENT, stencil) &&
         validatePixelPlace(ctx, kCommand, PixelDirection::Unpack, rectOf(width, height, format, type), pixels);
}
void drawPixels(Context& ctx, GLsizei width, GLsizei height, GLenum format, GLenum type, const void* pixels) {
  const auto run = [textures = texturesOf(ctx, width, height, format, type, pixels)](Context& c) {
    drawTextures(c, textures);
  };
  if (!record(ctx, run)) run(ctx);
}

bool validateBitmap(const Context& ctx, GLsizei width, GLsizei height, GLfloat, GLfloat, GLfloat, GLfloat,
                    const GLubyte*) {
  return checkNotNegative(ctx, "glBitmap", "width", width) && checkNotNegative(ctx, "glBitmap", "height", height) &&
         checkDrawFramebuffer(ctx, "glBitmap");
}
void bitmap(Context& ctx, GLsizei width, GLsizei height, GLfloat xorig, GLfloat yorig, GLfloat xmove, GLfloat ymove,
            const GLubyte* bits) {
  const auto run = [=, texture = bitmapTexture(ctx, width, height, bits)](Context& c) {
    drawBitmap(c, texture, xorig, yorig, xmove, ymove);
  };
  if (!record(ctx, run)) run(ctx);
}

bool validateCopyPixels(const Context& ctx, GLint, GLint, GLsizei width, GLsizei height, GLenum type) {
  constexpr const char* kCommand = "glCopyPixels";
  if (!isOneOf(type, {GL_COLOR, GL_DEPTH, GL_STENCIL, GL_DEPTH_STENCIL})) return refuseEnum(ctx, kCommand, "type", type);
  state::AttachmentShape source;
  return checkNotNegative(ctx, kCommand, "width", width) && checkNotNegative(ctx, kCommand, "height", height) &&
         validateReadSource(ctx, kCommand, aspectOf(type), source) &&
         checkDrawBuffers(ctx, kCommand, type == GL_DEPTH || type == GL_DEPTH_STENCIL,
                          type == GL_STENCIL || type == GL_DEPTH_STENCIL);
}
void copyPixels(Context& ctx, GLint x, GLint y, GLsizei width, GLsizei height, GLenum type) {
  if (!legacyValues(ctx).raster.valid) return;
  if (type != GL_DEPTH_STENCIL) return copyAspect(ctx, aspectOf(type), x, y, width, height);
  copyAspect(ctx, ReadAspect::Depth, x, y, width, height);
  copyAspect(ctx, ReadAspect::Stencil, x, y, width, height);
}

}  // namespace gl
