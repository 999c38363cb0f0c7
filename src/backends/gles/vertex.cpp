// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/vertex.h"

#include <bit>
#include <cstring>

#include "backends/gles/vertex_convert.h"

namespace gles {
namespace {

constexpr uint32_t kZerosBytes = 64;
constexpr uint8_t kKindNormalized = 1, kKindInteger = 2;

bool validElement(const pipe::VertexElement& e) {
  return e.location < kMaxAttributes && e.binding < kMaxAttributes && e.components >= 1 && e.components <= 4 &&
         e.kind <= 3 && vertexTypeBytes(e.type) != 0;
}

}  // namespace

VertexInput::VertexInput(Functions& functions, DriverState& state, Shared& shared)
    : mGl(functions), mState(state), mShared(shared) {
  for (uint32_t i = 0; i < kMaxAttributes; ++i) {
    mAttributeBinding[i] = static_cast<uint8_t>(i);
    const float zeroZeroZeroOne[4] = {0, 0, 0, 1};
    std::memcpy(mDefaults[i].bits, zeroZeroZeroOne, sizeof zeroZeroZeroOne);
    mDefaults[i].location = i;
  }
}

void VertexInput::createDriverObjects() {
  mGl.GenVertexArrays(1, &mVertexArray.gl);
  mVertexArray.id = mShared.newId();
  mState.bindVertexArray(mVertexArray);
  const std::byte zeros[kZerosBytes]{};
  mGl.GenBuffers(1, &mZeros.name.gl);
  mZeros.name.id = mShared.newId();
  mState.bindBuffer(DriverState::CopyWrite, mZeros.name);
  mGl.BufferData(GL_COPY_WRITE_BUFFER, kZerosBytes, zeros, GL_STATIC_DRAW);
}

bool VertexInput::build(std::span<const pipe::VertexElement> elements, const Extensions& extensions,
                        VertexElements& out) {
  if (elements.size() > kMaxAttributes) return false;
  for (const pipe::VertexElement& element : elements) {
    if (!validElement(element) || (out.locations >> element.location & 1)) return false;
    VertexElements::Item item{.element = element, .driverBinding = 0, .converted = false};
    item.converted = needsConversion(element, extensions.bgraAttributes);
    size_t at = out.bindings.size();
    if (!item.converted)
      for (size_t i = 0; i < out.bindings.size(); ++i)
        if (out.bindings[i].convertedItem < 0 && out.bindings[i].pipeBinding == element.binding &&
            out.bindings[i].divisor == element.divisor)
          at = i;
    if (at == out.bindings.size()) {
      VertexElements::Binding binding{element.binding, element.divisor, -1};
      if (item.converted) binding.convertedItem = static_cast<int8_t>(out.items.size());
      out.bindings.push_back(binding);
    }
    item.driverBinding = static_cast<uint8_t>(at);
    out.converts |= item.converted;
    out.locations |= 1u << element.location;
    out.items.push_back(item);
  }
  return true;
}

bool VertexInput::setBuffers(uint32_t first, std::span<const pipe::VertexBuffer> buffers) {
  if (first > kMaxAttributes || buffers.size() > kMaxAttributes - first) return false;
  for (size_t i = 0; i < buffers.size(); ++i) mBuffers[first + i] = buffers[i];
  mBuffersDirty = true;
  return true;
}

bool VertexInput::setDefaults(std::span<const pipe::AttribDefault> values) {
  for (const pipe::AttribDefault& value : values) {
    if (value.location >= kMaxAttributes || value.kind > 2) return false;
    pipe::AttribDefault& have = mDefaults[value.location];
    if (std::memcmp(&have, &value, sizeof value) == 0) continue;
    have = value;
    mDefaultsDirty |= 1u << value.location;
  }
  return true;
}

void VertexInput::forget() {
  for (Binding& binding : mBindings) binding.id = ~uint64_t{0};
  mBuffersDirty = true;
}

bool VertexInput::apply(const VertexElements& elements) {
  mState.bindVertexArray(mVertexArray);
  mConverts = elements.converts;
  if (mElementsDirty) applyFormats(elements);
  if (mElementsDirty || mBuffersDirty || elements.converts) {
    if (!applyBindings(elements)) return false;
    mElementsDirty = mBuffersDirty = false;
  }
  if (mDefaultsDirty) applyDefaults();
  return true;
}

void VertexInput::applyFormats(const VertexElements& elements) {
  for (const VertexElements::Item& item : elements.items) {
    const pipe::VertexElement& e = item.element;
    const uint32_t location = e.location;
    Format want{e.components, e.kind, e.type, e.bgra, e.relativeOffsetBytes};
    if (item.converted) want = {e.components, static_cast<uint8_t>(e.kind == 1), convertedType(e), 0, 0};
    if (!(want == mFormats[location])) {
      mFormats[location] = want;
      const GLint size = want.bgra ? static_cast<GLint>(desktop::kBgra) : want.components;
      if (want.kind == kKindInteger)
        mGl.VertexAttribIFormat(location, size, want.type, want.relativeOffsetBytes);
      else
        mGl.VertexAttribFormat(location, size, want.type, want.kind == kKindNormalized, want.relativeOffsetBytes);
    }
    if (mAttributeBinding[location] != item.driverBinding) {
      mAttributeBinding[location] = item.driverBinding;
      mGl.VertexAttribBinding(location, item.driverBinding);
    }
  }
  for (uint32_t bits = mEnabled ^ elements.locations; bits; bits &= bits - 1) {
    const auto location = static_cast<uint32_t>(std::countr_zero(bits));
    if (elements.locations >> location & 1)
      mGl.EnableVertexAttribArray(location);
    else
      mGl.DisableVertexAttribArray(location);
  }
  mEnabled = elements.locations;
}

bool VertexInput::applyBindings(const VertexElements& elements) {
  for (uint32_t i = 0; i < elements.bindings.size(); ++i) {
    const VertexElements::Binding& binding = elements.bindings[i];
    const pipe::VertexBuffer& source = mBuffers[binding.pipeBinding];
    if (binding.convertedItem >= 0) {
      if (!bindConverted(i, elements.items[static_cast<size_t>(binding.convertedItem)])) return false;
    } else if (!source.buffer) {
      bind(i, mZeros.name, 0, 0);
    } else {
      const Buffer* buffer = mShared.buffers.find(source.buffer);
      if (!buffer) return false;
      bind(i, buffer->name, source.offsetBytes, source.strideBytes);
    }
    if (mBindings[i].divisor != binding.divisor) {
      mBindings[i].divisor = binding.divisor;
      mGl.VertexBindingDivisor(i, binding.divisor);
    }
  }
  return true;
}

void VertexInput::bind(uint32_t index, const Name& buffer, uint64_t offsetBytes, uint32_t strideBytes) {
  Binding& have = mBindings[index];
  if (have.id == buffer.id && have.offsetBytes == offsetBytes && have.strideBytes == strideBytes) return;
  have.id = buffer.id;
  have.offsetBytes = offsetBytes;
  have.strideBytes = strideBytes;
  mGl.BindVertexBuffer(index, buffer.gl, static_cast<GLintptr>(offsetBytes), static_cast<GLsizei>(strideBytes));
}

bool VertexInput::bindConverted(uint32_t index, const VertexElements::Item& item) {
  const pipe::VertexBuffer& source = mBuffers[item.element.binding];
  if (!source.buffer) {
    bind(index, mZeros.name, 0, 0);
    return true;
  }
  const Buffer* buffer = mShared.buffers.find(source.buffer);
  if (!buffer) return false;
  Buffer& target = mConverted[item.element.location];
  if (!target.name.gl) {
    mGl.GenBuffers(1, &target.name.gl);
    target.name.id = mShared.newId();
  }
  const uint32_t stride = convertVertices(mGl, mState, *buffer, source, item.element, target);
  if (stride)
    bind(index, target.name, 0, source.strideBytes ? stride : 0);
  else
    bind(index, mZeros.name, 0, 0);
  return true;
}

void VertexInput::applyDefaults() {
  for (; mDefaultsDirty; mDefaultsDirty &= mDefaultsDirty - 1) {
    const auto location = static_cast<GLuint>(std::countr_zero(mDefaultsDirty));
    const pipe::AttribDefault& value = mDefaults[location];
    if (value.kind == 1) {
      mGl.VertexAttribI4iv(location, reinterpret_cast<const GLint*>(value.bits));
    } else if (value.kind == 2) {
      mGl.VertexAttribI4uiv(location, value.bits);
    } else {
      float floats[4];
      std::memcpy(floats, value.bits, sizeof floats);
      mGl.VertexAttrib4fv(location, floats);
    }
  }
}

}  // namespace gles
