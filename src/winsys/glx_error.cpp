// SPDX-License-Identifier: Apache-2.0
// The two things for which Xlib has no public call: raising an X error on the application's connection as if the server
// had sent it, and hearing that the connection is closed.
#include "winsys/glx_display.h"

#include <X11/Xlibint.h>
#undef min
#undef max

namespace winsys {
namespace {

// GLX's error numbers, counted from its first.
constexpr int kBadContext = 0, kBadDrawable = 2, kBadPbuffer = 8, kBadFBConfig = 9, kBadProfileArb = 13;

int errorCode(const GlxDisplay& display, GlxError error) {
  switch (error) {
    case GlxError::BadContext: return display.firstError + kBadContext;
    case GlxError::BadFBConfig: return display.firstError + kBadFBConfig;
    case GlxError::BadDrawable: return display.firstError + kBadDrawable;
    case GlxError::BadPbuffer: return display.firstError + kBadPbuffer;
    case GlxError::BadProfile: return display.firstError + kBadProfileArb;
    case GlxError::BadValue: return BadValue;
    case GlxError::BadMatch: return BadMatch;
    case GlxError::BadAlloc: return BadAlloc;
    case GlxError::BadAccess: return BadAccess;
  }
  return BadImplementation;
}

constinit void (*gForget)(::Display*) = nullptr;

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
  ::Display* const dpy = display.xlib;   // the macros below want this name
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
