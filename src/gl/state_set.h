// SPDX-License-Identifier: Apache-2.0
// Storing a state value: only a change marks its dirty group, so that redundant calls cost nothing at the next draw.
#pragma once

#include <cstdint>
#include <type_traits>

#include "gl/context.h"

namespace gl {

template <class T>
void store(Context& ctx, T& place, const std::type_identity_t<T>& value, uint32_t dirty) {
  if (place == value) return;
  place = value;
  ctx.state().mark(dirty);
}

// What glIsEnabled answers; the capability is known. Row functions of state_enable.cpp.
bool isCapability(const Context& ctx, uint32_t cap);
bool isCapabilityEnabled(const Context& ctx, uint32_t cap);
// Capabilities with an enable per draw buffer or viewport, and how many; 0 if `cap` has none.
uint32_t indexedCapabilityCount(const Context& ctx, uint32_t cap);
bool isIndexedCapabilityEnabled(const Context& ctx, uint32_t cap, uint32_t index);

// How many viewports and scissor boxes the context promises.
uint32_t viewportLimit(const Context& ctx);
// How many draw buffers: the smaller of the device's and the state's.
uint32_t drawBufferLimit(const Context& ctx);

}  // namespace gl
