// SPDX-License-Identifier: Apache-2.0
#include "lib/open_screen.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

#include "base/check.h"
#include "base/log.h"
#include "lib/create_backend.h"
#include "pipe/decorated_screen.h"
#include "pipe/direct_stream.h"
#include "remote/inproc.h"
#include "remote/session_registry.h"
#include "remote/spawn.h"

namespace lib {
namespace {

using OpenResult = base::Result<std::shared_ptr<pipe::Screen>>;

const char* backendName(base::Backend backend) {
  switch (backend) {
    case base::Backend::Gles: return "gles";
    case base::Backend::Null: return "null";
    case base::Backend::Vulkan: return "vulkan";
  }
  return "unknown";
}

OpenResult open(const OpenRequest& request) {
  const base::Settings& settings = base::settings();
  if (!base::settingsProblem().empty()) return base::Error{base::settingsProblem()};
  // A driver inside a server that loads this library must never start another one.
  if (settings.role == base::Role::Server)
    return base::Error{"This process is a MobileGL server (MOBILEGL_ROLE=server), which opens no screen of its own."};
  const std::string name = backendName(request.backend.value_or(settings.backend));
  const base::Transport transport = request.transport.value_or(settings.transport);
  if (transport == base::Transport::Spawn) return remote::openSpawn(name, remote::setupFromSettings());
  auto backend = createBackend(name);
  if (!backend) return backend.error();
  if (transport == base::Transport::Inproc)
    return remote::openInproc(std::move(*backend), remote::setupFromSettings());
  return std::shared_ptr<pipe::Screen>(pipe::createDirectScreen(std::move(*backend)));
}

// What MOBILEGL_PIPE_TRACE and MOBILEGL_PIPE_CHECK ask for.
OpenResult decorated(OpenResult screen) {
  const base::Settings& settings = base::settings();
  if (!screen || (settings.pipeTrace.empty() && !settings.pipeCheck)) return screen;
  pipe::Decorations decorations;
  if (!settings.pipeTrace.empty()) {
    std::string path = settings.pipeTrace;
    if (const size_t at = path.find("%p"); at != std::string::npos) path.replace(at, 2, std::to_string(::getpid()));
    const std::shared_ptr<std::FILE> file(std::fopen(path.c_str(), "we"), [](std::FILE* f) {
      if (f) std::fclose(f);
    });
    if (!file) return base::Error{"MOBILEGL_PIPE_TRACE: the file " + path + " cannot be written."};
    // What a crash leaves behind is what such a file is read for.
    std::setvbuf(file.get(), nullptr, _IOLBF, 0);
    decorations.trace = [file](const std::string& line) {
      std::fwrite((line + "\n").c_str(), 1, line.size() + 1, file.get());
    };
  }
  if (settings.pipeCheck)
    decorations.check = [](const std::string& sentence) {
      base::log(base::LogLevel::Error, sentence);
      base::checkFailed("pipe-contract", "every call keeps the pipe's contract", __FILE__, __LINE__);
    };
  return pipe::decorate(*screen, std::move(decorations));
}

}  // namespace

OpenResult openScreen(const OpenRequest& request) {
  // Never destroyed: contexts of the application may outlive every exit handler. Sessions end in one of their own.
  static std::mutex* const mutex = new std::mutex;
  static OpenResult* answer = nullptr;
  std::lock_guard lock(*mutex);
  const bool first = !answer;
  // A loss costs the contexts that were there; those asked for from now on begin in a new session.
  if (!first && (!*answer || !(**answer)->lost())) return *answer;
  OpenResult opened = decorated(open(request));
  if (!opened) base::log(base::LogLevel::Error, opened.error().text);
  if (first) {
    answer = new OpenResult(std::move(opened));
    std::atexit(remote::endAllSessions);
    // Sessions say what they counted when they end; a screen without one says it here.
    if (*answer && base::settings().pipeStats && (**answer)->topology() == "monolith")
      std::atexit([] { pipe::printCounters((**answer)->topology(), (**answer)->counters()); });
    return *answer;
  }
  if (!opened) return opened;
  *answer = std::move(opened);
  return *answer;
}

}  // namespace lib
