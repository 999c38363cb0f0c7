// SPDX-License-Identifier: Apache-2.0
// Names, attachment, use and deletion of shaders and programs (GL 4.6 core §7.1, §7.3).
#include "gl/program_object.h"

#include <algorithm>

#include "gl/checks.h"
#include "gl/names.h"
#include "gl/prototypes_program.gen.h"

namespace gl {
namespace {

using state::Program;
using state::Shader;

// Shaders and programs share one name space; the table of programs hands out the names of both.
uint32_t newName(state::ShareGroup& share) {
  uint32_t name = 0;
  share.programs.generate(1, &name);
  return name;
}

void eraseShader(Context& ctx, Shader& shader) {
  shader.deleted = true;
  std::lock_guard lock(ctx.share().mutex);
  ctx.share().shaders.remove(shader.name);
  ctx.share().programs.remove(shader.name);
}

void detached(Context& ctx, Shader& shader) {
  if (--shader.attachCount == 0 && shader.deletePending) eraseShader(ctx, shader);
}

void eraseProgram(Context& ctx, Program& program) {
  program.deleted = true;
  for (const std::shared_ptr<Shader>& shader : program.shaders) detached(ctx, *shader);
  program.shaders.clear();
  std::lock_guard lock(ctx.share().mutex);
  ctx.share().programs.remove(program.name);
}

bool isAttached(const Program& program, const Shader& shader) {
  return std::any_of(program.shaders.begin(), program.shaders.end(),
                     [&](const std::shared_ptr<Shader>& attached) { return attached.get() == &shader; });
}

}  // namespace

std::shared_ptr<Program> findProgram(const Context& ctx, uint32_t name) {
  return findShared(ctx, &state::ShareGroup::programs, name);
}

std::shared_ptr<Shader> findShader(const Context& ctx, uint32_t name) {
  return findShared(ctx, &state::ShareGroup::shaders, name);
}

std::shared_ptr<Program> needProgram(const Context& ctx, const char* command, uint32_t name) {
  std::shared_ptr<Program> program = findProgram(ctx, name);
  if (program) return program;
  if (findShader(ctx, name))
    refuse(ctx, GL_INVALID_OPERATION, "%s: %u is the name of a shader, not of a program.", command, name);
  else
    refuse(ctx, GL_INVALID_VALUE, "%s: %u is not the name of a program.", command, name);
  return nullptr;
}

std::shared_ptr<Shader> needShader(const Context& ctx, const char* command, uint32_t name) {
  std::shared_ptr<Shader> shader = findShader(ctx, name);
  if (shader) return shader;
  if (findProgram(ctx, name))
    refuse(ctx, GL_INVALID_OPERATION, "%s: %u is the name of a program, not of a shader.", command, name);
  else
    refuse(ctx, GL_INVALID_VALUE, "%s: %u is not the name of a shader.", command, name);
  return nullptr;
}

const shader::Program* linkedFacts(const Program& program) {
  return program.linked && program.executable ? program.executable->program.get() : nullptr;
}

void installExecutable(Context& ctx, std::shared_ptr<state::Executable> executable) {
  if (ctx.state().executable == executable) return;
  ctx.state().executable = std::move(executable);
  ctx.state().mark(state::kDirtyProgram | state::kDirtyConstants | state::kDirtySamplers |
                   state::kDirtyUniformBuffers | state::kDirtyStorageBuffers | state::kDirtyImages |
                   state::kDirtyAtomicBuffers);
}

void makeProgramCurrent(Context& ctx, std::shared_ptr<Program> program) {
  const std::shared_ptr<Program> old = ctx.state().program;
  std::shared_ptr<state::Executable> executable = program ? program->executable : nullptr;
  if (old != program) {
    if (program) ++program->useCount;
    ctx.state().program = std::move(program);
    if (old && --old->useCount == 0 && old->deletePending) eraseProgram(ctx, *old);
  }
  installExecutable(ctx, std::move(executable));
}

bool validateCreateProgram(const Context&) {
  return true;
}

GLuint createProgram(Context& ctx) {
  std::lock_guard lock(ctx.share().mutex);
  const uint32_t name = newName(ctx.share());
  ctx.share().programs.set(name, std::make_shared<Program>(name));
  return name;
}

bool validateDeleteProgram(const Context& ctx, GLuint program) {
  return program == 0 || needProgram(ctx, "glDeleteProgram", program);
}

void deleteProgram(Context& ctx, GLuint program) {
  const std::shared_ptr<Program> object = findProgram(ctx, program);
  if (!object) return;
  if (object->useCount > 0)
    object->deletePending = true;
  else
    eraseProgram(ctx, *object);
}

bool validateIsProgram(const Context&, GLuint) {
  return true;
}

GLboolean isProgram(Context& ctx, GLuint program) {
  return findProgram(ctx, program) != nullptr;
}

bool validateUseProgram(const Context& ctx, GLuint program) {
  const state::Xfb& xfb = *ctx.state().xfb;
  if (xfb.active && !xfb.paused)
    return refuse(ctx, GL_INVALID_OPERATION, "glUseProgram: transform feedback is active and not paused.");
  if (program == 0) return true;
  const std::shared_ptr<Program> object = needProgram(ctx, "glUseProgram", program);
  if (!object) return false;
  return object->linked || refuse(ctx, GL_INVALID_OPERATION,
                                  "glUseProgram: program %u has not been linked successfully.", program);
}

void useProgram(Context& ctx, GLuint program) {
  makeProgramCurrent(ctx, findProgram(ctx, program));
}

bool validateAttachShader(const Context& ctx, GLuint program, GLuint shader) {
  const auto object = needProgram(ctx, "glAttachShader", program);
  if (!object) return false;
  const auto attached = needShader(ctx, "glAttachShader", shader);
  if (!attached) return false;
  return !isAttached(*object, *attached) ||
         refuse(ctx, GL_INVALID_OPERATION, "glAttachShader: shader %u is attached to program %u already.",
                shader, program);
}

void attachShader(Context& ctx, GLuint program, GLuint shader) {
  const std::shared_ptr<Shader> attached = findShader(ctx, shader);
  findProgram(ctx, program)->shaders.push_back(attached);
  ++attached->attachCount;
}

bool validateDetachShader(const Context& ctx, GLuint program, GLuint shader) {
  const auto object = needProgram(ctx, "glDetachShader", program);
  if (!object) return false;
  const auto attached = needShader(ctx, "glDetachShader", shader);
  if (!attached) return false;
  return isAttached(*object, *attached) ||
         refuse(ctx, GL_INVALID_OPERATION, "glDetachShader: shader %u is not attached to program %u.", shader,
                program);
}

void detachShader(Context& ctx, GLuint program, GLuint shader) {
  const std::shared_ptr<Shader> attached = findShader(ctx, shader);
  std::erase(findProgram(ctx, program)->shaders, attached);
  detached(ctx, *attached);
}

bool validateGetAttachedShaders(const Context& ctx, GLuint program, GLsizei maxCount, GLsizei*, GLuint*) {
  return needProgram(ctx, "glGetAttachedShaders", program) &&
         checkNotNegative(ctx, "glGetAttachedShaders", "maxCount", maxCount);
}

void getAttachedShaders(Context& ctx, GLuint program, GLsizei maxCount, GLsizei* count, GLuint* shaders) {
  const auto object = findProgram(ctx, program);
  const GLsizei written = std::min(maxCount, static_cast<GLsizei>(object->shaders.size()));
  for (GLsizei i = 0; i < written; ++i) shaders[i] = object->shaders[static_cast<size_t>(i)]->name;
  if (count) *count = written;
}

// ── names and life of shaders; their source and compilation are in shader_object.cpp ──

namespace {

struct ShaderKind {
  GLenum type;
  shader::Stage stage;
  int version;  // GL version times ten that has it
};
constexpr ShaderKind kShaderKinds[] = {
    {GL_VERTEX_SHADER, shader::Stage::Vertex, 20},
    {GL_FRAGMENT_SHADER, shader::Stage::Fragment, 20},
    {GL_GEOMETRY_SHADER, shader::Stage::Geometry, 32},
    {GL_TESS_CONTROL_SHADER, shader::Stage::TessControl, 40},
    {GL_TESS_EVALUATION_SHADER, shader::Stage::TessEvaluation, 40},
    {GL_COMPUTE_SHADER, shader::Stage::Compute, 43},
};

const ShaderKind* kindOf(const Context& ctx, GLenum type) {
  const auto* kind = std::find_if(std::begin(kShaderKinds), std::end(kShaderKinds), [&](const ShaderKind& k) {
    return k.type == type && ctx.version() >= k.version;
  });
  return kind == std::end(kShaderKinds) ? nullptr : kind;
}

}  // namespace

bool validateCreateShader(const Context& ctx, GLenum type) {
  return kindOf(ctx, type) || refuseEnum(ctx, "glCreateShader", "type", type);
}

GLuint createShader(Context& ctx, GLenum type) {
  std::lock_guard lock(ctx.share().mutex);
  const uint32_t name = newName(ctx.share());
  ctx.share().shaders.set(name, std::make_shared<Shader>(name, kindOf(ctx, type)->stage, type));
  return name;
}

bool validateDeleteShader(const Context& ctx, GLuint shader) {
  return shader == 0 || needShader(ctx, "glDeleteShader", shader);
}

void deleteShader(Context& ctx, GLuint shader) {
  const std::shared_ptr<Shader> object = findShader(ctx, shader);
  if (!object) return;
  if (object->attachCount > 0)
    object->deletePending = true;
  else
    eraseShader(ctx, *object);
}

bool validateIsShader(const Context&, GLuint) {
  return true;
}

GLboolean isShader(Context& ctx, GLuint shader) {
  return findShader(ctx, shader) != nullptr;
}

}  // namespace gl
