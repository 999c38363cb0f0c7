// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/loader.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "backends/gles/backend.h"
#include "base/log.h"

namespace gles {
namespace {

constexpr const char* kMarkerSymbol = "mobilegl_vendor_marker";
constexpr const char* kByName = "libEGL.so.1";
constexpr const char* kVendorFolders[] = {"/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"};

std::atomic<const __EGLapiExports*> gGlvndExports{nullptr};

// Our own export table, for processes in which no glvnd gave us one. Drivers call it only from dispatch stubs, which
// we never use, so the answers need only be harmless.
__EGLvendorInfo* noVendor() { return nullptr; }
const __EGLapiExports kOwnExports = {
    .threadInit = [] {},
    .getCurrentApi = []() -> EGLenum { return EGL_OPENGL_ES_API; },
    .getCurrentVendor = noVendor,
    .getCurrentContext = []() -> EGLContext { return EGL_NO_CONTEXT; },
    .getCurrentDisplay = []() -> EGLDisplay { return EGL_NO_DISPLAY; },
    .getCurrentSurface = [](EGLint) -> EGLSurface { return EGL_NO_SURFACE; },
    .fetchDispatchEntry = [](__EGLvendorInfo*, int) -> __eglMustCastToProperFunctionPointerType { return nullptr; },
    .setEGLError = [](EGLint) {},
    .setLastVendor = [](__EGLvendorInfo*) -> EGLBoolean { return EGL_FALSE; },
    .getVendorFromDisplay = [](EGLDisplay) -> __EGLvendorInfo* { return nullptr; },
    .getVendorFromDevice = [](EGLDeviceEXT) -> __EGLvendorInfo* { return nullptr; },
    .setVendorForDevice = [](EGLDeviceEXT, __EGLvendorInfo*) -> EGLBoolean { return EGL_FALSE; },
};

std::vector<std::string> split(const char* list) {
  std::vector<std::string> parts;
  std::stringstream stream(list ? list : "");
  for (std::string part; std::getline(stream, part, ':');)
    if (!part.empty()) parts.push_back(part);
  return parts;
}

std::string fileText(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> jsonFilesOf(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".json") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

bool isOurs(const std::string& library) {
  void* handle = ::dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return false;
  const bool ours = ::dlsym(handle, kMarkerSymbol) != nullptr;
  ::dlclose(handle);
  return ours;
}

void addLibraries(const std::vector<std::string>& files, std::vector<std::string>& libraries) {
  for (const auto& file : files) {
    std::string library = libraryPathOfVendorJson(fileText(file));
    if (library.empty()) continue;
    // As in glvnd, a path with a slash that is not absolute counts from the folder of its file.
    if (library.find('/') != std::string::npos && library[0] != '/')
      library = (std::filesystem::path(file).parent_path() / library).string();
    if (std::find(libraries.begin(), libraries.end(), library) == libraries.end() && !isOurs(library))
      libraries.push_back(library);
  }
}

template <class T>
T symbolOf(void* handle, const char* name) {
  return reinterpret_cast<T>(::dlsym(handle, name));
}

// A libEGL that applications link to, on systems without vendor libraries.
base::Result<DriverLibrary> bindByName(void* handle, const std::string& path) {
  DriverLibrary library{.path = path, .platformExtensions = {}};
  auto getProc = symbolOf<void* (*)(const char*)>(handle, "eglGetProcAddress");
  if (!getProc) return base::Error{"The library " + path + " exports neither __egl_Main nor eglGetProcAddress."};
  library.getProcAddress = getProc;
  library.getPlatformDisplay = symbolOf<decltype(library.getPlatformDisplay)>(handle, "eglGetPlatformDisplay");
  if (!library.getPlatformDisplay) {
    static PFNEGLGETDISPLAYPROC getDisplay = nullptr;
    getDisplay = symbolOf<PFNEGLGETDISPLAYPROC>(handle, "eglGetDisplay");
    if (!getDisplay) return base::Error{"The library " + path + " exports no eglGetDisplay."};
    library.getPlatformDisplay = [](EGLenum platform, void* native, const EGLAttrib*) -> EGLDisplay {
      return platform == EGL_NONE ? getDisplay(static_cast<EGLNativeDisplayType>(native)) : EGL_NO_DISPLAY;
    };
  }
  return library;
}

}  // namespace

void setGlvndExports(const __EGLapiExports* exports) { gGlvndExports.store(exports, std::memory_order_release); }

std::string libraryPathOfVendorJson(const std::string& text) {
  const size_t key = text.find("\"library_path\"");
  if (key == std::string::npos) return {};
  const size_t colon = text.find(':', key + 14);
  const size_t open = colon == std::string::npos ? colon : text.find('"', colon);
  if (open == std::string::npos) return {};
  std::string path;
  for (size_t i = open + 1; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    path += text[i];
  }
  return path;
}

std::vector<std::string> driverCandidates() {
  std::vector<std::string> libraries;
  if (const char* named = std::getenv("MOBILEGL_GLES_LIBRARY"); named && *named) return {named};

  std::vector<std::string> files = split(std::getenv("__EGL_VENDOR_LIBRARY_FILENAMES"));
  for (const auto& folder : split(std::getenv("__EGL_VENDOR_LIBRARY_DIRS")))
    for (auto& file : jsonFilesOf(folder)) files.push_back(std::move(file));
  addLibraries(files, libraries);
  if (libraries.empty())
    for (const char* folder : kVendorFolders) addLibraries(jsonFilesOf(folder), libraries);
  if (libraries.empty()) libraries.push_back(kByName);
  return libraries;
}

base::Result<DriverLibrary> loadDriver(const std::string& path) {
  void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char* reason = ::dlerror();
    return base::Error{"The driver library " + path + " does not load: " + (reason ? reason : "no reason given") + "."};
  }
  if (::dlsym(handle, kMarkerSymbol))
    return base::Error{"The library " + path + " is MobileGL itself and cannot serve as its driver."};
  auto main = symbolOf<__PFNEGLMAINPROC>(handle, __EGL_MAIN_PROTO_NAME);
  if (!main) return bindByName(handle, path);

  // The driver keeps this pointer process-wide. Where glvnd loaded us, it must be glvnd's own table, or the
  // application's use of the same driver through glvnd would end up in ours.
  const __EGLapiExports* exports = gGlvndExports.load(std::memory_order_acquire);
  static char identity;
  __EGLapiImports imports{};
  if (!main(EGL_VENDOR_ABI_VERSION, exports ? exports : &kOwnExports, reinterpret_cast<__EGLvendorInfo*>(&identity),
            &imports) ||
      !imports.getPlatformDisplay || !imports.getProcAddress)
    return base::Error{"The driver library " + path + " refused the vendor handshake of version " +
                       std::to_string(EGL_VENDOR_ABI_MAJOR_VERSION) + "." +
                       std::to_string(EGL_VENDOR_ABI_MINOR_VERSION) + "."};
  DriverLibrary library{.path = path, .platformExtensions = {}};
  library.getPlatformDisplay = imports.getPlatformDisplay;
  library.getProcAddress = imports.getProcAddress;
  if (imports.getVendorString)
    if (const char* names = imports.getVendorString(__EGL_VENDOR_STRING_PLATFORM_EXTENSIONS))
      library.platformExtensions = names;
  return library;
}

}  // namespace gles
