// SPDX-License-Identifier: Apache-2.0
// Shape of the tables in the generated format.gen.cpp; read through format_info.h only.
#pragma once

#include "formats/format_info.h"

namespace formats {

enum class InternalKind : uint8_t { Sized, Unsized, GenericCompressed };

struct InternalFormatEntry {
  uint32_t internalFormat;
  Format format;
  InternalKind kind;
};

extern const FormatInfo kFormatTable[kFormatCount];
extern const InternalFormatEntry kInternalFormats[];  // in the order of spec/formats.csv
extern const uint32_t kInternalFormatCount;

}  // namespace formats
