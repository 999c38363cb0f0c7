// SPDX-License-Identifier: Apache-2.0
// Vertex fetch of one context: one vertex array object whose formats, bindings and current values are changed by
// difference. Attributes that ES cannot fetch (doubles, BGRA without the extension) are converted on the CPU.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "backends/gles/context_objects.h"
#include "backends/gles/driver_state.h"

namespace gles {

inline constexpr uint32_t kMaxAttributes = 16;

class VertexInput {
 public:
  VertexInput(Functions& functions, DriverState& state, Shared& shared);
  void createDriverObjects();

  // Groups elements into driver bindings; false if one has a value that no front end sends.
  static bool build(std::span<const pipe::VertexElement> elements, const Extensions& extensions, VertexElements& out);

  bool setBuffers(uint32_t first, std::span<const pipe::VertexBuffer> buffers);
  bool setDefaults(std::span<const pipe::AttribDefault> values);
  void elementsChanged() { mElementsDirty = true; }
  // Everything bound may have new contents elsewhere.
  void forget();

  // False if a bound buffer is dead.
  bool apply(const VertexElements& elements);
  // Whether apply() with the same elements would change nothing.
  bool isApplied() const { return !mElementsDirty && !mBuffersDirty && !mDefaultsDirty && !mConverts; }
  const Name& vertexArray() const { return mVertexArray; }

 private:
  struct Format {
    uint8_t components = 4, kind = 0;
    uint16_t type = GL_FLOAT, bgra = 0;
    uint32_t relativeOffsetBytes = 0;
    friend bool operator==(const Format&, const Format&) = default;
  };
  struct Binding {
    uint64_t id = 0, offsetBytes = 0;
    uint32_t strideBytes = 16, divisor = 0;
  };
  void applyFormats(const VertexElements& elements);
  bool applyBindings(const VertexElements& elements);
  void bind(uint32_t index, const Name& buffer, uint64_t offsetBytes, uint32_t strideBytes);
  bool bindConverted(uint32_t index, const VertexElements::Item& item);
  void applyDefaults();

  Functions& mGl;
  DriverState& mState;
  Shared& mShared;
  Name mVertexArray;
  Buffer mZeros;                               // what a null buffer reads
  std::array<Buffer, kMaxAttributes> mConverted;

  std::array<pipe::VertexBuffer, kMaxAttributes> mBuffers{};
  std::array<pipe::AttribDefault, kMaxAttributes> mDefaults{};
  uint32_t mDefaultsDirty = 0;
  bool mElementsDirty = true, mBuffersDirty = true;
  bool mConverts = false;  // the elements last applied follow their buffers' contents at every draw

  // What the driver has.
  std::array<Format, kMaxAttributes> mFormats{};
  std::array<uint8_t, kMaxAttributes> mAttributeBinding{};
  std::array<Binding, kMaxAttributes> mBindings{};
  uint32_t mEnabled = 0;
};

}  // namespace gles
