// SPDX-License-Identifier: Apache-2.0
#include "winsys/glx_config.h"

#include <algorithm>
#include <tuple>

#include "winsys/glx_headers.h"

namespace winsys {
namespace {

constexpr int kDontCare = static_cast<int>(GLX_DONT_CARE);

enum class Match : uint8_t { Ignored, AtLeast, Exact, Mask };

struct Criterion {
  int attribute;
  int defaultValue;
  Match match;
};

// GLX 1.4 table 3.4, ARB_framebuffer_sRGB.
constexpr Criterion kCriteria[] = {
    {GLX_FBCONFIG_ID, kDontCare, Match::Exact},
    {GLX_BUFFER_SIZE, 0, Match::AtLeast},
    {GLX_LEVEL, 0, Match::Exact},
    {GLX_DOUBLEBUFFER, kDontCare, Match::Exact},
    {GLX_STEREO, 0, Match::Exact},
    {GLX_AUX_BUFFERS, 0, Match::AtLeast},
    {GLX_RED_SIZE, 0, Match::AtLeast},
    {GLX_GREEN_SIZE, 0, Match::AtLeast},
    {GLX_BLUE_SIZE, 0, Match::AtLeast},
    {GLX_ALPHA_SIZE, 0, Match::AtLeast},
    {GLX_DEPTH_SIZE, 0, Match::AtLeast},
    {GLX_STENCIL_SIZE, 0, Match::AtLeast},
    {GLX_ACCUM_RED_SIZE, 0, Match::AtLeast},
    {GLX_ACCUM_GREEN_SIZE, 0, Match::AtLeast},
    {GLX_ACCUM_BLUE_SIZE, 0, Match::AtLeast},
    {GLX_ACCUM_ALPHA_SIZE, 0, Match::AtLeast},
    {GLX_SAMPLE_BUFFERS, 0, Match::AtLeast},
    {GLX_SAMPLES, 0, Match::AtLeast},
    {GLX_RENDER_TYPE, GLX_RGBA_BIT, Match::Mask},
    {GLX_DRAWABLE_TYPE, GLX_WINDOW_BIT, Match::Mask},
    {GLX_X_RENDERABLE, kDontCare, Match::Exact},
    {GLX_X_VISUAL_TYPE, kDontCare, Match::Exact},
    {GLX_CONFIG_CAVEAT, kDontCare, Match::Exact},
    {GLX_TRANSPARENT_TYPE, GLX_NONE, Match::Exact},
    {GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, kDontCare, Match::Exact},
    {GLX_VISUAL_ID, kDontCare, Match::Ignored},
    {GLX_MAX_PBUFFER_WIDTH, kDontCare, Match::Ignored},
};

// Accepted and of no effect here.
bool isIgnored(int attribute) {
  switch (attribute) {
    case GLX_MAX_PBUFFER_HEIGHT:
    case GLX_MAX_PBUFFER_PIXELS:
    case GLX_TRANSPARENT_INDEX_VALUE:
    case GLX_TRANSPARENT_RED_VALUE:
    case GLX_TRANSPARENT_GREEN_VALUE:
    case GLX_TRANSPARENT_BLUE_VALUE:
    case GLX_TRANSPARENT_ALPHA_VALUE: return true;
    default: return false;
  }
}

}  // namespace

// GLX sorts larger depths first, so a 32-bit float depth buffer would go to every program that asks for any
// depth; it is EGL's alone.
std::vector<const Config*> glxConfigs(const NativeDisplay& display, int screen) {
  std::vector<const Config*> shown;
  for (const Config& config : display.configs)
    if (config.screen == screen && config.depth != 32) shown.push_back(&config);
  return shown;
}

bool glxConfigAttribute(const NativeDisplay& display, const Config& config, int attribute, int& value) {
  const auto& device = *display.opened.device;
  switch (attribute) {
    case GLX_FBCONFIG_ID: value = config.id; return true;
    case GLX_BUFFER_SIZE: value = config.colorBits(); return true;
    case GLX_DOUBLEBUFFER: value = config.doubleBuffered; return true;
    case GLX_RED_SIZE: value = config.red; return true;
    case GLX_GREEN_SIZE: value = config.green; return true;
    case GLX_BLUE_SIZE: value = config.blue; return true;
    case GLX_ALPHA_SIZE: value = config.alpha; return true;
    case GLX_DEPTH_SIZE: value = config.depth; return true;
    case GLX_STENCIL_SIZE: value = config.stencil; return true;
    case GLX_SAMPLE_BUFFERS: value = config.samples ? 1 : 0; return true;
    case GLX_SAMPLES: value = config.samples; return true;
    case GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB: value = config.srgb; return true;
    case GLX_RENDER_TYPE: value = GLX_RGBA_BIT; return true;
    case GLX_DRAWABLE_TYPE:
      value = GLX_PBUFFER_BIT | (config.fitsWindows() ? GLX_WINDOW_BIT | GLX_PIXMAP_BIT : 0);
      return true;
    case GLX_USE_GL: value = 1; return true;
    case GLX_RGBA: value = 1; return true;
    case GLX_X_RENDERABLE: value = config.fitsWindows(); return true;
    case GLX_VISUAL_ID: value = static_cast<int>(config.visualId); return true;
    case GLX_X_VISUAL_TYPE: value = config.fitsWindows() ? GLX_TRUE_COLOR : GLX_NONE; return true;
    case GLX_CONFIG_CAVEAT:
    case GLX_TRANSPARENT_TYPE: value = GLX_NONE; return true;
    case GLX_MAX_PBUFFER_WIDTH:
    case GLX_MAX_PBUFFER_HEIGHT: value = static_cast<int>(device.maxRenderbufferSize); return true;
    case GLX_MAX_PBUFFER_PIXELS:
      value = static_cast<int>(
          std::min<uint64_t>(uint64_t{device.maxRenderbufferSize} * device.maxRenderbufferSize, 0x7fffffffu));
      return true;
    case GLX_SCREEN: value = config.screen; return true;
    case GLX_LEVEL:
    case GLX_STEREO:
    case GLX_AUX_BUFFERS:
    case GLX_ACCUM_RED_SIZE:
    case GLX_ACCUM_GREEN_SIZE:
    case GLX_ACCUM_BLUE_SIZE:
    case GLX_ACCUM_ALPHA_SIZE: value = 0; return true;
    default: value = 0; return isIgnored(attribute);
  }
}

GlxCriteria::GlxCriteria() {
  static_assert(std::size(kCriteria) == kCount);
  for (size_t i = 0; i < kCount; ++i) mValues[i] = kCriteria[i].defaultValue;
}

int GlxCriteria::wanted(int attribute) const {
  for (size_t i = 0; i < kCount; ++i)
    if (kCriteria[i].attribute == attribute) return mValues[i];
  return kDontCare;
}

bool GlxCriteria::set(int attribute, int value) {
  for (size_t i = 0; i < kCount; ++i) {
    if (kCriteria[i].attribute != attribute) continue;
    const bool isBad = value < 0 && value != kDontCare && kCriteria[i].match == Match::AtLeast;
    if (!isBad) mValues[i] = value;
    return !isBad;
  }
  return isIgnored(attribute);
}

bool GlxCriteria::parsePairs(const int* attributes) {
  for (; attributes && attributes[0] != 0; attributes += 2)
    if (!set(attributes[0], attributes[1])) return false;
  return true;
}

bool GlxCriteria::parseVisualList(const int* attributes) {
  bool isRgba = false;
  set(GLX_DOUBLEBUFFER, 0);
  set(GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, kDontCare);
  while (attributes && *attributes != 0) {
    const int name = *attributes++;
    switch (name) {
      case GLX_USE_GL: break;
      case GLX_RGBA: isRgba = true; break;
      case GLX_DOUBLEBUFFER: set(GLX_DOUBLEBUFFER, 1); break;
      case GLX_STEREO: set(GLX_STEREO, 1); break;
      default:
        if (!set(name, *attributes++)) return false;
    }
  }
  return isRgba;  // colour index rendering is not offered
}

bool GlxCriteria::matches(const NativeDisplay& display, const Config& config) const {
  if (const int id = wanted(GLX_FBCONFIG_ID); id != kDontCare) return config.id == id;
  for (size_t i = 0; i < kCount; ++i) {
    const int want = mValues[i];
    if (kCriteria[i].match == Match::Ignored || want == kDontCare) continue;
    int has = 0;
    glxConfigAttribute(display, config, kCriteria[i].attribute, has);
    switch (kCriteria[i].match) {
      case Match::AtLeast:
        if (has < want) return false;
        break;
      case Match::Exact:
        if (has != want) return false;
        break;
      case Match::Mask:
        if ((has & want) != want) return false;
        break;
      case Match::Ignored: break;
    }
  }
  return true;
}

int GlxCriteria::countedColorBits(const Config& config) const {
  const auto counted = [this](int attribute, int bits) {
    const int want = wanted(attribute);
    return want != 0 && want != kDontCare ? bits : 0;
  };
  return counted(GLX_RED_SIZE, config.red) + counted(GLX_GREEN_SIZE, config.green) +
         counted(GLX_BLUE_SIZE, config.blue) + counted(GLX_ALPHA_SIZE, config.alpha);
}

std::vector<const Config*> GlxCriteria::choose(const NativeDisplay& display, int screen) const {
  std::vector<const Config*> found;
  for (const Config* config : glxConfigs(display, screen))
    if (matches(display, *config)) found.push_back(config);
  const auto key = [this](const Config& c) {
    return std::make_tuple(-countedColorBits(c), c.colorBits(), c.doubleBuffered ? 1 : 0, c.samples ? 1 : 0,
                           c.samples, -c.depth, c.stencil, c.id);
  };
  std::sort(found.begin(), found.end(), [&](const Config* a, const Config* b) { return key(*a) < key(*b); });
  return found;
}

}  // namespace winsys
