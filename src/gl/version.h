// SPDX-License-Identifier: Apache-2.0
// The library's own version, as GL_VERSION shows it.
#pragma once

namespace gl {

inline constexpr const char* kLibraryVersion = "0.1.0";

}  // namespace gl
