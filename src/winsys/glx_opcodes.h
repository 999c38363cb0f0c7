// SPDX-License-Identifier: Apache-2.0
// Minor opcodes of the GLX protocol, for the X errors that we raise: they tell a program's error handler
// which request would have failed.
#pragma once

namespace winsys {

inline constexpr int kOpCreateContext = 3, kOpDestroyContext = 4, kOpCopyContext = 10, kOpSwapBuffers = 11,
                     kOpCreateGlxPixmap = 13, kOpDestroyGlxPixmap = 15, kOpCreatePixmap = 22,
                     kOpDestroyPixmap = 23, kOpCreateNewContext = 24, kOpQueryContext = 25,
                     kOpMakeContextCurrent = 26, kOpCreatePbuffer = 27, kOpDestroyPbuffer = 28,
                     kOpGetDrawableAttributes = 29, kOpCreateWindow = 31, kOpDestroyWindow = 32,
                     kOpCreateContextAttribs = 34;

}  // namespace winsys
