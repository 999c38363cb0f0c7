// SPDX-License-Identifier: Apache-2.0
// glGetProgramBinary and glProgramBinary (GL 4.6 core §7.5).
//
// The bytes, little-endian words: magic, version, digest of all that follows (two words), payload size,
// payload. The payload holds lists; a list is its length and its items, a string is its length and its bytes.
// The driver below keeps a cache of native code itself, so sources are all that has to survive here. A binary
// comes from the application and may be anything: the digest refuses accidents, the checked reader everything
// else.
#include "gl/program_binary.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/program_link.h"
#include "gl/program_object.h"
#include "gl/prototypes_program.gen.h"
#include "shader/compile.h"
#include "shader/stage.h"

namespace gl {
namespace {

constexpr uint32_t kMagic = 0x42474C4D;  // "MLGB"
constexpr uint32_t kVersion = 1;
constexpr size_t kHeaderBytes = 5 * sizeof(uint32_t);
constexpr uint32_t kMostItems = 4096;  // of any list

// FNV-1a, 64 bits: for accidents, not for adversaries, who may hand in a source as well.
uint64_t digest(std::span<const std::byte> bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const std::byte b : bytes) hash = (hash ^ static_cast<uint64_t>(b)) * 0x100000001b3;
  return hash;
}

class Writer {
 public:
  void word(uint32_t value) {
    const auto* from = reinterpret_cast<const std::byte*>(&value);
    mBytes.insert(mBytes.end(), from, from + sizeof value);
  }
  void text(std::string_view value) {
    word(static_cast<uint32_t>(value.size()));
    const auto* from = reinterpret_cast<const std::byte*>(value.data());
    mBytes.insert(mBytes.end(), from, from + value.size());
  }
  const std::vector<std::byte>& bytes() const { return mBytes; }

 private:
  std::vector<std::byte> mBytes;
};

// A failed take stays failed, so callers look once at the end.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : mReader(bytes) {}
  uint32_t word() {
    uint32_t value = 0;
    return mReader.take(value) ? value : 0;
  }
  uint32_t count() {
    const uint32_t value = word();
    if (value > kMostItems) mTooMany = true;
    return mTooMany ? 0 : value;
  }
  std::string text() {
    std::span<const std::byte> bytes;
    if (!mReader.takeSpan(word(), bytes)) return {};
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  bool isDone() const { return !mReader.failed() && !mTooMany && mReader.remaining() == 0; }

 private:
  base::ByteReader mReader;
  bool mTooMany = false;
};

struct Recipe {
  std::vector<std::pair<shader::Stage, std::string>> stages;
  shader::LinkInput input;  // its stages are still to be compiled
};

std::vector<std::byte> payloadOf(const shader::LinkInput& input) {
  Writer w;
  w.word(static_cast<uint32_t>(input.stages.size()));
  for (const auto& stage : input.stages)
    w.word(static_cast<uint32_t>(stage->stage())), w.text(stage->source());
  w.word(static_cast<uint32_t>(input.attribBindings.size()));
  for (const auto& [name, index] : input.attribBindings) w.text(name), w.word(index);
  w.word(static_cast<uint32_t>(input.fragDataBindings.size()));
  for (const auto& b : input.fragDataBindings) w.text(b.name), w.word(b.location), w.word(b.index);
  w.word(static_cast<uint32_t>(input.xfbVaryings.size()));
  for (const std::string& name : input.xfbVaryings) w.text(name);
  w.word(input.xfbMode);
  w.word(input.separable);
  return w.bytes();
}

std::optional<Recipe> recipeOf(std::span<const std::byte> payload) {
  Reader r(payload);
  Recipe recipe;
  shader::LinkInput& input = recipe.input;
  for (uint32_t n = r.count(); n > 0; --n) {
    const uint32_t stage = r.word();
    if (stage >= shader::kStageCount) return std::nullopt;
    recipe.stages.emplace_back(static_cast<shader::Stage>(stage), r.text());
  }
  for (uint32_t n = r.count(); n > 0; --n) {
    std::string name = r.text();
    input.attribBindings.emplace_back(std::move(name), r.word());
  }
  for (uint32_t n = r.count(); n > 0; --n) {
    shader::FragDataBinding binding;
    binding.name = r.text();
    binding.location = r.word();
    binding.index = r.word();
    input.fragDataBindings.push_back(std::move(binding));
  }
  for (uint32_t n = r.count(); n > 0; --n) input.xfbVaryings.push_back(r.text());
  input.xfbMode = r.word();
  input.separable = r.word() != 0;
  return r.isDone() ? std::optional(std::move(recipe)) : std::nullopt;
}

std::vector<std::byte> binaryOf(const state::Program& program) {
  if (!program.linked) return {};
  const std::vector<std::byte> payload =
      payloadOf(static_cast<const LinkedExecutable&>(*program.executable).input);
  const uint64_t hash = digest(payload);
  Writer w;
  w.word(kMagic);
  w.word(kVersion);
  w.word(static_cast<uint32_t>(hash));
  w.word(static_cast<uint32_t>(hash >> 32));
  w.word(static_cast<uint32_t>(payload.size()));
  std::vector<std::byte> bytes = w.bytes();
  bytes.insert(bytes.end(), payload.begin(), payload.end());
  return bytes;
}

// Empty if the bytes are not a binary of this version, as a whole and unchanged.
std::optional<Recipe> recipeOfBinary(std::span<const std::byte> binary) {
  if (binary.size() < kHeaderBytes) return std::nullopt;
  Reader header(binary.first(kHeaderBytes));
  const bool known = header.word() == kMagic && header.word() == kVersion;
  const uint64_t low = header.word(), high = header.word();
  const std::span<const std::byte> payload = binary.subspan(kHeaderBytes);
  if (!known || header.word() != payload.size() || (low | high << 32) != digest(payload)) return std::nullopt;
  return recipeOf(payload);
}

void loadRecipe(Context& ctx, state::Program& program, Recipe recipe) {
  const shader::Limits limits = ctx.device().shaderLimits(!ctx.isCore());
  for (const auto& [stage, source] : recipe.stages) {
    shader::CompileResult compiled = shader::compile(stage, source, limits);
    if (!compiled.stage) {
      program.linked = program.validated = false;
      program.infoLog = std::move(compiled.infoLog);
      return;
    }
    recipe.input.stages.push_back(std::move(compiled.stage));
  }
  linkProgramObject(ctx, program, std::move(recipe.input));
}

}  // namespace

