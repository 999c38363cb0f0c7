// SPDX-License-Identifier: Apache-2.0
// Texels of textures: through a framebuffer where the driver can attach the format, through a shader where it cannot,
// compressed blocks by copying them into an integer texture whose texels are as large as a block.
#include "backends/gles/context.h"
#include "backends/gles/internal_draws.h"
#include "backends/gles/texture_target.h"
#include "base/log.h"

namespace gles {
namespace {

uint64_t pixelBytesOf(const pipe::PixelLayout& layout, const formats::FormatInfo& held) {
  return layout.format ? formats::bytesPerPixel(layout.format, layout.type) : held.blockBytes;
}

bool isDepthStencil(GLenum format) {
  return format == GL_DEPTH_COMPONENT || format == GL_STENCIL_INDEX || format == GL_DEPTH_STENCIL;
}

}  // namespace

pipe::ReplyStatus Context::readTexels(Texture& texture, uint32_t level, const pipe::Box& box,
                                      const pipe::PixelLayout& layout, std::span<std::byte> out) {
  const formats::Format format = mShared->storageOf(texture.levels[level].asked);
  const formats::FormatInfo& held = formats::info(format);
  const uint64_t pixelBytes = pixelBytesOf(layout, held);
  const uint64_t columns = layout.format ? box.width : (box.width + held.blockWidth - 1u) / held.blockWidth;
  const uint64_t rows = layout.format ? box.height : (box.height + held.blockHeight - 1u) / held.blockHeight;
  uint64_t needed = 0, images = 0;
  if (!pixelBytes || !columns || !rows || !box.depth ||
      __builtin_mul_overflow(layout.rowStrideBytes, rows - 1, &needed) ||
      __builtin_mul_overflow(layout.imageStrideBytes, uint64_t{box.depth} - 1, &images) ||
      __builtin_add_overflow(needed, images, &needed) ||
      __builtin_add_overflow(needed, columns * pixelBytes, &needed) || needed > out.size()) {
    fault(pipe::Fault::ReplyRange, "A read of %ux%ux%u texels does not fit the %zu bytes of its answer.", box.width,
          box.height, box.depth, out.size());
    return pipe::ReplyStatus::Lost;
  }
  // Some drivers clamp signed components of fixed point to 0 in glReadPixels.
  const bool attachable = !held.compressed && held.type != formats::ComponentType::Snorm;
  for (uint32_t z = 0; z < box.depth; ++z) {
    const auto layer = static_cast<uint32_t>(box.z) + z;
    const std::span<std::byte> image = out.subspan(z * layout.imageStrideBytes);
    if (layout.format == 0) {
      if (!held.compressed || !readCompressedBlocks(texture, level, layer, box, layout, image))
        return pipe::ReplyStatus::Declined;
      continue;
    }
    ReadRequest request{.held = format, .x = box.x, .y = box.y, .width = box.width, .height = box.height,
                        .layout = layout, .clampColor = false, .sumLuminance = false};
    if (attachable && bindScratchRead(texture, level, layer) && readBound(request, image)) continue;
    if (!readBySampling(texture, level, layer, request, image)) return pipe::ReplyStatus::Declined;
  }
  return pipe::ReplyStatus::Ok;
}

bool Context::readBySampling(Texture& texture, uint32_t level, uint32_t layer, ReadRequest request,
                             std::span<std::byte> out) {
  const formats::FormatInfo& held = formats::info(request.held);
  if (isDepthStencil(request.layout.format)) {
    for (const bool stencil : {false, true}) {
      if (stencil ? request.layout.format == GL_DEPTH_COMPONENT || !held.hasStencil()
                  : request.layout.format == GL_STENCIL_INDEX || !held.hasDepth())
        continue;
      const formats::Format fetched =
          mInternal->fetch(texture, level, layer, request.x, request.y, request.width, request.height, stencil);
      if (fetched == formats::Format::None || !mInternal->packFetched(request, fetched, out)) return false;
    }
    return true;
  }
  const formats::Format fetched =
      mInternal->fetch(texture, level, layer, request.x, request.y, request.width, request.height, false);
  if (fetched == formats::Format::None) return false;
  // The scratch texture has storage's components; they still have to be moved to where GL sees them.
  const uint64_t texelBytes = 16;
  std::vector<std::byte> texels;
  const formats::FormatInfo& info = formats::info(fetched);
  ReadRequest whole = request;
  whole.x = whole.y = 0;
  const GLenum format = info.isInteger() ? GL_RGBA_INTEGER : GL_RGBA;
  if (!tryRead(whole, format, info.es.type, texels)) return false;
  formats::ConvertRequest convert;
  convert.width = request.width;
  convert.height = request.height;
  convert.source = {.bytes = texels, .format = format, .type = info.es.type, .firstByte = 0,
                    .rowStrideBytes = request.width * texelBytes, .imageStrideBytes = 0, .swapBytes = false};
  convert.target = {.bytes = out, .format = request.layout.format, .type = request.layout.type, .firstByte = 0,
                    .rowStrideBytes = request.layout.rowStrideBytes, .imageStrideBytes = 0,
                    .swapBytes = request.layout.swapBytes != 0};
  convert.swizzle = held.read;
  return formats::convert(convert);
}

bool Context::readCompressedBlocks(Texture& texture, uint32_t level, uint32_t layer, const pipe::Box& box,
                                   const pipe::PixelLayout& layout, std::span<std::byte> out) {
  const formats::FormatInfo& held = formats::info(mShared->storageOf(texture.levels[level].asked));
  if (!mShared->extensions.copyImage) {
    base::log(base::LogLevel::Warning, "Compressed texels cannot be read back without GL_EXT_copy_image.");
    return false;
  }
  const uint32_t columns = (box.width + held.blockWidth - 1u) / held.blockWidth;
  const uint32_t rows = (box.height + held.blockHeight - 1u) / held.blockHeight;
  const formats::Format asBlocks =
      held.blockBytes == 8 ? formats::Format::RG32_UINT : formats::Format::RGBA32_UINT;
  Texture* scratch = scratchTexture(asBlocks, columns, rows);
  if (!scratch) return false;
  mGl.CopyImageSubData(texture.name.gl, texture.target, static_cast<GLint>(level), box.x, box.y,
                       static_cast<GLint>(layer), scratch->name.gl, GL_TEXTURE_2D, 0, 0, 0, 0,
                       static_cast<GLsizei>(box.width), static_cast<GLsizei>(box.height), 1);
  std::vector<std::byte> texels;
  ReadRequest request{.held = asBlocks, .x = 0, .y = 0, .width = columns, .height = rows, .layout = {},
                      .clampColor = false, .sumLuminance = false};
  if (!bindScratchRead(*scratch, 0, 0) || !tryRead(request, GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels)) return false;
  for (uint32_t row = 0; row < rows; ++row)
    for (uint32_t column = 0; column < columns; ++column)
      std::copy_n(texels.data() + (size_t{row} * columns + column) * 16, held.blockBytes,
                  out.data() + row * layout.rowStrideBytes + size_t{column} * held.blockBytes);
  return true;
}

// Looks the texture up and brings box and strides to its ES coordinates; null after a fault.
Texture* Context::textureForRead(pipe::TextureHandle handle, uint32_t level, pipe::Box& box,
                                 pipe::PixelLayout& layout) {
  Texture* texture = find(mShared->textures, handle, "texture");
  if (!texture) return nullptr;
  const Level none{};
  const Level& have = level < kMaxLevels ? texture->levels[level] : none;
  const pipe::Box es = esBoxOf(*texture, box);
  if (es.height != box.height) layout.imageStrideBytes = layout.rowStrideBytes;
  const auto fits = [](int32_t at, uint32_t size, uint32_t limit) {
    return at >= 0 && static_cast<uint32_t>(at) <= limit && size <= limit - static_cast<uint32_t>(at) && size > 0;
  };
  if (texture->isRenderbuffer() || !fits(es.x, es.width, have.width) || !fits(es.y, es.height, have.height) ||
      !fits(es.z, es.depth, have.depth)) {
    fault(pipe::Fault::BadValue, "A read of %ux%ux%u texels lies outside level %u.", box.width, box.height, box.depth,
          level);
    return nullptr;
  }
  box = es;
  return texture;
}

pipe::ReplyStatus Context::textureRead(const pipe::TextureReadArgs& args, std::span<std::byte> data) {
  pipe::Box box = args.box;
  pipe::PixelLayout layout = args.layout;
  Texture* texture = textureForRead(args.texture, args.level, box, layout);
  if (!texture) return pipe::ReplyStatus::Lost;
  return readTexels(*texture, args.level, box, layout, data);
}

void Context::textureReadToBuffer(const pipe::TextureReadToBufferArgs& args) {
  pipe::Box box = args.box;
  pipe::PixelLayout layout = args.layout;
  Texture* texture = textureForRead(args.texture, args.level, box, layout);
  const Buffer* buffer = texture ? find(mShared->buffers, args.buffer, "buffer") : nullptr;
  if (!buffer) return;
  const auto read = [&](std::span<std::byte> out) { return readTexels(*texture, args.level, box, layout, out); };
  if (layout.format) return readIntoBuffer(*buffer, args.offsetBytes, layout, box.width, box.height, box.depth, read);
  // Blocks count as pixels of one block each.
  const formats::FormatInfo& held = formats::info(mShared->storageOf(texture->levels[args.level].asked));
  const uint64_t rows = (box.height + held.blockHeight - 1u) / held.blockHeight;
  const uint64_t size = (box.depth - 1) * layout.imageStrideBytes + (rows - 1) * layout.rowStrideBytes +
                        uint64_t{(box.width + held.blockWidth - 1u) / held.blockWidth} * held.blockBytes;
  if (!inside(*buffer, args.offsetBytes, size, "texture_read_to_buffer")) return;
  std::vector<std::byte> blocks(size);
  if (read(blocks) == pipe::ReplyStatus::Ok) writeBuffer(*buffer, args.offsetBytes, blocks);
}

}  // namespace gles
