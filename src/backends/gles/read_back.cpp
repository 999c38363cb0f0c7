// SPDX-License-Identifier: Apache-2.0
// Reading pixels. ES promises few combinations of format and type a storage format; where the one asked for is among
// them the driver writes the answer itself, else it writes one that holds all of storage and formats/ converts.
#include "backends/gles/context.h"
#include "backends/gles/internal_draws.h"
#include "base/log.h"

namespace gles {
namespace {

struct Pair {
  GLenum format = 0, type = 0;
  friend bool operator==(const Pair&, const Pair&) = default;
};

// The pair that loses nothing, from what ES and its extensions promise.
Pair losslessPair(const formats::FormatInfo& held) {
  using formats::ComponentType;
  switch (held.type) {
    case ComponentType::Int: return {GL_RGBA_INTEGER, GL_INT};
    case ComponentType::Uint: return {GL_RGBA_INTEGER, GL_UNSIGNED_INT};
    case ComponentType::Float: return {GL_RGBA, GL_FLOAT};
    case ComponentType::Snorm: return {GL_RGBA, held.es.type};
    default: break;
  }
  if (held.es.type == GL_UNSIGNED_INT_2_10_10_10_REV) return {GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV};
  return {GL_RGBA, held.es.type == GL_UNSIGNED_SHORT ? GLenum{GL_UNSIGNED_SHORT} : GLenum{GL_UNSIGNED_BYTE}};
}

Pair depthStencilPair(const formats::FormatInfo& held, GLenum asked) {
  if (asked == GL_STENCIL_INDEX) return {GL_STENCIL_INDEX, GL_UNSIGNED_BYTE};
  if (asked == GL_DEPTH_STENCIL) return {GL_DEPTH_STENCIL, held.es.type};
  if (held.type == formats::ComponentType::Float) return {GL_DEPTH_COMPONENT, GL_FLOAT};
  return {GL_DEPTH_COMPONENT, held.depthBits == 16 ? GLenum{GL_UNSIGNED_SHORT} : GLenum{GL_UNSIGNED_INT}};
}

// Other spellings of the same bytes.
Pair plainSpelling(Pair pair) {
  if (pair.type == 0x8367 /* GL_UNSIGNED_INT_8_8_8_8_REV */ && (pair.format == GL_RGBA || pair.format == desktop::kBgra))
    pair.type = GL_UNSIGNED_BYTE;
  return pair;
}

bool isDepthStencil(GLenum format) {
  return format == GL_DEPTH_COMPONENT || format == GL_STENCIL_INDEX || format == GL_DEPTH_STENCIL;
}

}  // namespace

bool Context::tryRead(const ReadRequest& request, GLenum format, GLenum type, std::vector<std::byte>& pixels) {
  pixels.resize(size_t{request.width} * request.height * formats::bytesPerPixel(format, type));
  outOfMemory();  // forget earlier errors
  mState.pack({.alignment = 1, .rowLength = 0, .imageHeight = 0});
  mState.bindBuffer(DriverState::PixelPack, {});
  mGl.ReadPixels(request.x, request.y, static_cast<GLsizei>(request.width), static_cast<GLsizei>(request.height),
                 format, type, pixels.data());
  return mGl.GetError() == GL_NO_ERROR;
}

bool Context::readBound(const ReadRequest& request, std::span<std::byte> out) {
  if (!request.width || !request.height) return true;
  const formats::FormatInfo& held = formats::info(request.held);
  const pipe::PixelLayout& layout = request.layout;
  const bool depthStencil = isDepthStencil(layout.format);
  const Pair wanted = plainSpelling({layout.format, layout.type});
  const Pair lossless = depthStencil ? depthStencilPair(held, layout.format) : losslessPair(held);
  const uint64_t pixelBytes = formats::bytesPerPixel(layout.format, layout.type);
  if (!pixelBytes) return false;

  const bool bgra = wanted == Pair{desktop::kBgra, GL_UNSIGNED_BYTE} && mShared->extensions.readBgra &&
                    lossless == Pair{GL_RGBA, GL_UNSIGNED_BYTE};
  const bool rowsFit = request.height == 1 || layout.rowStrideBytes % pixelBytes == 0;
  if ((wanted == lossless || bgra) && !depthStencil && rowsFit && !layout.swapBytes && !request.clampColor &&
      held.read == formats::kIdentitySwizzle && held.type != formats::ComponentType::Snorm) {
    const uint64_t rowLength = request.height == 1 ? 0 : layout.rowStrideBytes / pixelBytes;
    mState.pack({.alignment = 1, .rowLength = static_cast<GLint>(rowLength), .imageHeight = 0});
    mState.bindBuffer(DriverState::PixelPack, {});
    mGl.ReadPixels(request.x, request.y, static_cast<GLsizei>(request.width), static_cast<GLsizei>(request.height),
                   wanted.format, wanted.type, out.data());
    return true;
  }

  const Extensions& has = mShared->extensions;
  if (depthStencil && !(layout.format == GL_DEPTH_COMPONENT ? has.readDepth
                        : layout.format == GL_STENCIL_INDEX ? has.readStencil
                                                            : has.readDepthStencil))
    return false;
  Pair pair = lossless;
  ReadPair& known = mReadPairs[static_cast<size_t>(request.held)];
  if (!depthStencil && known.format) pair = {known.format, known.type};
  if (!tryRead(request, pair.format, pair.type, mReadBytes)) {
    if (depthStencil) return false;
    // What the driver itself prefers for this framebuffer.
    GLint format = GL_RGBA, type = GL_UNSIGNED_BYTE;
    mGl.GetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &format);
    mGl.GetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &type);
    pair = {static_cast<GLenum>(format), static_cast<GLenum>(type)};
    if (!formats::bytesPerPixel(pair.format, pair.type) || !tryRead(request, pair.format, pair.type, mReadBytes)) {
      pair = {GL_RGBA, GL_UNSIGNED_BYTE};
      if (!tryRead(request, pair.format, pair.type, mReadBytes)) return false;
    }
  }
  if (!depthStencil) known = {pair.format, pair.type};

  formats::ConvertRequest convert;
  convert.width = request.width;
  convert.height = request.height;
  convert.source = {.bytes = mReadBytes, .format = pair.format, .type = pair.type, .firstByte = 0,
                    .rowStrideBytes = uint64_t{request.width} * formats::bytesPerPixel(pair.format, pair.type),
                    .imageStrideBytes = 0, .swapBytes = false};
  convert.target = {.bytes = out, .format = layout.format, .type = layout.type, .firstByte = 0,
                    .rowStrideBytes = layout.rowStrideBytes, .imageStrideBytes = 0, .swapBytes = layout.swapBytes != 0};
  if (!depthStencil) convert.swizzle = held.read;
  convert.luminance = request.sumLuminance ? formats::LuminanceRule::Sum : formats::LuminanceRule::Red;
  convert.clampColor = request.clampColor;
  if (formats::convert(convert)) return true;
  base::logf(base::LogLevel::Warning, "Texels of %.*s do not convert to pixels of format 0x%04X and type 0x%04X.",
             static_cast<int>(held.name.size()), held.name.data(), layout.format, layout.type);
  return false;
}

