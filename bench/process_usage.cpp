// SPDX-License-Identifier: Apache-2.0
// Reads processor times of this process and of its living descendants.
#include "process_usage.h"

#include <dirent.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>

namespace bench {

namespace {

struct Entry {
  long parent = 0;
  double user = 0, system = 0;
};

bool readEntry(long process, Entry& entry) {
  char path[64];
  char text[1024] = "";
  std::snprintf(path, sizeof path, "/proc/%ld/stat", process);
  std::FILE* file = std::fopen(path, "r");
  if (file == nullptr) {
    return false;
  }
  const size_t count = std::fread(text, 1, sizeof text - 1, file);
  std::fclose(file);
  text[count] = '\0';
  // The name may hold blanks and brackets; the fields start behind the last bracket.
  const char* fields = std::strrchr(text, ')');
  unsigned long user = 0, system = 0;
  if (fields == nullptr || std::sscanf(fields + 1, " %*c %ld %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
                                       &entry.parent, &user, &system) != 3) {
    return false;
  }
  const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  entry.user = static_cast<double>(user) / ticks;
  entry.system = static_cast<double>(system) / ticks;
  return true;
}

bool descends(const std::map<long, Entry>& all, long process, long ancestor) {
  for (int depth = 0; depth < 16; ++depth) {
    const auto found = all.find(process);
    if (found == all.end()) {
      return false;
    }
    process = found->second.parent;
    if (process == ancestor) {
      return true;
    }
  }
  return false;
}

}  // namespace

double secondsNow() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Usage usageNow() {
  Usage usage;
  rusage own{};
  getrusage(RUSAGE_SELF, &own);
  usage.ownUser = static_cast<double>(own.ru_utime.tv_sec) + 1e-6 * static_cast<double>(own.ru_utime.tv_usec);
  usage.ownSystem =
      static_cast<double>(own.ru_stime.tv_sec) + 1e-6 * static_cast<double>(own.ru_stime.tv_usec);
  std::map<long, Entry> all;
  DIR* folder = opendir("/proc");
  while (folder != nullptr) {
    const dirent* item = readdir(folder);
    if (item == nullptr) {
      break;
    }
    const long process = std::strtol(item->d_name, nullptr, 10);
    Entry entry;
    if (process > 0 && readEntry(process, entry)) {
      all[process] = entry;
    }
  }
  if (folder != nullptr) {
    closedir(folder);
  }
  for (const auto& [process, entry] : all) {
    if (descends(all, process, getpid())) {
      usage.childUser += entry.user;
      usage.childSystem += entry.system;
    }
  }
  return usage;
}

}  // namespace bench
