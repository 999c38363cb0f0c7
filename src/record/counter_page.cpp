// SPDX-License-Identifier: Apache-2.0
#include "record/counter_page.h"

#include <algorithm>
#include <cstring>

namespace record {
namespace {

bool isNameCharacter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

}  // namespace

void CounterPage::publish(const std::vector<pipe::Counter>& counters) const {
  const size_t count = std::min(counters.size(), kMostEntries);
  const bool first = header().entries.load(std::memory_order_relaxed) == 0;
  for (size_t i = 0; i < count; ++i) {
    if (first) std::memcpy(entry(i).name, counters[i].name.c_str(), std::min(counters[i].name.size(), kNameBytes - 1));
    entry(i).value.store(counters[i].value, std::memory_order_relaxed);
  }
  if (first) header().entries.store(static_cast<uint32_t>(count), std::memory_order_release);
}

std::vector<pipe::Counter> CounterPage::read() const {
  std::vector<pipe::Counter> counters;
  const size_t count = std::min<size_t>(header().entries.load(std::memory_order_acquire), kMostEntries);
  for (size_t i = 0; i < count; ++i) {
    char name[kNameBytes];
    std::memcpy(name, entry(i).name, sizeof name);
    size_t length = 0;
    while (length < kNameBytes && isNameCharacter(name[length])) ++length;
    if (length) counters.push_back({std::string(name, length), entry(i).value.load(std::memory_order_relaxed)});
  }
  return counters;
}

}  // namespace record
