// SPDX-License-Identifier: Apache-2.0
// Texels of a rectangle of a source, scaled and turned over as glBlitFramebuffer does. SAMPLER, VEC4: the kind of texel.
#version 450
layout(set = 0, binding = 0) uniform SAMPLER source;
layout(push_constant) uniform Push {
  vec2 scale;   // source texels per target pixel, negative to turn over
  vec2 offset;  // source coordinate of the target's origin
  vec2 size;    // of the source
  int linear;
} push;
#ifdef DEPTH
#else
layout(location = 0) out VEC4 color;
#endif
void main() {
  vec2 at = gl_FragCoord.xy * push.scale + push.offset;
  if (any(lessThan(at, vec2(0))) || any(greaterThanEqual(at, push.size))) discard;
#ifdef DEPTH
  gl_FragDepth = texelFetch(source, ivec2(at), 0).x;
#else
#ifdef FILTERED
  if (push.linear != 0) {
    color = textureLod(source, at / push.size, 0.0);
    return;
  }
#endif
  color = texelFetch(source, ivec2(at), 0);
#endif
}
