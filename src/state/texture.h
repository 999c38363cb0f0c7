// SPDX-License-Identifier: Apache-2.0
// Textures, renderbuffers and samplers. Texels live behind the pipe; shapes and parameters live here.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/gl_enums.gen.h"
#include "state/buffer.h"
#include "state/object.h"

namespace state {

// Dense index of a texture target, for binding tables.
enum class TextureKind : uint8_t {
  k1D, k2D, k3D, kCube, kRectangle, k1DArray, k2DArray, kCubeArray, kBuffer, k2DMultisample, k2DMultisampleArray,
};
inline constexpr size_t kTextureKindCount = 11;
uint32_t glTarget(TextureKind kind);
// kTextureKindCount if not a texture target. Proxy and cube-face targets are not accepted here.
size_t textureKindIndex(uint32_t glTarget);

struct SamplerParams {
  uint32_t minFilter = glenum::NEAREST_MIPMAP_LINEAR_, magFilter = glenum::LINEAR_;
  uint32_t wrapS = glenum::REPEAT_, wrapT = glenum::REPEAT_, wrapR = glenum::REPEAT_;
  uint32_t compareMode = glenum::NONE_, compareFunc = glenum::LEQUAL_;
  float minLod = -1000, maxLod = 1000, lodBias = 0, maxAnisotropy = 1;
  uint32_t border[4] = {0, 0, 0, 0};  // bits, read as borderKind says
  uint32_t borderKind = 0;            // 0 float, 1 int, 2 uint
  uint32_t srgbDecode = glenum::DECODE_EXT_;
  bool operator==(const SamplerParams&) const = default;
};

struct Sampler : Object {
  using Object::Object;
  SamplerParams params;
};

struct TextureLevel {
  uint32_t width = 0, height = 0, depth = 0;  // without border; depth = layers of arrays. 0 = undefined
  uint32_t internalFormat = 0;                // as the application asked
  uint16_t format = 0;                        // formats::Format
  uint32_t samples = 0;
  bool fixedSampleLocations = true;
  bool defined() const { return internalFormat != 0; }
};

inline constexpr uint32_t kMaxLevels = 16;

struct Texture : Object {
  Texture(uint32_t glName, TextureKind k) : Object(glName), kind(k) { initDefaults(); }
  TextureKind kind;
  // levels[face][level]; one face except for cube maps.
  std::array<std::array<TextureLevel, kMaxLevels>, 6> levels{};
  bool immutable = false;
  uint32_t immutableLevels = 0;
  SamplerParams sampler;   // the texture's own sampler
  uint32_t baseLevel = 0, maxLevel = 1000;
  uint32_t swizzle[4] = {glenum::RED_, glenum::GREEN_, glenum::BLUE_, glenum::ALPHA_};
  uint32_t depthStencilMode = glenum::DEPTH_COMPONENT_;
  bool generateMipmap = false;  // compatibility GL_GENERATE_MIPMAP
  uint32_t depthTextureMode = glenum::LUMINANCE_;  // compatibility: what programs see of depth
  float priority = 1;
  // Buffer textures.
  std::shared_ptr<Buffer> buffer;
  uint64_t bufferOffsetBytes = 0, bufferSizeBytes = ~uint64_t{0};
  uint32_t bufferInternalFormat = 0;

  uint32_t faceCount() const { return kind == TextureKind::kCube ? 6 : 1; }
  TrackerSlot pipe;
  uint64_t paramsSent = 0;      // changeSerial at which the tracker last sent parameters
  uint32_t depthModeSent = glenum::RED_;  // and in which depth texture mode
  // Memo of completeness: valid while changeSerial and the two values it depends on stay.
  mutable uint64_t completeSerial = 0;
  mutable bool completeMips = false, completeBase = false;

 private:
  void initDefaults();
};

// Texture completeness for sampling with these parameters (GL 4.6 core §8.17).
bool isComplete(const Texture& texture, const SamplerParams& sampler);

struct Renderbuffer : Object {
  using Object::Object;
  uint32_t width = 0, height = 0, samples = 0;
  uint32_t internalFormat = glenum::RGBA_;
  uint16_t format = 0;
  bool created = false;
  TrackerSlot pipe;        // a texture handle: renderbuffers are textures below
};

}  // namespace state
