// SPDX-License-Identifier: Apache-2.0
// Counters as people and scripts read them.
#include <unistd.h>

#include "pipe/screen.h"

namespace mgpipe {

void printCounters(std::string_view topology, const std::vector<Counter>& counters) {
  std::string line = "{\"topology\": \"" + std::string(topology) + "\"";
  for (const Counter& counter : counters) line += ", \"" + counter.name + "\": " + std::to_string(counter.value);
  line += "}\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace mgpipe
