// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/vertex_convert.h"

#include <cstring>
#include <utility>

namespace gles {
namespace {

bool isPacked(uint32_t type) { return type == GL_INT_2_10_10_10_REV || type == GL_UNSIGNED_INT_2_10_10_10_REV; }

uint32_t elementBytes(const pipe::VertexElement& element) {
  return isPacked(element.type) ? 4 : vertexTypeBytes(element.type) * element.components;
}

// One element: doubles become floats, BGRA becomes RGBA.
void convertOne(const pipe::VertexElement& element, const std::byte* from, std::byte* to) {
  if (element.type == desktop::kDouble) {
    for (uint32_t c = 0; c < element.components; ++c) {
      double value;
      std::memcpy(&value, from + c * 8, 8);
      const auto narrow = static_cast<float>(value);
      std::memcpy(to + c * 4, &narrow, 4);
    }
    return;
  }
  if (isPacked(element.type)) {
    uint32_t bits;
    std::memcpy(&bits, from, 4);
    bits = (bits & 0xC00FFC00u) | (bits & 0x3FFu) << 20 | (bits >> 20 & 0x3FFu);
    std::memcpy(to, &bits, 4);
    return;
  }
  std::memcpy(to, from, 4);
  std::swap(to[0], to[2]);
}

}  // namespace

uint32_t vertexTypeBytes(uint32_t type) {
  switch (type) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE: return 1;
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
    case GL_HALF_FLOAT: return 2;
    case GL_INT:
    case GL_UNSIGNED_INT:
    case GL_FLOAT:
    case GL_FIXED:
    case GL_INT_2_10_10_10_REV:
    case GL_UNSIGNED_INT_2_10_10_10_REV: return 4;
    case desktop::kDouble: return 8;
  }
  return 0;
}

bool needsConversion(const pipe::VertexElement& element, bool driverHasBgra) {
  if (element.type == desktop::kDouble) return true;
  return element.bgra && !driverHasBgra;
}

uint16_t convertedType(const pipe::VertexElement& element) {
  return element.type == desktop::kDouble ? uint16_t{GL_FLOAT} : element.type;
}

uint32_t convertVertices(Functions& functions, DriverState& state, const Buffer& buffer,
                         const pipe::VertexBuffer& source, const pipe::VertexElement& element, Buffer& target) {
  const uint64_t first = source.offsetBytes + element.relativeOffsetBytes;
  const uint32_t inBytes = elementBytes(element);
  const uint32_t outBytes = element.type == desktop::kDouble ? 4u * element.components : 4u;
  if (first < source.offsetBytes || first > buffer.sizeBytes || buffer.sizeBytes - first < inBytes) return 0;
  const uint64_t available = buffer.sizeBytes - first;
  const uint64_t count = source.strideBytes ? (available - inBytes) / source.strideBytes + 1 : 1;

  state.bindBuffer(DriverState::CopyRead, buffer.name);
  const auto* from = static_cast<const std::byte*>(functions.MapBufferRange(
      GL_COPY_READ_BUFFER, static_cast<GLintptr>(first), static_cast<GLsizeiptr>(available), GL_MAP_READ_BIT));
  if (!from) return 0;
  std::vector<std::byte> converted(count * outBytes);
  for (uint64_t i = 0; i < count; ++i)
    convertOne(element, from + i * source.strideBytes, converted.data() + i * outBytes);
  functions.UnmapBuffer(GL_COPY_READ_BUFFER);

  state.bindBuffer(DriverState::CopyWrite, target.name);
  functions.BufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(converted.size()), converted.data(),
                       GL_STREAM_DRAW);
  target.sizeBytes = converted.size();
  return outBytes;
}

}  // namespace gles
