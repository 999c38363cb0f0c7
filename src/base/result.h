// SPDX-License-Identifier: Apache-2.0
// Result<T>: an expected failure that the caller must look at. The error is one full sentence for a person.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace base {

struct Error {
  std::string text;  // full sentence with value and limit
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : mState(std::move(value)) {}
  Result(Error error) : mState(std::move(error)) {}
  explicit operator bool() const { return mState.index() == 0; }
  T& operator*() { return std::get<0>(mState); }
  const T& operator*() const { return std::get<0>(mState); }
  T* operator->() { return &std::get<0>(mState); }
  const T* operator->() const { return &std::get<0>(mState); }
  const Error& error() const { return std::get<1>(mState); }

 private:
  std::variant<T, Error> mState;
};

// Success without a value.
struct Ok {};
using Status = Result<Ok>;

}  // namespace base
