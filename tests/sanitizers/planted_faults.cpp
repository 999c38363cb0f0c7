// SPDX-License-Identifier: Apache-2.0
// Faults on purpose, one an argument: the sanitizer that this program is built with must report it, or its silence over
// the other tests proves nothing.
#include <climits>
#include <cstdio>
#include <cstring>
#include <thread>

namespace {

int gCounter = 0;

void race() {
  std::thread other([] { ++gCounter; });
  ++gCounter;
  other.join();
}

void useAfterFree() {
  char* volatile block = new char[64];
  delete[] block;
  std::printf("%d\n", block[8]);
}

void leak() {
  char* volatile block = new char[64];
  std::memset(block, 1, 64);
  block = nullptr;
}

void overflow(int argument) { std::printf("%d\n", INT_MAX - 1 + argument); }

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return std::fprintf(stderr, "Usage: planted_faults race|use-after-free|leak|overflow\n"), 2;
  if (std::strcmp(arguments[1], "race") == 0) race();
  if (std::strcmp(arguments[1], "use-after-free") == 0) useAfterFree();
  if (std::strcmp(arguments[1], "leak") == 0) leak();
  if (std::strcmp(arguments[1], "overflow") == 0) overflow(count);
  return 0;
}
