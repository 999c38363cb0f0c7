// SPDX-License-Identifier: Apache-2.0
// Constant state objects by content: equal state → the same handle. Bounded; the least recently used entry makes room.
#pragma once

#include <cstdint>
#include <cstring>
#include <list>
#include <unordered_map>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tracker {

// Key: trivially copyable, every byte meaningful (padding zeroed), compared and hashed as bytes.
template <class Key, class Handle>
class CsoCache {
 public:
  explicit CsoCache(size_t limit) : mLimit(limit) {}

  // create(key) → handle, called on a miss; destroy(handle) for the entry that has to go.
  template <class Create, class Destroy>
  Handle get(const Key& key, Create&& create, Destroy&& destroy) {
    const uint64_t hash = XXH3_64bits(&key, sizeof key);
    auto [at, end] = mIndex.equal_range(hash);
    for (; at != end; ++at) {
      if (std::memcmp(&at->second->key, &key, sizeof key) != 0) continue;
      mEntries.splice(mEntries.begin(), mEntries, at->second);
      return at->second->handle;
    }
    if (mEntries.size() >= mLimit) evict(destroy);
    mEntries.push_front({key, hash, create(key)});
    mIndex.emplace(hash, mEntries.begin());
    return mEntries.front().handle;
  }

  // Drops every entry for which which(key) holds.
  template <class Which, class Destroy>
  void drop(Which&& which, Destroy&& destroy) {
    for (auto at = mEntries.begin(); at != mEntries.end();) {
      auto next = std::next(at);
      if (which(at->key)) {
        destroy(at->handle);
        erase(at);
      }
      at = next;
    }
  }
  size_t size() const { return mEntries.size(); }

 private:
  struct Entry {
    Key key;
    uint64_t hash;
    Handle handle;
  };
  using Iterator = typename std::list<Entry>::iterator;

  void erase(Iterator which) {
    auto [at, end] = mIndex.equal_range(which->hash);
    for (; at != end; ++at)
      if (at->second == which) {
        mIndex.erase(at);
        break;
      }
    mEntries.erase(which);
  }
  template <class Destroy>
  void evict(Destroy&& destroy) {
    const Iterator last = std::prev(mEntries.end());
    destroy(last->handle);
    erase(last);
  }

  size_t mLimit;
  std::list<Entry> mEntries;  // most recently used first
  std::unordered_multimap<uint64_t, Iterator> mIndex;
};

}  // namespace tracker
