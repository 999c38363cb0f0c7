// SPDX-License-Identifier: Apache-2.0
// Making, calling and deleting display lists.
#include "gl/legacy_list.h"

#include <GL/gl.h>
#include <GL/glext.h>

#include <cstring>

#include "gl/legacy.h"
#include "gl/legacy_current.h"
#include "gl/names.h"
#include "gl/prototypes_legacy.gen.h"

namespace gl {
namespace {

constexpr uint32_t kMostNested = 64;  // GL_MAX_LIST_NESTING
constexpr auto kLists = &state::ShareGroup::displayLists;

ListCompiler& compiler(Context& ctx) {
  std::unique_ptr<ListCompiler>& lists = ctx.legacy().lists;
  if (!lists) lists = std::make_unique<ListCompiler>();
  return *lists;
}

void call(Context& ctx, GLuint name) {
  ListCompiler& c = compiler(ctx);
  const std::shared_ptr<state::DisplayList> list = findShared(ctx, kLists, name);
  if (!list || c.depth >= kMostNested) return;
  // What a called list does is not compiled into the one in the making: the call itself is.
  const bool compiling = ctx.isCompilingList();
  ctx.setCompilingList(false);
  ++c.depth;
  for (const auto& step : list->calls) step(&ctx);
  --c.depth;
  ctx.setCompilingList(compiling);
}

uint32_t elementBytes(GLenum type) {
  switch (type) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE: return 1;
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
    case GL_2_BYTES: return 2;
    case GL_3_BYTES: return 3;
    case GL_INT:
    case GL_UNSIGNED_INT:
    case GL_FLOAT:
    case GL_4_BYTES: return 4;
    default: return 0;
  }
}

template <class T>
T loaded(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// An offset to the list base; negative ones wrap.
GLuint offsetAt(GLenum type, const std::byte* at) {
  const auto byte = [&](int i) { return static_cast<GLuint>(at[i]); };
  switch (type) {
    case GL_BYTE: return static_cast<GLuint>(loaded<GLbyte>(at));
    case GL_UNSIGNED_BYTE: return byte(0);
    case GL_SHORT: return static_cast<GLuint>(loaded<GLshort>(at));
    case GL_UNSIGNED_SHORT: return loaded<GLushort>(at);
    case GL_FLOAT: return static_cast<GLuint>(static_cast<int64_t>(loaded<GLfloat>(at)));
    case GL_2_BYTES: return byte(0) << 8 | byte(1);
    case GL_3_BYTES: return byte(0) << 16 | byte(1) << 8 | byte(2);
    case GL_4_BYTES: return byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3);
    default: return loaded<GLuint>(at);
  }
}

// A refused begin makes the vertices behind it void, and the end quiet.
void beginListed(Context& ctx, GLenum mode) {
  if (validateBegin(ctx, mode)) begin(ctx, mode);
}
void endListed(Context& ctx) {
  if (ctx.insideBegin()) end(ctx);
}

}  // namespace

bool recordCall(Context& ctx, std::function<void(void*)> call) {
  ListCompiler& c = compiler(ctx);
  c.list->calls.push_back(std::move(call));
  return !c.executes;
}

bool validateNewList(const Context& ctx, GLuint list, GLenum mode) {
  if (list == 0) return refuse(ctx, GL_INVALID_VALUE, "glNewList: 0 is not the name of a list.");
  if (!isOneOf(mode, {GL_COMPILE, GL_COMPILE_AND_EXECUTE})) return refuseEnum(ctx, "glNewList", "mode", mode);
  return !ctx.isCompilingList() || refuse(ctx, GL_INVALID_OPERATION, "glNewList: another list has not ended yet.");
}
void newList(Context& ctx, GLuint list, GLenum mode) {
  ListCompiler& c = compiler(ctx);
  c.list = std::make_shared<state::DisplayList>();
  c.name = list;
  c.executes = mode == GL_COMPILE_AND_EXECUTE;
  ctx.setCompilingList(true);
}

bool validateEndList(const Context& ctx) {
  return ctx.isCompilingList() || refuse(ctx, GL_INVALID_OPERATION, "glEndList: there was no glNewList.");
}
void endList(Context& ctx) {
  ListCompiler& c = compiler(ctx);
  ctx.setCompilingList(false);
  std::lock_guard lock(ctx.share().mutex);
  ctx.share().displayLists.set(c.name, std::move(c.list));
}

