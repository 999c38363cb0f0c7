// SPDX-License-Identifier: Apache-2.0
// glslang keeps process-wide tables and per-thread pools; the first are made once and never torn down,
// because a thread of the application may still compile while statics are destroyed.
//
// Its parser and its tree walks recurse. A long statement can nest as deep as it is long, so such sources are
// parsed on a thread with a large stack of their own, and absurd ones are refused.
#include "shader/glslang_front.h"

#include <glslang/Include/Types.h>
#include <glslang/MachineIndependent/localintermediate.h>
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
#include <pthread.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <memory>

#include "shader/info_log.h"
#include "shader/old_identifiers.h"
#include "shader/source_variants.h"

namespace shader {
namespace {

constexpr size_t kPlainStatementBytes = 8u << 10;  // what an ordinary thread's stack surely bears
constexpr size_t kLargestStatementBytes = 512u << 10;
constexpr size_t kLargeStackBytes = 1u << 30;  // address space only; pages are touched when needed

EShLanguage languageOf(Stage stage) {
  switch (stage) {
    case Stage::Vertex:
      return EShLangVertex;
    case Stage::TessControl:
      return EShLangTessControl;
    case Stage::TessEvaluation:
      return EShLangTessEvaluation;
    case Stage::Geometry:
      return EShLangGeometry;
    case Stage::Fragment:
      return EShLangFragment;
    case Stage::Compute:
      return EShLangCompute;
  }
  return EShLangVertex;
}

TBuiltInResource resourcesFor(const Limits& l) {
  TBuiltInResource r = *GetDefaultResources();
  r.maxLights = l.maxLights;
  r.maxClipPlanes = l.maxClipPlanes;
  r.maxTextureUnits = l.maxTextureUnits;
  r.maxTextureCoords = l.maxTextureCoords;
  r.maxVertexAttribs = l.maxVertexAttribs;
  r.maxVertexUniformComponents = l.maxVertexUniformComponents;
  r.maxVertexUniformVectors = l.maxVertexUniformComponents / 4;
  r.maxFragmentUniformComponents = l.maxFragmentUniformComponents;
  r.maxFragmentUniformVectors = l.maxFragmentUniformComponents / 4;
  r.maxGeometryUniformComponents = l.maxGeometryUniformComponents;
  r.maxVaryingFloats = r.maxVaryingComponents = l.maxVaryingComponents;
  r.maxVaryingVectors = l.maxVaryingComponents / 4;
  r.maxVertexOutputComponents = l.maxVertexOutputComponents;
  r.maxVertexOutputVectors = l.maxVertexOutputComponents / 4;
  r.maxFragmentInputComponents = l.maxFragmentInputComponents;
  r.maxFragmentInputVectors = l.maxFragmentInputComponents / 4;
  r.maxVertexTextureImageUnits = l.maxVertexTextureUnits;
  r.maxTextureImageUnits = l.maxTextureUnits;
  r.maxCombinedTextureImageUnits = l.maxCombinedTextureUnits;
  r.maxDrawBuffers = l.maxDrawBuffers;
  r.maxDualSourceDrawBuffersEXT = l.maxDualSourceDrawBuffers;
  r.minProgramTexelOffset = l.minTexelOffset;
  r.maxProgramTexelOffset = l.maxTexelOffset;
  r.maxClipDistances = l.maxClipDistances;
  r.maxGeometryOutputVertices = l.maxGeometryOutputVertices;
  r.maxGeometryTotalOutputComponents = l.maxGeometryTotalOutputComponents;
  r.maxSamples = l.maxSamples;
  return r;
}

void collectBoolMembers(const glslang::TIntermediate& tree, std::set<std::string>& out) {
  if (!tree.getTreeRoot() || !tree.getTreeRoot()->getAsAggregate()) return;
  for (TIntermNode* node : tree.getTreeRoot()->getAsAggregate()->getSequence()) {
    const glslang::TIntermAggregate* list = node->getAsAggregate();
    if (!list || list->getOp() != glslang::EOpLinkerObjects) continue;
    for (TIntermNode* object : list->getSequence()) {
      const glslang::TIntermSymbol* symbol = object->getAsSymbolNode();
      if (!symbol || symbol->getType().getBasicType() != glslang::EbtBlock) continue;
      // Paths leave out array subscripts: all elements have one type.
      const std::function<void(const glslang::TType&, const std::string&)> walk =
          [&](const glslang::TType& type, const std::string& path) {
            if (type.isStruct())
              for (const auto& member : *type.getStruct())
                walk(*member.type, path + "." + member.type->getFieldName().c_str());
            else if (type.getBasicType() == glslang::EbtBool)
              out.insert(withoutRenaming(path));
          };
      walk(symbol->getType(), symbol->getType().getTypeName().c_str());
    }
  }
}

bool acceptVersion(const glslang::TIntermediate& tree, int version, const Limits& limits, std::string& log) {
  if (tree.getProfile() == EEsProfile) {
    if (version <= 310) return true;
    log +=
        "0:1: error: GLSL ES " + std::to_string(version) + " is not supported; the highest version is 310\n";
    return false;
  }
  if (version > limits.glslVersion) {
    log += "0:1: error: GLSL version " + std::to_string(version) +
           " is not supported; the highest version is " + std::to_string(limits.glslVersion) + "\n";
    return false;
  }
  // A profile that the application did not write was put there by a generous variant.
  if (tree.getProfile() == ECompatibilityProfile && version >= 150 && !limits.compatibility) {
    log += "0:1: error: the compatibility profile of GLSL is not supported by this context\n";
    return false;
  }
  return true;
}

// glslang keeps pointers to the text while the shader lives.
struct ParsedShader {
  std::unique_ptr<SourceVariant> source;
  std::unique_ptr<glslang::TShader> shader;
  std::string log;
  int version = 0;  // as the application wrote it
  bool ok = false;
};

ParsedShader parseVariant(Stage stage, SourceVariant variant, const TBuiltInResource& resources) {
  ParsedShader result;
  result.source = std::make_unique<SourceVariant>(std::move(variant));
  result.shader = std::make_unique<glslang::TShader>(languageOf(stage));
  const char* text = result.source->text.data();
  const int length = static_cast<int>(result.source->text.size());
  result.shader->setStringsWithLengths(&text, &length, 1);
  result.shader->setPreamble(result.source->preamble.c_str());
  result.ok = result.shader->parse(&resources, 110, ENoProfile, false, false, EShMsgDefault);
  result.log = withoutRenaming(readableLog(result.shader->getInfoLog()));
  result.version = result.shader->getIntermediate()->getVersion();
  return result;
}

ParsedShader parse(Stage stage, std::string_view source, const TBuiltInResource& resources,
                   const Limits& limits) {
  ParsedShader first = parseVariant(stage, plainVariant(stage, source), resources);
  if (!first.ok)
    for (SourceVariant& variant : generousVariants(stage, source, first.log)) {
      ParsedShader again = parseVariant(stage, std::move(variant), resources);
      // An extension that we know ourselves, or a word that this version does not reserve, ended the first try: what
      // is wrong behind it is the better message.
      const auto cured = [&](const char* phrase) {
        return first.log.find(phrase) != std::string::npos && again.log.find(phrase) == std::string::npos;
      };
      if (first.log.find("extension not supported") != std::string::npos || cured("Reserved word"))
        first.log = again.log;
      if (!again.ok) continue;
      again.version = first.version;
      first = std::move(again);
      break;
    }
  first.ok = first.ok && acceptVersion(*first.shader->getIntermediate(), first.version, limits, first.log);
  return first;
}

void parseAndLink(Stage stage, const std::vector<std::string_view>& sources, const Limits& limits,
                  FrontResult& result) {
  static const bool initialized = glslang::InitializeProcess();
  if (!initialized) {
    result.log = "0:0: error: the GLSL compiler could not be initialized\n";
    return;
  }
  const TBuiltInResource resources = resourcesFor(limits);
  const EShLanguage language = languageOf(stage);
  std::vector<ParsedShader> shaders;
  glslang::TProgram program;
  result.parsed = true;
  for (std::string_view source : sources) {
    ParsedShader parsed = parse(stage, source, resources, limits);
    result.log += parsed.log;
    if (!parsed.ok) {
      result.parsed = false;
      return;
    }
    const glslang::TIntermediate& tree = *parsed.shader->getIntermediate();
    result.version = std::max(result.version, parsed.version);
    result.compatibility |= tree.getProfile() == ECompatibilityProfile;
    program.addShader(parsed.shader.get());
    shaders.push_back(std::move(parsed));
  }
  result.linked = program.link(EShMsgDefault);
  if (!result.linked) {
    result.log += withoutRenaming(readableLog(program.getInfoLog()));
    return;
  }
  const glslang::TIntermediate* tree = program.getIntermediate(language);
  collectBoolMembers(*tree, result.boolMembers);
  glslang::SpvOptions options;
  options.disableOptimizer = true;
  spv::SpvBuildLogger logger;
  glslang::GlslangToSpv(*tree, result.spirv, &logger, &options);
  undoRenaming(result.spirv);
  // Generated without a SPIR-V target, the header has no version; what was generated is 1.0.
  if (result.spirv.size() > 1) result.spirv[1] = 0x00010000;
}

size_t longestStatement(std::string_view source) {
  size_t longest = 0, current = 0;
  for (char c : source) {
    current = c == ';' || c == '{' || c == '}' ? 0 : current + 1;
    longest = std::max(longest, current);
  }
  return longest;
}

void runOnLargeStack(const std::function<void()>& work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread;
  const bool sized = pthread_attr_setstacksize(&attributes, kLargeStackBytes) == 0;
  const auto entry = [](void* argument) -> void* {
    (*static_cast<const std::function<void()>*>(argument))();
    return nullptr;
  };
  const bool started =
      sized && pthread_create(&thread, &attributes, entry, const_cast<std::function<void()>*>(&work)) == 0;
  pthread_attr_destroy(&attributes);
  if (started)
    pthread_join(thread, nullptr);
  else
    work();
}

}  // namespace

FrontResult runFront(Stage stage, const std::vector<std::string_view>& sources, const Limits& limits) {
  FrontResult result;
  size_t longest = 0;
  for (std::string_view source : sources) longest = std::max(longest, longestStatement(source));
  if (longest > kLargestStatementBytes) {
    result.log = "0:0: error: a statement has " + std::to_string(longest) + " characters; the limit is " +
                 std::to_string(kLargestStatementBytes) + "\n";
    return result;
  }
  const auto work = [&] {
    try {
      parseAndLink(stage, sources, limits, result);
    } catch (const std::exception& e) {
      result.parsed = result.linked = false;
      result.log += std::string("0:0: error: the GLSL compiler failed: ") + e.what() + "\n";
    }
  };
  if (longest > kPlainStatementBytes)
    runOnLargeStack(work);
  else
    work();
  return result;
}

}  // namespace shader
