// SPDX-License-Identifier: Apache-2.0
// The default framebuffer (name 0) of a context: draw and read buffer choices are the context's, images the
// surfaces'.
#pragma once

#include "gl/context.h"
#include "winsys/surface.h"

namespace winsys {

// Puts the images of the surfaces under the context's framebuffer 0, or takes them away (null). Bindings of
// framebuffer objects stay as they are; whoever has 0 bound sees the new images at the next verb. One object
// serves drawing and reading while both surfaces are the same, as an application that reads back what it
// draws expects.
void attachSurfaces(gl::Context& context, const Surface* draw, const Surface* read);

// What a context takes from its first draw surface, unless the application chose already: viewport and scissor of its
// size, draw and read buffer BACK or FRONT (GL 4.6 core §17.4.1, EGL 1.5 §3.7.3). Toolkits make contexts current without
// a surface first, to ask about them, and then expect what a context has that begins with the surface.
void initialiseFromSurface(gl::Context& context, const Surface& draw);

}  // namespace winsys
