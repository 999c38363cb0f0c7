// SPDX-License-Identifier: Apache-2.0
// Log lines of both roles: level, role tag, one sentence. Never blocks rendering on a slow reader longer than a write.
#pragma once

#include <string_view>

namespace base {

enum class LogLevel { Debug, Info, Warning, Error };

// Level comes from MOBILEGL_LOG (debug, info, warning, error, off); default warning. Any thread.
void log(LogLevel level, std::string_view sentence);
// printf-like; for messages with values.
[[gnu::format(printf, 2, 3)]] void logf(LogLevel level, const char* format, ...);
bool logs(LogLevel level);
// "client" until the server's main says otherwise. Call before threads start.
void setLogRole(const char* role);

}  // namespace base
