// SPDX-License-Identifier: Apache-2.0
// Shader pairs from GLSL 1.10 to 3.30 that exercise what OpenGL ES lacks or spells differently.
#pragma once

namespace gles {

struct EsslCase {
  const char* name;
  const char* vertex;
  const char* fragment;
  const char* geometry = nullptr;
};

inline constexpr EsslCase kEsslCases[] = {
    {"attributes_and_varyings_110", R"(
attribute vec3 position; attribute vec2 uv; uniform mat4 mvp; varying vec2 vUv; varying vec3 normal;
void main() { gl_Position = mvp * vec4(position, 1.0); vUv = uv; normal = normalize(position); })",
     R"(
varying vec2 vUv; varying vec3 normal; uniform sampler2D image; uniform vec4 tint;
void main() { gl_FragColor = texture2D(image, vUv) * tint * max(dot(normal, vec3(0, 0, 1)), 0.1); })"},

    {"ftransform_and_builtin_state_110", R"(
void main() { gl_Position = ftransform(); gl_FrontColor = gl_Color; gl_BackColor = gl_Color * 0.5;
  gl_TexCoord[0] = gl_TextureMatrix[0] * gl_MultiTexCoord0; gl_TexCoord[1] = gl_MultiTexCoord1; gl_FogFragCoord = gl_Position.z; })",
     R"(
uniform sampler2D a, b;
void main() { vec4 c = texture2D(a, gl_TexCoord[0].st) + texture2DProj(b, gl_TexCoord[1]);
  gl_FragColor = mix(gl_Fog.color, c * gl_Color, clamp((gl_Fog.end - gl_FogFragCoord) * gl_Fog.scale, 0.0, 1.0)); })"},

    {"lighting_loop_120", R"(#version 120
varying vec4 lit;
vec4 light(int i, vec3 n, vec3 p) {
  vec3 d = normalize(gl_LightSource[i].position.xyz - p);
  return gl_FrontLightProduct[i].diffuse * max(dot(n, d), 0.0) + gl_LightSource[i].ambient * gl_FrontMaterial.ambient; }
void main() { vec3 n = normalize(gl_NormalMatrix * gl_Normal); vec3 p = (gl_ModelViewMatrix * gl_Vertex).xyz;
  lit = gl_LightModel.ambient; for (int i = 0; i < 4; ++i) lit += light(i, n, p);
  gl_Position = gl_ProjectionMatrix * vec4(p, 1.0); gl_ClipVertex = vec4(p, 1.0); })",
     "#version 120\nvarying vec4 lit; void main() { gl_FragColor = lit; }"},

    {"arrays_and_dynamic_index_120", R"(#version 120
attribute vec4 p; attribute float which; uniform vec4 offsets[8]; uniform mat4 bones[4]; uniform float weights[3];
varying vec4 colours[3];
void main() { int i = int(which); gl_Position = bones[i] * p + offsets[i + 1];
  for (int k = 0; k < 3; ++k) colours[k] = vec4(weights[k]); })",
     R"(#version 120
varying vec4 colours[3]; uniform int pick; void main() { gl_FragColor = colours[pick] + colours[0]; })"},

    {"structs_with_samplers_120", R"(#version 120
attribute vec4 p; varying vec2 uv; void main() { gl_Position = p; uv = p.xy; })",
     R"(#version 120
struct Layer { sampler2D map; vec4 tint; float scale; }; struct Nest { Layer inner[2]; samplerCube sky; vec3 bias; };
uniform Layer base; uniform Layer layers[3]; uniform Nest nest; varying vec2 uv;
void main() { gl_FragColor = texture2D(base.map, uv * base.scale) * base.tint;
  gl_FragColor += texture2D(layers[1].map, uv) * layers[2].tint + texture2D(nest.inner[1].map, uv) + textureCube(nest.sky, nest.bias); })"},

    {"initialisers_120", R"(#version 120
attribute vec4 p; uniform vec4 offset = vec4(0.25, 0.5, 0.0, 0.0); uniform mat2 turn = mat2(0.0, 1.0, -1.0, 0.0);
void main() { gl_Position = p + offset + vec4(turn * p.xy, 0.0, 0.0); })",
     R"(#version 120
