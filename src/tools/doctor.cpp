// SPDX-License-Identifier: Apache-2.0
#include "tools/doctor.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/settings.gen.h"
#include "lib/winsys_screen.h"
#include "tools/places.h"
#include "winsys/x11_link.h"
#ifdef MOBILEGL_HAVE_GLES
#include "backends/gles/loader.h"
#endif

namespace tools {
namespace {

struct Finding {
  const char* subject;
  bool isGood;
  bool isNeeded;       // false: only some programs miss it
  std::string detail;  // what was found, or one sentence
  std::string remedy;  // a command
};

void print(const Finding& finding) {
  const char* mark = finding.isGood ? "ok  " : finding.isNeeded ? "FAIL" : "note";
  std::printf("%s  %-18s %s\n", mark, finding.subject, finding.detail.c_str());
  if (!finding.isGood) std::printf("      %-18s mend: %s\n", "", finding.remedy.c_str());
}

Finding checkSettings() {
  const std::string& problem = base::settingsProblem();
  return {"settings", problem.empty(), true, problem.empty() ? "all MOBILEGL_* variables are valid" : problem,
          "unset the variable, or give it a value that README.md lists"};
}

// Only looks whether the loader finds it: opening a library runs none of its functions that matter here.
Finding checkLibrary(const char* subject, const char* name, const char* package, bool isNeeded) {
  void* const handle = ::dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (handle) ::dlclose(handle);
  return {subject, handle != nullptr, isNeeded, handle ? name : std::string(name) + " is not installed.",
          std::string("apt-get install ") + package};
}

Finding checkFile(const char* subject, const std::string& path, const char* what) {
  return {subject, !path.empty(), true,
          !path.empty() ? path : std::string(what) + " is not where this command looks.",
          "ninja -C build   # or reinstall the package"};
}

Finding checkDriver() {
#ifdef MOBILEGL_HAVE_GLES
  std::string why = "No driver library is installed.";
  for (const std::string& candidate : gles::driverCandidates()) {
    auto driver = gles::loadDriver(candidate);
    if (driver) return {"driver library", true, true, candidate, ""};
    why = driver.error().text;
  }
  return {"driver library", false, true, why, "apt-get install libegl-mesa0 libgl1-mesa-dri"};
#else
  return {"driver library", false, true, "The OpenGL ES back end is not built into this command.",
          "ninja -C build"};
#endif
}

Finding checkScreen() {
  const auto opened = lib::openWinsysScreen();
  return {"session", static_cast<bool>(opened), true, opened ? opened->device->renderer : opened.error().text,
          "apt-get install libegl-mesa0 libgl1-mesa-dri   # or read the sentence above"};
}

Finding checkX() {
  const char* name = std::getenv("DISPLAY");
  if (!name || !*name)
    return {"X display", false, false, "DISPLAY is not set; only programs without windows can run.",
            "xvfb-run -s \"-screen 0 1280x800x24\" mobilegl run -- PROGRAM   # apt-get install xvfb"};
  const bool reachable = winsys::X11Link::open(name) != nullptr;
  return {"X display", reachable, false,
          reachable ? name : std::string("No X server answers at display ") + name + ".",
          std::string("Xvfb ") + name + " -screen 0 1280x800x24 &   # apt-get install xvfb"};
}

}  // namespace

int doctor() {
  const Places places = findPlaces();
  const Finding findings[] = {
      checkSettings(),
      checkFile("library", places.libraryFolder.empty() ? "" : places.libraryFolder + "/libEGL_mobilegl.so.0",
                "The library libEGL_mobilegl.so.0"),
      checkFile("vendor file", places.vendorFile, "The vendor file 40_mobilegl.json"),
      checkFile("server", places.server, "The server program mobilegl-server"),
      checkLibrary("glvnd EGL", "libEGL.so.1", "libegl1", false),
      checkLibrary("glvnd GLX", "libGLX.so.0", "libglx0", false),
      checkLibrary("glvnd OpenGL", "libOpenGL.so.0", "libopengl0", false),
      checkLibrary("glvnd libGL", "libGL.so.1", "libgl1", false),
      checkDriver(),
      checkX(),
      checkScreen(),
  };
  bool allGood = true;
  for (const Finding& finding : findings) {
    print(finding);
    allGood &= finding.isGood || !finding.isNeeded;
  }
  return allGood ? 0 : 1;
}

}  // namespace tools
