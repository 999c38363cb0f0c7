// SPDX-License-Identifier: Apache-2.0
// Colour runs: every type to and from double, which holds each 32-bit component exactly.
#include <cstring>

#include "formats/numeric.h"
#include "formats/pixel_rows.h"
#include "formats/rounding.h"

namespace formats {
namespace {

template <unsigned kComponents, typename T, typename Body>
void decodeFixed(const std::byte* source, size_t count, double* slots, Body body) {
  for (size_t i = 0; i < count; ++i) {
    T elements[kComponents];
    std::memcpy(elements, source + i * sizeof(elements), sizeof(elements));
    for (unsigned c = 0; c < kComponents; ++c) slots[4 * i + c] = body(elements[c]);
  }
}

template <unsigned kComponents, typename T, typename Body>
void encodeFixed(const double* slots, size_t count, std::byte* target, Body body) {
  for (size_t i = 0; i < count; ++i) {
    T elements[kComponents];
    for (unsigned c = 0; c < kComponents; ++c) elements[c] = body(slots[4 * i + c]);
    std::memcpy(target + i * sizeof(elements), elements, sizeof(elements));
  }
}

// Applies body to each component, which is an element of type T; the number of components is made a constant
// for the vectorizer.
template <typename T, typename Body>
void decodeEach(const std::byte* source, unsigned components, size_t count, double* slots, Body body) {
  switch (components) {
    case 1:
      return decodeFixed<1, T>(source, count, slots, body);
    case 2:
      return decodeFixed<2, T>(source, count, slots, body);
    case 3:
      return decodeFixed<3, T>(source, count, slots, body);
    default:
      return decodeFixed<4, T>(source, count, slots, body);
  }
}

template <typename T, typename Body>
void encodeEach(const double* slots, unsigned components, size_t count, std::byte* target, Body body) {
  switch (components) {
    case 1:
      return encodeFixed<1, T>(slots, count, target, body);
    case 2:
      return encodeFixed<2, T>(slots, count, target, body);
    case 3:
      return encodeFixed<3, T>(slots, count, target, body);
    default:
      return encodeFixed<4, T>(slots, count, target, body);
  }
}

template <typename T>
void decodeUnorm(const std::byte* source, unsigned components, size_t count, double* slots) {
  constexpr double kLargest = largestUnorm(8 * sizeof(T));
  decodeEach<T>(source, components, count, slots, [](T element) { return element / kLargest; });
}

template <typename T>
void decodeSnorm(const std::byte* source, unsigned components, size_t count, double* slots) {
  constexpr double kLargest = largestSnorm(8 * sizeof(T));
  decodeEach<T>(source, components, count, slots, [](T element) {
    const double value = element / kLargest;
    return value < -1.0 ? -1.0 : value;
  });
}

template <typename T>
void encodeUnorm(const double* slots, unsigned components, size_t count, std::byte* target) {
  constexpr double kLargest = largestUnorm(8 * sizeof(T));
  encodeEach<T>(slots, components, count, target,
                [](double value) { return static_cast<T>(roundUnorm(value, kLargest)); });
}

template <typename T>
void encodeSnorm(const double* slots, unsigned components, size_t count, std::byte* target) {
  constexpr double kLargest = largestSnorm(8 * sizeof(T));
  encodeEach<T>(slots, components, count, target,
                [](double value) { return static_cast<T>(roundSnorm(value, kLargest)); });
}

// Packed pixels as an integer of their size.
template <typename Pixel, unsigned kComponents>
void decodePackedRun(const TypeShape& type, const std::byte* source, size_t count, double* slots) {
  unsigned shifts[kComponents];
  uint32_t masks[kComponents];
  double largest[kComponents];
  for (unsigned c = 0; c < kComponents; ++c) {
    shifts[c] = type.fields[c].shift;
    masks[c] = (1u << type.fields[c].bits) - 1;
    largest[c] = masks[c];
  }
  for (size_t i = 0; i < count; ++i) {
    Pixel pixel;
    std::memcpy(&pixel, source + i * sizeof(Pixel), sizeof(Pixel));
    for (unsigned c = 0; c < kComponents; ++c) {
      // By way of a signed integer, for which a conversion instruction exists everywhere; a field has ≤ 10
      // bits.
      slots[4 * i + c] = static_cast<int32_t>((pixel >> shifts[c]) & masks[c]) / largest[c];
    }
  }
}

template <typename Pixel, unsigned kComponents>
void encodePackedRun(const TypeShape& type, const double* slots, size_t count, std::byte* target) {
  unsigned shifts[kComponents];
  double largest[kComponents];
  for (unsigned c = 0; c < kComponents; ++c) {
    shifts[c] = type.fields[c].shift;
    largest[c] = largestUnorm(type.fields[c].bits);
  }
  for (size_t i = 0; i < count; ++i) {
    uint32_t bits = 0;
    for (unsigned c = 0; c < kComponents; ++c) bits |= roundUnorm(slots[4 * i + c], largest[c]) << shifts[c];
    const auto pixel = static_cast<Pixel>(bits);
    std::memcpy(target + i * sizeof(Pixel), &pixel, sizeof(Pixel));
  }
}

void decodePacked(const TypeShape& type, const std::byte* source, size_t count, double* slots) {
  if (type.pixelBytes == 1) return decodePackedRun<uint8_t, 3>(type, source, count, slots);
  if (type.pixelBytes == 4) return decodePackedRun<uint32_t, 4>(type, source, count, slots);
  if (type.components == 3) return decodePackedRun<uint16_t, 3>(type, source, count, slots);
  return decodePackedRun<uint16_t, 4>(type, source, count, slots);
}

void encodePacked(const TypeShape& type, const double* slots, size_t count, std::byte* target) {
  if (type.pixelBytes == 1) return encodePackedRun<uint8_t, 3>(type, slots, count, target);
  if (type.pixelBytes == 4) return encodePackedRun<uint32_t, 4>(type, slots, count, target);
  if (type.components == 3) return encodePackedRun<uint16_t, 3>(type, slots, count, target);
  return encodePackedRun<uint16_t, 4>(type, slots, count, target);
}

uint32_t loadWord(const std::byte* source) {
  uint32_t word;
  std::memcpy(&word, source, sizeof(word));
  return word;
}

void decodeFloat11(const std::byte* source, size_t count, double* slots) {
  for (size_t i = 0; i < count; ++i) {
    const uint32_t pixel = loadWord(source + 4 * i);
    slots[4 * i + 0] = static_cast<double>(float11ToFloat(pixel));
    slots[4 * i + 1] = static_cast<double>(float11ToFloat(pixel >> 11));
    slots[4 * i + 2] = static_cast<double>(float10ToFloat(pixel >> 22));
  }
}

void encodeFloat11(const double* slots, size_t count, std::byte* target) {
  for (size_t i = 0; i < count; ++i) {
    const double* slot = slots + 4 * i;
    const uint32_t pixel = floatToFloat11(static_cast<float>(slot[0])) |
                           (floatToFloat11(static_cast<float>(slot[1])) << 11) |
                           (floatToFloat10(static_cast<float>(slot[2])) << 22);
    std::memcpy(target + 4 * i, &pixel, 4);
  }
}

void decodeSharedExp(const std::byte* source, size_t count, double* slots) {
  for (size_t i = 0; i < count; ++i) {
    float rgb[3];
    rgb9e5ToFloat(loadWord(source + 4 * i), rgb);
    for (unsigned c = 0; c < 3; ++c) slots[4 * i + c] = static_cast<double>(rgb[c]);
  }
}

void encodeSharedExp(const double* slots, size_t count, std::byte* target) {
  for (size_t i = 0; i < count; ++i) {
    const double* slot = slots + 4 * i;
    const float rgb[3] = {static_cast<float>(slot[0]), static_cast<float>(slot[1]),
                          static_cast<float>(slot[2])};
    const uint32_t pixel = floatToRgb9e5(rgb);
    std::memcpy(target + 4 * i, &pixel, 4);
  }
}

}  // namespace

void decodeColor(const TypeShape& type, unsigned components, const std::byte* source, size_t count,
                 double* slots) {
  switch (type.kind) {
    case TypeKind::Unsigned:
      if (type.elementBytes == 1) return decodeUnorm<uint8_t>(source, components, count, slots);
      if (type.elementBytes == 2) return decodeUnorm<uint16_t>(source, components, count, slots);
      return decodeUnorm<uint32_t>(source, components, count, slots);
    case TypeKind::Signed:
      if (type.elementBytes == 1) return decodeSnorm<int8_t>(source, components, count, slots);
      if (type.elementBytes == 2) return decodeSnorm<int16_t>(source, components, count, slots);
      return decodeSnorm<int32_t>(source, components, count, slots);
    case TypeKind::Half:
      return decodeEach<uint16_t>(source, components, count, slots,
                                  [](uint16_t element) { return static_cast<double>(halfToFloat(element)); });
    case TypeKind::Float:
      return decodeEach<float>(source, components, count, slots,
                               [](float element) { return static_cast<double>(element); });
    case TypeKind::Packed:
      return decodePacked(type, source, count, slots);
    case TypeKind::Float11:
      return decodeFloat11(source, count, slots);
    case TypeKind::SharedExp:
      return decodeSharedExp(source, count, slots);
    case TypeKind::Depth24Stencil8:
    case TypeKind::Depth32FStencil8:
      break;  // no colour; validFormatType() has refused the pair
  }
}

void encodeColor(const TypeShape& type, unsigned components, const double* slots, size_t count,
                 std::byte* target) {
  switch (type.kind) {
    case TypeKind::Unsigned:
      if (type.elementBytes == 1) return encodeUnorm<uint8_t>(slots, components, count, target);
      if (type.elementBytes == 2) return encodeUnorm<uint16_t>(slots, components, count, target);
      return encodeUnorm<uint32_t>(slots, components, count, target);
    case TypeKind::Signed:
      if (type.elementBytes == 1) return encodeSnorm<int8_t>(slots, components, count, target);
      if (type.elementBytes == 2) return encodeSnorm<int16_t>(slots, components, count, target);
      return encodeSnorm<int32_t>(slots, components, count, target);
    case TypeKind::Half:
      return encodeEach<uint16_t>(slots, components, count, target,
                                  [](double value) { return floatToHalf(static_cast<float>(value)); });
    case TypeKind::Float:
      return encodeEach<float>(slots, components, count, target,
                               [](double value) { return static_cast<float>(value); });
    case TypeKind::Packed:
      return encodePacked(type, slots, count, target);
    case TypeKind::Float11:
      return encodeFloat11(slots, count, target);
    case TypeKind::SharedExp:
      return encodeSharedExp(slots, count, target);
    case TypeKind::Depth24Stencil8:
    case TypeKind::Depth32FStencil8:
      break;
  }
}

}  // namespace formats
