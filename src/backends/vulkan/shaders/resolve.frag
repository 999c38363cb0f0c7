// SPDX-License-Identifier: Apache-2.0
// Sample 0 of a pixel's depth; or with STENCIL one bit of its stencil value: pixels without it are left alone.
#version 450
#ifdef STENCIL
layout(set = 0, binding = 0) uniform usampler2DMS source;
layout(push_constant) uniform Push { uint bit; } push;
void main() {
  if ((texelFetch(source, ivec2(gl_FragCoord.xy), 0).x & push.bit) == 0u) discard;
}
#else
layout(set = 0, binding = 0) uniform sampler2DMS source;
void main() {
  gl_FragDepth = texelFetch(source, ivec2(gl_FragCoord.xy), 0).x;
}
#endif
