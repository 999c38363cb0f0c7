// SPDX-License-Identifier: Apache-2.0
#include "lib/create_backend.h"

#include "backends/null/null.h"
#ifdef MOBILEGL_HAVE_GLES
#include "backends/gles/backend.h"
#endif
#ifdef MOBILEGL_HAVE_VULKAN
#include "backends/vulkan/backend.h"
#endif

namespace lib {

base::Result<std::unique_ptr<pipe::Backend>> createBackend(const std::string& name) {
  if (name == "null") return null_backend::createBackend();
#ifdef MOBILEGL_HAVE_GLES
  if (name == "gles") return gles::createBackend();
#endif
#ifdef MOBILEGL_HAVE_VULKAN
  if (name == "vulkan") return vulkan::createBackend();
#endif
  return base::Error{"The back end '" + name + "' (MOBILEGL_BACKEND) is not built into this library."};
}

}  // namespace lib
