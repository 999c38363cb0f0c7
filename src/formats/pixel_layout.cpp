// SPDX-License-Identifier: Apache-2.0
// Overflow-checked arithmetic over pixel-store parameters.
#include "formats/pixel_layout.h"

#include <limits>

#include "formats/client_format.h"
#include "formats/format_info.h"

namespace formats {
namespace {

// A sum or product that remembers whether it ever left 63 bits; offsets stay valid as ptrdiff_t.
class Checked {
 public:
  constexpr Checked(uint64_t value) : mValue(value) { judge(); }
  friend Checked operator+(Checked a, Checked b) {
    Checked sum(0);
    sum.mBad = __builtin_add_overflow(a.mValue, b.mValue, &sum.mValue) || a.mBad || b.mBad;
    sum.judge();
    return sum;
  }
  friend Checked operator*(Checked a, Checked b) {
    Checked product(0);
    product.mBad = __builtin_mul_overflow(a.mValue, b.mValue, &product.mValue) || a.mBad || b.mBad;
    product.judge();
    return product;
  }
  bool bad() const { return mBad; }
  uint64_t value() const { return mValue; }

 private:
  constexpr void judge() {
    if (mValue > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) mBad = true;
  }
  uint64_t mValue;
  bool mBad = false;
};

uint64_t roundUp(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}
uint64_t divideUp(uint64_t value, uint64_t divisor) {
  return (value + divisor - 1) / divisor;
}

// The rest of every layout, once strides and skips are known in units (pixels, blocks or bitmap bytes).
struct Units {
  Checked unitBytes, width, height, depth;
  Checked rowStride, imageStride;
  Checked skipX, skipY, skipZ;
};

std::optional<Layout> finish(const Units& units) {
  const Checked first =
      units.skipZ * units.imageStride + units.skipY * units.rowStride + units.skipX * units.unitBytes;
  const Checked tightRow = units.width * units.unitBytes;
  Layout layout;
  layout.firstByte = first.value();
  layout.rowStrideBytes = units.rowStride.value();
  layout.imageStrideBytes = units.imageStride.value();
  layout.tightRowBytes = tightRow.value();
  bool bad = first.bad() || tightRow.bad() || units.rowStride.bad() || units.imageStride.bad();
  if (units.width.value() != 0 && units.height.value() != 0 && units.depth.value() != 0) {
    const Checked total = first + Checked(units.depth.value() - 1) * units.imageStride +
                          Checked(units.height.value() - 1) * units.rowStride + tightRow;
    layout.totalBytes = total.value();
    bad = bad || total.bad();
  }
  if (bad) return std::nullopt;
  return layout;
}

bool isAlignment(uint32_t value) {
  return value == 1 || value == 2 || value == 4 || value == 8;
}

}  // namespace

std::optional<Layout> layoutOf(uint32_t format, uint32_t type, uint32_t width, uint32_t height,
                               uint32_t depth, const PixelStore& store) {
  const uint32_t bytes = bytesPerPixel(format, type);
  if (bytes == 0 || !isAlignment(store.alignment)) return std::nullopt;
  // GL rounds rows up only when an element is smaller than the alignment; otherwise the row is a multiple of
  // the alignment already, so that rounding always says the same.
  const uint64_t row = roundUp(uint64_t{store.rowLength ? store.rowLength : width} * bytes, store.alignment);
  const uint64_t rows = store.imageHeight ? store.imageHeight : height;
  return finish({bytes, width, height, depth, row, Checked(row) * rows, store.skipPixels, store.skipRows,
                 store.skipImages});
}

std::optional<Layout> layoutOfCompressed(Format format, uint32_t width, uint32_t height, uint32_t depth,
                                         const PixelStore& store) {
  const FormatInfo& row = info(format);
  if (!row.compressed) return std::nullopt;
  const uint32_t blockWidth = row.blockWidth, blockHeight = row.blockHeight;
  if (store.rowLength % blockWidth || store.skipPixels % blockWidth || store.imageHeight % blockHeight ||
      store.skipRows % blockHeight) {
    return std::nullopt;
  }
  const uint64_t stride = divideUp(store.rowLength ? store.rowLength : width, blockWidth) * row.blockBytes;
  const uint64_t rows = divideUp(store.imageHeight ? store.imageHeight : height, blockHeight);
  return finish({row.blockBytes, divideUp(width, blockWidth), divideUp(height, blockHeight), depth, stride,
                 Checked(stride) * rows, store.skipPixels / blockWidth, store.skipRows / blockHeight,
                 store.skipImages});
}

std::optional<uint64_t> storageBytes(Format format, uint32_t width, uint32_t height, uint32_t depth) {
  const FormatInfo& row = info(format);
  if (row.blockBytes == 0) return std::nullopt;
  const Checked bytes = Checked(divideUp(width, row.blockWidth)) * divideUp(height, row.blockHeight) *
                        Checked(depth) * row.blockBytes;
  if (bytes.bad()) return std::nullopt;
  return bytes.value();
}

std::optional<BitmapLayout> layoutOfBitmap(uint32_t width, uint32_t height, const PixelStore& store) {
  if (!isAlignment(store.alignment)) return std::nullopt;
  BitmapLayout bitmap;
  bitmap.firstBit = store.skipPixels % 8;
  const uint64_t rowBytes = divideUp(store.rowLength ? store.rowLength : width, 8);
  const uint64_t usedBytes = width ? divideUp(uint64_t{bitmap.firstBit} + width, 8) : 0;
  const uint64_t stride = roundUp(rowBytes, store.alignment);
  const auto bytes = finish(
      {1, usedBytes, height, 1, stride, Checked(stride) * height, store.skipPixels / 8, store.skipRows, 0});
  if (!bytes) return std::nullopt;
  bitmap.bytes = *bytes;
  return bitmap;
}

}  // namespace formats
