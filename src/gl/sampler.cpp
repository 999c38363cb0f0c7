// SPDX-License-Identifier: Apache-2.0
// Sampler objects (GL 4.6 core §8.2).
#include <algorithm>

#include "gl/checks.h"
#include "gl/context.h"
#include "gl/device_info.h"
#include "gl/names.h"
#include "gl/prototypes_sampler.gen.h"
#include "gl/sampler_params.h"

namespace gl {
namespace {

using state::Sampler;

uint32_t unitCount(const Context& ctx) {
  return std::min(ctx.device().maxCombinedSamplers, state::kMaxUnits);
}

// A generated name becomes an object at its first use of any kind.
bool isSamplerName(const Context& ctx, uint32_t name) {
  return name != 0 && isReservedShared(ctx, &state::ShareGroup::samplers, name);
}

std::shared_ptr<Sampler> samplerOf(Context& ctx, uint32_t name) {
  return findOrMakeShared(ctx, &state::ShareGroup::samplers, name,
                          [](uint32_t n) { return std::make_shared<Sampler>(n); });
}

bool validateName(const Context& ctx, const char* command, GLuint sampler) {
  return isSamplerName(ctx, sampler) ||
         refuse(ctx, GL_INVALID_OPERATION, "%s: %u is not the name of a sampler.", command, sampler);
}

bool validateParam(const Context& ctx, const char* command, GLuint sampler, GLenum pname,
                   const ParamValue& value) {
  if (!validateName(ctx, command, sampler)) return false;
  if (!isSamplerParam(ctx, pname)) return refuseEnum(ctx, command, "pname", pname);
  return validateSamplerParam(ctx, command, nullptr, pname, value);
}

void setParam(Context& ctx, GLuint name, GLenum pname, const ParamValue& value) {
  const std::shared_ptr<Sampler> sampler = samplerOf(ctx, name);
  if (!setSamplerParam(sampler->params, pname, value)) return;
  sampler->touch();
  ctx.state().mark(state::kDirtySamplers);
}

bool validateQuery(const Context& ctx, const char* command, GLuint sampler, GLenum pname) {
  if (!validateName(ctx, command, sampler)) return false;
  return isSamplerParam(ctx, pname) || refuseEnum(ctx, command, "pname", pname);
}

ParamResult query(Context& ctx, GLuint name, GLenum pname) {
  return samplerParam(samplerOf(ctx, name)->params, pname);
}

void bindToUnit(Context& ctx, uint32_t unit, std::shared_ptr<Sampler> sampler) {
  state::Context& s = ctx.state();
  if (s.units[unit].sampler == sampler) return;
  s.units[unit].sampler = std::move(sampler);
  s.unitsTouched = std::max(s.unitsTouched, unit + 1);
  s.mark(state::kDirtySamplers);
}

}  // namespace

bool validateGenSamplers(const Context& ctx, GLsizei count, GLuint*) {
  return checkNotNegative(ctx, "glGenSamplers", "count", count);
}

void genSamplers(Context& ctx, GLsizei count, GLuint* samplers) {
  // glIsSampler is true for names that were only generated (§8.2), so they are objects from the start.
  createSamplers(ctx, count, samplers);
}

bool validateCreateSamplers(const Context& ctx, GLsizei n, GLuint*) {
  return checkNotNegative(ctx, "glCreateSamplers", "n", n);
}

void createSamplers(Context& ctx, GLsizei n, GLuint* samplers) {
  createShared(ctx, &state::ShareGroup::samplers, n, samplers,
               [](uint32_t name) { return std::make_shared<Sampler>(name); });
}

bool validateDeleteSamplers(const Context& ctx, GLsizei count, const GLuint*) {
  return checkNotNegative(ctx, "glDeleteSamplers", "count", count);
}

void deleteSamplers(Context& ctx, GLsizei count, const GLuint* samplers) {
  deleteShared(ctx, &state::ShareGroup::samplers, count, samplers,
               [&](const std::shared_ptr<Sampler>& sampler) {
                 for (uint32_t unit = 0; unit < ctx.state().unitsTouched; ++unit)
                   if (ctx.state().units[unit].sampler == sampler) bindToUnit(ctx, unit, nullptr);
               });
}

bool validateIsSampler(const Context&, GLuint) {
  return true;
}

GLboolean isSampler(Context& ctx, GLuint sampler) {
  return isSamplerName(ctx, sampler);
}

bool validateBindSampler(const Context& ctx, GLuint unit, GLuint sampler) {
  if (!checkBelow(ctx, "glBindSampler", "unit", unit, unitCount(ctx))) return false;
  return sampler == 0 || validateName(ctx, "glBindSampler", sampler);
}

void bindSampler(Context& ctx, GLuint unit, GLuint sampler) {
  bindToUnit(ctx, unit, sampler ? samplerOf(ctx, sampler) : nullptr);
}

bool validateBindSamplers(const Context& ctx, GLuint first, GLsizei count, const GLuint*) {
  if (!checkNotNegative(ctx, "glBindSamplers", "count", count)) return false;
  const uint64_t end = uint64_t{first} + static_cast<uint64_t>(count);
  return end <= unitCount(ctx) ||
         refuse(ctx, GL_INVALID_OPERATION, "glBindSamplers: units %u to %llu are asked for; there are %u.",
                first, static_cast<unsigned long long>(end), unitCount(ctx));
}

void bindSamplers(Context& ctx, GLuint first, GLsizei count, const GLuint* samplers) {
  for (GLsizei i = 0; i < count; ++i) {
    const GLuint name = samplers ? samplers[i] : 0;
    // A bad name skips its unit and no other (§2.3.1).
    if (name != 0 && !validateName(ctx, "glBindSamplers", name)) continue;
    bindToUnit(ctx, first + static_cast<uint32_t>(i), name ? samplerOf(ctx, name) : nullptr);
  }
}

#define MGL_SAMPLER_PARAMETER(form, type, make)                                                       \
  bool validateSamplerParameter##form(const Context& ctx, GLuint sampler, GLenum pname, type value) { \
    return validateParam(ctx, "glSamplerParameter" #form, sampler, pname, ParamValue::make(value));   \
  }                                                                                                   \
  void samplerParameter##form(Context& ctx, GLuint sampler, GLenum pname, type value) {               \
    setParam(ctx, sampler, pname, ParamValue::make(value));                                           \
  }
