// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/border_color.h"

#include <algorithm>
#include <cstring>

namespace vulkan {
namespace {

using formats::Swizzle;

// What the format can hold: GL clamps to it, devices need not.
float clamped(float value, formats::ComponentType type) {
  if (type == formats::ComponentType::Unorm) return std::clamp(value, 0.0f, 1.0f);
  if (type == formats::ComponentType::Snorm) return std::clamp(value, -1.0f, 1.0f);
  return value;
}

// GL's components that texels have; depth and stencil are red alone.
std::array<bool, 4> componentsOf(const formats::FormatInfo& info) {
  if (!info.isColor()) return {true, false, false, false};
  if (info.compressed) return {true, true, true, true};
  const bool gray = info.luminanceBits || info.intensityBits;
  return {info.redBits || gray, info.greenBits || gray, info.blueBits || gray, info.alphaBits || info.intensityBits};
}

double valueOf(const Border& border, size_t c) {
  switch (border.numeric) {
    case Numeric::Int: return border.words.int32[c];
    case Numeric::Uint: return border.words.uint32[c];
    default: return static_cast<double>(border.words.float32[c]);
  }
}

}  // namespace

Border borderOf(const pipe::SamplerState& state, formats::Format asked, const HeldFormat& held, bool stencil) {
  Border border;
  border.numeric = stencil ? Numeric::Uint : !held.integer ? Numeric::Float : held.isSigned ? Numeric::Int : Numeric::Uint;
  const formats::ComponentType type = held.color() ? formats::info(asked).type : formats::ComponentType::Unorm;
  const std::array<bool, 4> has = componentsOf(formats::info(asked));
  for (size_t c = 0; c < 4; ++c) {
    const Swizzle from = held.color() ? held.store[c] : c == 0 ? Swizzle::R : Swizzle::Zero;
    for (size_t seen = 0; seen < 4; ++seen)
      border.used[c] |= has[seen] && static_cast<size_t>(held.color() ? held.sample[seen] : Swizzle::R) == c;
    if (from == Swizzle::Zero) continue;
    const bool one = from == Swizzle::One;
    if (border.numeric == Numeric::Float) {
      float value = 1.0f;
      if (!one) std::memcpy(&value, &state.border[static_cast<size_t>(from)], sizeof value);
      border.words.float32[c] = clamped(value, type);
    } else {
      border.words.uint32[c] = one ? 1u : state.border[static_cast<size_t>(from)];
    }
  }
  return border;
}

FixedBorder nearestFixed(const Border& border) {
  constexpr double kColors[3][4] = {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1, 1}};
  constexpr VkBorderColor kFloat[] = {VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK, VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK,
                                      VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE};
  constexpr VkBorderColor kInteger[] = {VK_BORDER_COLOR_INT_TRANSPARENT_BLACK, VK_BORDER_COLOR_INT_OPAQUE_BLACK,
                                        VK_BORDER_COLOR_INT_OPAQUE_WHITE};
  size_t best = 0;
  double least = -1;
  for (size_t i = 0; i < 3; ++i) {
    double distance = 0;
    for (size_t c = 0; c < 4; ++c) {
      const double difference = border.used[c] ? valueOf(border, c) - kColors[i][c] : 0.0;
      distance += difference * difference;
    }
    if (least >= 0 && !(distance < least)) continue;
    least = distance;
    best = i;
  }
  return {border.numeric == Numeric::Float ? kFloat[best] : kInteger[best], least == 0};
}

}  // namespace vulkan
