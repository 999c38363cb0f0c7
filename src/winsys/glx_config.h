// SPDX-License-Identifier: Apache-2.0
// GLX's view of configs: attribute values, and choosing and sorting as GLX 1.4 §3.3.3 prescribes.
#pragma once

#include <array>
#include <vector>

#include "winsys/native_display.h"

namespace winsys {

inline constexpr int kMaxGlxSwapInterval = 4;

// Configs that GLX shows on a screen, in id order.
std::vector<const Config*> glxConfigs(const NativeDisplay& display, int screen);

// False if there is no such attribute.
bool glxConfigAttribute(const NativeDisplay& display, const Config& config, int attribute, int& value);

class GlxCriteria {
 public:
  GlxCriteria();
  // The list of glXChooseFBConfig: pairs. False for an attribute or value that does not exist.
  bool parsePairs(const int* attributes);
  // The list of glXChooseVisual, where some names stand alone and what is absent means False.
  bool parseVisualList(const int* attributes);
  std::vector<const Config*> choose(const NativeDisplay& display, int screen) const;

 private:
  static constexpr size_t kCount = 27;
  int wanted(int attribute) const;
  bool set(int attribute, int value);
  bool matches(const NativeDisplay& display, const Config& config) const;
  int countedColorBits(const Config& config) const;
  std::array<int, kCount> mValues;
};

}  // namespace winsys
