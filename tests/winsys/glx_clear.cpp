// SPDX-License-Identifier: Apache-2.0
// An ordinary GLX program that knows nothing of this project: legacy visual and context, or with "core" an
// FBConfig and a 3.3 core context; draws, swaps, resizes, and looks at the window's pixels. Linked with the
// system's libGL and libX11.
#include <GL/glx.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include <cstdio>
#include <cstring>

namespace {

using CreateContextAttribs = GLXContext (*)(Display*, GLXFBConfig, GLXContext, Bool, const int*);

void draw(Display* x, Window window) {
  glDisable(GL_SCISSOR_TEST);
  glClearColor(0, 1, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 0, 20, 20);  // bottom left
  glClearColor(1, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glXSwapBuffers(x, window);
  glFinish();
}

bool windowShows(Display* x, Window window, int width, int height) {
  XImage* const image = XGetImage(x, window, 0, 0, static_cast<unsigned>(width),
                                  static_cast<unsigned>(height), AllPlanes, ZPixmap);
  const unsigned long corner = XGetPixel(image, 2, height - 3) & 0xffffff;
  const unsigned long far = XGetPixel(image, width - 2, 2) & 0xffffff;
  XDestroyImage(image);
  std::printf("window %dx%d: bottom left 0x%06lx, top right 0x%06lx\n", width, height, corner, far);
  return corner == 0xff0000 && far == 0x00ff00;
}

}  // namespace

int main(int count, char** arguments) {
  const bool isCore = count > 1 && std::strcmp(arguments[1], "core") == 0;
  Display* const x = XOpenDisplay(nullptr);
  if (!x) return std::fprintf(stderr, "No X display.\n"), 77;
  int major = 0, minor = 0;
  if (!glXQueryVersion(x, &major, &minor)) return std::fprintf(stderr, "No GLX.\n"), 1;
  std::printf("GLX %d.%d, %s\n", major, minor, glXGetClientString(x, GLX_VENDOR));

  XVisualInfo* visual = nullptr;
  GLXFBConfig config = nullptr;
  if (isCore) {
    const int wanted[] = {
        GLX_DOUBLEBUFFER, True, GLX_RED_SIZE, 8, GLX_GREEN_SIZE, 8, GLX_BLUE_SIZE, 8, GLX_DEPTH_SIZE, 16, 0};
    int found = 0;
    GLXFBConfig* const list = glXChooseFBConfig(x, DefaultScreen(x), wanted, &found);
    if (!list || found == 0) return std::fprintf(stderr, "glXChooseFBConfig found nothing.\n"), 1;
    config = list[0];
    XFree(list);
    visual = glXGetVisualFromFBConfig(x, config);
  } else {
    int wanted[] = {
        GLX_RGBA, GLX_DOUBLEBUFFER, GLX_RED_SIZE, 1, GLX_GREEN_SIZE, 1, GLX_BLUE_SIZE, 1, GLX_DEPTH_SIZE, 1,
        0};
    visual = glXChooseVisual(x, DefaultScreen(x), wanted);
  }
  if (!visual) return std::fprintf(stderr, "No visual.\n"), 1;

  XSetWindowAttributes attributes{};
  const Window root = RootWindow(x, visual->screen);
  attributes.colormap = XCreateColormap(x, root, visual->visual, AllocNone);
  const Window window = XCreateWindow(x, root, 0, 0, 100, 80, 0, visual->depth, InputOutput, visual->visual,
                                      CWBorderPixel | CWColormap, &attributes);
  XMapWindow(x, window);

  GLXContext context = nullptr;
  if (isCore) {
    const auto create = reinterpret_cast<CreateContextAttribs>(
        glXGetProcAddressARB(reinterpret_cast<const GLubyte*>("glXCreateContextAttribsARB")));
    const int version[] = {
        GLX_CONTEXT_MAJOR_VERSION_ARB,    3, GLX_CONTEXT_MINOR_VERSION_ARB, 3, GLX_CONTEXT_PROFILE_MASK_ARB,
        GLX_CONTEXT_CORE_PROFILE_BIT_ARB, 0};
    context = create ? create(x, config, nullptr, True, version) : nullptr;
  } else {
    context = glXCreateContext(x, visual, nullptr, True);
  }
  if (!context || !glXMakeCurrent(x, window, context)) return std::fprintf(stderr, "No context.\n"), 1;
  std::printf("%s\n%s\n", reinterpret_cast<const char*>(glGetString(GL_RENDERER)),
              reinterpret_cast<const char*>(glGetString(GL_VERSION)));

  draw(x, window);
  bool isGood = windowShows(x, window, 100, 80);
  XResizeWindow(x, window, 160, 120);
  XSync(x, False);
  draw(x, window);  // learns the new size
  draw(x, window);
  isGood &= windowShows(x, window, 160, 120);
  unsigned width = 0;
  glXQueryDrawable(x, window, GLX_WIDTH, &width);
  isGood &= glGetError() == GL_NO_ERROR;
  glXMakeCurrent(x, 0, nullptr);
  glXDestroyContext(x, context);
  XDestroyWindow(x, window);
  XFree(visual);
  XCloseDisplay(x);
  std::printf("%s\n", isGood ? "ok" : "WRONG");
  return isGood ? 0 : 1;
}