void callList(Context& ctx, GLuint list) {
  if (record(ctx, [=](Context& c) { call(c, list); })) return;
  call(ctx, list);
}

bool validateCallLists(const Context& ctx, GLsizei n, GLenum type, const void*) {
  return elementBytes(type) == 0 ? refuseEnum(ctx, "glCallLists", "type", type)
                                 : checkNotNegative(ctx, "glCallLists", "n", n);
}
void callLists(Context& ctx, GLsizei n, GLenum type, const void* lists) {
  std::vector<GLuint> offsets;
  for (GLsizei i = 0; i < n; ++i)
    offsets.push_back(offsetAt(type, static_cast<const std::byte*>(lists) + static_cast<size_t>(i) * elementBytes(type)));
  const auto run = [offsets = std::move(offsets)](Context& c) {
    // A list may change the base: it counts from the next call on.
    const GLuint base = legacyValues(c).listBase;
    for (const GLuint offset : offsets) call(c, base + offset);
  };
  if (!record(ctx, run)) run(ctx);
}

void listBase(Context& ctx, GLuint base) {
  if (record(ctx, [=](Context& c) { listBase(c, base); })) return;
  legacyValues(ctx).listBase = base;
}

bool validateGenLists(const Context& ctx, GLsizei range) { return checkNotNegative(ctx, "glGenLists", "range", range); }
// Names of one run: the first number behind all that are in use.
GLuint genLists(Context& ctx, GLsizei range) {
  if (range == 0) return 0;
  std::lock_guard lock(ctx.share().mutex);
  auto& lists = ctx.share().displayLists;
  GLuint first = 1;
  for (const auto& [name, list] : lists) first = std::max(first, name + 1);
  for (GLuint i = 0; i < static_cast<GLuint>(range); ++i) lists.set(first + i, std::make_shared<state::DisplayList>());
  return first;
}

bool validateDeleteLists(const Context& ctx, GLuint, GLsizei range) {
  return checkNotNegative(ctx, "glDeleteLists", "range", range);
}
void deleteLists(Context& ctx, GLuint list, GLsizei range) {
  std::lock_guard lock(ctx.share().mutex);
  for (GLuint i = 0; i < static_cast<GLuint>(range); ++i) ctx.share().displayLists.remove(list + i);
}

GLboolean isList(Context& ctx, GLuint list) { return isReservedShared(ctx, kLists, list); }

bool recordArrays(Context& ctx, uint32_t mode, int64_t first, int64_t count) {
  if (!ctx.isCompilingList()) return false;
  recordCall(ctx, [mode](void* c) { beginListed(*static_cast<Context*>(c), mode); });
  for (int64_t i = 0; i < count; ++i) recordArrayElement(ctx, first + i);
  recordCall(ctx, [](void* c) { endListed(*static_cast<Context*>(c)); });
  return !compiler(ctx).executes;
}

bool recordElements(Context& ctx, uint32_t mode, uint32_t count, uint32_t indexSizeBytes, const void* indices,
                    int32_t baseVertex) {
  if (!ctx.isCompilingList()) return false;
  const auto* bytes = static_cast<const std::byte*>(indices);
  std::vector<std::byte> copy;
  if (const auto& elements = ctx.state().vertexArray->elements) {
    const auto view = ctx.tracker().bufferView(*elements);
    const auto at = reinterpret_cast<uintptr_t>(indices);
    const uint64_t need = uint64_t{count} * indexSizeBytes;
    if (at > view.size() || need > view.size() - at) return !compiler(ctx).executes;
    copy.assign(view.begin() + static_cast<std::ptrdiff_t>(at), view.begin() + static_cast<std::ptrdiff_t>(at + need));
    bytes = copy.data();
  }
  recordCall(ctx, [mode](void* c) { beginListed(*static_cast<Context*>(c), mode); });
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t index = 0;
    std::memcpy(&index, bytes + size_t{i} * indexSizeBytes, indexSizeBytes);
    recordArrayElement(ctx, int64_t{index} + baseVertex);
  }
  recordCall(ctx, [](void* c) { endListed(*static_cast<Context*>(c)); });
  return !compiler(ctx).executes;
}

}  // namespace gl
