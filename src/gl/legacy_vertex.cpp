// SPDX-License-Identifier: Apache-2.0
#include "gl/legacy_vertex.h"

#include <GL/gl.h>
#include <GL/glext.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gl/legacy_matrix.h"

namespace gl {
namespace {

using state::Vec4;
using Vec3 = std::array<float, 3>;

float dot(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
float dot(const Vec4& a, const Vec4& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; }
Vec3 scaled(const Vec3& v, float by) { return {v[0] * by, v[1] * by, v[2] * by}; }
Vec3 sum(const Vec3& a, const Vec3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Vec3 normalized(const Vec3& v) {
  const float length = std::sqrt(dot(v, v));
  return length > 0 ? scaled(v, 1 / length) : v;
}
// From the origin; a point at infinity is a direction.
Vec3 place(const Vec4& v) {
  const float w = v[3] != 0 ? v[3] : 1;
  return {v[0] / w, v[1] / w, v[2] / w};
}
Vec4 clamped(Vec4 v) {
  for (float& component : v) component = std::clamp(component, 0.0f, 1.0f);
  return v;
}

Vec3 eyeNormal(const Context& ctx) {
  const state::Legacy& legacy = ctx.legacy().state;
  const Vec4& n = legacy.values.current[state::kSlotNormal];
  const state::Matrix back = inverse(legacy.modelView.top());
  Vec3 normal;
  for (size_t i = 0; i < 3; ++i) normal[i] = back[i * 4] * n[0] + back[i * 4 + 1] * n[1] + back[i * 4 + 2] * n[2];
  if (legacy.values.normalize) return normalized(normal);
  if (!legacy.values.rescaleNormal) return normal;
  const Vec3 row = {back[2], back[6], back[10]};
  const float length = std::sqrt(dot(row, row));
  return length > 0 ? scaled(normal, 1 / length) : normal;
}

struct Arrival {
  Vec3 toLight;
  float reach;  // what attenuation and cone leave of it
};

Arrival arrivalOf(const state::Light& light, const Vec3& at) {
  const Vec3 position = place(light.position);
  if (light.position[3] == 0) return {normalized(position), 1};
  const Vec3 way = sum(position, scaled(at, -1));
  const float away = std::sqrt(dot(way, way));
  Arrival out{away > 0 ? scaled(way, 1 / away) : way, 1};
  out.reach = 1 / (light.constantAttenuation + away * (light.linearAttenuation + away * light.quadraticAttenuation));
  if (light.spotCutoff == 180) return out;
  const float cone = -dot(out.toLight, normalized(light.spotDirection));
  const float limit = std::cos(light.spotCutoff * std::numbers::pi_v<float> / 180);
  out.reach *= cone < limit ? 0 : light.spotExponent == 0 ? 1 : std::pow(std::max(cone, 0.0f), light.spotExponent);
  return out;
}

VertexColors litColors(const state::LegacyValues& v, const VertexOnCpu& vertex) {
  const state::Material& m = v.materials[0];
  const Vec3 at = place(vertex.eye);
  const Vec3 toViewer = v.lightModel.localViewer ? normalized(scaled(at, -1)) : Vec3{0, 0, 1};
  VertexColors out{m.emission, {0, 0, 0, 1}};
  const bool separate = v.lightModel.colorControl == GL_SEPARATE_SPECULAR_COLOR;
  Vec4& shine = separate ? out.secondary : out.primary;
  for (size_t k = 0; k < 3; ++k) out.primary[k] += m.ambient[k] * v.lightModel.ambient[k];
  for (const state::Light& light : v.lights) {
    if (!light.enabled) continue;
    const Arrival arrival = arrivalOf(light, at);
    const float facing = dot(vertex.normal, arrival.toLight);
    const float mirrored = std::max(dot(vertex.normal, normalized(sum(arrival.toLight, toViewer))), 0.0f);
    const float gloss = facing <= 0 ? 0 : m.shininess == 0 ? 1 : std::pow(mirrored, m.shininess);
    for (size_t k = 0; k < 3; ++k) {
      out.primary[k] += arrival.reach * (m.ambient[k] * light.ambient[k] +
                                         std::max(facing, 0.0f) * m.diffuse[k] * light.diffuse[k]);
      shine[k] += arrival.reach * gloss * m.specular[k] * light.specular[k];
    }
  }
  out.primary[3] = m.diffuse[3];
  return {clamped(out.primary), clamped(out.secondary)};
}

// The vector that sphere and reflection maps go by.
Vec3 reflected(const VertexOnCpu& vertex) {
  const Vec3 view = normalized(place(vertex.eye));
  return sum(view, scaled(vertex.normal, -2 * dot(vertex.normal, view)));
}

float generated(const state::TexGen& gen, const VertexOnCpu& vertex, size_t coordinate) {
  switch (gen.mode) {
    case GL_OBJECT_LINEAR: return dot(gen.objectPlane, vertex.object);
    case GL_NORMAL_MAP: return coordinate < 3 ? vertex.normal[coordinate] : 0;
    case GL_REFLECTION_MAP: return coordinate < 3 ? reflected(vertex)[coordinate] : 0;
    case GL_SPHERE_MAP: {
      if (coordinate > 1) return 0;
      Vec3 r = reflected(vertex);
      const float along = r[coordinate];
      r[2] += 1;
      const float m = 2 * std::sqrt(dot(r, r));
      return m > 0 ? along / m + 0.5f : 0.5f;
    }
    default: return dot(gen.eyePlane, vertex.eye);
  }
}

}  // namespace

VertexOnCpu vertexOnCpu(const Context& ctx, const Vec4& object) {
  return {object, transformed(ctx.legacy().state.modelView.top(), object), eyeNormal(ctx)};
}

VertexColors vertexColors(const Context& ctx, const VertexOnCpu& vertex) {
  const state::LegacyValues& v = legacyValues(ctx);
  if (v.lighting) return litColors(v, vertex);
  return {clamped(v.current[state::kSlotColor]), clamped(v.current[state::kSlotSecondaryColor])};
}

Vec4 vertexTextureCoords(const Context& ctx, const VertexOnCpu& vertex, uint32_t unit) {
  const state::LegacyValues& v = legacyValues(ctx);
  Vec4 coords = v.current[state::kSlotTexCoord0 + unit];
  for (size_t c = 0; c < 4; ++c)
    if (v.units[unit].gen[c].enabled) coords[c] = generated(v.units[unit].gen[c], vertex, c);
  return transformed(ctx.legacy().state.texture[unit].top(), coords);
}

}  // namespace gl
