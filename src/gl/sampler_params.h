// SPDX-License-Identifier: Apache-2.0
// Parameters that textures and sampler objects have in common (GL 4.6 core §8.10): judging, setting, reading.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "state/texture.h"

namespace gl {

class Context;

// The value of a glTexParameter* or glSamplerParameter* call, in whichever form it came.
class ParamValue {
 public:
  static ParamValue scalar(const float& v) { return {&v, Form::Float, false}; }
  static ParamValue scalar(const int32_t& v) { return {&v, Form::Int, false}; }
  static ParamValue vector(const float* v) { return {v, Form::Float, true}; }
  static ParamValue vector(const int32_t* v) { return {v, Form::Int, true}; }
  static ParamValue pure(const int32_t* v) { return {v, Form::PureInt, true}; }
  static ParamValue pure(const uint32_t* v) { return {v, Form::PureUint, true}; }

  bool isVector() const { return mVector; }
  float number(int i = 0) const {
    if (mForm == Form::Float) return bits<float>(i);
    return mForm == Form::PureUint ? static_cast<float>(bits<uint32_t>(i))
                                   : static_cast<float>(bits<int32_t>(i));
  }
  // Enumerants and levels; fractions are rounded, as GL converts.
  int32_t integer(int i = 0) const;
  uint32_t enumerant(int i = 0) const { return static_cast<uint32_t>(integer(i)); }
  // Border colours: bits and what they mean (0 float, 1 int, 2 uint).
  uint32_t color(uint32_t (&out)[4]) const;

 private:
  enum class Form : uint8_t { Float, Int, PureInt, PureUint };
  ParamValue(const void* data, Form form, bool vector) : mData(data), mForm(form), mVector(vector) {}
  template <class T>
  T bits(int i) const {
    T value;
    std::memcpy(&value, static_cast<const char*>(mData) + sizeof(T) * static_cast<size_t>(i), sizeof(T));
    return value;
  }
  const void* mData;
  Form mForm;
  bool mVector;
};

// A parameter on its way back to the application.
struct ParamResult {
  enum class Form : uint8_t { Integer, Number, Color } form = Form::Integer;
  uint32_t count = 1;
  int32_t integers[4] = {0, 0, 0, 0};
  float numbers[4] = {0, 0, 0, 0};
  uint32_t colorKind = 0;  // as SamplerParams::borderKind; then the bits are in `integers`

  void set(uint32_t value) { integers[0] = static_cast<int32_t>(value); }
  void setNumber(float value) { form = Form::Number, numbers[0] = value; }

  void write(float* out) const;
  void write(int32_t* out) const;
  void writePure(int32_t* out) const;
};

// Whether `pname` is a sampler parameter in this context.
bool isSamplerParam(const Context& ctx, uint32_t pname);
// Reports at most one error. `texture` is null for sampler objects.
bool validateSamplerParam(const Context& ctx, const char* command, const state::Texture* texture,
                          uint32_t pname, const ParamValue& value);
// True if the parameters changed.
bool setSamplerParam(state::SamplerParams& params, uint32_t pname, const ParamValue& value);
ParamResult samplerParam(const state::SamplerParams& params, uint32_t pname);

}  // namespace gl
