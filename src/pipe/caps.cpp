// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "base/bytes.h"
#include "pipe/screen.h"

namespace mgpipe {
namespace {

constexpr uint32_t kMaxFormats = 1024;
constexpr uint32_t kMaxStringBytes = 4096;

void put(std::vector<std::byte>& out, const void* data, size_t sizeBytes) {
  const auto* bytes = static_cast<const std::byte*>(data);
  out.insert(out.end(), bytes, bytes + sizeBytes);
}

void putString(std::vector<std::byte>& out, const std::string& text) {
  const auto size = static_cast<uint32_t>(text.size());
  put(out, &size, sizeof size);
  put(out, text.data(), size);
}

bool takeString(base::ByteReader& reader, std::string& text) {
  uint32_t size = 0;
  std::span<const std::byte> bytes;
  if (!reader.take(size) || size > kMaxStringBytes || !reader.takeSpan(size, bytes)) return false;
  text.assign(reinterpret_cast<const char*>(bytes.data()), size);
  return true;
}

}  // namespace

std::vector<std::byte> encodeCaps(const Caps& caps) {
  std::vector<std::byte> out;
  put(out, &caps.limits, sizeof caps.limits);
  put(out, &caps.features, sizeof caps.features);
  const auto count = static_cast<uint32_t>(caps.formats.size());
  put(out, &count, sizeof count);
  put(out, caps.formats.data(), count * sizeof(FormatCaps));
  putString(out, caps.backend);
  putString(out, caps.driver);
  putString(out, caps.version);
  return out;
}

bool decodeCaps(std::span<const std::byte> bytes, Caps& caps) {
  base::ByteReader reader(bytes);
  uint32_t count = 0;
  if (!reader.take(caps.limits) || !reader.take(caps.features) || !reader.take(count) || count > kMaxFormats)
    return false;
  std::span<const std::byte> table;
  if (!reader.takeSpan(count * sizeof(FormatCaps), table)) return false;
  caps.formats.resize(count);
  std::memcpy(caps.formats.data(), table.data(), table.size());
  return takeString(reader, caps.backend) && takeString(reader, caps.driver) && takeString(reader, caps.version) &&
         reader.remaining() == 0;
}

}  // namespace mgpipe
