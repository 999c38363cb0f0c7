// SPDX-License-Identifier: Apache-2.0
// EGL's view of configs: attribute values, and choosing and sorting as EGL 1.5 §3.4.1 prescribes.
#pragma once

#include <array>
#include <vector>

#include "winsys/egl_headers.h"
#include "winsys/native_display.h"

namespace winsys {

inline constexpr EGLint kMaxSwapInterval = 4;

// Configs that EGL shows, in id order: buffering and colour space are the surface's business there.
std::vector<const Config*> eglConfigs(const NativeDisplay& display);

// False if there is no such attribute.
bool eglConfigAttribute(const NativeDisplay& display, const Config& config, EGLint attribute, EGLint& value);

// What eglChooseConfig asks for.
class ConfigCriteria {
 public:
  ConfigCriteria();
  // EGL_SUCCESS or EGL_BAD_ATTRIBUTE. A null list asks for nothing.
  EGLint parse(const EGLint* attributes);
  // Every match, the best first.
  std::vector<const Config*> choose(const NativeDisplay& display) const;

 private:
  static constexpr size_t kCount = 31;
  EGLint wanted(EGLint attribute) const;
  bool matches(const NativeDisplay& display, const Config& config) const;
  bool isBetter(const Config& a, const Config& b) const;
  int32_t countedColorBits(const Config& config) const;
  std::array<EGLint, kCount> mValues;
  bool mHasNativePixmap = false;
};

}  // namespace winsys
