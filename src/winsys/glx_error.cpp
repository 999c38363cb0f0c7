// SPDX-License-Identifier: Apache-2.0
// The two things for which Xlib has no public call: raising an X error on the application's connection as if
// the server had sent it, and hearing that the connection is closed.
#include "winsys/glx_display.h"

#define Status int  // Xlibint.h needs Xlib.h's macro, which glx_headers.h took away
#include <X11/Xlibint.h>
#undef Status
#undef min
#undef max

namespace winsys {
namespace {

// GLX's error numbers, counted from its first.
constexpr int kBadContext = 0, kBadDrawable = 2, kBadPbuffer = 8, kBadFBConfig = 9, kBadProfileArb = 13;

int errorCode(const GlxDisplay& display, GlxError error) {
  switch (error) {
    case GlxError::Context: return display.firstError + kBadContext;
    case GlxError::FBConfig: return display.firstError + kBadFBConfig;
    case GlxError::Drawable: return display.firstError + kBadDrawable;
    case GlxError::Pbuffer: return display.firstError + kBadPbuffer;
    case GlxError::Profile: return display.firstError + kBadProfileArb;
    case GlxError::Value: return BadValue;
    case GlxError::Match: return BadMatch;
    case GlxError::Alloc: return BadAlloc;
    case GlxError::Access: return BadAccess;
  }
  return BadImplementation;
}

using Forget = void (*)(::Display*);
constinit Forget gForget = nullptr;

int onClose(::Display* xlib, XExtCodes*) {
  gForget(xlib);
  return 0;
}

}  // namespace

void forgetOnClose(::Display* xlib, void (*forget)(::Display*)) {
  gForget = forget;
  if (const XExtCodes* codes = XAddExtension(xlib)) XESetCloseDisplay(xlib, codes->extension, onClose);
}

void sendGlxError(const GlxDisplay& display, GlxError error, XID resource, int minorOpcode) {
  ::Display* const dpy = display.xlib;  // the macros below want this name
  LockDisplay(dpy);
  xError event{};
  event.type = X_Error;
  event.errorCode = static_cast<BYTE>(errorCode(display, error));
  event.sequenceNumber = static_cast<CARD16>(NextRequest(dpy) - 1);
  event.resourceID = static_cast<CARD32>(resource);
  event.minorCode = static_cast<CARD16>(minorOpcode);
  event.majorCode = static_cast<CARD8>(display.majorOpcode);
  _XError(dpy, &event);
  UnlockDisplay(dpy);
}

}  // namespace winsys
