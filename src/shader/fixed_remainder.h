// SPDX-License-Identifier: Apache-2.0
// Fixed functions that also apply to an application's shaders: alpha test, two-sided color, user clip planes. Each is
// added to the shader's text, which is compiled again: rare state, and no other stage notices.
//
// main becomes mgl_main, called from a main that does the rest; a few built-ins become variables of ours. Words are
// replaced outside comments only. Text that defies this does not compile, and then the original draws.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace shader {

// True if `word` stands in the text as a whole word, outside comments.
bool mentions(std::string_view source, std::string_view word);

struct FragmentRemainder {
  bool twoSide = false;
  uint8_t alphaTest = 0;        // 0 none, else 1 + (function - GL_NEVER); against the uniform mgl_AlphaReference
  std::string colorOutput;      // of draw buffer 0, where the shader declares its own
};
std::string withRemainder(std::string_view source, const FragmentRemainder& what);

struct VertexRemainder {
  bool twoSide = false;
  uint8_t clipPlanes = 0;       // planes that clip gl_ClipVertex
};
std::string withRemainder(std::string_view source, const VertexRemainder& what);

}  // namespace shader
