// SPDX-License-Identifier: Apache-2.0
// `mobilegl doctor`: is everything there that programs need, and what to do if not.
#pragma once

namespace tools {

// Prints one line a check, and below each failed one the command that mends it. Exit code: 0 if programs can
// run.
int doctor();

}  // namespace tools