uniform float steps[3] = float[3](0.1, 0.2, 0.3); uniform bool on = true; uniform ivec2 pair = ivec2(3, -4);
void main() { gl_FragColor = on ? vec4(steps[0], steps[1], steps[2], float(pair.x)) : vec4(0.0); })"},

    {"bool_uniforms_130", R"(#version 130
in vec4 p; uniform bool flip; uniform bvec3 axes; struct S { bool a; bvec2 b[2]; float c; }; uniform S s[2];
vec4 use(S x) { return x.a && x.b[1].y ? vec4(x.c) : vec4(0.0); }
void main() { gl_Position = flip ? -p : p; if (axes.x || all(axes.yz)) gl_Position += use(s[1]); })",
     "#version 130\nuniform bvec4 mask; out vec4 c; void main() { c = vec4(mask); if (any(not(mask))) c.a = "
     "1.0; }"},

    {"uniform_blocks_140", R"(#version 140
in vec4 p; uniform Camera { mat4 view; mat4 projection; }; layout(std140) uniform Lights { vec4 position; vec3 colour; bool on; } lights[3];
out vec3 c; void main() { gl_Position = projection * view * p; c = lights[0].colour; if (lights[2].on) c += lights[1].position.xyz; })",
     R"(#version 140
in vec3 c; out vec4 o; layout(packed, row_major) uniform Odd { mat3x2 m; float f[5]; int n; } odd;
uniform Camera { mat4 view; mat4 projection; };
void main() { o = vec4(odd.m * c, odd.f[odd.n], view[0][0]); })"},

    {"texture_functions_130", R"(#version 130
in vec4 p; out vec3 uvw; uniform sampler2D heights; void main() { gl_Position = p + textureLod(heights, p.xy, 0.0); uvw = p.xyz; })",
     R"(#version 130
in vec3 uvw; out vec4 o; uniform sampler2D t; uniform sampler3D v; uniform samplerCube c; uniform sampler2DArray a;
void main() { vec2 dx = dFdx(uvw.xy), dy = dFdy(uvw.xy);
  o = textureGrad(t, uvw.xy, dx, dy) + textureLod(v, uvw, 1.0) + texture(c, uvw, 0.5) + texture(a, uvw);
  o += textureOffset(t, uvw.xy, ivec2(1, -2)) + texelFetch(t, ivec2(uvw.xy * vec2(textureSize(t, 0))), 0);
  o += texelFetchOffset(a, ivec3(1, 2, 3), 0, ivec2(1, 1)) + textureProj(t, uvw) + textureProjLod(t, uvw, 0.0) + textureLodOffset(t, uvw.xy, 1.0, ivec2(2, 2));
  o += vec4(textureSize(v, 1), fwidth(uvw.x)) + textureGradOffset(t, uvw.xy, dx, dy, ivec2(1, 0)); })"},

    {"shadow_samplers_130", R"(#version 130
in vec4 p; out vec4 s; void main() { gl_Position = p; s = p; })",
     R"(#version 130
in vec4 s; out vec4 o; uniform sampler2DShadow m; uniform sampler1DShadow n; uniform samplerCubeShadow c;
uniform sampler2DArrayShadow a; uniform sampler1DArrayShadow b;
void main() { float f = texture(m, s.xyz) + textureProj(m, s) + textureLod(m, s.xyz, 0.0) + texture(n, s.xyz) + textureProj(n, s);
  f += texture(c, s) + texture(a, s) + texture(b, s.xyz) + textureOffset(m, s.xyz, ivec2(1, 1)); o = vec4(f); })"},

    {"shadow2D_110", "void main() { gl_Position = gl_Vertex; gl_TexCoord[3] = gl_Vertex; }", R"(
uniform sampler2DShadow m; uniform sampler1DShadow n; uniform sampler1D l; uniform sampler3D v;
void main() { gl_FragColor = shadow2D(m, gl_TexCoord[3].xyz) + shadow2DProj(m, gl_TexCoord[3]) + shadow1D(n, gl_TexCoord[3].xyz)
  + texture1D(l, gl_TexCoord[3].x, 1.0) + texture1DProj(l, gl_TexCoord[3].xy) + texture1DProj(l, gl_TexCoord[3]) + texture3D(v, gl_TexCoord[3].xyz); })"},

    {"integer_textures_130", R"(#version 130
in ivec4 p; flat out ivec2 where; flat out uint bits; void main() { gl_Position = vec4(p); where = p.xy; bits = uint(p.z) << 2u; })",
     R"(#version 130