pipe::ReplyStatus Context::readFramebuffer(const pipe::ReadPixelsArgs& args, std::span<std::byte> out) {
  Framebuffer* source = find(mFramebuffers, args.source, "framebuffer");
  using pipe::ReplyStatus;
  if (!source) return ReplyStatus::Lost;
  const bool depthStencil = isDepthStencil(args.layout.format);
  const int32_t attachment = depthStencil ? -1 : args.readAttachment;
  const uint64_t pixelBytes = formats::bytesPerPixel(args.layout.format, args.layout.type);
  const uint64_t rows = args.height ? args.height - 1 : 0;
  if (!pixelBytes || (rows && (args.layout.rowStrideBytes < args.width * pixelBytes ||
                               args.layout.rowStrideBytes > out.size() / rows)) ||
      rows * args.layout.rowStrideBytes + args.width * pixelBytes > out.size()) {
    fault(pipe::Fault::ReplyRange, "read_pixels of %ux%u pixels does not fit the %zu bytes of its answer.", args.width,
          args.height, out.size());
    return ReplyStatus::Lost;
  }
  const Texture* texture = attachedTexture(*source, attachment, args.layout.format);
  if (!texture || !useRead(*source, attachment)) return ReplyStatus::Declined;

  const pipe::FramebufferDesc& desc = source->desc;
  const uint32_t level = attachment >= 0 ? desc.color[attachment].level
                         : args.layout.format == GL_STENCIL_INDEX ? desc.stencil.level : desc.depth.level;
  ReadRequest request{.held = mShared->storageOf(texture->levels[level % kMaxLevels].asked), .x = args.x, .y = args.y,
                      .width = args.width, .height = args.height, .layout = args.layout,
                      .clampColor = args.clampColor != 0, .sumLuminance = true};
  if (texture->isMultisample()) {
    const GLbitfield buffers = !depthStencil ? GLbitfield{GL_COLOR_BUFFER_BIT}
                               : args.layout.format == GL_STENCIL_INDEX ? GLbitfield{GL_STENCIL_BUFFER_BIT}
                               : args.layout.format == GL_DEPTH_COMPONENT
                                   ? GLbitfield{GL_DEPTH_BUFFER_BIT}
                                   : GLbitfield{GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT};
    if (!resolveForRead(request.held, buffers, desc.width, desc.height)) return ReplyStatus::Declined;
  }
  const bool read = readBound(request, out) ||
                    (depthStencil && mInternal->readDepthStencil(request, desc.width, desc.height, out));
  return read ? ReplyStatus::Ok : ReplyStatus::Declined;
}

