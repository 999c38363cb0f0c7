// SPDX-License-Identifier: Apache-2.0
#include "winsys/egl_config.h"

#include <algorithm>
#include <tuple>

namespace winsys {
namespace {

constexpr EGLint kTrueColorClass = 4;  // X11's number for TrueColor

enum class Match : uint8_t { Ignored, AtLeast, Exact, Mask };

struct Criterion {
  EGLint attribute;
  EGLint defaultValue;
  Match match;
};

// EGL 1.5 table 3.4. EGL_MATCH_NATIVE_PIXMAP is no attribute of a config and stands apart.
constexpr Criterion kCriteria[] = {
    {EGL_BUFFER_SIZE, 0, Match::AtLeast},
    {EGL_RED_SIZE, 0, Match::AtLeast},
    {EGL_GREEN_SIZE, 0, Match::AtLeast},
    {EGL_BLUE_SIZE, 0, Match::AtLeast},
    {EGL_LUMINANCE_SIZE, 0, Match::AtLeast},
    {EGL_ALPHA_SIZE, 0, Match::AtLeast},
    {EGL_ALPHA_MASK_SIZE, 0, Match::AtLeast},
    {EGL_BIND_TO_TEXTURE_RGB, EGL_DONT_CARE, Match::Exact},
    {EGL_BIND_TO_TEXTURE_RGBA, EGL_DONT_CARE, Match::Exact},
    {EGL_COLOR_BUFFER_TYPE, EGL_RGB_BUFFER, Match::Exact},
    {EGL_CONFIG_CAVEAT, EGL_DONT_CARE, Match::Exact},
    {EGL_CONFIG_ID, EGL_DONT_CARE, Match::Exact},
    {EGL_CONFORMANT, 0, Match::Mask},
    {EGL_DEPTH_SIZE, 0, Match::AtLeast},
    {EGL_LEVEL, 0, Match::Exact},
    {EGL_MAX_PBUFFER_WIDTH, 0, Match::Ignored},
    {EGL_MAX_PBUFFER_HEIGHT, 0, Match::Ignored},
    {EGL_MAX_PBUFFER_PIXELS, 0, Match::Ignored},
    {EGL_MAX_SWAP_INTERVAL, EGL_DONT_CARE, Match::Exact},
    {EGL_MIN_SWAP_INTERVAL, EGL_DONT_CARE, Match::Exact},
    {EGL_NATIVE_RENDERABLE, EGL_DONT_CARE, Match::Exact},
    {EGL_NATIVE_VISUAL_ID, 0, Match::Ignored},
    {EGL_NATIVE_VISUAL_TYPE, EGL_DONT_CARE, Match::Exact},
    {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES_BIT, Match::Mask},
    {EGL_SAMPLE_BUFFERS, 0, Match::AtLeast},
    {EGL_SAMPLES, 0, Match::AtLeast},
    {EGL_STENCIL_SIZE, 0, Match::AtLeast},
    {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, Match::Mask},
    {EGL_TRANSPARENT_TYPE, EGL_NONE, Match::Exact},
    // Only looked at for transparent configs, of which there are none.
    {EGL_TRANSPARENT_RED_VALUE, EGL_DONT_CARE, Match::Ignored},
    {EGL_TRANSPARENT_GREEN_VALUE, EGL_DONT_CARE, Match::Ignored},
};
// EGL_TRANSPARENT_BLUE_VALUE is accepted like its two neighbours.
bool isAccepted(EGLint attribute) {
  if (attribute == EGL_TRANSPARENT_BLUE_VALUE || attribute == EGL_MATCH_NATIVE_PIXMAP) return true;
  return std::any_of(std::begin(kCriteria), std::end(kCriteria),
                     [=](const Criterion& c) { return c.attribute == attribute; });
}

// Values that EGL calls invalid for an attribute.
bool isValidValue(EGLint attribute, EGLint value) {
  switch (attribute) {
    case EGL_LEVEL: return value != EGL_DONT_CARE;
    case EGL_BIND_TO_TEXTURE_RGB:
    case EGL_BIND_TO_TEXTURE_RGBA:
    case EGL_NATIVE_RENDERABLE: return value == EGL_DONT_CARE || value == EGL_TRUE || value == EGL_FALSE;
    case EGL_COLOR_BUFFER_TYPE:
      return value == EGL_DONT_CARE || value == EGL_RGB_BUFFER || value == EGL_LUMINANCE_BUFFER;
    case EGL_CONFIG_CAVEAT:
      return value == EGL_DONT_CARE || value == EGL_NONE || value == EGL_SLOW_CONFIG ||
             value == EGL_NON_CONFORMANT_CONFIG;
    case EGL_TRANSPARENT_TYPE:
      return value == EGL_DONT_CARE || value == EGL_NONE || value == EGL_TRANSPARENT_RGB;
    case EGL_CONFIG_ID: return value == EGL_DONT_CARE || value > 0;
    case EGL_BUFFER_SIZE:
    case EGL_RED_SIZE:
    case EGL_GREEN_SIZE:
    case EGL_BLUE_SIZE:
    case EGL_LUMINANCE_SIZE:
    case EGL_ALPHA_SIZE:
    case EGL_ALPHA_MASK_SIZE:
    case EGL_DEPTH_SIZE:
    case EGL_STENCIL_SIZE:
    case EGL_SAMPLES: return value >= EGL_DONT_CARE;
    case EGL_SAMPLE_BUFFERS: return value >= EGL_DONT_CARE && value <= 1;
    default: return true;
  }
}

}  // namespace

std::vector<const Config*> eglConfigs(const NativeDisplay& display) {
  std::vector<const Config*> shown;
  for (const Config& config : display.configs)
    if (config.doubleBuffered && !config.srgb) shown.push_back(&config);
  return shown;
}

bool eglConfigAttribute(const NativeDisplay& display, const Config& config, EGLint attribute, EGLint& value) {
  const auto& device = *display.opened.device;
  switch (attribute) {
    case EGL_BUFFER_SIZE: value = config.colorBits(); return true;
    case EGL_RED_SIZE: value = config.red; return true;
    case EGL_GREEN_SIZE: value = config.green; return true;
    case EGL_BLUE_SIZE: value = config.blue; return true;
    case EGL_ALPHA_SIZE: value = config.alpha; return true;
    case EGL_DEPTH_SIZE: value = config.depth; return true;
    case EGL_STENCIL_SIZE: value = config.stencil; return true;
    case EGL_SAMPLES: value = config.samples; return true;
    case EGL_SAMPLE_BUFFERS: value = config.samples ? 1 : 0; return true;
    case EGL_CONFIG_ID: value = config.id; return true;
    case EGL_COLOR_BUFFER_TYPE: value = EGL_RGB_BUFFER; return true;
    case EGL_CONFIG_CAVEAT:
    case EGL_TRANSPARENT_TYPE: value = EGL_NONE; return true;
    case EGL_CONFORMANT:
    case EGL_RENDERABLE_TYPE: value = EGL_OPENGL_BIT; return true;
    case EGL_SURFACE_TYPE: value = EGL_PBUFFER_BIT | (config.fitsWindows() ? EGL_WINDOW_BIT : 0); return true;
    case EGL_NATIVE_VISUAL_ID: value = static_cast<EGLint>(config.visualId); return true;
    case EGL_NATIVE_VISUAL_TYPE: value = config.fitsWindows() ? kTrueColorClass : EGL_NONE; return true;
    case EGL_MAX_PBUFFER_WIDTH:
    case EGL_MAX_PBUFFER_HEIGHT: value = static_cast<EGLint>(device.maxRenderbufferSize); return true;
    case EGL_MAX_PBUFFER_PIXELS:
      value = static_cast<EGLint>(
          std::min<uint64_t>(uint64_t{device.maxRenderbufferSize} * device.maxRenderbufferSize, 0x7fffffffu));
      return true;
    case EGL_MIN_SWAP_INTERVAL: value = 0; return true;
    case EGL_MAX_SWAP_INTERVAL: value = kMaxSwapInterval; return true;
    case EGL_ALPHA_MASK_SIZE:
    case EGL_BIND_TO_TEXTURE_RGB:
    case EGL_BIND_TO_TEXTURE_RGBA:
    case EGL_LEVEL:
    case EGL_LUMINANCE_SIZE:
    case EGL_NATIVE_RENDERABLE:
    case EGL_TRANSPARENT_RED_VALUE:
    case EGL_TRANSPARENT_GREEN_VALUE:
    case EGL_TRANSPARENT_BLUE_VALUE: value = 0; return true;
    default: return false;
  }
}

ConfigCriteria::ConfigCriteria() {
  static_assert(std::size(kCriteria) == kCount);
  for (size_t i = 0; i < kCount; ++i) mValues[i] = kCriteria[i].defaultValue;
}

EGLint ConfigCriteria::parse(const EGLint* attributes) {
  for (const EGLint* at = attributes; at && at[0] != EGL_NONE; at += 2) {
    if (!isAccepted(at[0]) || !isValidValue(at[0], at[1])) return EGL_BAD_ATTRIBUTE;
    if (at[0] == EGL_MATCH_NATIVE_PIXMAP) mHasNativePixmap = at[1] != EGL_NONE;
    for (size_t i = 0; i < kCount; ++i)
      if (kCriteria[i].attribute == at[0]) mValues[i] = at[1];
  }
  return EGL_SUCCESS;
}

EGLint ConfigCriteria::wanted(EGLint attribute) const {
  for (size_t i = 0; i < kCount; ++i)
    if (kCriteria[i].attribute == attribute) return mValues[i];
  return EGL_DONT_CARE;
}

bool ConfigCriteria::matches(const NativeDisplay& display, const Config& config) const {
  if (const EGLint id = wanted(EGL_CONFIG_ID); id != EGL_DONT_CARE) return config.id == id;
  if (mHasNativePixmap) return false;  // no config renders to pixmaps
  const bool forWindows = (wanted(EGL_SURFACE_TYPE) & EGL_WINDOW_BIT) != 0;
  for (size_t i = 0; i < kCount; ++i) {
    const Criterion& criterion = kCriteria[i];
    const EGLint want = mValues[i];
    if (criterion.match == Match::Ignored || want == EGL_DONT_CARE) continue;
    if (criterion.attribute == EGL_NATIVE_VISUAL_TYPE && !forWindows) continue;
    EGLint has = 0;
    eglConfigAttribute(display, config, criterion.attribute, has);
    switch (criterion.match) {
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

// Only components that were asked for count towards "most colour bits first".
int32_t ConfigCriteria::countedColorBits(const Config& config) const {
  const auto counted = [this](EGLint attribute, int32_t bits) {
    const EGLint want = wanted(attribute);
    return want != 0 && want != EGL_DONT_CARE ? bits : 0;
  };
  return counted(EGL_RED_SIZE, config.red) + counted(EGL_GREEN_SIZE, config.green) +
         counted(EGL_BLUE_SIZE, config.blue) + counted(EGL_ALPHA_SIZE, config.alpha);
}

// Caveat, buffer type and alpha mask are the same for all configs here.
bool ConfigCriteria::isBetter(const Config& a, const Config& b) const {
  const auto key = [this](const Config& c) {
    return std::make_tuple(-countedColorBits(c), c.colorBits(), c.samples ? 1 : 0, c.samples, c.depth,
                           c.stencil, c.id);
  };
  return key(a) < key(b);
}

std::vector<const Config*> ConfigCriteria::choose(const NativeDisplay& display) const {
  std::vector<const Config*> found;
  for (const Config* config : eglConfigs(display))
    if (matches(display, *config)) found.push_back(config);
  std::sort(found.begin(), found.end(),
            [this](const Config* a, const Config* b) { return isBetter(*a, *b); });
  return found;
}

}  // namespace winsys
