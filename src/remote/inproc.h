// SPDX-License-Identifier: Apache-2.0
// A session inside one process: the same records, rings and appliers, on threads of their own.
#pragma once

#include <memory>

#include "remote/session_core.h"

namespace remote {

base::Result<std::shared_ptr<pipe::Screen>> openInproc(std::unique_ptr<pipe::Backend> backend,
                                                       const SessionSetup& setup);

}  // namespace remote
