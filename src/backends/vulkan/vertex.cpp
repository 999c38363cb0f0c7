// SPDX-License-Identifier: Apache-2.0
// Vertex input: the program's inputs meet the elements, formats that the device lacks are converted on the CPU, inputs
// without an array read the current value of their attribute through a binding that does not advance.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "backends/vulkan/context.h"
#include "base/gl_enums.gen.h"
#include "formats/numeric.h"

namespace vulkan {
namespace {

constexpr uint8_t kKindNormalized = 1, kKindInteger = 2;
constexpr uint32_t kDefaultBytes = 16;

uint32_t componentBytes(uint32_t type) {
  switch (type) {
    case glenum::BYTE_:
    case glenum::UNSIGNED_BYTE_: return 1;
    case glenum::SHORT_:
    case glenum::UNSIGNED_SHORT_:
    case glenum::HALF_FLOAT_: return 2;
    case glenum::INT_:
    case glenum::UNSIGNED_INT_:
    case glenum::FLOAT_:
    case glenum::FIXED_:
    case glenum::INT_2_10_10_10_REV_:
    case glenum::UNSIGNED_INT_2_10_10_10_REV_: return 4;
    case glenum::DOUBLE_: return 8;
  }
  return 0;
}

bool isPacked(uint32_t type) { return type == glenum::INT_2_10_10_10_REV_ || type == glenum::UNSIGNED_INT_2_10_10_10_REV_; }

bool isSigned(uint32_t type) { return type == glenum::BYTE_ || type == glenum::SHORT_ || type == glenum::INT_; }

// Formats of one width by count of components, in Vulkan's order of kinds: unorm, snorm, uscaled, sscaled, uint, sint.
VkFormat sized(VkFormat oneComponent, uint32_t components, uint32_t kind) {
  // Between R8 and R8G8, R8G8B8 … lie as many kinds as there are; BGR variants of 8 bits lie between.
  constexpr VkFormat k8[] = {VK_FORMAT_R8_UNORM, VK_FORMAT_R8G8_UNORM, VK_FORMAT_R8G8B8_UNORM, VK_FORMAT_R8G8B8A8_UNORM};
  constexpr VkFormat k16[] = {VK_FORMAT_R16_UNORM, VK_FORMAT_R16G16_UNORM, VK_FORMAT_R16G16B16_UNORM,
                              VK_FORMAT_R16G16B16A16_UNORM};
  const VkFormat base = oneComponent == VK_FORMAT_R8_UNORM ? k8[components - 1] : k16[components - 1];
  return static_cast<VkFormat>(base + kind);
}

VkFormat formatOf(const pipe::VertexElement& e) {
  const bool integer = e.kind == kKindInteger, normalized = e.kind == kKindNormalized;
  const uint32_t kind = (integer ? 4u : normalized ? 0u : 2u) + (isSigned(e.type) ? 1u : 0u);
  constexpr VkFormat kFloats[] = {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32_SFLOAT,
                                  VK_FORMAT_R32G32B32A32_SFLOAT};
  constexpr VkFormat kInts[] = {VK_FORMAT_R32_SINT, VK_FORMAT_R32G32_SINT, VK_FORMAT_R32G32B32_SINT,
                                VK_FORMAT_R32G32B32A32_SINT};
  constexpr VkFormat kUints[] = {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_UINT, VK_FORMAT_R32G32B32_UINT,
                                 VK_FORMAT_R32G32B32A32_UINT};
  constexpr VkFormat kHalves[] = {VK_FORMAT_R16_SFLOAT, VK_FORMAT_R16G16_SFLOAT, VK_FORMAT_R16G16B16_SFLOAT,
                                  VK_FORMAT_R16G16B16A16_SFLOAT};
  if (e.bgra) {
    if (e.type == glenum::UNSIGNED_BYTE_) return VK_FORMAT_B8G8R8A8_UNORM;
    const VkFormat base = e.type == glenum::INT_2_10_10_10_REV_
                              ? (normalized ? VK_FORMAT_A2R10G10B10_SNORM_PACK32 : VK_FORMAT_A2R10G10B10_SSCALED_PACK32)
                              : (normalized ? VK_FORMAT_A2R10G10B10_UNORM_PACK32 : VK_FORMAT_A2R10G10B10_USCALED_PACK32);
    return base;
  }
  switch (e.type) {
    case glenum::BYTE_:
    case glenum::UNSIGNED_BYTE_: return sized(VK_FORMAT_R8_UNORM, e.components, kind);
    case glenum::SHORT_:
    case glenum::UNSIGNED_SHORT_: return sized(VK_FORMAT_R16_UNORM, e.components, kind);
    case glenum::HALF_FLOAT_: return kHalves[e.components - 1];
    case glenum::FLOAT_: return kFloats[e.components - 1];
    case glenum::INT_: return integer ? kInts[e.components - 1] : VK_FORMAT_UNDEFINED;
    case glenum::UNSIGNED_INT_: return integer ? kUints[e.components - 1] : VK_FORMAT_UNDEFINED;
    case glenum::INT_2_10_10_10_REV_:
      return normalized ? VK_FORMAT_A2B10G10R10_SNORM_PACK32 : VK_FORMAT_A2B10G10R10_SSCALED_PACK32;
    case glenum::UNSIGNED_INT_2_10_10_10_REV_:
      return normalized ? VK_FORMAT_A2B10G10R10_UNORM_PACK32 : VK_FORMAT_A2B10G10R10_USCALED_PACK32;
  }
  return VK_FORMAT_UNDEFINED;
}

// What a converted attribute has: 32 bits a component.
VkFormat wideFormat(Numeric numeric, uint32_t components) {
  constexpr VkFormat kFirst[] = {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_UINT, VK_FORMAT_R32G32B32_UINT,
                                 VK_FORMAT_R32G32B32A32_UINT};
  const uint32_t kind = numeric == Numeric::Uint ? 0 : numeric == Numeric::Int ? 1 : 2;
  return static_cast<VkFormat>(kFirst[components - 1] + kind);
}

template <class T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// One component as GL reads it; integers keep their bits.
uint32_t widen(const pipe::VertexElement& e, const std::byte* from, uint32_t c) {
  const auto real = [](double value) { return std::bit_cast<uint32_t>(static_cast<float>(value)); };
  const auto whole = [&](int64_t value, double most) {
    if (e.kind == kKindInteger) return static_cast<uint32_t>(value);
    if (e.kind != kKindNormalized) return real(static_cast<double>(value));
    return real(std::max(static_cast<double>(value) / most, -1.0));
  };
  switch (e.type) {
    case glenum::BYTE_: return whole(load<int8_t>(from + c), 127.0);
    case glenum::UNSIGNED_BYTE_: return whole(load<uint8_t>(from + c), 255.0);
    case glenum::SHORT_: return whole(load<int16_t>(from + 2 * c), 32767.0);
    case glenum::UNSIGNED_SHORT_: return whole(load<uint16_t>(from + 2 * c), 65535.0);
    case glenum::INT_: return whole(load<int32_t>(from + 4 * c), 2147483647.0);
    case glenum::UNSIGNED_INT_: return whole(load<uint32_t>(from + 4 * c), 4294967295.0);
    case glenum::FLOAT_: return load<uint32_t>(from + 4 * c);
    case glenum::HALF_FLOAT_: return real(formats::halfToFloat(load<uint16_t>(from + 2 * c)));
    case glenum::FIXED_: return real(load<int32_t>(from + 4 * c) / 65536.0);
    case glenum::DOUBLE_: return real(load<double>(from + 8 * c));
    case glenum::INT_2_10_10_10_REV_:
    case glenum::UNSIGNED_INT_2_10_10_10_REV_: {
      const uint32_t word = load<uint32_t>(from), bits = c == 3 ? 2 : 10;
      const uint32_t raw = word >> (10 * c) & ((1u << bits) - 1);
      if (e.type == glenum::UNSIGNED_INT_2_10_10_10_REV_) return whole(raw, static_cast<double>((1u << bits) - 1));
      const int32_t value = static_cast<int32_t>(raw << (32 - bits)) >> (32 - bits);
      return whole(value, static_cast<double>((1u << (bits - 1)) - 1));
    }
  }
  return 0;
}

}  // namespace

void Context::vertexElementsCreate(const pipe::VertexElementsCreateArgs& args,
                                   std::span<const pipe::VertexElement> items) {
  auto elements = std::make_unique<VertexElements>();
  uint32_t locations = 0;
  for (const pipe::VertexElement& e : items) {
    if (e.location >= kMaxAttributes || e.binding >= kMaxAttributes || e.components < 1 || e.components > 4 ||
        e.kind > 3 || !componentBytes(e.type) || (locations >> e.location & 1))
      return fault(pipe::Fault::BadValue, "vertex_elements_create has an attribute with an impossible value.");
    locations |= 1u << e.location;
    VertexElements::Item item;
    item.element = e;
    item.numeric = e.kind != kKindInteger ? Numeric::Float : isSigned(e.type) ? Numeric::Int : Numeric::Uint;
    item.alignmentBytes = std::min(componentBytes(e.type), 4u);
    item.bytes = isPacked(e.type) ? 4 : componentBytes(e.type) * e.components;
    item.format = formatOf(e);
    if (!(r.device.formatProperties(item.format).bufferFeatures & VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT))
      item.format = VK_FORMAT_UNDEFINED;
    if (e.divisor == 0 || r.device.has.instanceDivisor || e.divisor == 1) {
      elements->items.push_back(item);
      continue;
    }
    item.format = VK_FORMAT_UNDEFINED;  // spread out on the CPU
    elements->items.push_back(item);
  }
  if (!mElements.insert(args.elements, std::move(elements)))
    stale("vertex elements object", args.elements.slot, args.elements.generation);
}

bool Context::convertVertices(Buffer& buffer, const pipe::VertexBuffer& from, const VertexElements::Item& item,
                              VertexSource& source) {
  const pipe::VertexElement& e = item.element;
  const uint64_t first = from.offsetBytes + e.relativeOffsetBytes;
  if (first < from.offsetBytes || first > buffer.sizeBytes || buffer.sizeBytes - first < item.bytes) return false;
  const uint64_t available = buffer.sizeBytes - first;
  const uint64_t count = from.strideBytes ? (available - item.bytes) / from.strideBytes + 1 : 1;
  buffer.converted = true;
  const std::byte* bytes = hostView(buffer, first, available);
  if (!bytes) return false;
  // Without divisors of the device's own, each value stands as often as it counts.
  const uint64_t repeat = e.divisor > 1 && !r.device.has.instanceDivisor ? e.divisor : 1;
  const uint64_t outBytes = uint64_t{e.components} * 4;
  const Piece piece = mShared->uploads.take(count * repeat * outBytes, 16);
  if (!piece.bytes) return false;
  std::byte* to = piece.bytes;
  for (uint64_t i = 0; i < count; ++i)
    for (uint64_t k = 0; k < repeat; ++k, to += outBytes)
      for (uint32_t c = 0; c < e.components; ++c) {
        const uint32_t from_c = e.bgra && c < 3 ? 2 - c : c;
        const uint32_t word = widen(e, bytes + i * from.strideBytes, from_c);
        std::memcpy(to + 4 * c, &word, 4);
      }
  source = {piece.buffer, piece.offsetBytes, from.strideBytes ? static_cast<uint32_t>(outBytes) : 0};
  mConverted[e.location] = {source, piece.store};
  return true;
}

bool Context::sourceOf(const pipe::VertexBuffer& from, const VertexElements::Item& item, VertexSource& source,
                       PipelineKey::Attribute& attribute) {
  const pipe::VertexElement& e = item.element;
  source = {mShared->zeros->buffer, 0, 0};
  attribute.format = item.format ? item.format : wideFormat(item.numeric, e.components);
  attribute.offsetBytes = 0;
  if (!from.buffer) return true;
  Buffer* buffer = find(mShared->buffers, from.buffer, "buffer");
  if (!buffer) return false;
  if (!buffer->store || from.offsetBytes >= buffer->sizeBytes) return true;
  const uint64_t first = from.offsetBytes + e.relativeOffsetBytes;
  const bool aligned = first % item.alignmentBytes == 0 && from.strideBytes % item.alignmentBytes == 0;
  if (item.format && aligned && e.relativeOffsetBytes <= r.device.properties.limits.maxVertexInputAttributeOffset) {
    attribute.offsetBytes = static_cast<uint16_t>(e.relativeOffsetBytes);
    source = {buffer->store->buffer, from.offsetBytes, from.strideBytes};
    r.use(*buffer->store, Where::Main, {VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT}, 0, 0);
    mReads.push_back({buffer->store, first, from.strideBytes, item.bytes, e.divisor != 0 || !from.strideBytes});
    return true;
  }
  attribute.format = wideFormat(item.numeric, e.components);
  Converted& converted = mConverted[e.location];
  if (converted.store) {
    converted.store->used.last = r.recording();
    source = converted.source;
  } else if (!convertVertices(*buffer, from, item, source)) {
    source = {mShared->zeros->buffer, 0, 0};
  }
  return true;
}

bool Context::gatherVertices(const Program& program, PipelineKey& key) {
  static const VertexElements kNone;
  const VertexElements* elements = &kNone;
  if (mVertexElements && !(elements = find(mElements, mVertexElements, "vertex elements object"))) return false;
  for (auto& attribute : key.attributes) attribute = {};
  for (auto& binding : key.bindings) binding = {};
  mSourceCount = 0;
  mReads.clear();
  bool zeros = false;
  uint32_t defaults = 0;
  for (uint32_t location = 0; location < kMaxAttributes; ++location) {
    const Numeric wanted = program.interface.inputs[location];
    if (wanted == Numeric::None) continue;
    const auto item = std::find_if(elements->items.begin(), elements->items.end(),
                                   [&](const auto& i) { return i.element.location == location; });
    if (item == elements->items.end() || item->numeric != wanted) {
      defaults |= 1u << location;
      continue;
    }
    VertexSource source;
    PipelineKey::Attribute& attribute = key.attributes[location];
    if (!sourceOf(mVertexBuffers[item->element.binding], *item, source, attribute)) return false;
    zeros |= source.buffer == mShared->zeros->buffer;
    const uint32_t divisor = source.strideBytes ? (item->format || r.device.has.instanceDivisor ? item->element.divisor
                                                   : item->element.divisor                     ? 1u
                                                                                               : 0u)
                                                : 0u;
    uint32_t at = 0;
    while (at < mSourceCount && !(mSources[at] == source && key.bindings[at].divisor == divisor)) ++at;
    if (at == mSourceCount) {
      mSources[mSourceCount++] = source;
      key.bindings[at].divisor = divisor;
      key.bindings[at].strideBytes = r.device.has.extendedDynamicState ? 0 : source.strideBytes;
    }
    attribute.binding = static_cast<uint8_t>(at);
  }
  if (zeros)
    r.use(*mShared->zeros, Where::Main, {VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT});
  if (defaults) {
    if ((mDirty & kDefaults) || mDefaultsBatch != r.recording()) {
      mDefaultsPiece = mShared->constants.take(kMaxAttributes * kDefaultBytes, 64);
      if (!mDefaultsPiece.bytes) return false;
      for (uint32_t i = 0; i < kMaxAttributes; ++i)
        std::memcpy(mDefaultsPiece.bytes + i * kDefaultBytes, mDefaults[i].bits, kDefaultBytes);
      mDefaultsBatch = r.recording();
    }
    for (uint32_t location = 0; location < kMaxAttributes; ++location) {
      if (!(defaults >> location & 1)) continue;
      key.attributes[location] = {static_cast<uint32_t>(wideFormat(program.interface.inputs[location], 4)),
                                  static_cast<uint16_t>(location * kDefaultBytes), static_cast<uint8_t>(mSourceCount), 0};
    }
    mSources[mSourceCount++] = {mDefaultsPiece.buffer, mDefaultsPiece.offsetBytes, 0};
  }
  key.bindingCount = static_cast<uint8_t>(mSourceCount);
  mDirty &= ~(kVertices | kDefaults);
  return true;
}

void Context::bindVertices(VkCommandBuffer command) {
  // Strides that are dynamic must be set, also for programs without inputs.
  VkBuffer buffers[kMaxAttributes + 1] = {mShared->zeros->buffer};
  VkDeviceSize offsets[kMaxAttributes + 1] = {}, strides[kMaxAttributes + 1] = {};
  for (uint32_t i = 0; i < mSourceCount; ++i) {
    buffers[i] = mSources[i].buffer;
    offsets[i] = mSources[i].offsetBytes;
    strides[i] = mSources[i].strideBytes;
  }
  const uint32_t count = std::max(mSourceCount, 1u);
  if (r.device.has.extendedDynamicState)
    r.device.vk.vkCmdBindVertexBuffers2EXT(command, 0, count, buffers, offsets, nullptr, strides);
  else
    r.device.vk.vkCmdBindVertexBuffers(command, 0, count, buffers, offsets);
}

}  // namespace vulkan
