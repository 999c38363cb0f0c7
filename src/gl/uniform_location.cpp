// SPDX-License-Identifier: Apache-2.0
// Matching of names that applications write against names of the reflection.
#include "gl/uniform_location.h"

namespace gl {
namespace {

// Digits between brackets; empty if they are not GL's spelling of a number.
std::optional<uint32_t> subscript(std::string_view text) {
  if (text.size() < 3 || text.front() != '[' || text.back() != ']') return std::nullopt;
  text = text.substr(1, text.size() - 2);
  constexpr size_t kMostDigits = 9;  // no overflow; no array is that long
  if (text.size() > kMostDigits || (text.size() > 1 && text.front() == '0')) return std::nullopt;
  uint32_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<uint32_t>(c - '0');
  }
  return value;
}

}  // namespace

std::optional<uint32_t> elementNamed(std::string_view stored, bool isArray, int32_t arraySize,
                                     std::string_view wanted) {
  if (stored == wanted) return 0;
  constexpr std::string_view kFirst = "[0]";
  if (!isArray || !stored.ends_with(kFirst)) return std::nullopt;
  const std::string_view base = stored.substr(0, stored.size() - kFirst.size());
  if (!wanted.starts_with(base)) return std::nullopt;
  if (wanted.size() == base.size()) return 0;
  const std::optional<uint32_t> element = subscript(wanted.substr(base.size()));
  return element && *element < static_cast<uint32_t>(arraySize) ? element : std::nullopt;
}

int32_t uniformLocation(const shader::Program& program, std::string_view name) {
  if (name.starts_with("gl_")) return -1;
  for (const shader::Uniform& uniform : program.uniforms) {
    if (uniform.location < 0) continue;
    if (const auto element = elementNamed(uniform.name, uniform.isArray, uniform.arraySize, name))
      return uniform.location + static_cast<int32_t>(*element);
  }
  return -1;
}

uint32_t uniformIndex(const shader::Program& program, std::string_view name) {
  for (uint32_t index = 0; index < program.uniforms.size(); ++index) {
    const shader::Uniform& uniform = program.uniforms[index];
    const auto element = elementNamed(uniform.name, uniform.isArray, uniform.arraySize, name);
    if (element && *element == 0) return index;
  }
  return ~0u;
}

}  // namespace gl
