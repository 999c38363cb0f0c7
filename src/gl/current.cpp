// SPDX-License-Identifier: Apache-2.0
// The current-context pointer, and the two refusals that generated entry points share.
#include "gl/current.h"

#include <GL/gl.h>

#include <array>
#include <atomic>
#include <string>

#include "base/log.h"
#include "gl/context.h"

namespace gl {
namespace {

// One bit a command: set once its log line is out. Relaxed, because the bits order nothing.
constinit std::array<std::atomic<uint32_t>, (kCommandCount + 31) / 32> gLogged{};

bool firstReport(Command command) {
  const unsigned index = static_cast<unsigned>(command);
  const uint32_t bit = 1u << (index % 32);
  return !(gLogged[index / 32].fetch_or(bit, std::memory_order_relaxed) & bit);
}

}  // namespace

constinit thread_local Context* tCurrent __attribute__((tls_model("initial-exec"))) = nullptr;

void reportUnimplemented(Context& ctx, Command command) {
  const std::string sentence = std::string(commandName(command)) + " is not implemented.";
  // A program may call a missing command in every frame: the error repeats, the log line does not.
  if (firstReport(command)) base::log(base::LogLevel::Warning, sentence);
  ctx.error(GL_INVALID_OPERATION, sentence.c_str());
}

void reportNotInCore(Context& ctx, Command command) {
  const std::string sentence = std::string(commandName(command)) + " is not part of the core profile.";
  ctx.error(GL_INVALID_OPERATION, sentence.c_str());
}

void reportInsideBegin(Context& ctx, Command command) {
  const std::string sentence = std::string(commandName(command)) + " cannot be called between glBegin and glEnd.";
  ctx.error(GL_INVALID_OPERATION, sentence.c_str());
}

}  // namespace gl
