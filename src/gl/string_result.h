// SPDX-License-Identifier: Apache-2.0
// Strings on their way to the application: cut to its buffer, always terminated, length without the
// terminator.
#pragma once

#include <GL/gl.h>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace gl {

inline void writeString(std::string_view text, GLsizei bufSize, GLsizei* length, GLchar* out) {
  size_t count = 0;
  if (bufSize > 0 && out) {
    count = std::min(text.size(), static_cast<size_t>(bufSize) - 1);
    std::memcpy(out, text.data(), count);
    out[count] = '\0';
  }
  if (length) *length = static_cast<GLsizei>(count);
}

// What GL reports as the length of a string: with terminator, 0 for none.
inline GLint reportedLength(std::string_view text) {
  return text.empty() ? 0 : static_cast<GLint>(text.size() + 1);
}

}  // namespace gl
