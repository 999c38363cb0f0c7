// SPDX-License-Identifier: Apache-2.0
// Limits of KHR_debug; the queries of them and the commands must agree.
#pragma once

#include <cstddef>

namespace gl {

inline constexpr size_t kMaxDebugMessageLength = 4096;  // with the terminating zero
inline constexpr size_t kMaxDebugLoggedMessages = 128;
inline constexpr size_t kMaxDebugGroups = 64;           // with the default group
inline constexpr size_t kMaxLabelLength = 256;          // with the terminating zero

}  // namespace gl
