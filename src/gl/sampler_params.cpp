// SPDX-License-Identifier: Apache-2.0
// Values that sampler parameters may have, and their conversions.
#include "gl/sampler_params.h"

#include <GL/gl.h>
#include <GL/glext.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "gl/context.h"
#include "gl/device_info.h"
#include "gl/enum_names.gen.h"

namespace gl {
namespace {

constexpr double kLargestInt = std::numeric_limits<int32_t>::max();

int32_t roundToInt(double value) {
  if (std::isnan(value)) return 0;
  return static_cast<int32_t>(std::clamp(std::nearbyint(value), -kLargestInt - 1, kLargestInt));
}

bool isWrapMode(const Context& ctx, uint32_t mode, bool rectangle) {
  switch (mode) {
    case GL_CLAMP_TO_EDGE:
    case GL_CLAMP_TO_BORDER:
      return true;
    case GL_CLAMP:
      return !ctx.isCore();
    case GL_REPEAT:
    case GL_MIRRORED_REPEAT:
      return !rectangle;
    case GL_MIRROR_CLAMP_TO_EDGE:
      return !rectangle && (ctx.version() >= 44 || ctx.device().has("GL_ARB_texture_mirror_clamp_to_edge"));
    default:
      return false;
  }
}

bool isMinFilter(uint32_t filter, bool rectangle) {
  if (filter == GL_NEAREST || filter == GL_LINEAR) return true;
  return !rectangle && filter >= GL_NEAREST_MIPMAP_NEAREST && filter <= GL_LINEAR_MIPMAP_LINEAR;
}

// What an enumerant parameter may be set to.
bool isAllowed(const Context& ctx, bool rectangle, uint32_t pname, uint32_t value) {
  switch (pname) {
    case GL_TEXTURE_MIN_FILTER:
      return isMinFilter(value, rectangle);
    case GL_TEXTURE_MAG_FILTER:
      return value == GL_NEAREST || value == GL_LINEAR;
    case GL_TEXTURE_WRAP_S:
    case GL_TEXTURE_WRAP_T:
    case GL_TEXTURE_WRAP_R:
      return isWrapMode(ctx, value, rectangle);
    case GL_TEXTURE_COMPARE_MODE:
      return value == GL_NONE || value == GL_COMPARE_REF_TO_TEXTURE;
    case GL_TEXTURE_COMPARE_FUNC:
      return value >= GL_NEVER && value <= GL_ALWAYS;
    case GL_TEXTURE_SRGB_DECODE_EXT:
      return value == GL_DECODE_EXT || value == GL_SKIP_DECODE_EXT;
    default:
      return true;
  }
}

uint32_t* enumField(state::SamplerParams& p, uint32_t pname) {
  switch (pname) {
    case GL_TEXTURE_MIN_FILTER:
      return &p.minFilter;
    case GL_TEXTURE_MAG_FILTER:
      return &p.magFilter;
    case GL_TEXTURE_WRAP_S:
      return &p.wrapS;
    case GL_TEXTURE_WRAP_T:
      return &p.wrapT;
    case GL_TEXTURE_WRAP_R:
      return &p.wrapR;
    case GL_TEXTURE_COMPARE_MODE:
      return &p.compareMode;
    case GL_TEXTURE_COMPARE_FUNC:
      return &p.compareFunc;
    case GL_TEXTURE_SRGB_DECODE_EXT:
      return &p.srgbDecode;
    default:
      return nullptr;
  }
}

float* numberField(state::SamplerParams& p, uint32_t pname) {
  switch (pname) {
    case GL_TEXTURE_MIN_LOD:
      return &p.minLod;
    case GL_TEXTURE_MAX_LOD:
      return &p.maxLod;
    case GL_TEXTURE_LOD_BIAS:
      return &p.lodBias;
    case GL_TEXTURE_MAX_ANISOTROPY:
      return &p.maxAnisotropy;
    default:
      return nullptr;
  }
}

template <class T>
bool replace(T& field, T value) {
  if (field == value) return false;
  field = value;
  return true;
}

}  // namespace

int32_t ParamValue::integer(int i) const {
  return mForm == Form::Float ? roundToInt(static_cast<double>(bits<float>(i))) : bits<int32_t>(i);
}

uint32_t ParamValue::color(uint32_t (&out)[4]) const {
  for (int i = 0; i < 4; ++i) {
    if (mForm == Form::Int) {
      const double normalized = std::max(static_cast<double>(bits<int32_t>(i)) / kLargestInt, -1.0);
      out[i] = std::bit_cast<uint32_t>(static_cast<float>(normalized));
    } else {
      out[i] = bits<uint32_t>(i);
    }
  }
  return mForm == Form::PureInt ? 1 : mForm == Form::PureUint ? 2 : 0;
}

void ParamResult::write(float* out) const {
  for (uint32_t i = 0; i < count; ++i) {
    switch (form) {
      case Form::Integer:
        out[i] = static_cast<float>(integers[i]);
        break;
      case Form::Number:
        out[i] = numbers[i];
        break;
      case Form::Color:
        out[i] = colorKind == 0   ? std::bit_cast<float>(integers[i])
                 : colorKind == 1 ? static_cast<float>(integers[i])
                                  : static_cast<float>(static_cast<uint32_t>(integers[i]));
        break;
    }
  }
}

void ParamResult::write(int32_t* out) const {
  for (uint32_t i = 0; i < count; ++i) {
    switch (form) {
      case Form::Integer:
        out[i] = integers[i];
        break;
      case Form::Number:
        out[i] = roundToInt(static_cast<double>(numbers[i]));
        break;
      case Form::Color:
        // Colours come back as they would be set: all of the range stands for [-1, 1].
        out[i] = colorKind != 0
                     ? integers[i]
                     : roundToInt(static_cast<double>(std::bit_cast<float>(integers[i])) * kLargestInt);
        break;
    }
  }
}

void ParamResult::writePure(int32_t* out) const {
  if (form != Form::Color) return write(out);
  for (uint32_t i = 0; i < count; ++i)
    out[i] =
        colorKind != 0 ? integers[i] : roundToInt(static_cast<double>(std::bit_cast<float>(integers[i])));
}

bool isSamplerParam(const Context& ctx, uint32_t pname) {
  state::SamplerParams any;
  if (pname == GL_TEXTURE_SRGB_DECODE_EXT) return ctx.device().has("GL_EXT_texture_sRGB_decode");
  if (pname == GL_TEXTURE_MAX_ANISOTROPY) return ctx.device().maxAnisotropy > 1 || ctx.version() >= 46;
  return pname == GL_TEXTURE_BORDER_COLOR || enumField(any, pname) || numberField(any, pname);
}

bool validateSamplerParam(const Context& ctx, const char* command, const state::Texture* texture,
                          uint32_t pname, const ParamValue& value) {
  if (texture && (texture->kind == state::TextureKind::k2DMultisample ||
                  texture->kind == state::TextureKind::k2DMultisampleArray)) {
    ctx.errorf(GL_INVALID_ENUM, "%s: multisample textures have no sampler parameter %s.", command,
               enumText(pname).c_str());
    return false;
  }
  if (pname == GL_TEXTURE_BORDER_COLOR) {
    if (value.isVector()) return true;
    ctx.errorf(GL_INVALID_ENUM, "%s: GL_TEXTURE_BORDER_COLOR has four values; the vector form sets it.",
               command);
    return false;
  }
  if (pname == GL_TEXTURE_MAX_ANISOTROPY) {
    if (value.number() >= 1) return true;
    ctx.errorf(GL_INVALID_VALUE, "%s: anisotropy %g is below 1.", command,
               static_cast<double>(value.number()));
    return false;
  }
  const bool rectangle = texture && texture->kind == state::TextureKind::kRectangle;
  if (isAllowed(ctx, rectangle, pname, value.enumerant())) return true;
  ctx.errorf(GL_INVALID_ENUM, "%s: %s cannot be set to %s%s.", command, enumText(pname).c_str(),
             enumText(value.enumerant()).c_str(), rectangle ? " for a rectangle texture" : "");
  return false;
}

bool setSamplerParam(state::SamplerParams& params, uint32_t pname, const ParamValue& value) {
  if (pname == GL_TEXTURE_BORDER_COLOR) {
    uint32_t bits[4];
    const uint32_t kind = value.color(bits);
    if (kind == params.borderKind && std::equal(bits, bits + 4, params.border)) return false;
    std::copy(bits, bits + 4, params.border);
    params.borderKind = kind;
    return true;
  }
  if (uint32_t* field = enumField(params, pname)) return replace(*field, value.enumerant());
  if (float* field = numberField(params, pname)) return replace(*field, value.number());
  return false;
}

ParamResult samplerParam(const state::SamplerParams& params, uint32_t pname) {
  ParamResult result;
  state::SamplerParams fields = params;
  if (pname == GL_TEXTURE_BORDER_COLOR) {
    result.form = ParamResult::Form::Color;
    result.count = 4;
    result.colorKind = params.borderKind;
    for (int i = 0; i < 4; ++i) result.integers[i] = static_cast<int32_t>(params.border[i]);
  } else if (const uint32_t* field = enumField(fields, pname)) {
    result.set(*field);
  } else if (const float* number = numberField(fields, pname)) {
    result.setNumber(*number);
  }
  return result;
}

}  // namespace gl
