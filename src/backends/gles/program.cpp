// SPDX-License-Identifier: Apache-2.0
// Programs: SPIR-V is kept at creation and becomes a driver program at the first draw that needs it, since only then it
// is known which parts of pipeline state have to be compiled in. One that does not build is reported once and its draws
// do nothing.
#include <cstring>

#include "backends/gles/context.h"
#include "backends/gles/essl.h"
#include "base/log.h"

namespace gles {
namespace {

constexpr uint32_t kSpirvMagic = 0x07230203, kSpirvHeaderWords = 5;
// Bits of a variant's index.
constexpr uint32_t kVariantPointSize = 1, kVariantPointCoord = 2;

GLenum stageNumber(uint32_t stage) {
  constexpr GLenum kNumbers[kStages] = {GL_VERTEX_SHADER,   GL_TESS_CONTROL_SHADER, GL_TESS_EVALUATION_SHADER,
                                        GL_GEOMETRY_SHADER, GL_FRAGMENT_SHADER,     GL_COMPUTE_SHADER};
  return kNumbers[stage];
}

size_t behindExtensions(const std::string& text) {
  size_t at = 0;
  for (size_t line = 0; line < text.size();) {
    const size_t end = std::min(text.find('\n', line), text.size() - 1) + 1;
    if (text.compare(line, 8, "#version") == 0 || text.compare(line, 10, "#extension") == 0) at = end;
    line = end;
  }
  return at;
}

// ES takes a point's size from the shader alone. GL's fixed size replaces whatever the shader wrote: the shader's main
// is renamed and called by one that overwrites the size. A geometry shader has to do so before each vertex it emits.
std::string withPointSizeFromState(const std::string& text, uint32_t stage) {
  const size_t at = behindExtensions(text);
  const std::string head = text.substr(0, at), body = text.substr(at);
  const std::string size = "uniform highp float m_pointSize;\n";
  if (stage == static_cast<uint32_t>(shader::Stage::Geometry))
    return head + "#extension GL_EXT_geometry_point_size : enable\nvoid m_emitVertex();\n" +
           "#define EmitVertex m_emitVertex\n" + body + "\n#undef EmitVertex\n" + size +
           "void m_emitVertex() {\n  gl_PointSize = m_pointSize;\n  EmitVertex();\n}\n";
  const bool evaluation = stage == static_cast<uint32_t>(shader::Stage::TessEvaluation);
  return head + (evaluation ? "#extension GL_EXT_tessellation_point_size : enable\n" : "") + "#define main m_main\n" +
         body + "\n#undef main\n" + size + "void main() {\n  m_main();\n  gl_PointSize = m_pointSize;\n}\n";
}

// ES counts gl_PointCoord from the upper left corner alone.
std::string withPointCoordFromBelow(const std::string& text) {
  constexpr std::string_view kName = "gl_PointCoord";
  std::string out;
  size_t from = 0;
  for (size_t at; (at = text.find(kName, from)) != std::string::npos; from = at + kName.size())
    out += text.substr(from, at - from) + "vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y)";
  return out + text.substr(from);
}

}  // namespace

void Context::programCreate(const pipe::ProgramCreateArgs& args, std::span<const pipe::StageModule> stages,
                            std::span<const pipe::XfbVarying> xfb, std::span<const std::byte> data) {
  auto program = std::make_unique<Program>();
  uint32_t emitting = 0;     // the last stage that says what it emits
  uint32_t rasterizing = 0;  // the last stage before the rasterizer
  for (const pipe::StageModule& module : stages) {
    const uint64_t offset = uint64_t{module.offsetWords} * 4, size = uint64_t{module.sizeWords} * 4;
    if (module.stage >= kStages || module.sizeWords < kSpirvHeaderWords || offset > data.size() ||
        size > data.size() - offset || module.defaultBlockBytes > mShared->caps.limits.maxUniformBufferBytes)
      return fault(pipe::Fault::Program, "A module of stage %u has %u words at word %u of %zu bytes.", module.stage,
                   module.sizeWords, module.offsetWords, data.size());
    Program::Stage& stage = program->stages.emplace_back();
    stage.stage = module.stage;
    stage.words.resize(module.sizeWords);
    std::memcpy(stage.words.data(), data.data() + offset, size);
    if (stage.words[0] != kSpirvMagic)
      return fault(pipe::Fault::Program, "A module begins with 0x%08X, which is not SPIR-V.", stage.words[0]);
    if (module.stage == static_cast<uint32_t>(shader::Stage::Fragment)) {
      program->readsPointCoord = readsPointCoord(stage.words);
    } else if (module.stage == static_cast<uint32_t>(shader::Stage::TessEvaluation) ||
               module.stage == static_cast<uint32_t>(shader::Stage::Geometry)) {
      if (module.stage >= emitting) program->emits = emitsPoints(stage.words) ? Program::Emits::Points : Program::Emits::NoPoints;
      emitting = std::max(emitting, module.stage);
    }
    if (module.stage < static_cast<uint32_t>(shader::Stage::Fragment) && module.stage >= rasterizing) {
      rasterizing = module.stage;
      program->writesPointSize = writesPointSize(stage.words);
    }
    program->blocks[module.stage].mirror.resize((module.defaultBlockBytes + 15u) / 16u * 16u);
    if (module.defaultBlockBytes) program->stagesWithBlocks.push_back(module.stage);
  }
  for (const pipe::XfbVarying& varying : xfb) {
    if (varying.nameOffsetBytes > data.size() || varying.nameBytes > data.size() - varying.nameOffsetBytes)
      return fault(pipe::Fault::Program, "The name of a varying lies outside its record.");
    program->xfbNames.emplace_back(reinterpret_cast<const char*>(data.data()) + varying.nameOffsetBytes,
                                   varying.nameBytes);
  }
  program->xfbMode = args.xfbMode;
  if (!mShared->programs.insert(args.program, std::move(program)))
    stale("program", args.program.slot, args.program.generation);
}

void Context::programDestroy(const pipe::ProgramDestroyArgs& args) {
  const auto program = mShared->programs.erase(args.program);
  if (!program) return stale("program", args.program.slot, args.program.generation);
  mPrepared.mode = kNoMode;
  for (const Program::Variant& variant : program->variants)
    if (variant.name.gl) mGl.DeleteProgram(variant.name.gl);
  for (const Program::DefaultBlock& block : program->blocks)
    if (block.buffer.name.gl) mGl.DeleteBuffers(1, &block.buffer.name.gl);
}

GLuint Context::compileStage(const Program::Stage& stage, uint32_t variant, std::vector<std::string>& xfbNames,
                             std::string& problem) {
  EsslOptions options;
  options.version = mShared->extensions.version >= 32 ? 320 : 310;
  options.defaultBlockBase = mShared->defaultBlockBase();
  options.noperspective = mShared->extensions.noperspective;
  EsslResult essl = toEssl(stage.words, static_cast<shader::Stage>(stage.stage), options);
  if (!essl.ok) {
    problem = essl.error;
    return 0;
  }
  for (std::string& varying : xfbNames) varying = emittedName(essl, varying);
  if (variant & kVariantPointSize) essl.text = withPointSizeFromState(essl.text, stage.stage);
  if (variant & kVariantPointCoord) essl.text = withPointCoordFromBelow(essl.text);
  if (base::logs(base::LogLevel::Debug)) base::log(base::LogLevel::Debug, "A shader for the driver:\n" + essl.text);
  const GLuint shader = mGl.CreateShader(stageNumber(stage.stage));
  const char* text = essl.text.c_str();
  mGl.ShaderSource(shader, 1, &text, nullptr);
  mGl.CompileShader(shader);
  GLint compiled = 0;
  mGl.GetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (compiled) return shader;
  char log[2048] = "";
  mGl.GetShaderInfoLog(shader, sizeof log, nullptr, log);
  problem = std::string("The driver refused a shader: ") + log + "\n" + essl.text;
  mGl.DeleteShader(shader);
  return 0;
}

void Context::buildVariant(Program& program, uint32_t index) {
  Program::Variant& variant = program.variants[index];
  // The last stage before the rasterizer is where a point gets its size.
  uint32_t last = 0, mask = 0;
  for (const Program::Stage& stage : program.stages) {
    mask |= 1u << stage.stage;
    if (stage.stage < static_cast<uint32_t>(shader::Stage::Fragment)) last = std::max(last, stage.stage);
  }
  const GLuint name = mGl.CreateProgram();
  std::string problem;
  bool ok = true;
  const auto attach = [&](GLuint shader) {
    if (!shader) return ok = false;
    mGl.AttachShader(name, shader);
    mGl.DeleteShader(shader);
    return true;
  };
  std::vector<std::string> xfbNames = program.xfbNames, none;
  for (const Program::Stage& stage : program.stages) {
    const bool isLast = stage.stage == last;
    const bool isFragment = stage.stage == static_cast<uint32_t>(shader::Stage::Fragment);
    const uint32_t compiledIn = index & ((isLast ? kVariantPointSize : 0u) | (isFragment ? kVariantPointCoord : 0u));
    if (!attach(compileStage(stage, compiledIn, isLast ? xfbNames : none, problem))) break;
  }
  const uint32_t fragment = 1u << static_cast<uint32_t>(shader::Stage::Fragment);
  const uint32_t compute = 1u << static_cast<uint32_t>(shader::Stage::Compute);
  if (ok && !(mask & (fragment | compute))) {
    // GL draws without a fragment shader, ES does not link without one.
    const GLuint empty = mGl.CreateShader(GL_FRAGMENT_SHADER);
    const char* text = "#version 310 es\nvoid main() {}\n";
    if (mShared->extensions.version >= 32) text = "#version 320 es\nvoid main() {}\n";
    mGl.ShaderSource(empty, 1, &text, nullptr);
    mGl.CompileShader(empty);
    attach(empty);
  }
  if (ok && !xfbNames.empty()) {
    std::vector<const char*> names;
    for (const std::string& varying : xfbNames) names.push_back(varying.c_str());
    mGl.TransformFeedbackVaryings(name, static_cast<GLsizei>(names.size()), names.data(), program.xfbMode);
  }
  if (ok) {
    mGl.LinkProgram(name);
    GLint linked = 0;
    mGl.GetProgramiv(name, GL_LINK_STATUS, &linked);
    if (!linked) {
      char log[2048] = "";
      mGl.GetProgramInfoLog(name, sizeof log, nullptr, log);
      problem = std::string("The driver refused to link a program: ") + log;
      ok = false;
    }
  }
  if (!ok) {
    base::log(base::LogLevel::Error, problem + "\nDraws with this program do nothing.");
    return mGl.DeleteProgram(name);
  }
  variant.pointSizeLocation = mGl.GetUniformLocation(name, "m_pointSize");
  variant.usable = true;
  variant.name = {name, mShared->newId()};
}

Program::Variant& Context::builtVariant(Program& program, uint32_t index) {
  Program::Variant& variant = program.variants[index];
  if (variant.built.load(std::memory_order_acquire)) return variant;
  // Two streams may meet a program for the first time at once.
  std::lock_guard lock(program.mutex);
  if (!variant.built.load(std::memory_order_relaxed)) buildVariant(program, index);
  variant.built.store(true, std::memory_order_release);
  return variant;
}

bool Context::prepareProgram(GLenum mode) {
  Program* program = find(mShared->programs, mProgram, "program");
  if (!program) return false;
  const pipe::PipelineState& state = mPipelineApplier.current();
  const bool points = program->emits == Program::Emits::AsDrawn ? mode == GL_POINTS
                                                                : program->emits == Program::Emits::Points;
  uint32_t index = 0;
  // A program that should write the size and does not gets that of the state: ES would draw nothing.
  if (points && (!state.programPointSize || !program->writesPointSize)) index |= kVariantPointSize;
  if (points && state.pointSpriteLowerLeft && program->readsPointCoord) index |= kVariantPointCoord;
  Program::Variant& variant = builtVariant(*program, index);
  if (!variant.usable) return false;
  mState.useProgram(variant.name);
  if (variant.pointSizeLocation >= 0 && variant.pointSize != mRaster.pointSize) {
    variant.pointSize = mRaster.pointSize;
    mGl.Uniform1f(variant.pointSizeLocation, mRaster.pointSize);
  }
  uploadDefaultBlocks(*program);
  mDirty &= ~kProgram;
  return true;
}

void Context::setConstants(const pipe::SetConstantsArgs& args, std::span<const std::byte> data) {
  Program* program = find(mShared->programs, args.program, "program");
  if (!program || data.empty()) return;
  if (args.stage >= kStages || args.offsetBytes > program->blocks[args.stage].mirror.size() ||
      data.size() > program->blocks[args.stage].mirror.size() - args.offsetBytes)
    return fault(pipe::Fault::BadValue, "set_constants names %zu bytes from %u on of stage %u, whose block is shorter.",
                 data.size(), args.offsetBytes, args.stage);
  Program::DefaultBlock& block = program->blocks[args.stage];
  mDirty |= kProgram;
  std::memcpy(block.mirror.data() + args.offsetBytes, data.data(), data.size());
  const auto end = args.offsetBytes + static_cast<uint32_t>(data.size());
  if (block.dirtyBegin >= block.dirtyEnd) {
    block.dirtyBegin = args.offsetBytes;
    block.dirtyEnd = end;
  } else {
    block.dirtyBegin = std::min(block.dirtyBegin, args.offsetBytes);
    block.dirtyEnd = std::max(block.dirtyEnd, end);
  }
}

void Context::uploadDefaultBlocks(Program& program) {
  for (const uint32_t stage : program.stagesWithBlocks) {
    Program::DefaultBlock& block = program.blocks[stage];
    if (!block.buffer.name.gl) {
      mGl.GenBuffers(1, &block.buffer.name.gl);
      block.buffer.name.id = mShared->newId();
      block.buffer.sizeBytes = block.mirror.size();
      mState.bindBuffer(DriverState::CopyWrite, block.buffer.name);
      mGl.BufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(block.mirror.size()), block.mirror.data(),
                     GL_DYNAMIC_DRAW);
      block.dirtyBegin = block.dirtyEnd = 0;
    } else if (block.dirtyBegin < block.dirtyEnd) {
      writeBuffer(block.buffer, block.dirtyBegin,
                  std::span(block.mirror).subspan(block.dirtyBegin, block.dirtyEnd - block.dirtyBegin));
      block.dirtyBegin = block.dirtyEnd = 0;
    }
    mState.bindRange(GL_UNIFORM_BUFFER, mShared->defaultBlockBase() + stage, block.buffer.name, 0,
                     block.mirror.size());
  }
}

}  // namespace gles
