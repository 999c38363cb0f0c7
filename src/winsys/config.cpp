// SPDX-License-Identifier: Apache-2.0
#include "winsys/config.h"

#include "base/gl_enums.gen.h"
#include "formats/format_info.h"

namespace winsys {
namespace {

struct ColorChoice {
  uint32_t format, srgbFormat;
  uint8_t red, green, blue, alpha;
  uint8_t visualDepth;  // the windows it fits
  bool onlyWithVisual;  // not offered for pbuffers alone
};

// In order of preference. Alpha on depth-24 windows comes before depth 32: a program that merely wants
// destination alpha must not get a translucent window. Ten bits are offered only where a screen has them:
// "most colour bits first" would otherwise hand them to every program that asks for at least eight.
constexpr ColorChoice kColors[] = {
    {glenum::RGBA8_, glenum::SRGB8_ALPHA8_, 8, 8, 8, 8, 24, false},
    {glenum::RGB8_, glenum::SRGB8_, 8, 8, 8, 0, 24, false},
    {glenum::RGBA8_, glenum::SRGB8_ALPHA8_, 8, 8, 8, 8, 32, true},
    {glenum::RGB565_, 0, 5, 6, 5, 0, 16, false},
    {glenum::RGB10_A2_, 0, 10, 10, 10, 2, 30, true},
};

struct DepthStencilChoice {
  uint32_t depthFormat, stencilFormat;
  uint8_t depth, stencil;
};
constexpr DepthStencilChoice kDepthStencils[] = {
    {glenum::DEPTH24_STENCIL8_, glenum::DEPTH24_STENCIL8_, 24, 8},
    {glenum::DEPTH_COMPONENT24_, 0, 24, 0},
    {0, 0, 0, 0},
    {glenum::DEPTH_COMPONENT16_, 0, 16, 0},
    {0, glenum::STENCIL_INDEX8_, 0, 8},
    {glenum::DEPTH_COMPONENT32F_, 0, 32, 0},
    {glenum::DEPTH32F_STENCIL8_, glenum::DEPTH32F_STENCIL8_, 32, 8},
};

constexpr uint8_t kSampleCounts[] = {0, 4};

// A format that is not needed (0) is no obstacle.
bool canRender(const gl::DeviceInfo& device, uint32_t internalFormat, uint8_t samples) {
  if (internalFormat == 0) return true;
  const auto index = static_cast<size_t>(formats::fromInternalFormat(internalFormat));
  if (index >= device.formats.size()) return false;
  const gl::FormatAbility& ability = device.formats[index];
  return ability.render && ability.maxSamples >= samples;
}

const Visual* visualOfDepth(std::span<const Visual> visuals, uint8_t depth) {
  for (const Visual& visual : visuals)
    if (visual.depth == depth) return &visual;
  return nullptr;
}

}  // namespace

std::vector<Config> buildConfigs(const gl::DeviceInfo& device, bool srgbControl,
                                 std::span<const Visual> visuals, int32_t screen, int32_t firstId) {
  std::vector<Config> configs;
  // Single-buffered and sRGB twins come last, so that ids break ties in favour of the usual.
  for (const bool srgb : {false, true}) {
    for (const bool doubleBuffered : {true, false}) {
      for (const ColorChoice& color : kColors) {
        const Visual* visual = visualOfDepth(visuals, color.visualDepth);
        const uint32_t format = srgb ? color.srgbFormat : color.format;
        if (format == 0 || (!visual && color.onlyWithVisual)) continue;
        const bool hasSrgb = srgbControl && color.srgbFormat && canRender(device, color.srgbFormat, 0);
        if (srgb && !hasSrgb) continue;
        for (const uint8_t samples : kSampleCounts) {
          for (const DepthStencilChoice& ds : kDepthStencils) {
            if (!canRender(device, format, samples) || !canRender(device, ds.depthFormat, samples) ||
                !canRender(device, ds.stencilFormat, samples))
              continue;
            Config config;
            config.id = firstId + static_cast<int32_t>(configs.size());
            config.red = color.red, config.green = color.green, config.blue = color.blue,
            config.alpha = color.alpha;
            config.depth = ds.depth, config.stencil = ds.stencil, config.samples = samples;
            config.doubleBuffered = doubleBuffered, config.srgb = srgb;
            config.visualId = visual ? visual->id : 0;
            config.visualDepth = visual ? visual->depth : 0;
            config.screen = screen;
            config.colorFormat = format, config.srgbColorFormat = hasSrgb ? color.srgbFormat : 0;
            config.depthFormat = ds.depthFormat, config.stencilFormat = ds.stencilFormat;
            configs.push_back(config);
          }
        }
      }
    }
  }
  return configs;
}

bool fitsDepth(const Config& config, uint8_t windowDepth) {
  switch (windowDepth) {
    case 24:
    case 32: return config.red == 8 && config.green == 8 && config.blue == 8;
    case 16: return config.red == 5 && config.green == 6 && config.blue == 5;
    case 30: return config.red == 10;
    default: return false;
  }
}

}  // namespace winsys
