// SPDX-License-Identifier: Apache-2.0
// The only place where OpenGL ES and EGL headers come in: types and numbers. Their prototypes serve as signatures and
// are never linked against.
#pragma once

#define GL_GLEXT_PROTOTYPES 1
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <GLES2/gl2ext.h>

// Desktop numbers that the pipe carries and ES headers do not name.
namespace gles::desktop {
inline constexpr unsigned kQuads = 7, kQuadStrip = 8, kPolygon = 9;
inline constexpr unsigned kTexture1d = 0x0DE0, kTexture1dArray = 0x8C18, kTextureRectangle = 0x84F5;
inline constexpr unsigned kDouble = 0x140A, kBgra = 0x80E1, kBgr = 0x80E0;
inline constexpr unsigned kSamplesPassed = 0x8914;
inline constexpr unsigned kClamp = 0x2900, kFirstVertexConvention = 0x8E4D;
inline constexpr unsigned kPoint = 0x1B00, kLine = 0x1B01;
}  // namespace gles::desktop
