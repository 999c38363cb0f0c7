// SPDX-License-Identifier: Apache-2.0
// Small checks that validators of all chapters share. Each reports at most one error and returns false then.
#pragma once

#include <GL/gl.h>
#include <GL/glext.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>

#include "gl/context.h"
#include "gl/enum_names.gen.h"

namespace gl {

// Latches the error with a full sentence. Always false, so that a validator ends with `return refuse(…)`.
[[gnu::format(printf, 3, 4), gnu::cold]] bool refuse(const Context& ctx, uint32_t code, const char* format, ...);

// INVALID_ENUM: `what` (as in "target") has a value that the command does not take.
[[gnu::cold]] bool refuseEnum(const Context& ctx, const char* command, const char* what, uint32_t value);

inline bool isOneOf(uint32_t value, std::initializer_list<uint32_t> accepted) {
  return std::find(accepted.begin(), accepted.end(), value) != accepted.end();
}

// INVALID_VALUE if negative. `what` is the parameter's name.
inline bool checkNotNegative(const Context& ctx, const char* command, const char* what, int64_t value) {
  if (value >= 0) return true;
  return refuse(ctx, GL_INVALID_VALUE, "%s: %s is %lld and must not be negative.", command, what,
                static_cast<long long>(value));
}

// INVALID_VALUE unless value < limit.
inline bool checkBelow(const Context& ctx, const char* command, const char* what, uint64_t value, uint64_t limit) {
  if (value < limit) return true;
  return refuse(ctx, GL_INVALID_VALUE, "%s: %s is %llu; the limit is %llu.", command, what,
                static_cast<unsigned long long>(value), static_cast<unsigned long long>(limit));
}

// NEVER … ALWAYS.
inline bool isCompareFunc(uint32_t value) { return value >= GL_NEVER && value <= GL_ALWAYS; }

// True between glBeginConditionalRender and its end if the query's result says that drawing, clearing and blitting
// have no effect. The result was waited for at the begin where the mode asks for that; GL_QUERY_NO_WAIT modes draw
// until it is known.
bool isSkippedByCondition(const Context& ctx);

// The draw framebuffer is complete; else INVALID_FRAMEBUFFER_OPERATION.
bool checkDrawFramebuffer(const Context& ctx, const char* command);

}  // namespace gl
