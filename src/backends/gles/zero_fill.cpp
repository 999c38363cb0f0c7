// SPDX-License-Identifier: Apache-2.0
// MOBILEGL_ROBUST_INIT: new storage begins as zeros. GL leaves its contents undefined; two arms of a comparison, or two
// runs of a program that shows what it never wrote, then see the same texels.
#include "backends/gles/context.h"

namespace gles {

void Context::zeroFill(pipe::TextureHandle handle, uint32_t level, uint32_t firstLayer, uint32_t layers) {
  const Level& shape = mShared->textures.find(handle)->levels[level];
  const formats::FormatInfo& format = formats::info(shape.asked);
  // Blocks cannot be cleared; levels that are not immutable get blocks of zeros where they are defined.
  if (shape.asked == formats::Format::None || format.compressed) return;
  pipe::TextureClearArgs args;
  args.texture = handle;
  args.level = level;
  args.kind = format.hasDepth() && format.hasStencil()               ? 6
              : format.hasDepth()                                    ? 4
              : format.hasStencil()                                  ? 5
              : format.type == formats::ComponentType::Int           ? 2
              : format.type == formats::ComponentType::Uint          ? 3
                                                                     : 1;
  args.box = {0, 0, static_cast<int32_t>(firstLayer), shape.width, shape.height, layers};
  textureClear(args);
}

}  // namespace gles
