// SPDX-License-Identifier: Apache-2.0
// Number encodings of texels: small floats, shared exponent, sRGB and normalized integers.
#pragma once

#include <cstdint>

namespace formats {

// IEEE binary16; rounding to nearest even, too large becomes infinite, NaN stays NaN.
float halfToFloat(uint16_t bits);
uint16_t floatToHalf(float value);

// Unsigned 11-bit (6-bit mantissa) and 10-bit (5-bit mantissa) floats. Negative becomes 0, a finite value too
// large becomes the largest finite one, infinity and NaN stay.
float float11ToFloat(uint32_t bits);
uint32_t floatToFloat11(float value);
float float10ToFloat(uint32_t bits);
uint32_t floatToFloat10(float value);

// GL_UNSIGNED_INT_5_9_9_9_REV: red in the low 9 bits, exponent in the high 5.
void rgb9e5ToFloat(uint32_t bits, float (&rgb)[3]);
uint32_t floatToRgb9e5(const float (&rgb)[3]);

// sRGB transfer functions on [0,1]; input outside is clamped and NaN gives 0.
float srgbToLinear(float encoded);
float linearToSrgb(float linear);
uint8_t linearToSrgb8(float linear);
float srgb8ToLinear(uint8_t encoded);

// Normalized integers of 1 to 32 bits (signed: 2 to 32). NaN gives 0.
double unormToDouble(uint32_t value, unsigned bits);
uint32_t doubleToUnorm(double value, unsigned bits);
double snormToDouble(int32_t value, unsigned bits);
int32_t doubleToSnorm(double value, unsigned bits);

}  // namespace formats
