// SPDX-License-Identifier: Apache-2.0
// Ownership of what xcb hands out: memory of malloc's.
#pragma once

#include <cstdlib>

namespace window {

template <class T>
struct Freed {
  T* pointer;
  ~Freed() { std::free(pointer); }
  T* operator->() const { return pointer; }
  explicit operator bool() const { return pointer != nullptr; }
};

}  // namespace window
