// SPDX-License-Identifier: Apache-2.0
// The folder's namespace cannot be called `pipe` at global scope, where POSIX has a function of that name. Its users
// say pipe:: all the same: each folder that may see the contract has the alias inside its own namespace.
#pragma once

namespace mgpipe {}
namespace base { namespace pipe = ::mgpipe; }
namespace tracker { namespace pipe = ::mgpipe; }
namespace record { namespace pipe = ::mgpipe; }
namespace record_test { namespace pipe = ::mgpipe; }
namespace remote { namespace pipe = ::mgpipe; }
namespace gles { namespace pipe = ::mgpipe; }
namespace vulkan { namespace pipe = ::mgpipe; }
namespace null_backend { namespace pipe = ::mgpipe; }
namespace winsys { namespace pipe = ::mgpipe; }
namespace lib { namespace pipe = ::mgpipe; }
namespace tools { namespace pipe = ::mgpipe; }