flat in ivec2 where; flat in uint bits; out uvec4 o; uniform isampler2D i; uniform usampler3D u; uniform usampler2DArray ua;
void main() { o = uvec4(texelFetch(i, where, 0)) ^ texelFetch(u, ivec3(where, 1), 0) | texture(ua, vec3(0.5)); o.x &= ~bits; o.y = o.y % 7u; })"},

    {"rectangle_140", R"(#version 140
in vec4 p; out vec2 uv; uniform sampler2DRect lookup; void main() { gl_Position = p; uv = p.xy * vec2(textureSize(lookup)); })",
     R"(#version 140
in vec2 uv; out vec4 o; uniform sampler2DRect r; uniform sampler2DRectShadow s; uniform isampler2DRect i;
void main() { o = texture(r, uv) + textureProj(r, vec3(uv, 2.0)) + vec4(texture(s, vec3(uv, 0.5))) + vec4(texelFetch(i, ivec2(uv)));
  o += textureOffset(r, uv, ivec2(1, 1)) + textureGrad(r, uv, vec2(1, 0), vec2(0, 1)) + texelFetchOffset(r, ivec2(uv), ivec2(-1, 1)); })"},

    {"rectangle_extension_120",
     "attribute vec4 p; varying vec2 uv; void main() { gl_Position = p; uv = p.xy; }",
     R"(#version 120
#extension GL_ARB_texture_rectangle : require
uniform sampler2DRect r; varying vec2 uv; void main() { gl_FragColor = texture2DRect(r, uv) + texture2DRectProj(r, vec3(uv, 1.0)); })"},

    {"one_dimensional_130", R"(#version 130
in vec4 p; out float u; uniform sampler1D curve; void main() { gl_Position = p + textureLod(curve, p.x, 0.0); u = p.x; })",
     R"(#version 130
in float u; out vec4 o; uniform sampler1D t; uniform sampler1DArray a; uniform isampler1D i; uniform usampler1DArray ua;
vec4 look(sampler1D s, float x) { return texture(s, x); }
void main() { o = look(t, u) + textureGrad(t, u, dFdx(u), dFdy(u)) + texture(a, vec2(u, 1.0)) + texelFetch(t, 3, 0) + vec4(texelFetch(i, int(u), 0));
  o += vec4(textureSize(t, 0), textureSize(a, 0), 1.0) + textureOffset(t, u, 2) + vec4(texelFetch(ua, ivec2(1, 2), 0)) + textureProj(t, vec2(u, 2.0));
  o += textureGradOffset(a, vec2(u, 0.0), 0.1, 0.2, 1) + texelFetchOffset(t, 1, 0, 1); })"},

    {"fragdata_110", "attribute vec4 p; void main() { gl_Position = p; }",
     "uniform vec4 c; void main() { gl_FragData[0] = c; gl_FragData[2] = c.wzyx; }"},

    {"fragdata_dynamic_120", "#version 120\nattribute vec4 p; void main() { gl_Position = p; }",
     "#version 120\nuniform vec4 c; void main() { for (int i = 0; i < 3; ++i) gl_FragData[i] = c * float(i); "
     "if (c.x > 2.0) return; gl_FragData[1] += c; }"},

    {"several_outputs_330", "#version 330\nlayout(location = 2) in vec4 p; void main() { gl_Position = p; }",
     R"(#version 330
layout(location = 1) out vec4 second; out vec4 first; layout(location = 2) out ivec3 third; out uint fourth; out float arr[2];
uniform int k; void main() { first = vec4(1); second = vec4(0.5); third = ivec3(1, 2, 3); fourth = 7u; arr[k] = 1.0; })"},

    {"dual_source_330", "#version 330\nin vec4 p; void main() { gl_Position = p; }",
     R"(#version 330
layout(location = 0, index = 0) out vec4 colour; layout(location = 0, index = 1) out vec4 factor;
void main() { colour = vec4(1); factor = vec4(0.5); })"},

    {"interpolation_qualifiers_330", R"(#version 330
in vec4 p; out vec4 a; flat out vec4 b; noperspective out vec2 c; centroid out vec3 d; flat out ivec3 e; invariant gl_Position;
void main() { gl_Position = p; a = b = p; c = p.xy; d = p.xyz; e = ivec3(p.xyz); })",
     R"(#version 330
