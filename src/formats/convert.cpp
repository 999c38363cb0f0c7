// SPDX-License-Identifier: Apache-2.0
// convert(): checks a request, picks the cheapest path that gives GL's result, and runs it row by row.
//
// Paths, cheapest first: rows copied as they are; components or bit fields moved but not changed
// (shufflePixels, moveFields); runs of pixels decoded into slots, mapped and encoded. The last handles
// everything; the others are shortcuts with the same result, which the tests compare.
#include "formats/convert.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "formats/client_format.h"
#include "formats/gl_enums.h"
#include "formats/pixel_rows.h"
#include "formats/pixel_shape.h"

namespace formats {
namespace {

constexpr size_t kRunPixels = 128;
constexpr size_t kLargestPixelBytes = 16;
// Target rows may overlap, as GL allows; then the memory does not bound the work and this does.
constexpr uint64_t kLargestOverlappingPixels = uint64_t{1} << 28;

struct Extent {
  uint64_t width, height, depth;
};

// True when every pixel lies inside `sizeBytes`.
bool fits(uint64_t sizeBytes, uint64_t firstByte, uint64_t rowStride, uint64_t imageStride,
          const Extent& extent, uint32_t pixelBytes) {
  uint64_t rows, images, end;
  if (__builtin_mul_overflow(extent.height - 1, rowStride, &rows)) return false;
  if (__builtin_mul_overflow(extent.depth - 1, imageStride, &images)) return false;
  if (__builtin_add_overflow(firstByte, rows, &end) || __builtin_add_overflow(end, images, &end))
    return false;
  if (__builtin_add_overflow(end, extent.width * pixelBytes, &end)) return false;
  return end <= sizeBytes;
}

bool boundedWork(const PixelTarget& target, const Extent& extent, uint32_t pixelBytes) {
  const bool rowsApart = extent.height == 1 || target.rowStrideBytes >= extent.width * pixelBytes;
  // fits() has shown that (height − 1) · rowStride is no overflow; one row more might be, hence the order.
  const uint64_t lastRowEnd = (extent.height - 1) * target.rowStrideBytes + extent.width * pixelBytes;
  const bool imagesApart = extent.depth == 1 || target.imageStrideBytes >= lastRowEnd;
  if (rowsApart && imagesApart) return true;
  uint64_t pixels;
  if (__builtin_mul_overflow(extent.width, extent.height, &pixels)) return false;
  if (__builtin_mul_overflow(pixels, extent.depth, &pixels)) return false;
  return pixels <= kLargestOverlappingPixels;
}

bool hasDepth(PixelClass c) {
  return c == PixelClass::Depth || c == PixelClass::DepthStencil;
}
bool hasStencil(PixelClass c) {
  return c == PixelClass::Stencil || c == PixelClass::DepthStencil;
}

bool classesMeet(PixelClass source, PixelClass target) {
  if (source == target) return true;
  return (hasDepth(source) && hasDepth(target)) || (hasStencil(source) && hasStencil(target));
}

// A request with its tables looked up.
struct Plan {
  PlainPair source, target;
  uint32_t sourceBytes, targetBytes;  // of a pixel
  ComponentMap map;
  // Luminance is the sum of these source components (kFromZero and kFromOne included) instead of map.from[0].
  bool sumLuminance = false;
  uint8_t addends[3] = {};
  bool clampColor = false;
  bool inPlace = false;  // decoded slots are what the target takes
};

// Components as RGBA values that the target sees after the swizzle, for the luminance sum.
void planLuminance(const ConvertRequest& request, Plan& plan) {
  const bool color = plan.target.format->pixelClass <= PixelClass::Integer;
  plan.sumLuminance = color && plan.target.format->luminance && request.luminance == LuminanceRule::Sum;
  if (!plan.sumLuminance) return;
  const ComponentMap rgb = mapComponents(*plan.source.format, request.swizzle, *findFormat(glenum::kRgb));
  std::copy(rgb.from, rgb.from + 3, plan.addends);
}

bool makePlan(const ConvertRequest& request, Plan& plan) {
  const PixelSource& source = request.source;
  const PixelTarget& target = request.target;
  if (validFormatType(source.format, source.type) != PairStatus::Valid) return false;
  if (validFormatType(target.format, target.type) != PairStatus::Valid) return false;
  plan.source = plainPair(*findFormat(source.format), *findType(source.type), source.swapBytes);
  plan.target = plainPair(*findFormat(target.format), *findType(target.type), target.swapBytes);
  if (!classesMeet(plan.source.format->pixelClass, plan.target.format->pixelClass)) return false;
  for (const Swizzle s : request.swizzle) {
    if (s > Swizzle::One) return false;
  }
  plan.sourceBytes = pixelBytes(*plan.source.format, *plan.source.type);
  plan.targetBytes = pixelBytes(*plan.target.format, *plan.target.type);
  plan.map = mapComponents(*plan.source.format, request.swizzle, *plan.target.format);
  // Unsigned normalized values are within [0,1] already.
  const TypeKind kind = plan.source.type->kind;
  plan.clampColor = request.clampColor && plan.source.format->pixelClass == PixelClass::Color &&
                    kind != TypeKind::Unsigned && kind != TypeKind::Packed;
  planLuminance(request, plan);
  plan.inPlace = !plan.sumLuminance && !plan.clampColor;
  for (uint8_t c = 0; c < plan.target.format->components; ++c) plan.inPlace &= plan.map.from[c] == c;
  return true;
}

bool isCopy(const Plan& plan) {
  if (plan.source.type != plan.target.type || plan.source.swapBytes != plan.target.swapBytes) return false;
  if (plan.sumLuminance || plan.clampColor) return false;
  const PixelClass c = plan.source.format->pixelClass;
  if (c != plan.target.format->pixelClass) return false;
  // The swizzle is a matter of colour.
  if (c > PixelClass::Integer) return true;
  return isIdentity(plan.map, *plan.source.format, *plan.target.format);
}

// The number 1 in a type, as the bits of one element.
uint32_t bitsOfOne(PixelClass pixelClass, const TypeShape& type) {
  const uint32_t bits = 8u * type.elementBytes;
  if (pixelClass == PixelClass::Integer) return 1;
  if (type.kind == TypeKind::Half) return 0x3C00u;
  if (type.kind == TypeKind::Float) return 0x3F800000u;
  const uint32_t all = 0xFFFFFFFFu >> (32 - bits);
  return type.kind == TypeKind::Signed ? all >> 1 : all;
}

bool isShuffle(const Plan& plan, ShufflePlan& shuffle) {
  const TypeShape& type = *plan.target.type;
  const PixelClass c = plan.target.format->pixelClass;
  if (plan.source.type != &type || type.pixelBytes != 0 || plan.sumLuminance || plan.clampColor) return false;
  if (c > PixelClass::Integer || plan.source.format->pixelClass != c) return false;
  shuffle.map = plan.map;
  shuffle.sourceComponents = plan.source.format->components;
  shuffle.targetComponents = plan.target.format->components;
  shuffle.elementBytes = type.elementBytes;
  shuffle.swapBytes = plan.source.swapBytes != plan.target.swapBytes;
  shuffle.one = bitsOfOne(c, type);
  if (plan.target.swapBytes) {
    uint32_t one = shuffle.one;
    swapElements(reinterpret_cast<const std::byte*>(&one), reinterpret_cast<std::byte*>(&shuffle.one), 1,
                 type.elementBytes);
  }
  return true;
}

bool isFieldMove(const Plan& plan, FieldMovePlan& fields) {
  const TypeShape &from = *plan.source.type, &to = *plan.target.type;
  const PixelClass c = plan.target.format->pixelClass;
  if (from.kind != TypeKind::Packed || to.kind != TypeKind::Packed || from.pixelBytes != to.pixelBytes)
    return false;
  if (plan.sumLuminance || plan.source.format->pixelClass != c) return false;
  fields = {};
  fields.pixelBytes = to.pixelBytes;
  fields.swapSource = plan.source.swapBytes;
  fields.swapTarget = plan.target.swapBytes;
  for (unsigned i = 0; i < to.components; ++i) {
    const uint8_t index = plan.map.from[i];
    const PackedField field = to.fields[i];
    const uint32_t mask = (1u << field.bits) - 1;
    if (index == kFromZero) continue;
    if (index == kFromOne) {
      fields.constant |= (c == PixelClass::Integer ? 1u : mask) << field.shift;
      continue;
    }
    if (from.fields[index].bits != field.bits) return false;
    fields.moves[fields.moveCount++] = {from.fields[index].shift, field.shift, mask};
  }
  return true;
}

template <typename T>
void mapSlots(const Plan& plan, const T* from, T* to, size_t count) {
  T slots[6] = {};
  slots[kFromOne] = T{1};
  for (size_t i = 0; i < count; ++i) {
    std::copy_n(from + 4 * i, plan.source.format->components, slots);
    if constexpr (std::is_same_v<T, double>) {
      if (plan.clampColor) {
        // NaN, for which both comparisons fail, stays.
        for (unsigned c = 0; c < 4; ++c) slots[c] = slots[c] < 0.0 ? 0.0 : slots[c] > 1.0 ? 1.0 : slots[c];
      }
    }
    for (unsigned c = 0; c < 4; ++c) to[4 * i + c] = slots[plan.map.from[c]];
    if (plan.sumLuminance) {
      T sum = slots[plan.addends[0]] + slots[plan.addends[1]] + slots[plan.addends[2]];
      if constexpr (std::is_same_v<T, double>) {
        if (plan.clampColor && sum > 1.0) sum = 1.0;
      }
      to[4 * i] = sum;
    }
  }
}

// At most kRunPixels pixels, both sides tight and in the machine's byte order.
void convertRun(const Plan& plan, const std::byte* source, std::byte* target, size_t count) {
  const unsigned from = plan.source.format->components, to = plan.target.format->components;
  const TypeShape &sourceType = *plan.source.type, &targetType = *plan.target.type;
  switch (plan.source.format->pixelClass) {
    case PixelClass::Color: {
      double decoded[4 * kRunPixels], mapped[4 * kRunPixels];
      decodeColor(sourceType, from, source, count, decoded);
      if (plan.inPlace) return encodeColor(targetType, to, decoded, count, target);
      mapSlots(plan, decoded, mapped, count);
      return encodeColor(targetType, to, mapped, count, target);
    }
    case PixelClass::Integer: {
      int64_t decoded[4 * kRunPixels], mapped[4 * kRunPixels];
      decodeInteger(sourceType, from, source, count, decoded);
      mapSlots(plan, decoded, mapped, count);
      return encodeInteger(targetType, to, mapped, count, target);
    }
    default: {
      DepthStencilValue values[kRunPixels];
      const PixelClass c = plan.source.format->pixelClass;
      decodeDepthStencil(*plan.source.format, sourceType, source, count, values);
      return encodeDepthStencil(*plan.target.format, targetType, values, count, hasDepth(c), hasStencil(c),
                                target);
    }
  }
}

// One row by runs, through staging wherever a side has its bytes swapped.
void convertRow(const Plan& plan, const std::byte* source, std::byte* target, uint64_t width) {
  std::byte sourceStage[kRunPixels * kLargestPixelBytes], targetStage[kRunPixels * kLargestPixelBytes];
  for (uint64_t done = 0; done < width; done += kRunPixels) {
    const size_t count = static_cast<size_t>(std::min<uint64_t>(kRunPixels, width - done));
    const std::byte* from = source + done * plan.sourceBytes;
    std::byte* const to = target + done * plan.targetBytes;
    const unsigned sourceUnit = plan.source.type->elementBytes, targetUnit = plan.target.type->elementBytes;
    if (plan.source.swapBytes) {
      swapElements(from, sourceStage, count * plan.sourceBytes / sourceUnit, sourceUnit);
      from = sourceStage;
    }
    if (!plan.target.swapBytes) {
      convertRun(plan, from, to, count);
      continue;
    }
    // Depth-stencil targets keep the half that the source lacks, so the stage starts with what is there.
    const size_t elements = count * plan.targetBytes / targetUnit;
    swapElements(to, targetStage, elements, targetUnit);
    convertRun(plan, from, targetStage, count);
    swapElements(targetStage, to, elements, targetUnit);
  }
}

template <typename Row>
void forEachRow(const ConvertRequest& request, Row row) {
  for (uint64_t z = 0; z < request.depth; ++z) {
    for (uint64_t y = 0; y < request.height; ++y) {
      const PixelSource& source = request.source;
      const PixelTarget& target = request.target;
      row(source.bytes.data() + source.firstByte + z * source.imageStrideBytes + y * source.rowStrideBytes,
          target.bytes.data() + target.firstByte + z * target.imageStrideBytes + y * target.rowStrideBytes);
    }
  }
}

}  // namespace

bool convert(const ConvertRequest& request) {
  Plan plan{};
  if (!makePlan(request, plan)) return false;
  const Extent extent{request.width, request.height, request.depth};
  if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return true;
  const PixelSource& source = request.source;
  const PixelTarget& target = request.target;
  if (!fits(source.bytes.size(), source.firstByte, source.rowStrideBytes, source.imageStrideBytes, extent,
            plan.sourceBytes) ||
      !fits(target.bytes.size(), target.firstByte, target.rowStrideBytes, target.imageStrideBytes, extent,
            plan.targetBytes) ||
      !boundedWork(target, extent, plan.targetBytes)) {
    return false;
  }
  ShufflePlan shuffle;
  FieldMovePlan fields;
  if (isCopy(plan)) {
    const size_t rowBytes = static_cast<size_t>(extent.width * plan.targetBytes);
    forEachRow(request, [=](const std::byte* from, std::byte* to) { std::memcpy(to, from, rowBytes); });
  } else if (isShuffle(plan, shuffle)) {
    forEachRow(request, [&](const std::byte* from, std::byte* to) {
      shufflePixels(shuffle, from, to, static_cast<size_t>(extent.width));
    });
  } else if (isFieldMove(plan, fields)) {
    forEachRow(request, [&](const std::byte* from, std::byte* to) {
      moveFields(fields, from, to, static_cast<size_t>(extent.width));
    });
  } else {
    forEachRow(request,
               [&](const std::byte* from, std::byte* to) { convertRow(plan, from, to, extent.width); });
  }
  return true;
}

}  // namespace formats
