// SPDX-License-Identifier: Apache-2.0
// mobilegl-scenes: draws one scene head-less and writes what it read back.
//   mobilegl-scenes --list
//   mobilegl-scenes --scene NAME [--out FILE]
// Exit status: 0 passed, 1 failed, 2 wrong usage, 77 skipped with a reason.
#include <cstring>

#include "scenes/display.h"
#include "scenes/scene.h"

namespace {

constexpr int kExitSkipped = 77;

const char* stringOf(GLenum name) {
  const auto* text = reinterpret_cast<const char*>(glGetString(name));
  return text == nullptr ? "(null)" : text;
}

int runScene(const scenes::Registration& registration, const char* outPath) {
  scenes::Scene scene(registration.name);
  {
    scenes::Display display(scene);
    const EGLContext context = display.createContext(registration.profile);
    const EGLSurface surface = display.createPbuffer(scenes::kSurfaceSize, scenes::kSurfaceSize);
    display.makeCurrent(surface, context);
    std::printf("RENDERER %s\nVERSION %s\n", stringOf(GL_RENDERER), stringOf(GL_VERSION));
    std::fflush(stdout);
    registration.draw(scene);
    if (scene.skipReason().empty()) {
      scene.expectNoError("At the end of the scene");
    }
  }
  if (!scene.skipReason().empty()) {
    std::printf("SKIP %s: %s\n", registration.name, scene.skipReason().c_str());
    return kExitSkipped;
  }
  if (outPath != nullptr && !scene.writeBlocks(outPath)) {
    std::printf("FAIL %s: the file %s could not be written.\n", registration.name, outPath);
    return 1;
  }
  std::printf("CHECKS %d, %d failed\n", scene.checkCount(), scene.failureCount());
  return scene.failureCount() == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const char* wanted = nullptr;
  const char* outPath = nullptr;
  const std::vector<scenes::Registration> all = scenes::registeredScenes();
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--list") == 0) {
      for (const scenes::Registration& one : all) {
        std::printf("%s\n", one.name);
      }
      return 0;
    }
    if (std::strcmp(argv[i], "--scene") == 0 && i + 1 < argc) {
      wanted = argv[++i];
    } else if (std::strcmp(argv[i], "--out") == 0 && i + 1 < argc) {
      outPath = argv[++i];
    }
  }
  for (const scenes::Registration& one : all) {
    if (wanted != nullptr && std::strcmp(one.name, wanted) == 0) {
      return runScene(one, outPath);
    }
  }
  std::fprintf(stderr, "Usage: mobilegl-scenes --list | --scene NAME [--out FILE]\n%s%s%s\n",
               wanted == nullptr ? "" : "There is no scene named ", wanted == nullptr ? "" : wanted,
               wanted == nullptr ? "" : ".");
  return 2;
}
