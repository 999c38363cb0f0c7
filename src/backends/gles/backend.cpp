// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/backend.h"

#include <cstdlib>
#include <cstring>

#include "backends/gles/caps.h"
#include "backends/gles/context.h"
#include "backends/gles/first_draw.h"
#include "base/log.h"

namespace gles {
namespace {

class GlesBackend final : public pipe::Backend {
 public:
  explicit GlesBackend(std::shared_ptr<Shared> shared) : mShared(std::move(shared)) {}
  const pipe::Caps& caps() const override { return mShared->caps; }
  base::Result<std::unique_ptr<pipe::BackendContext>> createContext(pipe::EventSink& events,
                                                                    pipe::FaultSink& faults) override;

 private:
  std::shared_ptr<Shared> mShared;
};

base::Result<std::unique_ptr<pipe::BackendContext>> GlesBackend::createContext(pipe::EventSink& events,
                                                                               pipe::FaultSink& faults) {
  auto native = mShared->display->createContext(mShared->root.get(), mShared->strictErrors);
  if (!native) return native.error();
  auto context = std::make_unique<Context>(mShared, std::move(*native), events, faults);
  std::string problem;
  if (!context->makeCurrent()) return base::Error{"The driver does not make its own context current."};
  const bool started = context->start(problem);
  context->releaseCurrent();
  if (!started) return base::Error{problem};
  return std::unique_ptr<pipe::BackendContext>(std::move(context));
}

bool settingIs(const char* name, const char* value) {
  const char* text = std::getenv(name);
  return text && std::strcmp(text, value) == 0;
}

base::Result<std::shared_ptr<Shared>> openDriver(const std::string& path) {
  auto library = loadDriver(path);
  if (!library) return library.error();
  auto display = Display::open(std::move(*library));
  if (!display) return display.error();
  auto shared = std::make_shared<Shared>();
  shared->display = std::move(*display);
  shared->strictErrors = settingIs("MOBILEGL_IPC_STRICT_ERRORS", "1");
  shared->zeroFills = settingIs("MOBILEGL_ROBUST_INIT", "1");
  auto root = shared->display->createContext(nullptr, false);
  if (!root) return root.error();
  shared->root = std::move(*root);
  if (!shared->root->makeCurrent()) return base::Error{"The driver " + path + " does not make its context current."};

  Functions functions;
  const auto lookup = shared->display->library().getProcAddress;
  functions.loadBootstrap(lookup);
  std::string missing;
  const bool strings = functions.GetString && functions.GetStringi && functions.GetIntegerv;
  if (strings) shared->extensions.query(functions);
  const bool loaded = strings && functions.load(lookup, shared->extensions, missing);
  if (loaded && shared->extensions.version >= 31) {
    probeCaps(functions, *shared);
    // A server runs no exit handlers.
    if (!settingIs("MOBILEGL_ROLE", "server")) drawOnce(functions);
  }
  shared->root->releaseCurrent();
  if (!loaded)
    return base::Error{"The driver " + path + " lacks the entry point " + (missing.empty() ? "glGetString" : missing) +
                       " of OpenGL ES 3.1."};
  if (shared->extensions.version < 31)
    return base::Error{"The driver " + path + " offers OpenGL ES " + std::to_string(shared->extensions.version / 10) +
                       "." + std::to_string(shared->extensions.version % 10) + "; 3.1 is the least."};
  return shared;
}

}  // namespace

base::Result<std::unique_ptr<pipe::Backend>> createBackend() {
  std::string problems;
  for (const std::string& path : driverCandidates()) {
    auto shared = openDriver(path);
    if (shared) {
      base::logf(base::LogLevel::Info, "The OpenGL ES driver is %s (%s) from %s.", (*shared)->caps.driver.c_str(),
                 (*shared)->caps.version.c_str(), path.c_str());
      return std::unique_ptr<pipe::Backend>(std::make_unique<GlesBackend>(std::move(*shared)));
    }
    problems += (problems.empty() ? "" : " ") + shared.error().text;
  }
  return base::Error{"No OpenGL ES driver is usable. " + problems};
}

}  // namespace gles
