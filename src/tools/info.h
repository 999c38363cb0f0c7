// SPDX-License-Identifier: Apache-2.0
// `mobilegl info`: what this machine offers through this library.
#pragma once

#include <string>

namespace tools {

struct InfoOptions {
  bool listMissing = false;  // every command without a body
  bool listExtensions = false;
};

// Exit code: 0, or 1 if no screen can be opened (with one sentence on standard error).
int info(const InfoOptions& options);

}  // namespace tools
