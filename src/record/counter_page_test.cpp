// SPDX-License-Identifier: Apache-2.0
#include "record/counter_page.h"

#include <gtest/gtest.h>

#include <cstring>

namespace record {
namespace {

struct Page {
  alignas(64) std::byte bytes[CounterPage::kBytes] = {};
  CounterPage page{bytes};
};

// Nothing was published: nothing is read; then the values of the last publication, under their names.
TEST(CounterPageTest, ReadsWhatWasPublishedLast) {
  Page memory;
  EXPECT_TRUE(memory.page.read().empty());
  memory.page.publish({{"wbufs", 3}, {"wlivepk", 7}});
  memory.page.publish({{"wbufs", 4}, {"wlivepk", 9}});
  const auto counters = memory.page.read();
  ASSERT_EQ(counters.size(), 2u);
  EXPECT_EQ(counters[0].name, "wbufs");
  EXPECT_EQ(counters[0].value, 4u);
  EXPECT_EQ(counters[1].name, "wlivepk");
  EXPECT_EQ(counters[1].value, 9u);
}

// A page full of anything is read within bounds and yields only names that are names.
TEST(CounterPageTest, ForeignMemoryIsBoundedAndCleaned) {
  Page memory;
  std::memset(memory.bytes, 0xFF, sizeof memory.bytes);
  EXPECT_TRUE(memory.page.read().empty());
  std::memset(memory.bytes, 'a', sizeof memory.bytes);
  for (const pipe::Counter& counter : memory.page.read()) EXPECT_EQ(counter.name, std::string(CounterPage::kNameBytes, 'a'));
  EXPECT_EQ(memory.page.read().size(), CounterPage::kMostEntries);
}

// More counters than fit, or longer names, are cut and stay inside the page.
TEST(CounterPageTest, TooManyAreCut) {
  Page memory;
  std::vector<pipe::Counter> many;
  for (int i = 0; i < 100; ++i) many.push_back({"a_name_that_is_longer_than_there_is_room", uint64_t(i)});
  memory.page.publish(many);
  const auto counters = memory.page.read();
  ASSERT_EQ(counters.size(), CounterPage::kMostEntries);
  EXPECT_EQ(counters.back().name.size(), CounterPage::kNameBytes - 1);
  EXPECT_EQ(counters.back().value, CounterPage::kMostEntries - 1);
}

}  // namespace
}  // namespace record
