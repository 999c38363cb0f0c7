// SPDX-License-Identifier: Apache-2.0
// Showing what was drawn: buffer swaps, and the flushes that show single-buffered surfaces.
#pragma once

#include "winsys/context_handle.h"

namespace winsys {

enum class SwapOutcome { Shown, NothingToDo, WindowGone, Lost, OutOfMemory };

// `context` is current to the calling thread, or its tracker borrowed. Afterwards the images have the
// window's newest size; the back image's contents are undefined. Pbuffers that swap only exchange their
// images.
SwapOutcome swapBuffers(ContextHandle& context, Surface& surface);

// What the application learns of the surface's size. If it draws to that surface on this thread, the images take the
// size at once: an application that waited for its window to grow expects the next frame to fill it.
SurfaceSize adoptSize(Surface& surface);

// glFlush, glFinish and letting go of a context show what a single-buffered surface, or drawing to the front
// buffer, has changed. Cheap when there is nothing of the kind.
void presentPending(ContextHandle& context);

}  // namespace winsys
