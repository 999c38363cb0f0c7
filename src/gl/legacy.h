// SPDX-License-Identifier: Apache-2.0
// The compatibility profile's part of a context: its state, and what drawing with it needs from call to call.
//
// A draw meets it in DrawScope (legacy_draw.h): the fixed-function program steps in where the application has none,
// conventional arrays and current values go to the locations that the program's linker chose, and built-in uniforms
// are brought up to date. So the tracker and everything behind it see an ordinary draw.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "gl/context.h"
#include "shader/fixed_function.h"
#include "state/legacy.h"

namespace gl {

// Vertices between glBegin and glEnd: interleaved vec4s of the attributes that were set in between. An attribute that
// joins late gets its older value in all vertices so far.
struct Immediate {
  static constexpr uint32_t kGeneric = state::kLegacySlotCount;  // slots of generic attributes follow the conventional
  static constexpr uint32_t kSlots = kGeneric + state::kMaxAttribs;

  uint32_t mode = 0;
  uint32_t mask = 0;                         // slots in the vertices
  uint32_t vertexCount = 0;
  std::array<uint8_t, kSlots> kinds{};       // state::AttribValue::kind of each
  std::vector<uint32_t> words;               // vertexCount × slots in ascending order × 4
  std::shared_ptr<state::VertexArray> array; // points into words while drawing
};

struct FixedPrograms {
  // Complete programs, and programs of the application with something added, by what they were made for.
  struct Half {
    uint64_t executable = 0;  // identity
    shader::FixedFunctionKey key;
    auto operator<=>(const Half&) const = default;
  };
  std::map<shader::FixedFunctionKey, std::shared_ptr<state::Executable>> whole;
  std::map<Half, std::shared_ptr<state::Executable>> completed;
  // The last answer: most draws ask the same again.
  shader::FixedFunctionKey lastKey;
  std::shared_ptr<state::Executable> last;
  // While a program of ours is installed: it, and what the application made current (null: nothing).
  std::shared_ptr<state::Executable> standIn, original;
};

struct LegacyStacks;  // glPushAttrib, glPushClientAttrib
struct PixelDrawing;  // glDrawPixels and its kin
struct ListCompiler;

struct LegacyContext {
  LegacyContext();
  ~LegacyContext();

  state::Legacy state;
  Immediate immediate;
  FixedPrograms programs;
  // The bound vertex array with conventional arrays laid over it, valid for these serials.
  struct Overlay {
    std::shared_ptr<state::VertexArray> array;
    uint64_t arrayIdentity = 0, arraySerial = 0, executable = 0;
  } overlay;
  const void* drawnArray = nullptr;  // which the tracker saw last, if not the bound one
  std::unique_ptr<LegacyStacks> stacks;
  std::unique_ptr<ListCompiler> lists;
  std::unique_ptr<PixelDrawing> pixels;
};

inline state::LegacyValues& legacyValues(Context& ctx) { return ctx.legacy().state.values; }
inline const state::LegacyValues& legacyValues(const Context& ctx) { return ctx.legacy().state.values; }

// What the application made current, also while a program of ours stands in for it.
inline const std::shared_ptr<state::Executable>& applicationExecutable(const Context& ctx) {
  const std::shared_ptr<state::Executable>& now = ctx.state().executable;
  if (ctx.isCore()) return now;
  const FixedPrograms& programs = ctx.legacy().programs;
  return programs.standIn && programs.standIn == now ? programs.original : now;
}

// With GL_COLOR_MATERIAL on, the material takes over the current color.
void followColor(Context& ctx);

}  // namespace gl