in vec4 a; flat in vec4 b; noperspective in vec2 c; centroid in vec3 d; flat in ivec3 e; out vec4 o;
void main() { o = a + b + vec4(c, 0, 0) + vec4(d, 1) + vec4(e, 0); })"},

    {"vertex_and_instance_id_330", R"(#version 330
uniform samplerBuffer data; uniform isamplerBuffer more; flat out int id;
void main() { gl_Position = texelFetch(data, gl_VertexID + gl_InstanceID * 4) + vec4(texelFetch(more, 1)); gl_PointSize = 3.0; id = gl_InstanceID + textureSize(data); })",
     "#version 330\nflat in int id; out vec4 o; void main() { o = vec4(id) + vec4(gl_PointCoord, 0, 1); }"},

    {"non_square_matrices_120", R"(#version 120
attribute mat3 basis; attribute vec4 p; uniform mat2x3 a; uniform mat3x4 b; uniform mat4x2 c[2]; varying vec4 v;
void main() { vec2 t = c[1] * p; v = b * (a * t) + vec4(basis * p.xyz, 1.0); gl_Position = p; })",
     "#version 120\nvarying vec4 v; uniform mat4x3 d; void main() { gl_FragColor = vec4(d * v, 1.0) + (v.xyz "
     "* d); }"},

    {"matrix_functions_150", R"(#version 150
in vec4 p; uniform mat4 m; uniform mat3 n; out vec3 v;
void main() { gl_Position = inverse(m) * p; v = transpose(n) * p.xyz; mat3 o = outerProduct(v, p.xyz); v += o[1] * determinant(n); v += matrixCompMult(n, o)[0]; })",
     "#version 150\nin vec3 v; out vec4 o; void main() { o = vec4(v, 1); }"},

    {"control_flow_130", R"(#version 130
in vec4 p; flat out int k; void main() { gl_Position = p; k = int(p.x); })",
     R"(#version 130
flat in int k; out vec4 o; uniform int n; uniform float limit;
float twice(inout float x, out float y, const in float z) { x *= 2.0; y = x + z; return x; }
void main() { o = vec4(0); float a = 1.0, b;
  switch (k) { case 0: o.x = 1.0; break; case 1: case 2: o.y = 1.0; default: o.z = 1.0; }
  for (int i = 0; i < n; ++i) { if (i == 3) continue; o += vec4(0.1); if (o.x > limit) break; }
  do { a = twice(a, b, 0.5); } while (a < 10.0); while (b > 1.0) b *= 0.5;
  if (o.w + b > 4.0) discard; o.w = k > 1 ? a : b; })"},

    {"clip_distance_130", R"(#version 130
in vec4 p; uniform vec4 plane; out float gl_ClipDistance[3];
void main() { gl_Position = p; gl_ClipDistance[0] = dot(p, plane); gl_ClipDistance[1] = p.x; gl_ClipDistance[2] = p.y; })",
     "#version 130\nout vec4 o; void main() { o = vec4(gl_FrontFacing ? 1 : 0, gl_FragCoord.xyz); }"},

    {"point_coord_120",
     "#version 120\nattribute vec4 p; uniform float size; void main() { gl_Position = p; gl_PointSize = "
     "size; }",
     "#version 120\nuniform sampler2D s; void main() { gl_FragColor = texture2D(s, gl_PointCoord) * "
     "gl_FragCoord.z; }"},

    {"interface_blocks_150", R"(#version 150
in vec4 p; out Data { vec4 colour; vec2 uv[2]; flat int k; } outData; void main() { gl_Position = p; outData.colour = p; outData.uv[1] = p.xy; outData.k = 3; })",
     R"(#version 150