MGL_SAMPLER_PARAMETER(f, GLfloat, scalar)
MGL_SAMPLER_PARAMETER(i, GLint, scalar)
MGL_SAMPLER_PARAMETER(fv, const GLfloat*, vector)
MGL_SAMPLER_PARAMETER(iv, const GLint*, vector)
MGL_SAMPLER_PARAMETER(Iiv, const GLint*, pure)
MGL_SAMPLER_PARAMETER(Iuiv, const GLuint*, pure)
#undef MGL_SAMPLER_PARAMETER

#define MGL_GET_SAMPLER_PARAMETER(form, type, writer, cast)                                         \
  bool validateGetSamplerParameter##form(const Context& ctx, GLuint sampler, GLenum pname, type*) { \
    return validateQuery(ctx, "glGetSamplerParameter" #form, sampler, pname);                       \
  }                                                                                                 \
  void getSamplerParameter##form(Context& ctx, GLuint sampler, GLenum pname, type* params) {        \
    query(ctx, sampler, pname).writer(reinterpret_cast<cast*>(params));                             \
  }
MGL_GET_SAMPLER_PARAMETER(fv, GLfloat, write, float)
MGL_GET_SAMPLER_PARAMETER(iv, GLint, write, int32_t)
MGL_GET_SAMPLER_PARAMETER(Iiv, GLint, writePure, int32_t)
MGL_GET_SAMPLER_PARAMETER(Iuiv, GLuint, writePure, int32_t)
#undef MGL_GET_SAMPLER_PARAMETER

}  // namespace gl
