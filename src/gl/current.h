// SPDX-License-Identifier: Apache-2.0
// The thread's current context: one pointer, the only thread-local variable of the shipped library.
//
// Initial-exec keeps a read to two instructions even when the library was opened with dlopen; the loader reserves only
// a small surplus for that, so nothing else may become thread-local here. Any thread reads and writes its own pointer
// without locks; winsys sets it in make-current and clears it before the context can be destroyed.
#pragma once

#include "gl/proc_table.gen.h"

namespace gl {

class Context;

// constinit on the declaration too: without it each read in another file would go through a lazy-initialisation call.
extern constinit thread_local Context* tCurrent __attribute__((tls_model("initial-exec")));

// Null when no context is current: GL calls then do nothing.
inline Context* current() { return tCurrent; }
inline void setCurrent(Context* context) { tCurrent = context; }

// Out of line, for generated entry points. Both latch INVALID_OPERATION; the first also logs, once per command.
void reportUnimplemented(Context& ctx, Command command);
void reportNotInCore(Context& ctx, Command command);
void reportInsideBegin(Context& ctx, Command command);

template <class R>
R unimplemented(Context* ctx, Command command) {
  if (ctx) reportUnimplemented(*ctx, command);
  return R();
}

template <class R>
R refuseInCore(Context& ctx, Command command) {
  reportNotInCore(ctx, command);
  return R();
}

// Between glBegin and glEnd nearly every command is refused.
template <class R>
R refuseInsideBegin(Context& ctx, Command command) {
  reportInsideBegin(ctx, command);
  return R();
}

}  // namespace gl
