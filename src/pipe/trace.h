// SPDX-License-Identifier: Apache-2.0
// Decorator that prints every call as one line of text: `name field=value …`. Bulk bytes appear as their size.
#pragma once

#include <functional>
#include <string>

#include "pipe/context.gen.h"
#include "pipe/trace_overrides.gen.h"

namespace mgpipe {

class TraceContext : public ForwardContext {
 public:
  using Sink = std::function<void(const std::string& line)>;
  TraceContext(Context& next, Sink sink) : ForwardContext(next), mSink(std::move(sink)) {}
  MGL_TRACE_OVERRIDES
 private:
  Sink mSink;
};

}  // namespace mgpipe
