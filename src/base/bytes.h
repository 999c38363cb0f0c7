// SPDX-License-Identifier: Apache-2.0
// A reader over bytes that cannot drift: pointer and remaining size move together, and every take is checked.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>

namespace base {

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : mBytes(bytes) {}
  size_t remaining() const { return mBytes.size(); }
  bool failed() const { return mFailed; }

  // Copies, so that memory shared with a peer is read once. False (and latched) if too few bytes are left.
  template <class T>
  bool take(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (mFailed || mBytes.size() < sizeof(T)) return fail();
    std::memcpy(&value, mBytes.data(), sizeof(T));
    mBytes = mBytes.subspan(sizeof(T));
    return true;
  }
  bool takeSpan(size_t sizeBytes, std::span<const std::byte>& out) {
    if (mFailed || mBytes.size() < sizeBytes) return fail();
    out = mBytes.first(sizeBytes);
    mBytes = mBytes.subspan(sizeBytes);
    return true;
  }

 private:
  bool fail() {
    mFailed = true;
    return false;
  }
  std::span<const std::byte> mBytes;
  bool mFailed = false;
};

}  // namespace base
