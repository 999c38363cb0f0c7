// SPDX-License-Identifier: Apache-2.0
#include "winsys/glx_proc.h"

#include "gl/proc_table.gen.h"
#include "winsys/glx_headers.h"

namespace winsys {
namespace {

struct Row {
  const char* name;
  GlxProc function;
};

#define MGL_GLX(name) \
  { #name, reinterpret_cast < GlxProc>(&name) }
const Row kFunctions[] = {
    MGL_GLX(glXChooseFBConfig),
    MGL_GLX(glXChooseVisual),
    MGL_GLX(glXCopyContext),
    MGL_GLX(glXCreateContext),
    MGL_GLX(glXCreateContextAttribsARB),
    MGL_GLX(glXCreateGLXPixmap),
    MGL_GLX(glXCreateNewContext),
    MGL_GLX(glXCreatePbuffer),
    MGL_GLX(glXCreatePixmap),
    MGL_GLX(glXCreateWindow),
    MGL_GLX(glXDestroyContext),
    MGL_GLX(glXDestroyGLXPixmap),
    MGL_GLX(glXDestroyPbuffer),
    MGL_GLX(glXDestroyPixmap),
    MGL_GLX(glXDestroyWindow),
    MGL_GLX(glXGetClientString),
    MGL_GLX(glXGetConfig),
    MGL_GLX(glXGetCurrentContext),
    MGL_GLX(glXGetCurrentDisplay),
    MGL_GLX(glXGetCurrentDrawable),
    MGL_GLX(glXGetCurrentReadDrawable),
    MGL_GLX(glXGetFBConfigAttrib),
    MGL_GLX(glXGetFBConfigs),
    MGL_GLX(glXGetProcAddress),
    MGL_GLX(glXGetProcAddressARB),
    MGL_GLX(glXGetSelectedEvent),
    MGL_GLX(glXGetSwapIntervalMESA),
    MGL_GLX(glXGetVisualFromFBConfig),
    MGL_GLX(glXIsDirect),
    MGL_GLX(glXMakeContextCurrent),
    MGL_GLX(glXMakeCurrent),
    MGL_GLX(glXQueryContext),
    MGL_GLX(glXQueryDrawable),
    MGL_GLX(glXQueryExtension),
    MGL_GLX(glXQueryExtensionsString),
    MGL_GLX(glXQueryServerString),
    MGL_GLX(glXQueryVersion),
    MGL_GLX(glXSelectEvent),
    MGL_GLX(glXSwapBuffers),
    MGL_GLX(glXSwapIntervalEXT),
    MGL_GLX(glXSwapIntervalMESA),
    MGL_GLX(glXSwapIntervalSGI),
    MGL_GLX(glXUseXFont),
    MGL_GLX(glXWaitGL),
    MGL_GLX(glXWaitX),
};

}  // namespace

GlxProc glxFunction(std::string_view name) {
  for (const Row& row : kFunctions)
    if (name == row.name) return row.function;
  return nullptr;
}

GlxProc anyGlxFunction(std::string_view name) {
  if (const GlxProc function = glxFunction(name)) return function;
  return gl::lookup(name);
}

}  // namespace winsys

extern "C" {

__GLXextFuncPtr glXGetProcAddress(const GLubyte* name) {
  return name ? winsys::anyGlxFunction(reinterpret_cast<const char*>(name)) : nullptr;
}
__GLXextFuncPtr glXGetProcAddressARB(const GLubyte* name) {
  return glXGetProcAddress(name);
}

}  // extern "C"
