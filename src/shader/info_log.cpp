// SPDX-License-Identifier: Apache-2.0
// glslang writes "ERROR: 0:12: 'x' : message"; summary lines carry nothing and are dropped.
#include "shader/info_log.h"

namespace shader {
namespace {

bool takePrefix(std::string_view& line, std::string_view prefix) {
  if (!line.starts_with(prefix)) return false;
  line.remove_prefix(prefix.size());
  return true;
}

// Length of a leading "string:line:", or 0.
size_t positionLength(std::string_view line) {
  size_t colons = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == ':' && ++colons == 2) return i + 1;
    if (line[i] != ':' && (line[i] < '0' || line[i] > '9')) return 0;
  }
  return 0;
}

}  // namespace

std::string readableLog(std::string_view compilerLog) {
  std::string out;
  while (!compilerLog.empty()) {
    const size_t end = std::min(compilerLog.find('\n'), compilerLog.size());
    std::string_view line = compilerLog.substr(0, end);
    compilerLog.remove_prefix(std::min(end + 1, compilerLog.size()));
    while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
    const char* severity = takePrefix(line, "ERROR: ")     ? "error: "
                           : takePrefix(line, "WARNING: ") ? "warning: "
                                                           : "";
    if (line.empty() || line.find("compilation terminated") != std::string_view::npos ||
        line.find("No code generated") != std::string_view::npos)
      continue;
    const size_t position = positionLength(line);
    out.append(line.substr(0, position));
    if (position != 0) {
      out += ' ';
      line.remove_prefix(position);
      while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
      takePrefix(line, "'' : ");
    }
    out.append(severity).append(line) += '\n';
  }
  return out;
}

}  // namespace shader
