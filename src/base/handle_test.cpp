// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/handle.h"
#include "base/slot_table.h"

namespace {
struct Thing;
using Name = base::Handle<Thing>;

// A reused slot gets a new generation, so the old name finds nothing.
TEST(Handle, StaleNamesAreCaught) {
  base::HandleAllocator<Thing> allocator;
  base::SlotTable<Thing, int> table;
  const Name first = allocator.mint();
  ASSERT_NE(table.insert(first, std::make_unique<int>(1)), nullptr);
  EXPECT_NE(table.erase(first), nullptr);
  allocator.release(first);
  const Name second = allocator.mint();
  EXPECT_EQ(first.slot, second.slot);
  EXPECT_NE(first.generation, second.generation);
  ASSERT_NE(table.insert(second, std::make_unique<int>(2)), nullptr);
  EXPECT_EQ(table.find(first), nullptr);
  EXPECT_EQ(*table.find(second), 2);
}

// A peer cannot make the table index outside itself, reuse an old generation, or define a live name again.
TEST(Handle, HostileNamesAreRefused) {
  base::SlotTable<Thing, int> table;
  EXPECT_EQ(table.insert(Name{1u << 20, 1}, std::make_unique<int>(0)), nullptr);
  EXPECT_EQ(table.find(Name{0xffffffffu, 1}), nullptr);
  EXPECT_EQ(table.insert(Name{}, std::make_unique<int>(0)), nullptr);
  ASSERT_NE(table.insert(Name{5, 3}, std::make_unique<int>(0)), nullptr);
  EXPECT_EQ(table.insert(Name{5, 4}, std::make_unique<int>(0)), nullptr);
  table.erase(Name{5, 3});
  EXPECT_EQ(table.insert(Name{5, 3}, std::make_unique<int>(0)), nullptr);
  EXPECT_NE(table.insert(Name{5, 4}, std::make_unique<int>(0)), nullptr);
}
}  // namespace
