// SPDX-License-Identifier: Apache-2.0
// Which (format, type) pairs GL 3.3 accepts, with which error it refuses the others, and their sizes.
#include "formats/client_format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "formats/gl_enums.h"

namespace formats {
namespace {

using namespace glenum;

const std::vector<uint32_t> kColorFormats = {kRed,  kGreen, kBlue,      kAlpha,         kRg, kRgb, kBgr,
                                             kRgba, kBgra,  kAbgrExt,   kLuminance,     kLuminanceAlpha};
const std::vector<uint32_t> kIntegerFormats = {kRedInteger,
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
const std::vector<uint32_t> kThree = {kUnsignedByte332, kUnsignedByte233Rev, kUnsignedShort565,
                                      kUnsignedShort565Rev};
const std::vector<uint32_t> kFour = {kUnsignedShort4444,    kUnsignedShort4444Rev, kUnsignedShort5551,
                                     kUnsignedShort1555Rev, kUnsignedInt8888,      kUnsignedInt8888Rev,
                                     kUnsignedInt1010102,   kUnsignedInt2101010Rev};
const std::vector<uint32_t> kPlain = {kByte, kUnsignedByte, kShort, kUnsignedShort, kInt, kUnsignedInt};

bool contains(const std::vector<uint32_t>& list, uint32_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

// Three-component packed types go with RGB alone, four-component ones with RGBA and BGRA, integers included.
TEST(ValidFormatType, PackedTypes) {
  std::vector<uint32_t> formats = kColorFormats;
  formats.insert(formats.end(), kIntegerFormats.begin(), kIntegerFormats.end());
  for (const uint32_t format : formats) {
    const bool three = format == kRgb || format == kRgbInteger;
    const bool four = contains({kRgba, kBgra, kRgbaInteger, kBgraInteger}, format);
    for (const uint32_t type : kThree) {
      EXPECT_EQ(validFormatType(format, type), three ? PairStatus::Valid : PairStatus::InvalidOperation);
    }
    for (const uint32_t type : kFour) {
      EXPECT_EQ(validFormatType(format, type), four ? PairStatus::Valid : PairStatus::InvalidOperation);
    }
    for (const uint32_t type : {kUnsignedInt10f11f11fRev, kUnsignedInt5999Rev}) {
      EXPECT_EQ(validFormatType(format, type),
                format == kRgb ? PairStatus::Valid : PairStatus::InvalidOperation);
    }
    for (const uint32_t type : {kUnsignedInt248, kFloat32UnsignedInt248Rev}) {
      EXPECT_EQ(validFormatType(format, type), PairStatus::InvalidOperation);
    }
  }
}

// Component types go with every colour format; floats not with integer formats.
TEST(ValidFormatType, ComponentTypes) {
  for (const uint32_t type : kPlain) {
    for (const uint32_t format : kColorFormats) EXPECT_EQ(validFormatType(format, type), PairStatus::Valid);
    for (const uint32_t format : kIntegerFormats) EXPECT_EQ(validFormatType(format, type), PairStatus::Valid);
  }
  for (const uint32_t type : {kHalfFloat, kFloat}) {
    for (const uint32_t format : kColorFormats) EXPECT_EQ(validFormatType(format, type), PairStatus::Valid);
    for (const uint32_t format : kIntegerFormats)
      EXPECT_EQ(validFormatType(format, type), PairStatus::InvalidEnum);
  }
}

// Depth-stencil takes its two types only; depth and stencil take component types.
TEST(ValidFormatType, DepthAndStencil) {
  EXPECT_EQ(validFormatType(kDepthStencil, kUnsignedInt248), PairStatus::Valid);
  EXPECT_EQ(validFormatType(kDepthStencil, kFloat32UnsignedInt248Rev), PairStatus::Valid);
  EXPECT_EQ(validFormatType(kDepthStencil, kFloat), PairStatus::InvalidEnum);
  EXPECT_EQ(validFormatType(kDepthStencil, kUnsignedShort565), PairStatus::InvalidEnum);
  EXPECT_EQ(validFormatType(kDepthComponent, kUnsignedInt248), PairStatus::InvalidOperation);
  EXPECT_EQ(validFormatType(kStencilIndex, kUnsignedShort4444), PairStatus::InvalidOperation);
  for (const uint32_t type : kPlain) {
    EXPECT_EQ(validFormatType(kDepthComponent, type), PairStatus::Valid);
    EXPECT_EQ(validFormatType(kStencilIndex, type), PairStatus::Valid);
  }
}

// Unknown numbers, internal formats and, in the core profile, luminance are no formats.
TEST(ValidFormatType, Unknown) {
  EXPECT_EQ(validFormatType(0, kUnsignedByte), PairStatus::InvalidEnum);
  EXPECT_EQ(validFormatType(kRgba8, kUnsignedByte), PairStatus::InvalidEnum);
  EXPECT_EQ(validFormatType(kIntensity, kUnsignedByte), PairStatus::InvalidEnum);
  EXPECT_EQ(validFormatType(kRgba, kRgba), PairStatus::InvalidEnum);
  for (const uint32_t format : {kAlpha, kLuminance, kLuminanceAlpha, kAlphaInteger, kLuminanceIntegerExt}) {
    EXPECT_EQ(validFormatType(format, kUnsignedByte, false), PairStatus::InvalidEnum);
  }
  EXPECT_EQ(validFormatType(kRgba, kUnsignedByte, false), PairStatus::Valid);
}

// Pixel and element sizes of each kind of type.
TEST(BytesPerPixel, EachKind) {
  EXPECT_EQ(bytesPerPixel(kRgb, kUnsignedByte), 3u);
  EXPECT_EQ(bytesPerPixel(kBgra, kHalfFloat), 8u);
  EXPECT_EQ(bytesPerPixel(kRgba, kFloat), 16u);
  EXPECT_EQ(bytesPerPixel(kLuminanceAlpha, kShort), 4u);
  EXPECT_EQ(bytesPerPixel(kRgb, kUnsignedByte332), 1u);
  EXPECT_EQ(bytesPerPixel(kRgb, kUnsignedShort565), 2u);
  EXPECT_EQ(bytesPerPixel(kBgra, kUnsignedInt8888Rev), 4u);
  EXPECT_EQ(bytesPerPixel(kDepthStencil, kFloat32UnsignedInt248Rev), 8u);
  EXPECT_EQ(typeBytes(kFloat32UnsignedInt248Rev), 4u);
  EXPECT_EQ(typeBytes(kUnsignedShort565), 2u);
  EXPECT_EQ(bytesPerPixel(kRgb, 0), 0u);
  EXPECT_EQ(bytesPerPixel(0, kFloat), 0u);
  EXPECT_EQ(formatComponents(kBgr), 3u);
  EXPECT_EQ(formatComponents(0), 0u);
  EXPECT_TRUE(isIntegerFormat(kBgraInteger));
  EXPECT_FALSE(isIntegerFormat(kBgra));
  EXPECT_TRUE(isPackedType(kUnsignedInt248));
  EXPECT_FALSE(isPackedType(kFloat));
}

}  // namespace
}  // namespace formats
