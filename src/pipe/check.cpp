// SPDX-License-Identifier: Apache-2.0
// The rules of the check decorator; which call they meet is generated from the catalogue.
#include "pipe/check.h"

#include <algorithm>
#include <type_traits>

namespace mgpipe {
namespace {

template <class Kind>
constexpr bool kOfOneStream = std::is_same_v<Kind, PipelineKind> || std::is_same_v<Kind, VertexElementsKind> ||
                              std::is_same_v<Kind, FramebufferKind> || std::is_same_v<Kind, QueryKind>;

template <class Kind>
constexpr const char* nameOf() {
  if constexpr (std::is_same_v<Kind, BufferKind>) return "buffer";
  if constexpr (std::is_same_v<Kind, TextureKind>) return "texture";
  if constexpr (std::is_same_v<Kind, SamplerKind>) return "sampler";
  if constexpr (std::is_same_v<Kind, PipelineKind>) return "pipeline";
  if constexpr (std::is_same_v<Kind, VertexElementsKind>) return "vertex elements object";
  if constexpr (std::is_same_v<Kind, FramebufferKind>) return "framebuffer";
  if constexpr (std::is_same_v<Kind, ProgramKind>) return "program";
  if constexpr (std::is_same_v<Kind, QueryKind>) return "query";
  if constexpr (std::is_same_v<Kind, FenceKind>) return "fence";
  if constexpr (std::is_same_v<Kind, SurfaceKind>) return "surface";
}

template <class Kind>
std::string nameOf(base::Handle<Kind> handle) {
  return std::string(nameOf<Kind>()) + " #" + std::to_string(handle.slot) + "." + std::to_string(handle.generation);
}

}  // namespace

void ObjectLedger::endOwner(const void* owner) {
  std::lock_guard lock(mMutex);
  for (auto& [key, entry] : mEntries)
    if (entry.owner == owner) entry.alive = false;
}

void CheckContext::say(const std::string& what) { mReport(std::string(opcodeName(mOpcode)) + ": " + what); }

void CheckContext::begin(Opcode opcode) {
  mOpcode = opcode;
  switch (opcode) {
    case Opcode::BindFramebuffer: mHasTarget = true; break;
    case Opcode::Draw:
    case Opcode::DrawMany:
    case Opcode::DrawIndirect:
    case Opcode::DrawStreamOutput:
    case Opcode::Clear:
      if (!mHasTarget) say("No framebuffer was ever bound.");
      break;
    case Opcode::BeginStreamOutput: turn(mStreamOutput, true, "Stream output"); break;
    case Opcode::EndStreamOutput: turn(mStreamOutput, false, "Stream output"); break;
    case Opcode::WaitStream:
      // What other streams changed may be bound again.
      for (auto& last : mLast) last.clear();
      break;
    default: break;
  }
}

void CheckContext::turn(bool& active, bool begins, const char* what) {
  if (active == begins) say(std::string(what) + (begins ? " has begun already." : " has not begun."));
  active = begins;
}

template <class Kind>
void CheckContext::creates(base::Handle<Kind> handle) {
  const std::string wrong = mLedger->change(nameOf<Kind>(), handle.slot, [&](ObjectLedger::Entry& entry) {
    const ObjectLedger::Entry before = entry;
    entry = {handle.generation, true, kOfOneStream<Kind> ? this : nullptr};
    if (!handle) return std::string("The handle is null.");
    if (before.alive) return nameOf(handle) + " takes the slot of one that lives.";
    if (handle.generation <= before.generation) return nameOf(handle) + " comes again.";
    return std::string();
  });
  if (!wrong.empty()) say(wrong);
}

template <class Kind>
void CheckContext::defines(base::Handle<Kind> handle) {
  bool known = false;
  mLedger->change(nameOf<Kind>(), handle.slot, [&](const ObjectLedger::Entry& entry) {
    known = entry.alive && entry.generation == handle.generation;
    return std::string();
  });
  known ? use(handle) : creates(handle);
}

template <class Kind>
void CheckContext::destroys(base::Handle<Kind> handle) {
  use(handle);
  mLedger->change(nameOf<Kind>(), handle.slot, [&](ObjectLedger::Entry& entry) {
    if (entry.generation == handle.generation) entry.alive = false;
    return std::string();
  });
}

template <class Kind>
void CheckContext::use(base::Handle<Kind> handle) {
  if (!handle) return;  // unbinds, or is optional
  const std::string wrong = mLedger->change(nameOf<Kind>(), handle.slot, [&](const ObjectLedger::Entry& entry) {
    if (entry.generation != handle.generation) return nameOf(handle) + " was never made.";
    if (!entry.alive) return nameOf(handle) + " is destroyed.";
    if (entry.owner && entry.owner != this) return nameOf(handle) + " belongs to another stream.";
    return std::string();
  });
  if (!wrong.empty()) say(wrong);
}

void CheckContext::sets(std::span<const std::byte> args, std::span<const std::byte> tail) {
  std::vector<std::byte>& last = mLast[static_cast<size_t>(mOpcode)];
  const bool same = last.size() == args.size() + tail.size() && std::equal(args.begin(), args.end(), last.begin()) &&
                    std::equal(tail.begin(), tail.end(), last.begin() + static_cast<std::ptrdiff_t>(args.size()));
  if (same) return say("It says what it said last time.");
  last.assign(args.begin(), args.end());
  last.insert(last.end(), tail.begin(), tail.end());
}

#define MGL_CHECK_KIND(kind)                                        \
  template void CheckContext::creates(base::Handle<kind##Kind>);    \
  template void CheckContext::defines(base::Handle<kind##Kind>);    \
  template void CheckContext::destroys(base::Handle<kind##Kind>);   \
  template void CheckContext::use(base::Handle<kind##Kind>);
MGL_CHECK_KIND(Buffer)
MGL_CHECK_KIND(Texture)
MGL_CHECK_KIND(Sampler)
MGL_CHECK_KIND(Pipeline)
MGL_CHECK_KIND(VertexElements)
MGL_CHECK_KIND(Framebuffer)
MGL_CHECK_KIND(Program)
MGL_CHECK_KIND(Query)
MGL_CHECK_KIND(Fence)
MGL_CHECK_KIND(Surface)
#undef MGL_CHECK_KIND

}  // namespace mgpipe
