// SPDX-License-Identifier: Apache-2.0
// One draw of a context: while a DrawScope lives, its state is what the tracker may draw, without conventional
// arrays, current values or missing programs. For the core profile it costs a look at the program's plan.
#pragma once

#include <memory>
#include <optional>

#include "gl/legacy.h"
#include "gl/legacy_builtins.h"

namespace gl {

class DrawScope {
 public:
  explicit DrawScope(Context& ctx);
  DrawScope(Context& ctx, Immediate& immediate);  // vertices of glBegin/glEnd instead of the arrays
  ~DrawScope() {
    if (mValues) restore();
  }
  DrawScope(const DrawScope&) = delete;
  DrawScope& operator=(const DrawScope&) = delete;

 private:
  void prepare(Immediate* immediate);
  void layArrays(state::Executable& executable, const BuiltinPlan& plan);
  void layImmediate(const state::Executable& executable, const BuiltinPlan& plan, Immediate& immediate);
  void layValues(const BuiltinPlan& plan);
  void install(const std::shared_ptr<state::VertexArray>& array);
  void restore();

  Context& mContext;
  std::shared_ptr<state::VertexArray> mBound;
  // The application's, while others stand in for them. Not an array to be filled at each draw: most need none.
  std::optional<std::array<state::AttribValue, state::kMaxAttribs>> mValues;
};

// Makes the context draw with a complete program: the application's, completed where a stage is missing, or one for
// the fixed functions.
void chooseProgram(Context& ctx);
// Ends the stand-in, if there is one, until the next draw chooses again.
void installApplicationProgram(Context& ctx);

}  // namespace gl