pipe::ReplyStatus Context::readPixels(const pipe::ReadPixelsArgs& args, std::span<std::byte> data) {
  return readFramebuffer(args, data);
}

void Context::readPixelsToBuffer(const pipe::ReadPixelsToBufferArgs& args) {
  Buffer* buffer = find(mShared->buffers, args.buffer, "buffer");
  if (!buffer || !args.width || !args.height) return;
  const pipe::ReadPixelsArgs read{.source = args.source, .readAttachment = args.readAttachment,
                                  .clampColor = args.clampColor, .x = args.x, .y = args.y, .width = args.width,
                                  .height = args.height, .layout = args.layout};
  readIntoBuffer(*buffer, args.offsetBytes, args.layout, args.width, args.height, 1,
                 [&](std::span<std::byte> out) { readFramebuffer(read, out); });
}

void Context::readIntoBuffer(const Buffer& buffer, uint64_t offsetBytes, const pipe::PixelLayout& layout,
                             uint32_t width, uint32_t height, uint32_t depth,
                             const std::function<void(std::span<std::byte>)>& read) {
  const uint64_t pixelBytes = formats::bytesPerPixel(layout.format, layout.type);
  uint64_t size = 0, images = 0;
  if (__builtin_mul_overflow(layout.rowStrideBytes, uint64_t{height} - 1, &size) ||
      __builtin_mul_overflow(layout.imageStrideBytes, uint64_t{depth} - 1, &images) ||
      __builtin_add_overflow(size, images, &size) || __builtin_add_overflow(size, width * pixelBytes, &size))
    return fault(pipe::Fault::BadValue, "A read into a buffer has strides that overflow.");
  if (!inside(buffer, offsetBytes, size, "A read into a buffer")) return;
  // Mapped for reading too: bytes between the rows are kept.
  mState.bindBuffer(DriverState::CopyWrite, buffer.name);
  auto* bytes = static_cast<std::byte*>(mGl.MapBufferRange(GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(offsetBytes),
                                                           static_cast<GLsizeiptr>(size),
                                                           GL_MAP_READ_BIT | GL_MAP_WRITE_BIT));
  if (!bytes) return;
  read(std::span(bytes, size));
  mState.bindBuffer(DriverState::CopyWrite, buffer.name);
  mGl.UnmapBuffer(GL_COPY_WRITE_BUFFER);
}

}  // namespace gles
