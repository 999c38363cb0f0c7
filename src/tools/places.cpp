// SPDX-License-Identifier: Apache-2.0
#include "tools/places.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

namespace tools {
namespace {

namespace fs = std::filesystem;

// The first of these folders, below the prefix, that holds the file.
std::string firstWith(const fs::path& prefix, std::initializer_list<const char*> folders, const char* file) {
  for (const char* folder : folders) {
    std::error_code error;
    const fs::path path = (prefix / folder / file).lexically_normal();
    if (fs::exists(path, error)) return path.string();
  }
  return "";
}

}  // namespace

Places findPlaces() {
  std::error_code error;
  const fs::path prefix = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path();
  Places places;
  const std::string library = firstWith(prefix, {"lib", MOBILEGL_LIBDIR, "lib64"}, "libEGL_mobilegl.so.0");
  places.libraryFolder = library.empty() ? "" : fs::path(library).parent_path().string();
  places.vendorFile = firstWith(prefix, {"share/glvnd/egl_vendor.d"}, "40_mobilegl.json");
  if (const char* named = std::getenv("MOBILEGL_IPC_SERVER_PATH"); named && *named) {
    places.server = ::access(named, X_OK) == 0 ? named : "";
  } else {
    places.server = firstWith(prefix, {"bin"}, "mobilegl-server");
  }
  return places;
}

std::string systemVendorFiles() {
  std::vector<std::string> files;
  for (const char* folder : {"/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"}) {
    std::error_code error;
    std::vector<std::string> here;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
      if (entry.path().extension() == ".json" && entry.path().filename() != "40_mobilegl.json")
        here.push_back(entry.path().string());
    std::sort(here.begin(), here.end());
    files.insert(files.end(), here.begin(), here.end());
  }
  std::string list;
  for (const std::string& file : files) list += (list.empty() ? "" : ":") + file;
  return list;
}

}  // namespace tools
