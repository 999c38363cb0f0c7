// SPDX-License-Identifier: Apache-2.0
// Birth, names and death of GL objects: makers that send an object's pipe handle to the grave when its last holder
// goes, and the glGen*/glDelete*/glIs* patterns that all object kinds share.
#pragma once

#include <GL/gl.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "gl/checks.h"
#include "gl/context.h"

namespace gl {

// An object whose pipe handle is buried with it. `share` need not outlive the object.
template <class T, class... Arguments>
std::shared_ptr<T> makeBuried(state::ShareGroup& share, state::GraveKind kind, Arguments&&... arguments) {
  return std::shared_ptr<T>(new T(std::forward<Arguments>(arguments)...), [grave = share.grave, kind](T* object) {
    grave->bury(kind, object->pipe);
    delete object;
  });
}

inline std::shared_ptr<state::Buffer> makeBuffer(const Context& ctx, uint32_t name) {
  return makeBuried<state::Buffer>(ctx.share(), state::GraveKind::Buffer, name);
}
inline std::shared_ptr<state::Texture> makeTexture(const Context& ctx, uint32_t name, state::TextureKind kind) {
  return makeBuried<state::Texture>(ctx.share(), state::GraveKind::Texture, name, kind);
}
inline std::shared_ptr<state::Renderbuffer> makeRenderbuffer(const Context& ctx, uint32_t name) {
  return makeBuried<state::Renderbuffer>(ctx.share(), state::GraveKind::Renderbuffer, name);
}
inline std::shared_ptr<state::Executable> makeExecutable(const Context& ctx) {
  return makeBuried<state::Executable>(ctx.share(), state::GraveKind::Program);
}
inline std::shared_ptr<state::Query> makeQuery(const Context& ctx, uint32_t name) {
  return makeBuried<state::Query>(ctx.share(), state::GraveKind::Query, name);
}
inline std::shared_ptr<state::Sync> makeSync(const Context& ctx) {
  return makeBuried<state::Sync>(ctx.share(), state::GraveKind::Sync, 0u);
}
// Samplers, shaders, programs, framebuffers, vertex arrays and transform feedback objects own no pipe handle
// themselves: std::make_shared is enough.

// ── tables of the share group: each call takes its mutex once ──

template <class T>
std::shared_ptr<T> findShared(const Context& ctx, state::NameTable<T> state::ShareGroup::*table, uint32_t name) {
  if (name == 0) return nullptr;
  std::lock_guard lock(ctx.share().mutex);
  return (ctx.share().*table).find(name);
}

template <class T>
bool isReservedShared(const Context& ctx, state::NameTable<T> state::ShareGroup::*table, uint32_t name) {
  std::lock_guard lock(ctx.share().mutex);
  return (ctx.share().*table).reserved(name);
}

// glGen*: names without objects.
template <class T>
void generateShared(Context& ctx, state::NameTable<T> state::ShareGroup::*table, GLsizei count, GLuint* names) {
  if (count == 0) return;
  std::lock_guard lock(ctx.share().mutex);
  (ctx.share().*table).generate(static_cast<uint32_t>(count), names);
}

// glCreate*: names with objects; make(name) returns a shared_ptr.
template <class T, class Make>
void createShared(Context& ctx, state::NameTable<T> state::ShareGroup::*table, GLsizei count, GLuint* names,
                  Make&& make) {
  if (count == 0) return;
  std::lock_guard lock(ctx.share().mutex);
  auto& objects = ctx.share().*table;
  objects.generate(static_cast<uint32_t>(count), names);
  for (GLsizei i = 0; i < count; ++i) objects.set(names[i], make(names[i]));
}

// First bind: the object of that name, made on demand. The caller has checked the profile's rule for names.
template <class T, class Make>
std::shared_ptr<T> findOrMakeShared(Context& ctx, state::NameTable<T> state::ShareGroup::*table, uint32_t name,
                                    Make&& make) {
  std::lock_guard lock(ctx.share().mutex);
  auto& objects = ctx.share().*table;
  std::shared_ptr<T> object = objects.find(name);
  if (!object) objects.set(name, object = make(name));
  return object;
}

// glDelete*: frees the names, then unbind(object) for each that had one. Unknown names and 0 are ignored. The mutex is
// not held during unbind.
template <class T, class Unbind>
void deleteShared(Context& ctx, state::NameTable<T> state::ShareGroup::*table, GLsizei count, const GLuint* names,
                  Unbind&& unbind) {
  for (GLsizei i = 0; i < count; ++i) {
    if (names[i] == 0) continue;
    std::shared_ptr<T> object;
    {
      std::lock_guard lock(ctx.share().mutex);
      object = (ctx.share().*table).remove(names[i]);
    }
    if (!object) continue;
    object->deleted = true;
    unbind(object);
  }
}

// ── tables of one context: no lock ──

template <class T, class Make>
void createOwned(state::NameTable<T>& table, GLsizei count, GLuint* names, Make&& make) {
  if (count == 0) return;
  table.generate(static_cast<uint32_t>(count), names);
  for (GLsizei i = 0; i < count; ++i) table.set(names[i], make(names[i]));
}

template <class T, class Make>
std::shared_ptr<T> findOrMakeOwned(state::NameTable<T>& table, uint32_t name, Make&& make) {
  std::shared_ptr<T> object = table.find(name);
  if (!object) table.set(name, object = make(name));
  return object;
}

template <class T, class Unbind>
void deleteOwned(state::NameTable<T>& table, GLsizei count, const GLuint* names, Unbind&& unbind) {
  for (GLsizei i = 0; i < count; ++i) {
    if (names[i] == 0) continue;
    std::shared_ptr<T> object = table.remove(names[i]);
    if (!object) continue;
    object->deleted = true;
    unbind(object);
  }
}

// The rule for binding a name (GL 4.6 core §2.6.1): 0 and generated names always; others only outside the core profile.
template <class T>
bool checkBindableShared(const Context& ctx, state::NameTable<T> state::ShareGroup::*table, uint32_t name,
                         const char* command) {
  if (name == 0 || !ctx.isCore() || isReservedShared(ctx, table, name)) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: the name %u was not generated, or was deleted.", command, name);
}

}  // namespace gl
