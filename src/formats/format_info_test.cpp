// SPDX-License-Identifier: Apache-2.0
// The table of storage formats agrees with itself and with ES; internal formats find their storage.
#include "formats/format_info.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "formats/client_format.h"
#include "formats/convert.h"
#include "formats/format_tables.h"
#include "formats/gl_enums.h"
#include "formats/pixel_shape.h"

namespace formats {
namespace {

using namespace glenum;

template <typename Body>
void forEachFormat(Body body) {
  for (uint16_t number = 1; number < kFormatCount; ++number) {
    const FormatInfo& row = info(static_cast<Format>(number));
    SCOPED_TRACE(std::string(row.name));
    body(row);
  }
}

// Each row stands at its own number, has a name of its own, and is what its exact internal format resolves
// to.
TEST(FormatTable, RowsAreThemselves) {
  std::set<std::string_view> names;
  std::set<uint32_t> exact;
  forEachFormat([&](const FormatInfo& row) {
    EXPECT_EQ(&row, &info(row.format));
    EXPECT_TRUE(isValid(row.format));
    EXPECT_TRUE(names.insert(row.name).second);
    EXPECT_TRUE(exact.insert(row.internalFormat).second);
    EXPECT_EQ(fromInternalFormat(row.internalFormat), row.format);
    EXPECT_FALSE(isUnsized(row.internalFormat));
  });
  EXPECT_FALSE(isValid(Format::None));
  EXPECT_FALSE(isValid(static_cast<Format>(kFormatCount)));
  EXPECT_EQ(info(static_cast<Format>(65535)).format, Format::None);
}

// Component bits exist exactly for the components of the base format.
TEST(FormatTable, BitsMatchBase) {
  forEachFormat([](const FormatInfo& row) {
    const bool red = row.redBits, green = row.greenBits, blue = row.blueBits, alpha = row.alphaBits;
    const bool luminance = row.luminanceBits, intensity = row.intensityBits;
    const BaseFormat b = row.base;
    const bool rgb = b == BaseFormat::Rgb || b == BaseFormat::Rgba;
    EXPECT_EQ(red, b == BaseFormat::Red || b == BaseFormat::Rg || rgb);
    EXPECT_EQ(green, b == BaseFormat::Rg || rgb);
    EXPECT_EQ(blue, rgb);
    EXPECT_EQ(alpha, b == BaseFormat::Alpha || b == BaseFormat::LuminanceAlpha || b == BaseFormat::Rgba);
    EXPECT_EQ(luminance, b == BaseFormat::Luminance || b == BaseFormat::LuminanceAlpha);
    EXPECT_EQ(intensity, b == BaseFormat::Intensity);
    EXPECT_EQ(row.hasDepth(), b == BaseFormat::Depth || b == BaseFormat::DepthStencil);
    EXPECT_EQ(row.hasStencil(), b == BaseFormat::Stencil || b == BaseFormat::DepthStencil);
    EXPECT_EQ(row.isColor(), !row.hasDepth() && !row.hasStencil());
    EXPECT_EQ(componentCount(row.format),
              static_cast<uint32_t>(red + green + blue + alpha + luminance + intensity + row.hasDepth() +
                                    row.hasStencil()));
  });
  EXPECT_EQ(componentCount(Format::None), 0u);
}

// ES upload pairs are valid, as large as the block, and of the format's class.
TEST(FormatTable, EsPairMatches) {
  forEachFormat([](const FormatInfo& row) {
    EXPECT_NE(row.es.internalFormat, 0u);
    if (row.compressed) {
      EXPECT_EQ(row.es.format, 0u);
      EXPECT_EQ(row.blockWidth * row.blockHeight, 16);
      EXPECT_TRUE(row.blockBytes == 8 || row.blockBytes == 16);
      return;
    }
    EXPECT_EQ(validFormatType(row.es.format, row.es.type, false), PairStatus::Valid);
    EXPECT_EQ(bytesPerPixel(row.es.format, row.es.type), row.blockBytes);
    EXPECT_EQ(isIntegerFormat(row.es.format), row.isInteger() && row.isColor());
    EXPECT_TRUE(row.padded || row.sample != kIdentitySwizzle ||
                formatComponents(row.es.format) == componentCount(row.format) || row.srgb);
    EXPECT_TRUE(isDirectUpload(row.format, row.es.format, row.es.type, false) ==
                    (row.store == kIdentitySwizzle) ||
                row.es.format == kRed || row.es.format == kRedInteger);
  });
}

// Fallbacks end after at most two steps at a format of core ES with the same base and no fewer bits.
TEST(FormatTable, FallbacksEnd) {
  forEachFormat([](const FormatInfo& row) {
    const FormatInfo* at = &row;
    for (int step = 0; step < 2 && !at->es.extension.empty(); ++step) {
      ASSERT_NE(at->fallback, Format::None);
      at = &info(at->fallback);
      EXPECT_EQ(at->base, row.base);
      EXPECT_EQ(at->srgb, row.srgb);
      EXPECT_EQ(at->isInteger(), row.isInteger());
      EXPECT_GE(at->redBits, row.redBits);
      EXPECT_GE(at->alphaBits, row.alphaBits);
      EXPECT_GE(at->luminanceBits, row.luminanceBits);
    }
    EXPECT_TRUE(at->es.extension.empty());
  });
}

// What a shader must see and GetTexImage return, from GL's tables, for a texel stored by `store` and sampled
// by `sample`: distinct components reach the right places in every uncompressed colour format.
TEST(FormatTable, SwizzlesComposeToGl) {
  const auto through = [](const Swizzle4& outer, const Swizzle4& inner) {
    Swizzle4 result;
    for (unsigned i = 0; i < 4; ++i) {
      result[i] = outer[i] <= Swizzle::A ? inner[static_cast<unsigned>(outer[i])] : outer[i];
    }
    return result;
  };
  constexpr Swizzle R = Swizzle::R, G = Swizzle::G, B = Swizzle::B, A = Swizzle::A, O = Swizzle::Zero,
                    I = Swizzle::One;
  forEachFormat([&](const FormatInfo& row) {
    if (row.compressed || !row.isColor()) return;
    // Channels that the ES format lacks read as 0, and alpha as 1.
    const FormatShape& es = *findFormat(row.es.format);
    const Swizzle4 held = through(es.expand, through(es.collect, row.store));
    const Swizzle4 sampled = through(row.sample, held), returned = through(row.read, held);
    switch (row.base) {
      case BaseFormat::Red:
        EXPECT_EQ(sampled, (Swizzle4{R, O, O, I}));
        EXPECT_EQ(returned, sampled);
        break;
      case BaseFormat::Rg:
        EXPECT_EQ(sampled, (Swizzle4{R, G, O, I}));
        EXPECT_EQ(returned, sampled);
        break;
      case BaseFormat::Rgb:
        EXPECT_EQ(sampled, (Swizzle4{R, G, B, I}));
        EXPECT_EQ(returned, sampled);
        break;
      case BaseFormat::Rgba:
        EXPECT_EQ(sampled, (Swizzle4{R, G, B, A}));
        EXPECT_EQ(returned, sampled);
        break;
      case BaseFormat::Alpha:
        EXPECT_EQ(sampled, (Swizzle4{O, O, O, A}));
        EXPECT_EQ(returned, sampled);
        break;
      case BaseFormat::Luminance:
        EXPECT_EQ(sampled, (Swizzle4{R, R, R, I}));
        EXPECT_EQ(returned, (Swizzle4{R, O, O, I}));
        break;
      case BaseFormat::LuminanceAlpha:
        EXPECT_EQ(sampled, (Swizzle4{R, R, R, A}));
        EXPECT_EQ(returned, (Swizzle4{R, O, O, A}));
        break;
      case BaseFormat::Intensity:
        EXPECT_EQ(sampled, (Swizzle4{R, R, R, R}));
        EXPECT_EQ(returned, (Swizzle4{R, O, O, I}));
        break;
      default:
        ADD_FAILURE();
    }
  });
}

// Every internal format of the table names one row; unsized, legacy and generic ones go where drivers send
// them.
TEST(InternalFormats, Resolve) {
  std::set<uint32_t> seen;
  for (uint32_t i = 0; i < kInternalFormatCount; ++i) {
    EXPECT_TRUE(seen.insert(kInternalFormats[i].internalFormat).second);
    EXPECT_EQ(fromInternalFormat(kInternalFormats[i].internalFormat), kInternalFormats[i].format);
  }
  EXPECT_EQ(fromInternalFormat(1), Format::L8_UNORM);
  EXPECT_EQ(fromInternalFormat(2), Format::LA8_UNORM);
  EXPECT_EQ(fromInternalFormat(3), Format::RGB8_UNORM);
  EXPECT_EQ(fromInternalFormat(4), Format::RGBA8_UNORM);
  EXPECT_EQ(fromInternalFormat(kRgba), Format::RGBA8_UNORM);
  EXPECT_EQ(fromInternalFormat(kRgba12), Format::RGBA16_UNORM);
  EXPECT_EQ(fromInternalFormat(kRgb5), Format::RGB565_UNORM);
  EXPECT_EQ(fromInternalFormat(kDepthComponent), Format::Z24_UNORM);
  EXPECT_EQ(fromInternalFormat(kCompressedRgba), Format::RGBA8_UNORM);
  EXPECT_EQ(fromInternalFormat(kCompressedSrgbAlpha), Format::RGBA8_SRGB);
  EXPECT_EQ(fromInternalFormat(kCompressedRgbS3tcDxt1Ext), Format::DXT1_RGB);
  for (const uint32_t unknown : {0u, 5u, kBgra, kUnsignedByte, 0xFFFFFFFFu}) {
    EXPECT_EQ(fromInternalFormat(unknown), Format::None);
    EXPECT_FALSE(isUnsized(unknown));
  }
  EXPECT_TRUE(isUnsized(kRgba) && isUnsized(4) && isUnsized(kCompressedRgba) && isUnsized(kSrgb));
  EXPECT_FALSE(isUnsized(kRgba8));
  EXPECT_TRUE(isGenericCompressed(kCompressedRed));
  EXPECT_FALSE(isGenericCompressed(kCompressedRedRgtc1) || isGenericCompressed(kRed));
}

// Packed client types choose packed storage for unsized RGB and RGBA only.
TEST(InternalFormats, ResolveUnsized) {
  EXPECT_EQ(resolveUnsized(kRgb, kRgb, kUnsignedShort565), Format::RGB565_UNORM);
  EXPECT_EQ(resolveUnsized(3, kRgb, kUnsignedShort565), Format::RGB565_UNORM);
  EXPECT_EQ(resolveUnsized(kRgba, kBgra, kUnsignedShort1555Rev), Format::RGB5A1_UNORM);
  EXPECT_EQ(resolveUnsized(kRgba, kRgba, kUnsignedShort4444), Format::RGBA4_UNORM);
  EXPECT_EQ(resolveUnsized(kRgba, kRgba, kUnsignedInt2101010Rev), Format::RGB10A2_UNORM);
  EXPECT_EQ(resolveUnsized(kRgb, kRgba, kUnsignedInt2101010Rev), Format::RGB10X2_UNORM);
  EXPECT_EQ(resolveUnsized(kRgba8, kRgba, kUnsignedShort4444), Format::RGBA8_UNORM);
  EXPECT_EQ(resolveUnsized(kSrgb, kRgb, kUnsignedShort565), Format::RGB8_SRGB);
  EXPECT_EQ(resolveUnsized(kCompressedRgb, kRgb, kUnsignedShort565), Format::RGB8_UNORM);
  EXPECT_EQ(resolveUnsized(kRgba, kRgba, kFloat), Format::RGBA8_UNORM);
  EXPECT_EQ(resolveUnsized(kRgba, kRgb, kUnsignedShort565), Format::RGBA8_UNORM);
  EXPECT_EQ(resolveUnsized(0, kRgb, kUnsignedShort565), Format::None);
}

// Client bytes that a driver may take unchanged, under which names, and those it must not.
TEST(DirectUpload, Pairs) {
  using Pair = std::optional<UploadPair>;
  EXPECT_EQ(directUpload(Format::RGBA8_UNORM, kRgba, kUnsignedByte, false), Pair({kRgba, kUnsignedByte}));
  EXPECT_EQ(directUpload(Format::RGBA8_UNORM, kRgba, kUnsignedByte, true), Pair({kRgba, kUnsignedByte}))
      << "Single bytes are not swapped.";
  EXPECT_EQ(directUpload(Format::RGBA8_UNORM, kRgba, kUnsignedInt8888Rev, false),
            Pair({kRgba, kUnsignedByte}));
  EXPECT_EQ(directUpload(Format::RGBA8_UNORM, kRgba, kUnsignedInt8888, true), Pair({kRgba, kUnsignedByte}));
  EXPECT_EQ(directUpload(Format::RGBA8_UNORM, kRgba, kUnsignedInt8888, false), Pair());
  EXPECT_EQ(directUpload(Format::RGBA8_UNORM, kBgra, kUnsignedByte, false), Pair());
  EXPECT_EQ(directUpload(Format::RGBA8_UNORM, kRgb, kUnsignedByte, false), Pair());
  EXPECT_EQ(directUpload(Format::L8_UNORM, kLuminance, kUnsignedByte, false), Pair({kRed, kUnsignedByte}));
  EXPECT_EQ(directUpload(Format::A8_UNORM, kAlpha, kUnsignedByte, false), Pair({kRed, kUnsignedByte}));
  EXPECT_EQ(directUpload(Format::A8_UNORM, kRed, kUnsignedByte, false), Pair());
  EXPECT_EQ(directUpload(Format::LA8_UNORM, kLuminanceAlpha, kUnsignedByte, false),
            Pair({kRg, kUnsignedByte}));
  EXPECT_EQ(directUpload(Format::LA8_UNORM, kRg, kUnsignedByte, false), Pair());
  EXPECT_EQ(directUpload(Format::RGBA16_FLOAT, kRgba, kFloat, false), Pair({kRgba, kFloat}));
  EXPECT_EQ(directUpload(Format::RGBA16_FLOAT, kRgba, kFloat, true), Pair());
  EXPECT_EQ(directUpload(Format::RGB16_FLOAT, kRgba, kHalfFloat, false), Pair()) << "Alpha must become 1.";
  EXPECT_EQ(directUpload(Format::RGBA8_UINT, kRgbaInteger, kUnsignedByte, false),
            Pair({kRgbaInteger, kUnsignedByte}));
  EXPECT_EQ(directUpload(Format::RGBA8_UINT, kRgba, kUnsignedByte, false), Pair());
  EXPECT_EQ(directUpload(Format::Z24S8, kDepthStencil, kUnsignedInt248, false),
            Pair({kDepthStencil, kUnsignedInt248}));
  EXPECT_EQ(directUpload(Format::Z24S8, kDepthComponent, kUnsignedInt, false), Pair());
  EXPECT_EQ(directUpload(Format::Z16_UNORM, kDepthComponent, kUnsignedInt, false),
            Pair({kDepthComponent, kUnsignedInt}));
  EXPECT_EQ(directUpload(Format::Z24_UNORM, kDepthComponent, kFloat, false), Pair());
  EXPECT_EQ(directUpload(Format::DXT1_RGB, kRgb, kUnsignedByte, false), Pair());
  EXPECT_EQ(directUpload(Format::None, kRgb, kUnsignedByte, false), Pair());
}

}  // namespace
}  // namespace formats
