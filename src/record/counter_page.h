// SPDX-License-Identifier: Apache-2.0
// What the back end counts, where the client reads it without asking: a page behind the reply slots.
//
// The server writes it, the client only reads. Names are written once, before the count of entries is; values are stored
// whole, each for itself, whenever a stream comes to rest and when it ends: a reader sees values of about the same time.
// To the client the page is foreign memory: counts and names are copied, bounded and cleaned before they are used.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pipe/screen.h"

namespace record {

class CounterPage {
 public:
  static constexpr size_t kBytes = 4096;
  static constexpr size_t kNameBytes = 24, kMostEntries = 64;

  CounterPage() = default;
  explicit CounterPage(std::span<std::byte> memory) : mMemory(memory) {}
  // The server, one thread at a time. Always the same names in the same order; what does not fit is left out.
  void publish(const std::vector<pipe::Counter>& counters) const;
  // The client, any thread.
  std::vector<pipe::Counter> read() const;

 private:
  struct Entry {
    char name[kNameBytes];  // ends with a zero
    std::atomic<uint64_t> value;
  };
  struct Header {
    std::atomic<uint32_t> entries;
    uint32_t zero[15];
  };
  static_assert(sizeof(Header) + kMostEntries * sizeof(Entry) <= kBytes);
  Header& header() const { return *reinterpret_cast<Header*>(mMemory.data()); }
  Entry& entry(size_t i) const {
    return *reinterpret_cast<Entry*>(mMemory.data() + sizeof(Header) + i * sizeof(Entry));
  }

  std::span<std::byte> mMemory;
};

}  // namespace record
