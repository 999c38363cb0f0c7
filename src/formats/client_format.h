// SPDX-License-Identifier: Apache-2.0
// Pixels in client memory: the (format, type) pairs of GL 3.3, compatibility profile included.
#pragma once

#include <cstdint>

namespace formats {

enum class PairStatus : uint8_t { Valid, InvalidEnum, InvalidOperation };

// Judges the format and type arguments of glTexImage*, glReadPixels, glGetTexImage and their like, apart from
// any texture. InvalidEnum: either is not a pixel format or type, or an integer format meets a float type, or
// GL_DEPTH_STENCIL meets a type other than its two. InvalidOperation: a packed type meets the wrong format.
// With `compatibility` false the luminance and alpha formats are unknown.
PairStatus validFormatType(uint32_t format, uint32_t type, bool compatibility = true);

// True for GL_RED_INTEGER and its like.
bool isIntegerFormat(uint32_t format);
// True for types holding a whole pixel in one unit.
bool isPackedType(uint32_t type);
// Components of a client format: GL_RGB 3, GL_DEPTH_STENCIL 2; 0 when unknown.
uint32_t formatComponents(uint32_t format);
// Bytes of one element, which is a component or a packed pixel: the unit of byte swapping; 0 when unknown.
// GL_FLOAT_32_UNSIGNED_INT_24_8_REV consists of two elements of 4 bytes.
uint32_t typeBytes(uint32_t type);
// Bytes of one pixel; 0 when either is unknown. Does not judge the pair.
uint32_t bytesPerPixel(uint32_t format, uint32_t type);

}  // namespace formats
