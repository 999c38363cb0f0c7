// SPDX-License-Identifier: Apache-2.0
// glReadPixels and glReadnPixels (GL 4.6 core §18.2).
#include "formats/client_format.h"
#include "formats/format_info.h"
#include "gl/checks.h"
#include "gl/framebuffer_read.h"
#include "gl/pixels_transfer.h"
#include "gl/prototypes_pixels.gen.h"
#include "gl/texture_image_format.h"

namespace gl {
namespace {

struct ReadRequest {
  const char* command;
  GLint x, y;
  GLsizei width, height;
  GLenum format, type;
  void* pixels;
  uint64_t limitBytes;
};

ReadAspect aspectOf(GLenum format) {
  switch (format) {
    case GL_DEPTH_COMPONENT:
      return ReadAspect::Depth;
    case GL_STENCIL_INDEX:
      return ReadAspect::Stencil;
    case GL_DEPTH_STENCIL:
      return ReadAspect::DepthStencil;
    default:
      return ReadAspect::Color;
  }
}

PixelRect rectOf(const ReadRequest& r) {
  return {2,      static_cast<uint32_t>(r.width), static_cast<uint32_t>(r.height), 1, r.format,
          r.type, formats::Format::None};
}

bool validateRead(const Context& ctx, const ReadRequest& r) {
  if (!checkNotNegative(ctx, r.command, "width", r.width) ||
      !checkNotNegative(ctx, r.command, "height", r.height))
    return false;
  if (!validatePixelFormat(ctx, r.command, r.format, r.type)) return false;
  state::AttachmentShape source;
  if (!validateReadSource(ctx, r.command, aspectOf(r.format), source)) return false;
  const formats::FormatInfo& info = formats::info(static_cast<formats::Format>(source.format));
  if (aspectOf(r.format) == ReadAspect::Color && info.isInteger() != formats::isIntegerFormat(r.format))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: texels of %s cannot be read as %s.", r.command,
                  enumText(source.internalFormat).c_str(), enumText(r.format).c_str());
  return validatePixelPlace(ctx, r.command, PixelDirection::Pack, rectOf(r), r.pixels, r.limitBytes);
}

// Only the part inside the framebuffer travels; the destination of the rest keeps its bytes.
void read(Context& ctx, const ReadRequest& r) {
  const ClippedRead part = clipToSource(readSource(ctx, aspectOf(r.format)), r.x, r.y, r.width, r.height);
  PixelTransfer transfer = pixelTransfer(ctx, PixelDirection::Pack, rectOf(r), r.pixels);
  if (part.empty() || transfer.empty()) return;
  tracker::PixelMemory& memory = transfer.memory;
  const uint64_t pixelBytes = formats::bytesPerPixel(r.format, r.type);
  memory.firstByte += part.skippedY * memory.rowStrideBytes + part.skippedX * pixelBytes;
  memory.tightRowBytes = part.width * pixelBytes;
  memory.rows = part.height;
  memory.totalBytes = memory.firstByte + (part.height - 1) * memory.rowStrideBytes + memory.tightRowBytes;
  ctx.tracker().readPixels(part.x, part.y, part.width, part.height, memory, transfer.place);
}

}  // namespace

bool validateReadPixels(const Context& ctx, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,
                        GLenum type, void* pixels) {
  return validateRead(ctx, {"glReadPixels", x, y, width, height, format, type, pixels, kNoSizeLimit});
}

void readPixels(Context& ctx, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                void* pixels) {
  read(ctx, {"glReadPixels", x, y, width, height, format, type, pixels, kNoSizeLimit});
}

bool validateReadnPixels(const Context& ctx, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,
                         GLenum type, GLsizei bufSize, void* data) {
  return checkNotNegative(ctx, "glReadnPixels", "bufSize", bufSize) &&
         validateRead(
             ctx, {"glReadnPixels", x, y, width, height, format, type, data, static_cast<uint64_t>(bufSize)});
}

void readnPixels(Context& ctx, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                 GLsizei, void* data) {
  read(ctx, {"glReadnPixels", x, y, width, height, format, type, data, kNoSizeLimit});
}

}  // namespace gl
