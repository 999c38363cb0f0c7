// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstring>

#include "backends/gles/context.h"
#include "backends/gles/texture_target.h"

namespace gles {

void Context::clear(const pipe::ClearArgs& args) {
  if (!prepareTarget()) return;
  float color[4];
  std::memcpy(color, args.color, sizeof color);
  const auto drawBuffer = args.drawBuffer;
  if (args.kind >= 1 && args.kind <= 3 && (drawBuffer < 0 || drawBuffer >= static_cast<int32_t>(kMaxColor)))
    return fault(pipe::Fault::BadValue, "clear names draw buffer %d; 8 is the limit.", drawBuffer);
  switch (args.kind) {
    case 0:
      if (args.buffers & GL_COLOR_BUFFER_BIT) mState.clearColor(color);
      if (args.buffers & GL_DEPTH_BUFFER_BIT) mState.clearDepth(args.depth);
      if (args.buffers & GL_STENCIL_BUFFER_BIT) mState.clearStencil(args.stencil);
      return mGl.Clear(args.buffers & (GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT));
    case 1: return mGl.ClearBufferfv(GL_COLOR, drawBuffer, color);
    case 2: return mGl.ClearBufferiv(GL_COLOR, drawBuffer, std::bit_cast<std::array<GLint, 4>>(args.color).data());
    case 3: return mGl.ClearBufferuiv(GL_COLOR, drawBuffer, args.color);
    case 4: return mGl.ClearBufferfv(GL_DEPTH, 0, &args.depth);
    case 5: return mGl.ClearBufferiv(GL_STENCIL, 0, &args.stencil);
    case 6: return mGl.ClearBufferfi(GL_DEPTH_STENCIL, 0, args.depth, args.stencil);
  }
  fault(pipe::Fault::BadValue, "clear has kind %u; 6 is the last.", args.kind);
}

// Scissored clears of one layer after another where the format can be attached, else an upload of equal texels.
void Context::textureClear(const pipe::TextureClearArgs& args) {
  Texture* texture = find(mShared->textures, args.texture, "texture");
  if (!texture) return;
  pipe::Box box = args.box;
  pipe::PixelLayout unused;
  if (texture->isRenderbuffer() ? args.level != 0 : !textureForRead(args.texture, args.level, box, unused)) return;
  if (args.kind < 1 || args.kind > 6)
    return fault(pipe::Fault::BadValue, "texture_clear has kind %u; 1 to 6 are known.", args.kind);
  pipe::PipelineState plain = mPipelineApplier.current();
  for (auto& blend : plain.blend) blend.writeMask = 0xF;
  plain.depthWrite = 1;
  plain.rasterizerDiscard = plain.dither = plain.framebufferSrgb = 0;
  pipe::StencilDynamic allBits{};
  for (int face = 0; face < 2; ++face) allBits.compareMask[face] = allBits.writeMask[face] = ~0u;
  const formats::FormatInfo& held = formats::info(mShared->storageOf(texture->levels[args.level].asked));
  // A texel of GL's components, as storage has them.
  std::array<uint32_t, 4> color{};
  const float oneFloat = 1.0f;
  const uint32_t one = args.kind == 1 ? std::bit_cast<uint32_t>(oneFloat) : 1u;
  for (size_t c = 0; c < 4; ++c) {
    const formats::Swizzle from = held.store[c];
    color[c] = from == formats::Swizzle::Zero  ? 0
               : from == formats::Swizzle::One ? one
                                               : args.color[static_cast<size_t>(from)];
  }
  for (uint32_t z = 0; z < box.depth; ++z) {
    const uint32_t layer = static_cast<uint32_t>(box.z) + z;
    if (!bindScratchDraw(*texture, args.level, layer)) return clearByUpload(*texture, args, box, color);
    mPipelineApplier.apply(plain, 0);
    mPipelineApplier.applyStencil(allBits);
    mDirty |= kPipeline | kScissor | kStencil;
    mState.enable(Capability::ScissorTest, true);
    mState.scissor({.x = box.x, .y = box.y, .width = static_cast<int32_t>(box.width),
                    .height = static_cast<int32_t>(box.height)});
    switch (args.kind) {
      case 1: mGl.ClearBufferfv(GL_COLOR, 0, std::bit_cast<std::array<float, 4>>(color).data()); break;
      case 2: mGl.ClearBufferiv(GL_COLOR, 0, std::bit_cast<std::array<GLint, 4>>(color).data()); break;
      case 3: mGl.ClearBufferuiv(GL_COLOR, 0, color.data()); break;
      case 4: mGl.ClearBufferfv(GL_DEPTH, 0, &args.depth); break;
      case 5: mGl.ClearBufferiv(GL_STENCIL, 0, &args.stencil); break;
      case 6: mGl.ClearBufferfi(GL_DEPTH_STENCIL, 0, args.depth, args.stencil); break;
    }
  }
}

void Context::clearByUpload(Texture& texture, const pipe::TextureClearArgs& args, const pipe::Box& box,
                            const std::array<uint32_t, 4>& color) {
  if (args.kind > 3) return;
  const formats::Format asked = texture.levels[args.level].asked;
  const UploadTarget target{texture, args.level, asked, mShared->storageOf(asked)};
  const formats::FormatInfo& held = formats::info(target.held);
  if (held.compressed) return;
  // One texel in storage's own layout, repeated.
  const uint64_t pixelBytes = formats::bytesPerPixel(held.es.format, held.es.type);
  formats::ConvertRequest convert;
  convert.width = convert.height = 1;
  convert.source = {.bytes = std::as_bytes(std::span(color)),
                    .format = args.kind == 1 ? GLenum{GL_RGBA} : GLenum{GL_RGBA_INTEGER},
                    .type = args.kind == 1 ? GLenum{GL_FLOAT} : args.kind == 2 ? GLenum{GL_INT} : GLenum{GL_UNSIGNED_INT},
                    .firstByte = 0, .rowStrideBytes = 16, .imageStrideBytes = 0, .swapBytes = false};
  std::vector<std::byte> texel(pixelBytes);
  convert.target = {.bytes = texel, .format = held.es.format, .type = held.es.type, .firstByte = 0,
                    .rowStrideBytes = pixelBytes, .imageStrideBytes = 0, .swapBytes = false};
  if (!formats::convert(convert)) return;
  mConvertBytes.resize(pixelBytes * box.width * box.height);
  for (size_t at = 0; at < mConvertBytes.size(); at += pixelBytes)
    std::copy(texel.begin(), texel.end(), mConvertBytes.begin() + static_cast<ptrdiff_t>(at));
  mState.bindBuffer(DriverState::PixelUnpack, {});
  mState.unpack({.alignment = 1, .rowLength = 0, .imageHeight = 0});
  pipe::Box image = box;
  image.depth = 1;
  for (uint32_t z = 0; z < box.depth; ++z, ++image.z)
    uploadDriver(target, image, held.es.format, held.es.type, mConvertBytes.data());
}

}  // namespace gles
