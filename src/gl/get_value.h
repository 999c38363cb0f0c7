// SPDX-License-Identifier: Apache-2.0
// A state value on its way to glGet*: its own type, and the conversions to the type asked for (GL 4.6 core §2.2.2).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>

#include "gl/context.h"

namespace gl {

class Value {
 public:
  static constexpr size_t kMax = 512;  // compressed formats

  void set(bool value) { add(static_cast<int64_t>(value)); }
  template <class T>
    requires std::is_integral_v<T>
  void set(T value) {
    add(static_cast<int64_t>(value));
  }
  void set(float value) { add(static_cast<double>(value), Kind::Number); }
  // Colours, depth values and ranges: -1…1 stands for the whole range of an integer.
  void setNormalized(double value) { add(value, Kind::Normalized); }
  template <class T>
  void setAll(std::span<const T> values) {
    for (const T& value : values) set(value);
  }
  void setAllNormalized(std::span<const float> values) {
    for (float value : values) setNormalized(static_cast<double>(value));
  }

  size_t count() const { return mCount; }
  template <class T>
  T as(size_t i) const;

 private:
  enum class Kind : uint8_t { Integer, Number, Normalized };
  void add(int64_t value) { mKind = Kind::Integer, mIntegers[mCount++] = value; }
  void add(double value, Kind kind) { mKind = kind, mNumbers[mCount++] = value; }

  Kind mKind = Kind::Integer;  // of all components
  size_t mCount = 0;
  union {
    int64_t mIntegers[kMax];
    double mNumbers[kMax];
  };
};

struct GetRow {
  uint32_t name;
  void (*read)(const Context& ctx, Value& value);
  bool removed = false;  // not in the core profile
};

// The table of glGet*, by subject.
std::span<const GetRow> limitRows();
std::span<const GetRow> rasterRows();
std::span<const GetRow> bindingRows();
std::span<const GetRow> surfaceRows();
std::span<const GetRow> legacyRows();

// Of this context's profile.
size_t extensionCount(const Context& ctx);

// Values with an index. Their number, 0 if there is no such value; and one of them.
uint32_t indexedValueCount(const Context& ctx, uint32_t name);
void readIndexedValue(const Context& ctx, uint32_t name, uint32_t index, Value& value);

}  // namespace gl
