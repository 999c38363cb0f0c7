// SPDX-License-Identifier: Apache-2.0
// Where the parts of this build or installation lie, seen from the command itself.
#pragma once

#include <string>

namespace tools {

// Each is an absolute path; "" if the part is not where builds and installations put it.
struct Places {
  std::string libraryFolder;  // holds libEGL_mobilegl.so.0 and libGLX_mobilegl.so.0
  std::string vendorFile;     // 40_mobilegl.json
  std::string server;         // mobilegl-server, or MOBILEGL_IPC_SERVER_PATH
};
Places findPlaces();

// What glvnd would load without us, as it wants its list: the vendor files of the system, ours left out, with colons
// between.
std::string systemVendorFiles();

}  // namespace tools
