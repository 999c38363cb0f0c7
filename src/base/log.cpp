// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/check.h"

namespace base {
namespace {

const char* gRole = "client";

int threshold() {
  static const int value = [] {
    const char* text = std::getenv("MOBILEGL_LOG");
    if (!text) return 2;
    const char* names[] = {"debug", "info", "warning", "error", "off"};
    for (int i = 0; i < 5; ++i)
      if (!std::strcmp(text, names[i])) return i;
    return 2;
  }();
  return value;
}

}  // namespace

bool logs(LogLevel level) { return static_cast<int>(level) >= threshold(); }
void setLogRole(const char* role) { gRole = role; }

void log(LogLevel level, std::string_view sentence) {
  if (!logs(level)) return;
  static const char* const kNames[] = {"debug", "info", "warning", "error"};
  std::string line = "mobilegl ";
  line += gRole;
  line += ": ";
  line += kNames[static_cast<int>(level)];
  line += ": ";
  line += sentence;
  line += '\n';
  // One write a line keeps the lines of two processes whole.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

void logf(LogLevel level, const char* format, ...) {
  if (!logs(level)) return;
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  log(level, text);
}

void checkFailed(const char* family, const char* condition, const char* file, int line) {
  char text[512];
  std::snprintf(text, sizeof text, "Internal fault {%s}: %s does not hold at %s:%d.", family, condition, file, line);
  log(LogLevel::Error, text);
  std::abort();
}

}  // namespace base
