// SPDX-License-Identifier: Apache-2.0
// Objects that contexts share, by GL name. One mutex for the tables; objects follow GL's rule that a change made in
// another context is seen at the next bind.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "state/buffer.h"
#include "state/framebuffer.h"
#include "state/grave.h"
#include "state/program.h"
#include "state/query.h"
#include "state/texture.h"

namespace state {

struct DisplayList;

// Names of one kind. A reserved name (glGen*) without an object maps to null. Not locked by itself.
template <class T>
class NameTable {
 public:
  // The lowest unused names; marks them used.
  void generate(uint32_t count, uint32_t* names) {
    for (uint32_t i = 0; i < count; ++i) {
      while (mObjects.count(mNext)) ++mNext;
      names[i] = mNext;
      mObjects.emplace(mNext++, nullptr);
    }
  }
  bool reserved(uint32_t name) const { return mObjects.count(name) != 0; }
  std::shared_ptr<T> find(uint32_t name) const {
    const auto at = mObjects.find(name);
    return at == mObjects.end() ? nullptr : at->second;
  }
  void set(uint32_t name, std::shared_ptr<T> object) { mObjects[name] = std::move(object); }
  // The object (or null) and the name is free again.
  std::shared_ptr<T> remove(uint32_t name) {
    const auto at = mObjects.find(name);
    if (at == mObjects.end()) return nullptr;
    std::shared_ptr<T> object = std::move(at->second);
    mObjects.erase(at);
    if (name < mNext) mNext = name;
    return object;
  }
  template <class F>
  void forEach(F&& visit) const {
    for (const auto& [name, object] : mObjects)
      if (object) visit(*object);
  }
  auto begin() const { return mObjects.begin(); }
  auto end() const { return mObjects.end(); }

 private:
  std::unordered_map<uint32_t, std::shared_ptr<T>> mObjects;
  uint32_t mNext = 1;
};

struct ShareGroup {
  std::mutex mutex;  // guards the tables, not the objects
  NameTable<Buffer> buffers;
  NameTable<Texture> textures;
  NameTable<Sampler> samplers;
  NameTable<Renderbuffer> renderbuffers;
  NameTable<Shader> shaders;     // shaders and programs share one name space: names come from `programs`
  NameTable<Program> programs;
  NameTable<DisplayList> displayLists;
  std::unordered_map<const void*, std::shared_ptr<Sync>> syncs;
  // Pipe objects without holders; objects keep it alive, so that the last one may outlive the group.
  const std::shared_ptr<Grave> grave = std::make_shared<Grave>();
  // Buffers mapped without GL_MAP_PERSISTENT_BIT. Zero, as nearly always, spares draws the look at each buffer.
  std::atomic<uint32_t> mappedBuffers{0};
};

}  // namespace state
