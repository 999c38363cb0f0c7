// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/format_table.h"

#include <bit>

#include "base/gl_enums.gen.h"

namespace vulkan {
namespace {

using formats::Format;
using formats::Swizzle;

// Representation in an ES driver → Vulkan's. Uploads have the same bytes in both.
struct Row {
  uint32_t es;
  VkFormat format;
};
constexpr Row kRows[] = {
    {glenum::R8_, VK_FORMAT_R8_UNORM},
    {glenum::RG8_, VK_FORMAT_R8G8_UNORM},
    {glenum::RGBA8_, VK_FORMAT_R8G8B8A8_UNORM},
    {glenum::R16_, VK_FORMAT_R16_UNORM},
    {glenum::RG16_, VK_FORMAT_R16G16_UNORM},
    {glenum::RGBA16_, VK_FORMAT_R16G16B16A16_UNORM},
    {glenum::SRGB8_ALPHA8_, VK_FORMAT_R8G8B8A8_SRGB},
    {glenum::RGB565_, VK_FORMAT_R5G6B5_UNORM_PACK16},
    {glenum::RGBA4_, VK_FORMAT_R4G4B4A4_UNORM_PACK16},
    {glenum::RGB5_A1_, VK_FORMAT_R5G5B5A1_UNORM_PACK16},
    {glenum::RGB10_A2_, VK_FORMAT_A2B10G10R10_UNORM_PACK32},
    {glenum::RGB10_A2UI_, VK_FORMAT_A2B10G10R10_UINT_PACK32},
    {glenum::R11F_G11F_B10F_, VK_FORMAT_B10G11R11_UFLOAT_PACK32},
    {glenum::RGB9_E5_, VK_FORMAT_E5B9G9R9_UFLOAT_PACK32},
    {glenum::R8_SNORM_, VK_FORMAT_R8_SNORM},
    {glenum::RG8_SNORM_, VK_FORMAT_R8G8_SNORM},
    {glenum::RGBA8_SNORM_, VK_FORMAT_R8G8B8A8_SNORM},
    {glenum::R16_SNORM_, VK_FORMAT_R16_SNORM},
    {glenum::RG16_SNORM_, VK_FORMAT_R16G16_SNORM},
    {glenum::RGBA16_SNORM_, VK_FORMAT_R16G16B16A16_SNORM},
    {glenum::R16F_, VK_FORMAT_R16_SFLOAT},
    {glenum::RG16F_, VK_FORMAT_R16G16_SFLOAT},
    {glenum::RGBA16F_, VK_FORMAT_R16G16B16A16_SFLOAT},
    {glenum::R32F_, VK_FORMAT_R32_SFLOAT},
    {glenum::RG32F_, VK_FORMAT_R32G32_SFLOAT},
    {glenum::RGBA32F_, VK_FORMAT_R32G32B32A32_SFLOAT},
    {glenum::R8I_, VK_FORMAT_R8_SINT},
    {glenum::RG8I_, VK_FORMAT_R8G8_SINT},
    {glenum::RGBA8I_, VK_FORMAT_R8G8B8A8_SINT},
    {glenum::R8UI_, VK_FORMAT_R8_UINT},
    {glenum::RG8UI_, VK_FORMAT_R8G8_UINT},
    {glenum::RGBA8UI_, VK_FORMAT_R8G8B8A8_UINT},
    {glenum::R16I_, VK_FORMAT_R16_SINT},
    {glenum::RG16I_, VK_FORMAT_R16G16_SINT},
    {glenum::RGBA16I_, VK_FORMAT_R16G16B16A16_SINT},
    {glenum::R16UI_, VK_FORMAT_R16_UINT},
    {glenum::RG16UI_, VK_FORMAT_R16G16_UINT},
    {glenum::RGBA16UI_, VK_FORMAT_R16G16B16A16_UINT},
    {glenum::R32I_, VK_FORMAT_R32_SINT},
    {glenum::RG32I_, VK_FORMAT_R32G32_SINT},
    {glenum::RGBA32I_, VK_FORMAT_R32G32B32A32_SINT},
    {glenum::R32UI_, VK_FORMAT_R32_UINT},
    {glenum::RG32UI_, VK_FORMAT_R32G32_UINT},
    {glenum::RGBA32UI_, VK_FORMAT_R32G32B32A32_UINT},
    {glenum::COMPRESSED_RGB_S3TC_DXT1_EXT_, VK_FORMAT_BC1_RGB_UNORM_BLOCK},
    {glenum::COMPRESSED_RGBA_S3TC_DXT1_EXT_, VK_FORMAT_BC1_RGBA_UNORM_BLOCK},
    {glenum::COMPRESSED_RGBA_S3TC_DXT3_EXT_, VK_FORMAT_BC2_UNORM_BLOCK},
    {glenum::COMPRESSED_RGBA_S3TC_DXT5_EXT_, VK_FORMAT_BC3_UNORM_BLOCK},
    {glenum::COMPRESSED_SRGB_S3TC_DXT1_EXT_, VK_FORMAT_BC1_RGB_SRGB_BLOCK},
    {glenum::COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT_, VK_FORMAT_BC1_RGBA_SRGB_BLOCK},
    {glenum::COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT_, VK_FORMAT_BC2_SRGB_BLOCK},
    {glenum::COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT_, VK_FORMAT_BC3_SRGB_BLOCK},
    {glenum::COMPRESSED_RED_RGTC1_, VK_FORMAT_BC4_UNORM_BLOCK},
    {glenum::COMPRESSED_SIGNED_RED_RGTC1_, VK_FORMAT_BC4_SNORM_BLOCK},
    {glenum::COMPRESSED_RG_RGTC2_, VK_FORMAT_BC5_UNORM_BLOCK},
    {glenum::COMPRESSED_SIGNED_RG_RGTC2_, VK_FORMAT_BC5_SNORM_BLOCK},
    {glenum::COMPRESSED_RGBA_BPTC_UNORM_, VK_FORMAT_BC7_UNORM_BLOCK},
    {glenum::COMPRESSED_SRGB_ALPHA_BPTC_UNORM_, VK_FORMAT_BC7_SRGB_BLOCK},
    {glenum::COMPRESSED_RGB_BPTC_SIGNED_FLOAT_, VK_FORMAT_BC6H_SFLOAT_BLOCK},
    {glenum::COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_, VK_FORMAT_BC6H_UFLOAT_BLOCK},
};

// Candidates of depth and stencil formats, the closest first.
struct DepthRow {
  Format format;
  VkFormat candidates[3];
};
constexpr DepthRow kDepthRows[] = {
    {Format::Z16_UNORM, {VK_FORMAT_D16_UNORM, VK_FORMAT_D32_SFLOAT}},
    {Format::Z24_UNORM, {VK_FORMAT_X8_D24_UNORM_PACK32, VK_FORMAT_D32_SFLOAT}},
    {Format::Z24S8, {VK_FORMAT_D24_UNORM_S8_UINT, VK_FORMAT_D32_SFLOAT_S8_UINT}},
    {Format::Z32_FLOAT, {VK_FORMAT_D32_SFLOAT}},
    {Format::Z32F_S8, {VK_FORMAT_D32_SFLOAT_S8_UINT}},
    {Format::S8, {VK_FORMAT_S8_UINT, VK_FORMAT_D24_UNORM_S8_UINT, VK_FORMAT_D32_SFLOAT_S8_UINT}},
};

constexpr formats::Swizzle4 kOpaque = {Swizzle::R, Swizzle::G, Swizzle::B, Swizzle::One};

VkFormat rowOf(uint32_t es) {
  for (const Row& row : kRows)
    if (row.es == es) return row.format;
  return VK_FORMAT_UNDEFINED;
}

VkFormat withoutCurve(VkFormat format) {
  switch (format) {
    case VK_FORMAT_R8G8B8A8_SRGB: return VK_FORMAT_R8G8B8A8_UNORM;
    case VK_FORMAT_BC1_RGB_SRGB_BLOCK: return VK_FORMAT_BC1_RGB_UNORM_BLOCK;
    case VK_FORMAT_BC1_RGBA_SRGB_BLOCK: return VK_FORMAT_BC1_RGBA_UNORM_BLOCK;
    case VK_FORMAT_BC2_SRGB_BLOCK: return VK_FORMAT_BC2_UNORM_BLOCK;
    case VK_FORMAT_BC3_SRGB_BLOCK: return VK_FORMAT_BC3_UNORM_BLOCK;
    case VK_FORMAT_BC7_SRGB_BLOCK: return VK_FORMAT_BC7_UNORM_BLOCK;
    default: return format;
  }
}

bool usable(const Device& device, VkFormat format, VkFormatFeatureFlags& features) {
  features = device.formatProperties(format).optimalTilingFeatures;
  return features & (VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT);
}

HeldFormat depthFormat(const Device& device, const formats::FormatInfo& info) {
  HeldFormat held;
  for (const DepthRow& row : kDepthRows) {
    if (row.format != info.format) continue;
    for (const VkFormat candidate : row.candidates) {
      if (candidate == VK_FORMAT_UNDEFINED || !usable(device, candidate, held.features) ||
          !(held.features & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT))
        continue;
      held.format = held.plain = candidate;
      held.texelBytes = candidate == VK_FORMAT_D16_UNORM ? 2 : candidate == VK_FORMAT_S8_UINT ? 1 : 4;
      if (candidate != VK_FORMAT_S8_UINT) held.aspects |= VK_IMAGE_ASPECT_DEPTH_BIT;
      if (candidate == VK_FORMAT_S8_UINT || candidate == VK_FORMAT_D24_UNORM_S8_UINT ||
          candidate == VK_FORMAT_D32_SFLOAT_S8_UINT)
        held.aspects |= VK_IMAGE_ASPECT_STENCIL_BIT;
      return held;
    }
  }
  return {};
}

bool rendered(VkFormatFeatureFlags features) {
  constexpr VkFormatFeatureFlags kBoth = VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT | VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT;
  return (features & kBoth) == kBoth;
}

HeldFormat colorFormat(const Device& device, const formats::FormatInfo& info) {
  HeldFormat held;
  const formats::FormatInfo* stored = &info;
  for (int step = 0; step < 3; ++step) {
    held.pixelFormat = stored->es.format;
    held.pixelType = stored->es.type;
    held.texelBytes = stored->blockBytes;
    held.sample = stored->sample;
    held.store = stored->store;
    held.read = stored->read;
    held.padded = stored->padded;
    held.format = rowOf(stored->es.internalFormat);
    // Three bytes a texel are no format that devices render to.
    if (stored->es.internalFormat == glenum::RGB8_) {
      held.format = VK_FORMAT_R8G8B8A8_UNORM;
      held.pixelFormat = glenum::RGBA_;
      held.texelBytes = 4;
      held.store = held.sample = held.read = kOpaque;
      held.padded = true;
    }
    held.compressed = stored->compressed;
    // The packed 16-bit formats are optional in Vulkan, and some devices only sample them; GL renders to all of them.
    const bool packed = stored->es.internalFormat == glenum::RGB565_ || stored->es.internalFormat == glenum::RGBA4_ ||
                        stored->es.internalFormat == glenum::RGB5_A1_;
    if (usable(device, held.format, held.features) && (!packed || rendered(held.features))) break;
    if (packed) {
      held.format = VK_FORMAT_R8G8B8A8_UNORM;
      held.pixelFormat = glenum::RGBA_;
      held.pixelType = glenum::UNSIGNED_BYTE_;
      held.texelBytes = 4;
      if (stored->es.internalFormat == glenum::RGB565_) {
        held.store = held.sample = held.read = kOpaque;
        held.padded = true;
      }
      if (usable(device, held.format, held.features)) break;
    }
    held.format = VK_FORMAT_UNDEFINED;
    // Blocks cannot be kept in another format without decoding them.
    if (stored->compressed || stored->fallback == Format::None) return {};
    stored = &formats::info(stored->fallback);
  }
  if (held.format == VK_FORMAT_UNDEFINED) return {};
  held.plain = withoutCurve(held.format);
  held.aspects = VK_IMAGE_ASPECT_COLOR_BIT;
  held.integer = info.isInteger();
  held.isSigned = info.type == formats::ComponentType::Int;
  return held;
}

}  // namespace

FormatTable::FormatTable(const Device& device) : mHeld(formats::kFormatCount) {
  for (uint32_t i = 1; i < formats::kFormatCount; ++i) {
    const formats::FormatInfo& info = formats::info(static_cast<Format>(i));
    mHeld[i] = info.isColor() ? colorFormat(device, info) : depthFormat(device, info);
  }
}

pipe::FormatCaps FormatTable::capsOf(const Device& device, Format format) const {
  const HeldFormat& held = (*this)[format];
  const formats::FormatInfo& info = formats::info(format);
  pipe::FormatCaps caps;
  if (held.format == VK_FORMAT_UNDEFINED) return caps;
  caps.emulated = held.sample != formats::kIdentitySwizzle;
  caps.sampled = (held.features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) != 0;
  caps.filterable = (held.features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT) != 0 && !held.integer;
  if (!held.color()) {
    caps.renderable = (held.features & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT) != 0;
  } else {
    // Rendering puts colors where storage has them, so only storage in GL's order will do.
    const bool inOrder = held.store == formats::kIdentitySwizzle || (held.padded && info.base == formats::BaseFormat::Rgb);
    caps.renderable = inOrder && !held.compressed && (held.features & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT) != 0;
    caps.blendable = caps.renderable && (held.features & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT) != 0;
  }
  if (caps.renderable) {
    VkImageFormatProperties found{};
    const VkImageUsageFlags usage =
        held.color() ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    if (vkGetPhysicalDeviceImageFormatProperties(device.physical, held.format, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL,
                                                 usage, 0, &found) == VK_SUCCESS)
      caps.maxSamples = static_cast<uint8_t>(std::bit_floor(found.sampleCounts & 0x3Fu));
  }
  const VkFormatFeatureFlags buffers = device.formatProperties(held.format).bufferFeatures;
  caps.vertex = (buffers & VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT) != 0;
  return caps;
}

}  // namespace vulkan
