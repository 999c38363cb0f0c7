// SPDX-License-Identifier: Apache-2.0
// Bytes into textures: unchanged where the driver takes them as they lie, else converted slice by slice. From an unpack
// buffer likewise, read back only if they must be converted.
#include "backends/gles/context.h"
#include "backends/gles/texture_target.h"
#include "base/log.h"

namespace gles {
namespace {

struct Extent {
  uint64_t pixelBytes = 0;  // of a pixel or block
  uint64_t rowBytes = 0;    // used in one row
  uint64_t rows = 0;        // of pixels or blocks
};

// One past the last byte a region uses, counted from the region's first; false on overflow.
bool bytesOf(const Extent& extent, const pipe::PixelLayout& layout, uint32_t depth, uint64_t& out) {
  uint64_t rows = 0, images = 0;
  return !__builtin_mul_overflow(layout.rowStrideBytes, extent.rows - 1, &rows) &&
         !__builtin_mul_overflow(layout.imageStrideBytes, uint64_t{depth} - 1, &images) &&
         !__builtin_add_overflow(rows, images, &out) && !__builtin_add_overflow(out, extent.rowBytes, &out);
}

bool insideLevel(const pipe::Box& box, const Level& level) {
  const auto fits = [](int32_t at, uint32_t size, uint32_t limit) {
    return at >= 0 && static_cast<uint32_t>(at) <= limit && size <= limit - static_cast<uint32_t>(at) && size > 0;
  };
  return fits(box.x, box.width, level.width) && fits(box.y, box.height, level.height) &&
         fits(box.z, box.depth, level.depth);
}

}  // namespace

void Context::textureSubdata(const pipe::TextureSubdataArgs& args, std::span<const pipe::UploadRegion> regions,
                             std::span<const std::byte> data) {
  uploadRegions(args.texture, args.level, args.layout, regions, data, nullptr);
}

void Context::textureSubdataFromBuffer(const pipe::TextureSubdataFromBufferArgs& args,
                                       std::span<const pipe::UploadRegion> regions) {
  if (const Buffer* buffer = find(mShared->buffers, args.buffer, "buffer"))
    uploadRegions(args.texture, args.level, args.layout, regions, {}, buffer);
}

bool Context::uploadRegions(pipe::TextureHandle handle, uint32_t level, const pipe::PixelLayout& layout,
                            std::span<const pipe::UploadRegion> regions, std::span<const std::byte> data,
                            const Buffer* unpackBuffer) {
  Texture* texture = find(mShared->textures, handle, "texture");
  if (!texture) return false;
  if (level >= kMaxLevels || !texture->levels[level].width || texture->isRenderbuffer() || texture->isMultisample() ||
      texture->target == GL_TEXTURE_BUFFER) {
    fault(pipe::Fault::BadValue, "An upload names level %u, which this texture does not have.", level);
    return false;
  }
  const formats::Format asked = texture->levels[level].asked;
  const UploadTarget target{*texture, level, asked, mShared->storageOf(asked)};
  for (const pipe::UploadRegion& region : regions)
    if (!upload(target, layout, region, data, unpackBuffer)) return false;
  return true;
}

bool Context::upload(const UploadTarget& target, const pipe::PixelLayout& layout, const pipe::UploadRegion& region,
                     std::span<const std::byte> data, const Buffer* unpackBuffer) {
  const formats::FormatInfo& held = formats::info(target.held);
  const pipe::Box box = esBoxOf(target.texture, region.box);
  pipe::PixelLayout strides = layout;
  if (box.height != region.box.height) strides.imageStrideBytes = layout.rowStrideBytes;  // layers counted as rows
  if (!insideLevel(box, target.texture.levels[target.level])) {
    fault(pipe::Fault::BadValue, "An upload of %ux%ux%u texels lies outside level %u.", box.width, box.height,
          box.depth, target.level);
    return false;
  }
  const bool blocks = layout.format == 0;
  if (blocks != held.compressed) {
    base::log(base::LogLevel::Warning, "An upload between compressed and uncompressed texels was ignored.");
    return true;
  }
  Extent extent;
  extent.pixelBytes = blocks ? held.blockBytes : formats::bytesPerPixel(layout.format, layout.type);
  extent.rowBytes = extent.pixelBytes * ((box.width + held.blockWidth - 1u) / held.blockWidth);
  extent.rows = (box.height + held.blockHeight - 1u) / held.blockHeight;
  uint64_t needed = 0;
  const uint64_t available = unpackBuffer ? unpackBuffer->sizeBytes : data.size();
  if (!extent.pixelBytes || !bytesOf(extent, strides, box.depth, needed) || region.offsetBytes > available ||
      needed > available - region.offsetBytes) {
    fault(pipe::Fault::BlobRange, "An upload needs %llu bytes from byte %llu on; there are %llu.",
          static_cast<unsigned long long>(needed), static_cast<unsigned long long>(region.offsetBytes),
          static_cast<unsigned long long>(available));
    return false;
  }

  // How the driver could walk over the bytes by itself.
  const bool rowsFit = box.height == 1 || (strides.rowStrideBytes % extent.pixelBytes == 0 &&
                                           strides.rowStrideBytes >= extent.rowBytes);
  const bool layered = isLayeredTarget(target.texture.target);
  const uint64_t rowStride = box.height == 1 ? extent.rowBytes : strides.rowStrideBytes;
  const bool imagesFit = box.depth == 1 || !layered ||
                         (strides.imageStrideBytes % rowStride == 0 && strides.imageStrideBytes / rowStride >= box.height);
  const auto pair = blocks ? std::nullopt
                           : formats::directUpload(target.held, layout.format, layout.type, layout.swapBytes != 0);
  const uint64_t unit = blocks ? 1 : formats::typeBytes(layout.type);
  if (!blocks && pair && rowsFit && imagesFit && (!unpackBuffer || region.offsetBytes % unit == 0)) {
    DriverState::PixelStore store{.alignment = 1, .rowLength = 0, .imageHeight = 0};
    if (rowStride != extent.rowBytes) store.rowLength = static_cast<GLint>(rowStride / extent.pixelBytes);
    if (layered && box.depth > 1 && strides.imageStrideBytes != rowStride * box.height)
      store.imageHeight = static_cast<GLint>(strides.imageStrideBytes / rowStride);
    mState.unpack(store);
    mState.bindBuffer(DriverState::PixelUnpack, unpackBuffer ? unpackBuffer->name : Name{});
    // With an unpack buffer the driver takes an offset for the pointer.
    auto placeOf = [&](uint64_t offsetBytes) -> const void* {
      return unpackBuffer ? reinterpret_cast<const void*>(offsetBytes) : data.data() + offsetBytes;
    };
    if (layered || box.depth == 1) {
      uploadDriver(target, box, pair->format, pair->type, placeOf(region.offsetBytes));
    } else {
      pipe::Box face = box;
      face.depth = 1;
      for (uint32_t z = 0; z < box.depth; ++z, ++face.z)
        uploadDriver(target, face, pair->format, pair->type, placeOf(region.offsetBytes + z * strides.imageStrideBytes));
    }
    return true;
  }

  const std::byte* mapped = nullptr;
  if (unpackBuffer) {
    mapped = mapForRead(*unpackBuffer, region.offsetBytes, needed);
    if (!mapped) return true;
  }
  const std::span<const std::byte> bytes = mapped ? std::span(mapped, needed) : data;
  const uint64_t offset = mapped ? 0 : region.offsetBytes;
  mState.bindBuffer(DriverState::PixelUnpack, {});
  if (!blocks) {
    uploadConverted(target, strides, box, bytes, offset);
  } else {
    // Blocks lie tightly for the driver, one image at a time.
    pipe::Box image = box;
    image.depth = 1;
    const uint64_t imageBytes = extent.rowBytes * extent.rows;
    for (uint32_t z = 0; z < box.depth; ++z, ++image.z) {
      const std::byte* from = bytes.data() + offset + z * strides.imageStrideBytes;
      if (extent.rows > 1 && strides.rowStrideBytes != extent.rowBytes) {
        mConvertBytes.resize(imageBytes);
        for (uint64_t row = 0; row < extent.rows; ++row)
          std::copy_n(from + row * strides.rowStrideBytes, extent.rowBytes, mConvertBytes.data() + row * extent.rowBytes);
        from = mConvertBytes.data();
      }
      uploadCompressed(target, image, imageBytes, from);
    }
  }
  if (mapped) {
    mState.bindBuffer(DriverState::CopyRead, unpackBuffer->name);
    unmapRead();
  }
  return true;
}

void Context::uploadConverted(const UploadTarget& target, const pipe::PixelLayout& layout, const pipe::Box& box,
                              std::span<const std::byte> data, uint64_t offsetBytes) {
  const formats::FormatInfo& held = formats::info(target.held);
  const uint64_t pixelBytes = formats::bytesPerPixel(held.es.format, held.es.type);
  formats::ConvertRequest request;
  request.width = box.width;
  request.height = box.height;
  request.swizzle = held.store;
  request.source = {.bytes = data, .format = layout.format, .type = layout.type, .firstByte = offsetBytes,
                    .rowStrideBytes = layout.rowStrideBytes, .imageStrideBytes = layout.imageStrideBytes,
                    .swapBytes = layout.swapBytes != 0};
  mConvertBytes.assign(pixelBytes * box.width * box.height, std::byte{0});
  request.target = {.bytes = mConvertBytes, .format = held.es.format, .type = held.es.type, .firstByte = 0,
                    .rowStrideBytes = pixelBytes * box.width, .imageStrideBytes = 0, .swapBytes = false};
  mState.unpack({.alignment = 1, .rowLength = 0, .imageHeight = 0});
  pipe::Box image = box;
  image.depth = 1;
  for (uint32_t z = 0; z < box.depth; ++z, ++image.z) {
    request.source.firstByte = offsetBytes + z * layout.imageStrideBytes;
    if (!formats::convert(request))
      return base::logf(base::LogLevel::Warning, "Pixels of format 0x%04X and type 0x%04X do not convert to %.*s.",
                        layout.format, layout.type, static_cast<int>(held.name.size()), held.name.data());
    uploadDriver(target, image, held.es.format, held.es.type, mConvertBytes.data());
  }
}

void Context::uploadDriver(const UploadTarget& target, const pipe::Box& box, GLenum format, GLenum type,
                           const void* pixels) {
  const Texture& texture = target.texture;
  const auto level = static_cast<GLint>(target.level);
  const auto width = static_cast<GLsizei>(box.width), height = static_cast<GLsizei>(box.height),
             depth = static_cast<GLsizei>(box.depth);
  mState.editTexture(texture.target, texture.name);
  if (isLayeredTarget(texture.target)) {
    mGl.TexSubImage3D(texture.target, level, box.x, box.y, box.z, width, height, depth, format, type, pixels);
  } else {
    const GLenum image = texture.target == GL_TEXTURE_CUBE_MAP
                             ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + static_cast<GLenum>(box.z)
                             : texture.target;
    mGl.TexSubImage2D(image, level, box.x, box.y, width, height, format, type, pixels);
  }
}

void Context::uploadCompressed(const UploadTarget& target, const pipe::Box& box, uint64_t imageBytes,
                               const void* blocks) {
  const Texture& texture = target.texture;
  const GLenum internal = formats::info(target.held).es.internalFormat;
  const auto level = static_cast<GLint>(target.level);
  const auto width = static_cast<GLsizei>(box.width), height = static_cast<GLsizei>(box.height),
             size = static_cast<GLsizei>(imageBytes);
  mState.editTexture(texture.target, texture.name);
  mState.unpack({.alignment = 1, .rowLength = 0, .imageHeight = 0});
  if (isLayeredTarget(texture.target)) {
    mGl.CompressedTexSubImage3D(texture.target, level, box.x, box.y, box.z, width, height, 1, internal, size, blocks);
  } else {
    const GLenum image = texture.target == GL_TEXTURE_CUBE_MAP
                             ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + static_cast<GLenum>(box.z)
                             : texture.target;
    mGl.CompressedTexSubImage2D(image, level, box.x, box.y, width, height, internal, size, blocks);
  }
}

}  // namespace gles
