// SPDX-License-Identifier: Apache-2.0
// Pixel formats: what a texel is in storage, what a pixel is in client memory, and every conversion between
// the two.
//
// Pure functions without state, GL headers or a GL context. The GL front end uses them to judge and to
// measure what the application passes; back ends use them, in whatever process they live, to turn client
// pixels into what their driver accepts and back. All input may come from a hostile peer: no function reads
// or writes outside the spans it was given, and none overflows on any size.
//
//   format.gen.h     enum Format, generated from spec/formats.csv
//   format_info.h    properties of a storage format; internal format → storage format
//   client_format.h  judging and measuring a (format, type) pair of client memory
//   pixel_layout.h   pixel-store parameters → offsets and strides
//   convert.h        rectangles of pixels from any pair to any pair; single texels
//   numeric.h        half, 11- and 10-bit and shared-exponent floats, sRGB, normalized integers
//   gl_enums.h       the GL numbers these files need
#pragma once

#include "formats/client_format.h"
#include "formats/convert.h"
#include "formats/format_info.h"
#include "formats/numeric.h"
#include "formats/pixel_layout.h"
