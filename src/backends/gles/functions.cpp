// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/functions.h"

namespace gles {

void Functions::loadBootstrap(Lookup lookup) {
  GetString.set(lookup("glGetString"));
  GetStringi.set(lookup("glGetStringi"));
  GetIntegerv.set(lookup("glGetIntegerv"));
}

bool Functions::load(Lookup lookup, const Extensions& extensions, std::string& missing) {
#define MGL_LOAD(name)                   \
  name.set(lookup("gl" #name));          \
  if (!name) {                           \
    missing = "gl" #name;                \
    return false;                        \
  }
  MGL_ES31_ENTRIES(MGL_LOAD)
#undef MGL_LOAD
  // A pointer proves nothing: some drivers make up stubs for names they never heard of. The flags decide.
#define MGL_LOAD(name, flag, suffix) \
  if (extensions.flag) name.set(lookup(extensions.version >= 32 ? "gl" #name : "gl" #name suffix));
  MGL_ES32_ENTRIES(MGL_LOAD)
#undef MGL_LOAD
#define MGL_LOAD(name, flag) \
  if (extensions.flag) name.set(lookup("gl" #name));
  MGL_ES_EXTENSION_ENTRIES(MGL_LOAD)
#undef MGL_LOAD
  return true;
}

uint64_t Functions::hostCalls() const {
  uint64_t sum = 0;
#define MGL_ADD(name) sum += name.calls();
#define MGL_ADD_OF(name, ...) sum += name.calls();
  MGL_ES31_ENTRIES(MGL_ADD)
  MGL_ES32_ENTRIES(MGL_ADD_OF)
  MGL_ES_EXTENSION_ENTRIES(MGL_ADD_OF)
#undef MGL_ADD
#undef MGL_ADD_OF
  return sum;
}

}  // namespace gles
