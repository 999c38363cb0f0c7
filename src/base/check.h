// SPDX-License-Identifier: Apache-2.0
// CHECK ends the process for our own bugs and names the family; never for a peer's bytes or an application's calls.
#pragma once

namespace base {
[[noreturn]] void checkFailed(const char* family, const char* condition, const char* file, int line);
}

#define MGL_CHECK(family, condition) \
  (__builtin_expect(!!(condition), 1) ? void(0) : ::base::checkFailed(family, #condition, __FILE__, __LINE__))
#define MGL_UNREACHABLE(family) ::base::checkFailed(family, "unreachable", __FILE__, __LINE__)
#ifdef NDEBUG
#define MGL_DCHECK(family, condition) void(0)
#else
#define MGL_DCHECK(family, condition) MGL_CHECK(family, condition)
#endif
