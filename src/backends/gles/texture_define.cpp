// SPDX-License-Identifier: Apache-2.0
// Storage of textures and renderbuffers. Desktop targets stand on ES ones: 1D on 2D of height 1, 1D arrays on 2D
// arrays of height 1, rectangles on 2D.
#include "backends/emulation/storage.h"
#include "backends/gles/context.h"
#include "backends/gles/texture_target.h"

namespace gles {
namespace {

bool exceedsMemory(const pipe::TextureShape& shape, formats::Format held) {
  const formats::FormatInfo& format = formats::info(held);
  return emulation::exceedsMemory(shape, format.blockWidth, format.blockHeight, format.blockBytes);
}

}  // namespace

GLenum esTargetOf(GLenum target) {
  switch (target) {
    case desktop::kTexture1d:
    case desktop::kTextureRectangle: return GL_TEXTURE_2D;
    case desktop::kTexture1dArray: return GL_TEXTURE_2D_ARRAY;
    case GL_TEXTURE_2D:
    case GL_TEXTURE_3D:
    case GL_TEXTURE_2D_ARRAY:
    case GL_TEXTURE_CUBE_MAP:
    case GL_TEXTURE_CUBE_MAP_ARRAY:
    case GL_TEXTURE_BUFFER:
    case GL_TEXTURE_2D_MULTISAMPLE:
    case GL_TEXTURE_2D_MULTISAMPLE_ARRAY:
    case GL_RENDERBUFFER: return target;
  }
  return 0;
}

bool isLayeredTarget(GLenum esTarget) {
  return esTarget == GL_TEXTURE_3D || esTarget == GL_TEXTURE_2D_ARRAY || esTarget == GL_TEXTURE_CUBE_MAP_ARRAY ||
         esTarget == GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
}

pipe::Box esBoxOf(const Texture& texture, const pipe::Box& box) {
  pipe::Box es = box;
  if (texture.glTarget != desktop::kTexture1dArray) return es;
  // Layers may be counted along y, as in GL's two-dimensional calls for such textures.
  if (box.height != 1 || box.y != 0) {
    es.z = box.y;
    es.depth = box.height;
  }
  es.y = 0;
  es.height = 1;
  return es;
}

void Context::newTextureName(Texture& texture) {
  if (texture.isRenderbuffer())
    mGl.GenRenderbuffers(1, &texture.name.gl);
  else
    mGl.GenTextures(1, &texture.name.gl);
  texture.name.id = mShared->newId();
  texture.applied = Texture{}.applied;
  texture.appliedSwizzle = Texture{}.appliedSwizzle;
}

void Context::deleteTextureName(Texture& texture) {
  if (texture.isRenderbuffer())
    mGl.DeleteRenderbuffers(1, &texture.name.gl);
  else
    mGl.DeleteTextures(1, &texture.name.gl);
  texture.name = {};
  mShared->textureEpoch.fetch_add(1, std::memory_order_acq_rel);
}

Texture* Context::textureForDefine(pipe::TextureHandle handle, const pipe::TextureShape& shape) {
  const GLenum target = esTargetOf(shape.target);
  const auto asked = static_cast<formats::Format>(shape.format);
  if (!target || target == GL_TEXTURE_BUFFER || !formats::isValid(asked) ||
      mShared->storageOf(asked) == formats::Format::None || !emulation::isTextureSize(shape, mShared->caps.limits)) {
    fault(pipe::Fault::BadValue, "A texture of target 0x%04X, format %u and size %ux%ux%u cannot be.", shape.target,
          shape.format, shape.width, shape.height, shape.depth);
    return nullptr;
  }
  if (Texture* texture = mShared->textures.find(handle)) {
    if (texture->glTarget == shape.target) return texture;
    fault(pipe::Fault::BadValue, "A texture of target 0x%04X is defined again as 0x%04X.", texture->glTarget,
          shape.target);
    return nullptr;
  }
  auto fresh = std::make_unique<Texture>();
  fresh->glTarget = shape.target;
  fresh->target = target;
  newTextureName(*fresh);
  Texture* texture = mShared->textures.insert(handle, std::move(fresh));
  if (!texture) stale("texture", handle.slot, handle.generation);
  return texture;
}

void Context::textureDefineStorage(const pipe::TextureDefineStorageArgs& args) {
  pipe::TextureShape shape = args.shape;
  Texture* texture = textureForDefine(args.texture, shape);
  if (!texture) return;
  if (texture->glTarget == desktop::kTexture1dArray && shape.depth == 1 && shape.height > 1)
    std::swap(shape.height, shape.depth);
  shape.levels = shape.levels ? shape.levels : 1;
  if (shape.levels > kMaxLevels)
    return fault(pipe::Fault::BadValue, "A texture has %u levels; %u are the most.", shape.levels, kMaxLevels);
  // Immutable storage of ES cannot be replaced: a second definition takes a new driver object.
  if (texture->immutable && !texture->isRenderbuffer()) {
    deleteTextureName(*texture);
    newTextureName(*texture);
    for (uint32_t slot = 0; slot < mViews.values.size(); ++slot)
      if (mViews.values[slot].texture == args.texture) mViews.markDirty(slot, slot + 1);
  }
  const formats::Format held = mShared->storageOf(static_cast<formats::Format>(shape.format));
  if (args.ack) outOfMemory();
  texture->levels = {};
  texture->immutable = true;
  texture->samples = shape.samples;
  for (uint32_t level = 0; level < shape.levels; ++level) {
    const auto half = [level](uint32_t size) { return std::max(size >> level, 1u); };
    texture->levels[level] = {half(shape.width), texture->glTarget == desktop::kTexture1dArray ? 1 : half(shape.height),
                              texture->target == GL_TEXTURE_3D ? half(shape.depth) : shape.depth,
                              static_cast<formats::Format>(shape.format)};
  }
  const bool ok = !exceedsMemory(shape, held) && defineStorage(*texture, shape, held) && !(args.ack && outOfMemory());
  if (!ok) {
    texture->levels = {};
    texture->immutable = false;
  }
  mShared->textureEpoch.fetch_add(1, std::memory_order_acq_rel);
  if (args.ack) mEvents.allocationVerdict({.buffer = {}, .texture = args.texture, .ok = ok, .zero = 0});
  if (!texture->isRenderbuffer()) applyTextureParams(*texture);
  if (ok && mShared->zeroFills)
    for (uint32_t level = 0; level < shape.levels; ++level)
      zeroFill(args.texture, level, 0, texture->levels[level].depth);
}

bool Context::defineStorage(Texture& texture, const pipe::TextureShape& shape, formats::Format held) {
  const GLenum internal = formats::info(held).es.internalFormat;
  const auto width = static_cast<GLsizei>(shape.width), height = static_cast<GLsizei>(shape.height),
             depth = static_cast<GLsizei>(shape.depth), levels = static_cast<GLsizei>(shape.levels),
             samples = static_cast<GLsizei>(shape.samples);
  if (texture.isRenderbuffer()) {
    mState.bindRenderbuffer(texture.name);
    if (samples > 0)
      mGl.RenderbufferStorageMultisample(GL_RENDERBUFFER, samples, internal, width, height);
    else
      mGl.RenderbufferStorage(GL_RENDERBUFFER, internal, width, height);
    return true;
  }
  mState.editTexture(texture.target, texture.name);
  switch (texture.target) {
    case GL_TEXTURE_2D:
    case GL_TEXTURE_CUBE_MAP: mGl.TexStorage2D(texture.target, levels, internal, width, height); return true;
    case GL_TEXTURE_2D_MULTISAMPLE:
      texture.samples = std::max(shape.samples, uint16_t{1});
      mGl.TexStorage2DMultisample(texture.target, std::max(samples, 1), internal, width, height,
                                  shape.fixedSampleLocations != 0);
      return true;
    case GL_TEXTURE_2D_MULTISAMPLE_ARRAY:
      if (!mShared->extensions.multisampleArray) return false;
      texture.samples = std::max(shape.samples, uint16_t{1});
      mGl.TexStorage3DMultisample(texture.target, std::max(samples, 1), internal, width, height, depth,
                                  shape.fixedSampleLocations != 0);
      return true;
  }
  mGl.TexStorage3D(texture.target, levels, internal, width, height, depth);
  return true;
}

void Context::textureDefineLevel(const pipe::TextureDefineLevelArgs& args) {
  pipe::TextureShape shape = args.shape;
  Texture* texture = textureForDefine(args.texture, shape);
  if (!texture) return;
  if (texture->isRenderbuffer() || texture->target == GL_TEXTURE_2D_MULTISAMPLE ||
      texture->target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY) {
    shape.levels = 1;
    return textureDefineStorage({.texture = args.texture, .shape = shape, .ack = args.ack, .zero = 0});
  }
  if (args.level >= kMaxLevels || args.face > 5 || texture->immutable)
    return fault(pipe::Fault::BadValue, "Level %u, face %u of a texture cannot be defined.", args.level, args.face);
  if (texture->glTarget == desktop::kTexture1dArray && shape.depth == 1 && shape.height > 1)
    std::swap(shape.height, shape.depth);

  const bool cube = texture->target == GL_TEXTURE_CUBE_MAP;
  if (args.ack) outOfMemory();  // forget earlier errors, so that the verdict is about this call
  texture->levels[args.level] = {shape.width, shape.height,
                                 isLayeredTarget(texture->target) ? shape.depth : cube ? 6u : 1u,
                                 static_cast<formats::Format>(shape.format)};
  const bool possible = !exceedsMemory(shape, mShared->storageOf(static_cast<formats::Format>(shape.format)));
  if (possible) defineImages(*texture, args.level, args.face);
  const bool ok = possible && !(args.ack && outOfMemory());
  if (!ok) texture->levels[args.level] = {};
  if (args.ack) mEvents.allocationVerdict({.buffer = {}, .texture = args.texture, .ok = ok, .zero = 0});
  mShared->textureEpoch.fetch_add(1, std::memory_order_acq_rel);
  applyTextureParams(*texture);
  // Faces of a cube map are defined one by one, and others may have their texels already.
  if (ok && mShared->zeroFills) zeroFill(args.texture, args.level, args.face, cube ? 1 : texture->levels[args.level].depth);
}

void Context::defineImages(Texture& texture, uint32_t levelIndex, uint32_t face) {
  const Level& shape = texture.levels[levelIndex];
  const formats::FormatInfo& held = formats::info(mShared->storageOf(shape.asked));
  const auto level = static_cast<GLint>(levelIndex);
  const auto width = static_cast<GLsizei>(shape.width), height = static_cast<GLsizei>(shape.height),
             depth = static_cast<GLsizei>(shape.depth);
  const auto internal = static_cast<GLint>(held.es.internalFormat);
  const bool layered = isLayeredTarget(texture.target), cube = texture.target == GL_TEXTURE_CUBE_MAP;
  mState.editTexture(texture.target, texture.name);
  mState.bindBuffer(DriverState::PixelUnpack, {});
  if (held.compressed) {
    // Drivers disagree about null pointers here; blocks of zeros are valid everywhere.
    const uint64_t blocks = uint64_t{(shape.width + held.blockWidth - 1u) / held.blockWidth} *
                            ((shape.height + held.blockHeight - 1u) / held.blockHeight) * (layered ? shape.depth : 1);
    mConvertBytes.assign(blocks * held.blockBytes, std::byte{0});
  }
  const auto size = static_cast<GLsizei>(mConvertBytes.size());
  if (layered && held.compressed)
    return mGl.CompressedTexImage3D(texture.target, level, held.es.internalFormat, width, height, depth, 0, size,
                                    mConvertBytes.data());
  if (layered)
    return mGl.TexImage3D(texture.target, level, internal, width, height, depth, 0, held.es.format, held.es.type,
                          nullptr);
  for (uint32_t i = 0; i < (cube ? 6u : 1u); ++i) {
    if (cube && face != 6 && face != i) continue;
    const GLenum image = cube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + i : texture.target;
    if (held.compressed)
      mGl.CompressedTexImage2D(image, level, held.es.internalFormat, width, height, 0, size, mConvertBytes.data());
    else
      mGl.TexImage2D(image, level, internal, width, height, 0, held.es.format, held.es.type, nullptr);
  }
}

void Context::textureSetBuffer(const pipe::TextureSetBufferArgs& args) {
  const formats::Format held = mShared->storageOf(static_cast<formats::Format>(args.format));
  if (!mShared->extensions.textureBuffer || held == formats::Format::None)
    return fault(pipe::Fault::BadValue, "A buffer texture of format %u cannot be.", args.format);
  Texture* texture = mShared->textures.find(args.texture);
  if (!texture) {
    auto fresh = std::make_unique<Texture>();
    fresh->glTarget = fresh->target = GL_TEXTURE_BUFFER;
    newTextureName(*fresh);
    texture = mShared->textures.insert(args.texture, std::move(fresh));
    if (!texture) return stale("texture", args.texture.slot, args.texture.generation);
  }
  const formats::FormatInfo& format = formats::info(held);
  texture->levels[0] = {1, 1, 1, static_cast<formats::Format>(args.format)};
  mState.editTexture(GL_TEXTURE_BUFFER, texture->name);
  if (!args.buffer) return mGl.TexBuffer(GL_TEXTURE_BUFFER, format.es.internalFormat, 0);
  const Buffer* buffer = find(mShared->buffers, args.buffer, "buffer");
  if (!buffer) return;
  if (args.sizeBytes == ~uint64_t{0} && args.offsetBytes == 0)
    return mGl.TexBuffer(GL_TEXTURE_BUFFER, format.es.internalFormat, buffer->name.gl);
  const uint64_t rest = args.offsetBytes < buffer->sizeBytes ? buffer->sizeBytes - args.offsetBytes : 0;
  const uint64_t size = std::min(args.sizeBytes, rest);
  if (size)
    mGl.TexBufferRange(GL_TEXTURE_BUFFER, format.es.internalFormat, buffer->name.gl,
                       static_cast<GLintptr>(args.offsetBytes), static_cast<GLsizeiptr>(size));
}

void Context::textureDestroy(const pipe::TextureDestroyArgs& args) {
  const auto texture = mShared->textures.erase(args.texture);
  if (!texture) return stale("texture", args.texture.slot, args.texture.generation);
  deleteTextureName(*texture);
}

}  // namespace gles