uint64_t programBinarySize(const state::Program& program) {
  return binaryOf(program).size();
}

bool validateGetProgramBinary(const Context& ctx, GLuint program, GLsizei bufSize, GLsizei*, GLenum*, void*) {
  const char* command = "glGetProgramBinary";
  const auto object = needProgram(ctx, command, program);
  if (!object || !checkNotNegative(ctx, command, "bufSize", bufSize)) return false;
  if (!object->linked)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: program %u has not been linked successfully.", command,
                  program);
  const uint64_t need = programBinarySize(*object);
  return need <= static_cast<uint64_t>(bufSize) ||
         refuse(ctx, GL_INVALID_OPERATION, "%s: the binary has %llu bytes; bufSize is %d.", command,
                static_cast<unsigned long long>(need), bufSize);
}

void getProgramBinary(Context& ctx, GLuint program, GLsizei, GLsizei* length, GLenum* binaryFormat,
                      void* binary) {
  const std::vector<std::byte> bytes = binaryOf(*findProgram(ctx, program));
  std::memcpy(binary, bytes.data(), bytes.size());
  if (length) *length = static_cast<GLsizei>(bytes.size());
  if (binaryFormat) *binaryFormat = kProgramBinaryFormat;
}

bool validateProgramBinary(const Context& ctx, GLuint program, GLenum binaryFormat, const void*,
                           GLsizei length) {
  const char* command = "glProgramBinary";
  const auto object = needProgram(ctx, command, program);
  if (!object) return false;
  if (binaryFormat != kProgramBinaryFormat) return refuseEnum(ctx, command, "binaryFormat", binaryFormat);
  if (!checkNotNegative(ctx, command, "length", length)) return false;
  const state::Xfb& xfb = *ctx.state().xfb;
  return !xfb.active || !object->executable || xfb.executable != object->executable ||
         refuse(ctx, GL_INVALID_OPERATION, "%s: program %u is in use by active transform feedback.", command,
                program);
}

// A binary that does not fit is no error: the program is unlinked and the application falls back to its
// sources (§7.5).
void programBinary(Context& ctx, GLuint program, GLenum, const void* binary, GLsizei length) {
  const auto object = findProgram(ctx, program);
  std::optional<Recipe> recipe =
      recipeOfBinary({static_cast<const std::byte*>(binary), static_cast<size_t>(length)});
  if (recipe) return loadRecipe(ctx, *object, std::move(*recipe));
  object->linked = object->validated = false;
  object->infoLog = "error: the binary was damaged or comes from another version of this library\n";
}

}  // namespace gl
