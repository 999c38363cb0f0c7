// SPDX-License-Identifier: Apache-2.0
// The attribute list of glXCreateContextAttribsARB.
#pragma once

#include "winsys/context_request.h"

namespace winsys {

struct GlxContextAttributes {
  ContextRequest request;
  bool isKnown = true;  // false: an attribute or flag that does not exist (BadValue)
  bool wantsColorIndex = false;
};
GlxContextAttributes parseGlxContextAttributes(const int* attributes);

}  // namespace winsys
