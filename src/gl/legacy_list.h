// SPDX-License-Identifier: Apache-2.0
// Display lists (GL 4.6 compatibility §21.4): calls kept as closures, replayed in order.
//
// Commands that compile into lists are marked `list = true` in spec/entry_points: their entry points offer each call to
// record(). Commands whose parameters lie behind a pointer of varying length record themselves, one level further down.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "gl/context.h"
#include "state/legacy.h"

namespace gl {

struct ListCompiler {
  std::shared_ptr<state::DisplayList> list;
  uint32_t name = 0;
  bool executes = false;   // GL_COMPILE_AND_EXECUTE
  uint32_t depth = 0;      // of lists that call lists
};

// True if the list in the making took the call and nobody else is to act on it.
[[gnu::cold]] bool recordCall(Context& ctx, std::function<void(void*)> call);

template <class Call>
inline bool record(Context& ctx, Call&& call) {
  if (__builtin_expect(!ctx.isCompilingList(), 1)) return false;
  return recordCall(ctx, [call = std::forward<Call>(call)](void* context) { call(*static_cast<Context*>(context)); });
}

// Draws in lists take what the arrays hold at that moment. False: no list is in the making.
bool recordArrays(Context& ctx, uint32_t mode, int64_t first, int64_t count);
bool recordElements(Context& ctx, uint32_t mode, uint32_t count, uint32_t indexSizeBytes, const void* indices,
                    int32_t baseVertex);

}  // namespace gl
