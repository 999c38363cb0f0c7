// SPDX-License-Identifier: Apache-2.0
#include "state/texture.h"

#include <algorithm>

namespace state {
namespace {

constexpr uint32_t kTargets[kTextureKindCount] = {
    glenum::TEXTURE_1D_, glenum::TEXTURE_2D_, glenum::TEXTURE_3D_, glenum::TEXTURE_CUBE_MAP_,
    glenum::TEXTURE_RECTANGLE_, glenum::TEXTURE_1D_ARRAY_, glenum::TEXTURE_2D_ARRAY_,
    glenum::TEXTURE_CUBE_MAP_ARRAY_, glenum::TEXTURE_BUFFER_, glenum::TEXTURE_2D_MULTISAMPLE_,
    glenum::TEXTURE_2D_MULTISAMPLE_ARRAY_};

bool sameShape(const TextureLevel& a, const TextureLevel& b) {
  return a.width == b.width && a.height == b.height && a.depth == b.depth && a.format == b.format;
}

bool baseComplete(const Texture& t, uint32_t base) {
  if (base >= kMaxLevels) return false;
  const TextureLevel& first = t.levels[0][base];
  if (!first.defined() || !first.width || !first.height || !first.depth) return false;
  for (uint32_t face = 1; face < t.faceCount(); ++face)
    if (!sameShape(first, t.levels[face][base])) return false;
  return t.kind != TextureKind::kCube || first.width == first.height;
}

bool mipsComplete(const Texture& t, uint32_t base, uint32_t last) {
  const TextureLevel& first = t.levels[0][base];
  const bool layered = t.kind == TextureKind::k1DArray || t.kind == TextureKind::k2DArray ||
                       t.kind == TextureKind::kCubeArray;
  TextureLevel want = first;
  for (uint32_t level = base;; ++level) {
    for (uint32_t face = 0; face < t.faceCount(); ++face)
      if (level >= kMaxLevels || !t.levels[face][level].defined() || !sameShape(want, t.levels[face][level])) return false;
    if (level == last) return true;
    const bool flatHeight = t.kind == TextureKind::k1DArray;
    if (want.width == 1 && (flatHeight || want.height == 1) && (layered || want.depth == 1)) return true;
    want.width = std::max(1u, want.width / 2);
    if (!flatHeight) want.height = std::max(1u, want.height / 2);
    if (!layered) want.depth = std::max(1u, want.depth / 2);
  }
}

bool usesMips(uint32_t filter) { return filter != glenum::NEAREST_ && filter != glenum::LINEAR_; }

}  // namespace

uint32_t glTarget(TextureKind kind) { return kTargets[static_cast<size_t>(kind)]; }

size_t textureKindIndex(uint32_t target) {
  return static_cast<size_t>(std::find(std::begin(kTargets), std::end(kTargets), target) - std::begin(kTargets));
}

void Texture::initDefaults() {
  if (kind != TextureKind::kRectangle) return;
  sampler.minFilter = glenum::LINEAR_;
  sampler.wrapS = sampler.wrapT = sampler.wrapR = glenum::CLAMP_TO_EDGE_;
}

bool isComplete(const Texture& t, const SamplerParams& sampler) {
  if (t.kind == TextureKind::kBuffer) return t.buffer != nullptr;
  if (t.completeSerial != t.changeSerial) {
    // Immutable textures clamp base and max level (GL 4.6 core §8.17).
    const uint32_t top = t.immutable ? t.immutableLevels - 1 : kMaxLevels - 1;
    const uint32_t base = t.immutable ? std::min(t.baseLevel, top) : t.baseLevel;
    const uint32_t last = t.immutable ? std::clamp(t.maxLevel, base, top) : t.maxLevel;
    t.completeBase = baseComplete(t, base) && base <= last;
    t.completeMips = t.completeBase && mipsComplete(t, base, last);
    t.completeSerial = t.changeSerial;
  }
  if (!t.completeBase) return false;
  if (t.kind == TextureKind::k2DMultisample || t.kind == TextureKind::k2DMultisampleArray) return true;
  return !usesMips(sampler.minFilter) || t.completeMips;
}

}  // namespace state
