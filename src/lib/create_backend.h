// SPDX-License-Identifier: Apache-2.0
// Back ends by name: the one place that knows which are built in.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "pipe/namespace.h"
#include "pipe/screen.h"

namespace lib {

base::Result<std::unique_ptr<pipe::Backend>> createBackend(const std::string& name);

}  // namespace lib
