// SPDX-License-Identifier: Apache-2.0
// User and system time of this process and of its children, which is where a spawned server runs.
#pragma once

namespace bench {

struct Usage {
  double ownUser = 0, ownSystem = 0, childUser = 0, childSystem = 0;
};

/// Seconds since each process began; living children are read from /proc.
Usage usageNow();
double secondsNow();

}  // namespace bench