in Data { vec4 colour; vec2 uv[2]; flat int k; } inData; out vec4 o; void main() { o = inData.colour + inData.uv[1].xyxy * float(inData.k); })"},

    {"varying_matrices_and_structs_150", R"(#version 150
struct V { vec3 a; float b[2]; }; in vec4 p; out mat3 m; out V v; out vec4 tail; void main() { gl_Position = p; m = mat3(p.x); v.a = p.xyz; v.b[0] = v.b[1] = p.w; tail = p; })",
     R"(#version 150
struct V { vec3 a; float b[2]; }; in V v; in mat3 m; in vec4 tail; out vec4 o; void main() { o = vec4(m * v.a, v.b[1]) + tail; })"},

    {"reserved_in_es_120", R"(#version 120
attribute vec4 sample; attribute vec4 buffer; uniform vec4 shared; varying vec4 patch; uniform float my__name;
void main() { gl_Position = sample + buffer * my__name; patch = shared; })",
     "#version 120\nvarying vec4 patch; uniform vec4 image2D; uniform vec4 coherent; void main() { "
     "gl_FragColor = patch + coherent + image2D; }"},

    {"derivatives_and_math_130",
     "#version 130\nin vec4 p; out vec4 v; void main() { gl_Position = p; v = p; }", R"(#version 130
in vec4 v; out vec4 o; void main() { o = sinh(v) + tanh(v.yxwz) + asinh(v) + round(v) + roundEven(v) + trunc(v) + vec4(isnan(v.x), isinf(v.y), 0, 1);
  float whole; o.x += modf(v.x, whole) + whole + fwidth(v.y); o.y += float(int(v.x) >> 1) + mod(v.z, 3.0) + sign(v.w); o.z = mix(o.x, o.y, v.x > 0.0);
  o += reflect(v, vec4(0, 1, 0, 0)) + refract(v, v.wzyx, 0.5) + faceforward(v, v, v) + smoothstep(0.0, 1.0, v) + vec4(inversesqrt(v.x), exp2(v.y), log2(v.z), atan(v.x, v.y)); })"},

    {"bit_packing_330",
     "#version 330\nin vec4 p; flat out uint b; void main() { gl_Position = p; b = floatBitsToUint(p.x); }",
     "#version 330\nflat in uint b; out vec4 o; void main() { o = vec4(uintBitsToFloat(b), "
     "intBitsToFloat(int(b)), float(floatBitsToInt(1.5)), 1); }"},

    {"compat_150", R"(#version 150 compatibility
void main() { gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex; gl_FrontColor = gl_Color; gl_FrontSecondaryColor = gl_SecondaryColor; gl_TexCoord[2] = gl_MultiTexCoord2; })",
     R"(#version 150 compatibility
uniform sampler2D t; void main() { gl_FragColor = gl_Color + gl_SecondaryColor + texture(t, gl_TexCoord[2].xy) + gl_TexCoord[4]; })"},

    {"unwritten_builtin_inputs_120", "#version 120\nvoid main() { gl_Position = gl_Vertex; }",
     "#version 120\nvoid main() { gl_FragColor = gl_Color + gl_TexCoord[1] + vec4(gl_FogFragCoord); }"},

    {"declared_but_unwritten_varying_130",
     "#version 130\nin vec4 p; out vec4 v; void main() { gl_Position = p; }",
     "#version 130\nin vec4 v; out vec4 o; void main() { o = v; }"},

    {"geometry_150", R"(#version 150
in vec4 p; out vec4 c; out Blk { vec2 uv; } blk; void main() { gl_Position = p; c = p; blk.uv = p.xy; })",
     "#version 150\nin vec4 colour; flat in int layer; out vec4 o; void main() { o = colour * float(layer); "
     "}",
     R"(#version 150
layout(triangles) in; layout(triangle_strip, max_vertices = 4) out; in vec4 c[]; in Blk { vec2 uv; } blk[]; out vec4 colour; flat out int layer;
void main() { for (int i = 0; i < gl_in.length(); ++i) { gl_Position = gl_in[i].gl_Position; colour = c[i] + blk[i].uv.xyxy; layer = gl_PrimitiveIDIn; EmitVertex(); } EndPrimitive(); })"},
};

}  // namespace gles
