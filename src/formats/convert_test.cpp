// SPDX-License-Identifier: Apache-2.0
// Rectangles: all pairs both ways, shortcuts against the general path, strides, swizzles, and hostile
// requests.
#include "formats/convert.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "formats/client_format.h"
#include "formats/gl_enums.h"
#include "formats/pixel_layout.h"

namespace formats {
namespace {

using namespace glenum;
using Bytes = std::vector<std::byte>;

const uint32_t kColor[] = {kRed,  kGreen, kBlue,      kAlpha,         kRg, kRgb, kBgr,
                           kRgba, kBgra,  kAbgrExt,   kLuminance, kLuminanceAlpha};
const uint32_t kIntegers[] = {kRedInteger,
                              kGreenInteger,
                              kBlueInteger,
                              kAlphaInteger,
                              kRgInteger,
                              kRgbInteger,
                              kBgrInteger,
                              kRgbaInteger,
                              kBgraInteger,
                              kLuminanceIntegerExt,
                              kLuminanceAlphaIntegerExt};
const uint32_t kTypes[] = {kByte,
                           kUnsignedByte,
                           kShort,
                           kUnsignedShort,
                           kInt,
                           kUnsignedInt,
                           kHalfFloat,
                           kFloat,
                           kUnsignedByte332,
                           kUnsignedByte233Rev,
                           kUnsignedShort565,
                           kUnsignedShort565Rev,
                           kUnsignedShort4444,
                           kUnsignedShort4444Rev,
                           kUnsignedShort5551,
                           kUnsignedShort1555Rev,
                           kUnsignedInt8888,
                           kUnsignedInt8888Rev,
                           kUnsignedInt1010102,
                           kUnsignedInt2101010Rev,
                           kUnsignedInt10f11f11fRev,
                           kUnsignedInt5999Rev};

struct Pair {
  uint32_t format, type;
  bool swapBytes = false;
};

Bytes randomBytes(size_t size, uint32_t seed) {
  std::mt19937 random(seed);
  Bytes bytes(size);
  for (std::byte& b : bytes) b = static_cast<std::byte>(random());
  return bytes;
}

// One tight row.
Bytes converted(const Bytes& source, Pair from, Pair to, uint32_t width,
                const Swizzle4& swizzle = kIdentitySwizzle, LuminanceRule luminance = LuminanceRule::Red,
                bool clamp = false) {
  Bytes target(size_t{width} * bytesPerPixel(to.format, to.type));
  ConvertRequest request;
  request.source = {source, from.format, from.type, 0, 0, 0, from.swapBytes};
  request.target = {target, to.format, to.type, 0, 0, 0, to.swapBytes};
  request.width = width;
  request.height = 1;
  request.swizzle = swizzle;
  request.luminance = luminance;
  request.clampColor = clamp;
  EXPECT_TRUE(convert(request));
  return target;
}

template <typename T>
Bytes bytesOf(std::initializer_list<T> values) {
  const auto bytes = std::as_bytes(std::span(values.begin(), values.size()));
  return Bytes(bytes.begin(), bytes.end());
}

// Every valid colour pair survives a trip through RGBA floats: exactly for types of up to 16 bits, and from
// the second trip on for those with several spellings of one value. 300 pixels cross the run length twice.
TEST(Convert, EveryColorPairRoundTrips) {
  constexpr uint32_t kWidth = 300;
  for (const uint32_t format : kColor) {
    for (const uint32_t type : kTypes) {
      if (validFormatType(format, type) != PairStatus::Valid) continue;
      SCOPED_TRACE(testing::Message() << std::hex << format << ' ' << type);
      const Pair pair{format, type}, wide{kRgba, kFloat};
      const Bytes first = randomBytes(kWidth * bytesPerPixel(format, type), format ^ type);
      const Bytes second = converted(converted(first, pair, wide, kWidth), wide, pair, kWidth);
      const Bytes third = converted(converted(second, pair, wide, kWidth), wide, pair, kWidth);
      EXPECT_EQ(second, third);
      const bool unique = type != kByte && type != kShort && type != kInt && type != kUnsignedInt &&
                          type != kHalfFloat && type != kFloat && type != kUnsignedInt10f11f11fRev &&
                          type != kUnsignedInt5999Rev;
      if (unique) {
        EXPECT_EQ(first, second);
      }
    }
  }
}

// Every integer pair survives a trip through the widest pair of its signedness.
TEST(Convert, EveryIntegerPairRoundTrips) {
  constexpr uint32_t kWidth = 130;
  for (const uint32_t format : kIntegers) {
    for (const uint32_t type : kTypes) {
      if (validFormatType(format, type) != PairStatus::Valid) continue;
      SCOPED_TRACE(testing::Message() << std::hex << format << ' ' << type);
      const bool isSigned = type == kByte || type == kShort || type == kInt;
      const Pair pair{format, type}, wide{kRgbaInteger, isSigned ? kInt : kUnsignedInt};
      const Bytes first = randomBytes(kWidth * bytesPerPixel(format, type), format ^ type);
      EXPECT_EQ(converted(converted(first, pair, wide, kWidth), wide, pair, kWidth), first);
    }
  }
}

// The shortcuts for equal types (copies and shuffles, in all byte orders) give what the general path gives,
// which a detour over floats forces.
TEST(Convert, ShortcutsEqualGeneralPath) {
  constexpr uint32_t kWidth = 17;
  const Swizzle4 swizzles[] = {kIdentitySwizzle,
                               {Swizzle::A, Swizzle::One, Swizzle::Zero, Swizzle::R},
                               {Swizzle::B, Swizzle::G, Swizzle::R, Swizzle::One}};
  for (const uint32_t type : {kUnsignedByte, kUnsignedShort}) {
    for (const uint32_t from : kColor) {
      const Bytes source = randomBytes(kWidth * bytesPerPixel(from, type), from);
      for (const uint32_t to : kColor) {
        for (const Swizzle4& swizzle : swizzles) {
          for (int order = 0; order < 4; ++order) {
            SCOPED_TRACE(testing::Message()
                         << std::hex << from << " to " << to << " of " << type << ' ' << order);
            const Pair a{from, type, (order & 1) != 0}, b{to, type, (order & 2) != 0};
            const Bytes quick = converted(source, a, b, kWidth, swizzle);
            const Pair wide{kRgba, kFloat};
            EXPECT_EQ(quick, converted(converted(source, a, wide, kWidth, swizzle), wide, b, kWidth));
          }
        }
      }
    }
  }
}

// Packed pixels of equal field widths likewise, in all byte orders.
TEST(Convert, FieldMovesEqualGeneralPath) {
  constexpr uint32_t kWidth = 64;
  const Swizzle4 swizzles[] = {kIdentitySwizzle, {Swizzle::B, Swizzle::One, Swizzle::Zero, Swizzle::One}};
  for (const uint32_t fromFormat : {kRgb, kRgba, kBgra}) {
    for (const uint32_t toFormat : {kRgb, kRgba, kBgra}) {
      for (const uint32_t fromType : kTypes) {
        for (const uint32_t toType : kTypes) {
          if (!isPackedType(fromType) || !isPackedType(toType)) continue;
          if (validFormatType(fromFormat, fromType) != PairStatus::Valid) continue;
          if (validFormatType(toFormat, toType) != PairStatus::Valid) continue;
          // Floats of which several bit patterns decode alike do not come back bit by bit from a copy.
          if (fromType == kUnsignedInt10f11f11fRev || fromType == kUnsignedInt5999Rev) continue;
          const Bytes source = randomBytes(kWidth * bytesPerPixel(fromFormat, fromType), fromType);
          for (int order = 0; order < 8; ++order) {
            SCOPED_TRACE(testing::Message() << std::hex << fromFormat << ' ' << fromType << " to " << toFormat
                                            << ' ' << toType << ' ' << order);
            const Swizzle4& swizzle = swizzles[order >> 2];
            const Pair a{fromFormat, fromType, (order & 1) != 0}, b{toFormat, toType, (order & 2) != 0};
            const Pair wide{kRgba, kFloat};
            EXPECT_EQ(converted(source, a, b, kWidth, swizzle),
                      converted(converted(source, a, wide, kWidth, swizzle), wide, b, kWidth));
          }
        }
      }
    }
  }
}

// 32-bit floats keep every bit when only their places change, signalling NaNs included, and new alpha is 1.0.
TEST(Convert, ShuffledFloatsKeepTheirBits) {
  const Bytes source = bytesOf<uint32_t>({0x7F800001u, 0x00000001u, 0x80000000u});
  EXPECT_EQ(converted(source, {kRgb, kFloat}, {kBgra, kFloat}, 1),
            bytesOf<uint32_t>({0x80000000u, 0x00000001u, 0x7F800001u, 0x3F800000u}));
  const Bytes one = bytesOf<uint32_t>({0x80000000u, 0x00000001u, 0x7F800001u, 0x0000803Fu});
  EXPECT_EQ(converted(source, {kRgb, kFloat}, {kBgra, kFloat, true}, 1),
            bytesOf<uint32_t>({0x00000080u, 0x01000000u, 0x0100807Fu, 0x0000803Fu}));
}

// Missing alpha is the type's 1 on each shortcut: integer, normalized signed, half, and number one.
TEST(Convert, MissingAlphaIsOne) {
  EXPECT_EQ(converted(bytesOf<int8_t>({1, 2, 3}), {kRgb, kByte}, {kRgba, kByte}, 1),
            bytesOf<int8_t>({1, 2, 3, 127}));
  EXPECT_EQ(converted(bytesOf<uint16_t>({1, 2, 3}), {kRgb, kHalfFloat}, {kRgba, kHalfFloat}, 1),
            bytesOf<uint16_t>({1, 2, 3, 0x3C00}));
  EXPECT_EQ(converted(bytesOf<int32_t>({1, 2, 3}), {kRgb, kInt}, {kRgba, kInt}, 1),
            bytesOf<int32_t>({1, 2, 3, 0x7FFFFFFF}));
  EXPECT_EQ(
      converted(bytesOf<uint8_t>({1, 2, 3}), {kRgbInteger, kUnsignedByte}, {kRgbaInteger, kUnsignedByte}, 1),
      bytesOf<uint8_t>({1, 2, 3, 1}));
  EXPECT_EQ(converted(bytesOf<uint8_t>({1, 2, 3}), {kBgr, kUnsignedByte}, {kRgba, kUnsignedByte}, 1),
            bytesOf<uint8_t>({3, 2, 1, 255}));
}

// Luminance of a target is red, or the clamped sum when asked for; read-back of an L8 texture sums to L
// itself.
TEST(Convert, Luminance) {
  const Bytes rgba = bytesOf<uint8_t>({10, 20, 30, 40}), bright = bytesOf<uint8_t>({200, 100, 30, 40});
  const Pair from{kRgba, kUnsignedByte}, to{kLuminanceAlpha, kUnsignedByte};
  EXPECT_EQ(converted(rgba, from, to, 1), bytesOf<uint8_t>({10, 40}));
  EXPECT_EQ(converted(rgba, from, to, 1, kIdentitySwizzle, LuminanceRule::Sum), bytesOf<uint8_t>({60, 40}));
  EXPECT_EQ(converted(bright, from, to, 1, kIdentitySwizzle, LuminanceRule::Sum),
            bytesOf<uint8_t>({255, 40}));
  EXPECT_EQ(converted(bytesOf<uint8_t>({70}), {kRed, kUnsignedByte}, {kLuminance, kUnsignedByte}, 1,
                      info(Format::L8_UNORM).read, LuminanceRule::Sum),
            bytesOf<uint8_t>({70}));
}

// Uploads through `store` and back through `read` return what went in, for legacy and padded storage.
TEST(Convert, StorageSwizzles) {
  const Bytes rgba = bytesOf<uint8_t>({10, 20, 30, 40});
  const auto stored = [&](Format format) {
    const FormatInfo& row = info(format);
    return converted(rgba, {kRgba, kUnsignedByte}, {row.es.format, row.es.type}, 1, row.store);
  };
  const auto returned = [&](Format format) {
    const FormatInfo& row = info(format);
    return converted(stored(format), {row.es.format, row.es.type}, {kRgba, kUnsignedByte}, 1, row.read);
  };
  EXPECT_EQ(stored(Format::A8_UNORM), bytesOf<uint8_t>({40}));
  EXPECT_EQ(stored(Format::LA8_UNORM), bytesOf<uint8_t>({10, 40}));
  EXPECT_EQ(stored(Format::RGB8_SRGB), bytesOf<uint8_t>({10, 20, 30, 255}));
  EXPECT_EQ(returned(Format::A8_UNORM), bytesOf<uint8_t>({0, 0, 0, 40}));
  EXPECT_EQ(returned(Format::L8_UNORM), bytesOf<uint8_t>({10, 0, 0, 255}));
  EXPECT_EQ(returned(Format::LA8_SRGB), bytesOf<uint8_t>({10, 0, 0, 40}));
  EXPECT_EQ(returned(Format::I8_UNORM), bytesOf<uint8_t>({10, 0, 0, 255}));
  EXPECT_EQ(returned(Format::RGB16_FLOAT), bytesOf<uint8_t>({10, 20, 30, 255}));
}

// Fixed-point targets clamp and a NaN becomes 0; float targets keep the value unless clamping is asked for.
TEST(Convert, Clamping) {
  const Bytes source = bytesOf<float>({-2.0f, 0.25f, 3.0f, std::numeric_limits<float>::quiet_NaN()});
  EXPECT_EQ(converted(source, {kRgba, kFloat}, {kRgba, kUnsignedByte}, 1), bytesOf<uint8_t>({0, 64, 255, 0}));
  EXPECT_EQ(converted(source, {kRgba, kFloat}, {kRgba, kByte}, 1), bytesOf<int8_t>({-127, 32, 127, 0}));
  EXPECT_EQ(converted(source, {kRg, kFloat}, {kRg, kFloat}, 2), source);
  const Bytes clamped =
      converted(source, {kRg, kFloat}, {kRg, kFloat}, 2, kIdentitySwizzle, LuminanceRule::Red, true);
  float values[4];
  std::memcpy(values, clamped.data(), sizeof(values));
  EXPECT_EQ(values[0], 0.0f);
  EXPECT_EQ(values[1], 0.25f);
  EXPECT_EQ(values[2], 1.0f);
}

// A sub-rectangle of a strided source lands in a strided target, on all three paths, and nothing else
// changes.
TEST(Convert, StridesAndSkips) {
  constexpr uint32_t kWidth = 3, kHeight = 2, kDepth = 2;
  for (const Pair to :
       {Pair{kRgb, kUnsignedByte}, Pair{kBgr, kUnsignedByte}, Pair{kRgb, kUnsignedShort565}}) {
    PixelStore unpack, pack;
    unpack.alignment = 8;
    unpack.rowLength = 7;
    unpack.imageHeight = 5;
    unpack.skipPixels = 2;
    unpack.skipRows = 1;
    unpack.skipImages = 1;
    pack.alignment = 4;
    pack.imageHeight = 3;
    pack.skipPixels = 1;
    const Layout from = *layoutOf(kRgb, kUnsignedByte, kWidth, kHeight, kDepth, unpack);
    const Layout into = *layoutOf(to.format, to.type, kWidth, kHeight, kDepth, pack);
    const Bytes source = randomBytes(from.totalBytes, 5);
    constexpr std::byte kUntouched{0xA5};
    Bytes target(into.totalBytes, kUntouched);
    ConvertRequest request;
    request.source = {source, kRgb, kUnsignedByte, from.firstByte, from.rowStrideBytes, from.imageStrideBytes,
                      false};
    request.target = {target, to.format, to.type, into.firstByte, into.rowStrideBytes, into.imageStrideBytes,
                      false};
    request.width = kWidth;
    request.height = kHeight;
    request.depth = kDepth;
    ASSERT_TRUE(convert(request));
    Bytes expected(into.totalBytes, kUntouched);
    for (uint32_t z = 0; z < kDepth; ++z) {
      for (uint32_t y = 0; y < kHeight; ++y) {
        // 7 pixels of 3 bytes rounded up to 24; 5 rows an image.
        const auto at = source.begin() + ((z + 1) * 5 + (y + 1)) * 24 + 2 * 3;
        const Bytes row = converted(Bytes(at, at + 3 * kWidth), {kRgb, kUnsignedByte}, to, kWidth);
        std::copy(row.begin(), row.end(),
                  expected.begin() + static_cast<ptrdiff_t>(into.firstByte + z * into.imageStrideBytes +
                                                            y * into.rowStrideBytes));
      }
    }
    EXPECT_EQ(target, expected);
  }
}

// A request exactly as large as its spans succeeds; one byte less on either side is refused without a write.
TEST(Convert, ShortSpans) {
  Bytes source(64), target(64, std::byte{1});
  ConvertRequest request;
  request.width = 4;
  request.height = 4;
  request.source = {source, kRgba, kUnsignedByte, 0, 16, 0, false};
  request.target = {target, kBgra, kUnsignedByte, 0, 16, 0, false};
  EXPECT_TRUE(convert(request));
  target.assign(64, std::byte{1});
  request.source.bytes = std::span(source).first(63);
  EXPECT_FALSE(convert(request));
  request.source.bytes = source;
  request.target.bytes = std::span(target).first(63);
  EXPECT_FALSE(convert(request));
  request.target.bytes = target;
  request.source.firstByte = 1;
  EXPECT_FALSE(convert(request));
  EXPECT_EQ(target, Bytes(64, std::byte{1}));
}

// Sizes and strides from a hostile peer neither overflow into acceptance nor run for ever.
TEST(Convert, HostileRequests) {
  constexpr uint32_t kMax = std::numeric_limits<uint32_t>::max();
  constexpr uint64_t kMax64 = std::numeric_limits<uint64_t>::max();
  Bytes source(64), target(64);
  ConvertRequest usual;
  usual.source = {source, kRgba, kUnsignedByte, 0, 4, 4, false};
  usual.target = {target, kRgba, kUnsignedByte, 0, 4, 4, false};
  usual.width = usual.height = 1;
  ASSERT_TRUE(convert(usual));
  const auto refused = [&](auto change) {
    ConvertRequest request = usual;
    change(request);
    EXPECT_FALSE(convert(request));
  };
  refused([](ConvertRequest& r) { r.width = kMax; });
  refused([](ConvertRequest& r) { r.width = r.height = r.depth = kMax; });
  refused([](ConvertRequest& r) { r.source.firstByte = kMax64; });
  refused([](ConvertRequest& r) { r.target.firstByte = kMax64 - 3; });
  refused([](ConvertRequest& r) { r.height = 2, r.source.rowStrideBytes = kMax64; });
  refused([](ConvertRequest& r) { r.height = 3, r.target.rowStrideBytes = uint64_t{1} << 63; });
  refused([](ConvertRequest& r) { r.depth = 2, r.target.imageStrideBytes = kMax64 - 2; });
  refused([](ConvertRequest& r) {
    // 2^64 pixels all in the same place.
    r.height = r.depth = kMax;
    r.source.rowStrideBytes = r.source.imageStrideBytes = 0;
    r.target.rowStrideBytes = r.target.imageStrideBytes = 0;
  });
  refused([](ConvertRequest& r) { r.swizzle[2] = static_cast<Swizzle>(6); });
  refused([](ConvertRequest& r) { r.source.format = 0; });
  refused([](ConvertRequest& r) { r.target.type = kUnsignedShort565; });
  refused([](ConvertRequest& r) { r.target.format = kRgbaInteger; });
  refused([](ConvertRequest& r) { r.source.bytes = {}; });
  // Nothing to do needs no memory.
  ConvertRequest empty = usual;
  empty.width = 0;
  empty.source.bytes = {};
  empty.target.bytes = {};
  EXPECT_TRUE(convert(empty));
  // One source row for all target rows is legitimate.
  ConvertRequest fill = usual;
  fill.height = 16;
  fill.source.rowStrideBytes = 0;
  EXPECT_TRUE(convert(fill));
}

}  // namespace
}  // namespace formats
