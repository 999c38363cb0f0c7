// SPDX-License-Identifier: Apache-2.0
// One color for all outputs. VEC4: vec4, ivec4 or uvec4.
#version 450
layout(push_constant) uniform Push { VEC4 color; } push;
layout(location = 0) out VEC4 outputs[8];
void main() {
  for (int i = 0; i < 8; ++i) outputs[i] = push.color;
}
