// SPDX-License-Identifier: Apache-2.0
// Storage formats: what a texel consists of, how an ES 3.2 driver holds it, and which storage format stands
// behind each internal format of GL.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "formats/format.gen.h"

namespace formats {

// How the bits of a component are read. Depth formats use Unorm or Float; pure stencil uses Uint.
enum class ComponentType : uint8_t { None, Unorm, Snorm, Float, Int, Uint };

// GL's base internal format. `info().baseGl` has the same as a GL number.
enum class BaseFormat : uint8_t {
  None,
  Red,
  Rg,
  Rgb,
  Rgba,
  Alpha,
  Luminance,
  LuminanceAlpha,
  Intensity,
  Depth,
  DepthStencil,
  Stencil,
};

// Where one component of a texel comes from.
enum class Swizzle : uint8_t { R, G, B, A, Zero, One };
using Swizzle4 = std::array<Swizzle, 4>;
inline constexpr Swizzle4 kIdentitySwizzle = {Swizzle::R, Swizzle::G, Swizzle::B, Swizzle::A};

// The representation of a storage format in an OpenGL ES 3.2 driver.
struct EsFormat {
  uint32_t internalFormat = 0;       // sized, or the compressed format
  uint32_t format = 0;               // of uploads; 0 when compressed
  uint32_t type = 0;                 // of uploads; 0 when compressed
  std::string_view extension;        // "" or the extension without which the driver lacks the format, e.g.
                                     // "GL_EXT_texture_norm16"
  std::string_view renderExtension;  // "" renderable by core ES 3.2, "-" never, else the extension needed
  std::string_view filterExtension;  // as above, for linear filtering; depth is "-": only with comparison
};

struct FormatInfo {
  Format format = Format::None;
  std::string_view name;        // "RGBA8_UNORM"
  uint32_t internalFormat = 0;  // the sized GL internal format that means exactly this
  uint32_t baseGl = 0;          // GL_RED, GL_LUMINANCE, GL_DEPTH_STENCIL, …
  BaseFormat base = BaseFormat::None;
  ComponentType type = ComponentType::None;
  bool srgb = false;
  bool compressed = false;
  // Bits of each component as GL reports them (GL_TEXTURE_RED_SIZE, …); nominal when compressed.
  uint8_t redBits = 0, greenBits = 0, blueBits = 0, alphaBits = 0;
  uint8_t luminanceBits = 0, intensityBits = 0, depthBits = 0, stencilBits = 0, sharedBits = 0;
  // One texel is a 1×1 block.
  uint8_t blockWidth = 1, blockHeight = 1;
  uint8_t blockBytes = 0;  // in ES storage as uploaded with es.format and es.type

  EsFormat es;
  // Storage to take when es.extension is missing; same base or wider, with swizzles and upload layout of its
  // own. Always leads, in at most two steps, to a format that needs no extension; None only if none is
  // needed.
  Format fallback = Format::None;

  // Three views of the same fact. "Storage" is the RGBA the ES driver holds, "GL" the RGBA of GL's pixel
  // rules.
  Swizzle4 sample = kIdentitySwizzle;  // a shader's texel from storage: L8 {R,R,R,1}, A8 {0,0,0,R}
  Swizzle4 store = kIdentitySwizzle;   // storage from GL's RGBA on upload: A8 {A,0,0,1}, RGB16F {R,G,B,1}
  Swizzle4 read = kIdentitySwizzle;    // GL's RGBA for GetTexImage from storage: L8 {R,0,0,1}

  // Storage has an alpha channel that GL's format lacks (RGB16F held as RGBA16F). It holds 1 after uploads;
  // rendering may change it, so blending with destination alpha and read-back need `read` or a fixed factor.
  bool padded = false;

  constexpr bool isInteger() const { return type == ComponentType::Int || type == ComponentType::Uint; }
  constexpr bool hasDepth() const { return depthBits != 0; }
  constexpr bool hasStencil() const { return stencilBits != 0; }
  constexpr bool isColor() const { return base != BaseFormat::None && !hasDepth() && !hasStencil(); }
};

// Total function: an out-of-range value gives the row of Format::None.
const FormatInfo& info(Format format);

// True for a value that names a row other than None; the check for numbers from a peer.
constexpr bool isValid(Format format) {
  return format != Format::None && static_cast<uint16_t>(format) < kFormatCount;
}

// Storage format of a GL internal format: sized, unsized (GL_RGBA → RGBA8_UNORM), component counts 1 to 4 of
// GL 1.0, generic compressed (stored uncompressed) and specific compressed. Format::None when GL 3.3 in
// the compatibility profile knows no such internal format.
Format fromInternalFormat(uint32_t internalFormat);

// As fromInternalFormat, but an unsized internal format takes the client's packed type into account: GL_RGB
// with 5_6_5 → RGB565_UNORM, GL_RGBA with 10_10_10_2 → RGB10A2_UNORM. Sized formats ignore format and type.
Format resolveUnsized(uint32_t internalFormat, uint32_t format, uint32_t type);

// True for internal formats without a stated size: base formats, 1 to 4, generic compressed, GL_SRGB….
bool isUnsized(uint32_t internalFormat);
// True for GL_COMPRESSED_RGBA and its like, which this project stores uncompressed.
bool isGenericCompressed(uint32_t internalFormat);

// Components GL knows in the format: RGBA8 4, L8 1, Z24S8 2.
uint32_t componentCount(Format format);

struct UploadPair {
  uint32_t format = 0, type = 0;
  friend bool operator==(const UploadPair&, const UploadPair&) = default;
};
// The pair to hand an ES 3.2 driver so that it takes the client's bytes unchanged with GL's meaning, if there
// is one: {GL_LUMINANCE, GL_UNSIGNED_BYTE} into L8 goes as {GL_RED, GL_UNSIGNED_BYTE}.
std::optional<UploadPair> directUpload(Format storage, uint32_t format, uint32_t type, bool swapBytes);
// directUpload() has a value: no conversion is needed.
bool isDirectUpload(Format storage, uint32_t format, uint32_t type, bool swapBytes);

}  // namespace formats
