// SPDX-License-Identifier: Apache-2.0
// Parsing, emitting and the look-ups that passes share.

// Must come before any include of the header: it switches on its opcode tables.
#define SPV_ENABLE_UTILITY_CODE
#include "shader/spirv/module.h"

#include <algorithm>

#include "shader/spirv/operands.h"

namespace shader::spirv {
namespace {

constexpr size_t kHeaderWords = 5;
constexpr uint32_t kMaxIdBound = 1u << 22;  // the universal limit of the SPIR-V specification

std::vector<Instruction>& sectionFor(Module& m, spv::Op op, bool inFunctions) {
  if (inFunctions) return m.code;
  switch (op) {
    case spv::OpCapability:
      return m.capabilities;
    case spv::OpExtension:
      return m.extensions;
    case spv::OpExtInstImport:
      return m.imports;
    case spv::OpMemoryModel:
      return m.memoryModel;
    case spv::OpEntryPoint:
      return m.entryPoints;
    case spv::OpExecutionMode:
    case spv::OpExecutionModeId:
      return m.executionModes;
    case spv::OpString:
    case spv::OpSource:
    case spv::OpSourceExtension:
    case spv::OpSourceContinued:
    case spv::OpModuleProcessed:
      return m.debugSource;
    case spv::OpName:
    case spv::OpMemberName:
      return m.names;
    case spv::OpDecorate:
    case spv::OpDecorateId:
    case spv::OpMemberDecorate:
    case spv::OpDecorationGroup:
    case spv::OpGroupDecorate:
    case spv::OpGroupMemberDecorate:
      return m.annotations;
    default:
      return m.globals;
  }
}

void emitAll(const std::vector<Instruction>& list, std::vector<uint32_t>& out) {
  for (const Instruction& i : list) {
    if (i.op == spv::OpNop) continue;
    const size_t words = 1 + (i.type != 0) + (i.result != 0) + i.operands.size();
    out.push_back(static_cast<uint32_t>(words << 16) | static_cast<uint32_t>(i.op));
    if (i.type != 0) out.push_back(i.type);
    if (i.result != 0) out.push_back(i.result);
    out.insert(out.end(), i.operands.begin(), i.operands.end());
  }
}

bool isDecoration(const Instruction& i, uint32_t id, spv::Decoration kind) {
  return i.op == spv::OpDecorate && i.operands[0] == id && i.operands[1] == static_cast<uint32_t>(kind);
}
bool isMemberDecoration(const Instruction& i, uint32_t type, uint32_t member, spv::Decoration kind) {
  return i.op == spv::OpMemberDecorate && i.operands[0] == type && i.operands[1] == member &&
         i.operands[2] == static_cast<uint32_t>(kind);
}

// What the look-ups index without asking again.
bool wellFormed(const Instruction& i) {
  switch (i.op) {
    case spv::OpCapability:
    case spv::OpExtension:
      return !i.operands.empty();
    case spv::OpName:
    case spv::OpDecorate:
    case spv::OpExecutionMode:
      return i.operands.size() >= 2;
    case spv::OpMemberName:
    case spv::OpMemberDecorate:
    case spv::OpEntryPoint:
      return i.operands.size() >= 3;
    case spv::OpTypePointer:
    case spv::OpTypeArray:
    case spv::OpTypeVector:
    case spv::OpTypeMatrix:
    case spv::OpTypeInt:
      return i.operands.size() == 2;
    case spv::OpTypeFloat:
    case spv::OpTypeRuntimeArray:
    case spv::OpTypeSampledImage:
      return i.operands.size() == 1;
    case spv::OpTypeImage:
      return i.operands.size() >= 7;
    case spv::OpVariable:
    case spv::OpLoad:
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
      return !i.operands.empty();
    case spv::OpStore:
      return i.operands.size() >= 2;
    case spv::OpFunctionCall:
      return !i.operands.empty();
    case spv::OpConstant:
      return !i.operands.empty();
    case spv::OpExtInst:
      return i.operands.size() >= 2;
    default:
      return true;
  }
}

}  // namespace

std::vector<uint32_t> packString(std::string_view text) {
  std::vector<uint32_t> words(text.size() / 4 + 1, 0);
  for (size_t i = 0; i < text.size(); ++i)
    words[i / 4] |= static_cast<uint32_t>(static_cast<unsigned char>(text[i])) << (8 * (i % 4));
  return words;
}

std::string unpackString(std::span<const uint32_t> words, size_t* wordsUsed) {
  std::string text;
  for (size_t w = 0; w < words.size(); ++w) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const char c = static_cast<char>((words[w] >> shift) & 0xff);
      if (c == 0) {
        if (wordsUsed) *wordsUsed = w + 1;
        return text;
      }
      text.push_back(c);
    }
  }
  if (wordsUsed) *wordsUsed = words.size();
  return text;
}

std::optional<Module> Module::parse(std::span<const uint32_t> words) {
  if (words.size() < kHeaderWords || words[0] != spv::MagicNumber || words[3] > kMaxIdBound) return {};
  Module m;
  m.version = words[1] == 0 ? 0x00010000 : words[1];
  m.bound = std::max(words[3], 1u);
  bool inFunctions = false;
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t length = words[at] >> 16;
    if (length == 0 || length > words.size() - at) return {};
    Instruction i;
    i.op = static_cast<spv::Op>(words[at] & 0xffff);
    bool hasResult = false, hasType = false;
    spv::HasResultAndType(i.op, &hasResult, &hasType);
    size_t word = at + 1;
    if (length < 1u + hasResult + hasType) return {};
    if (hasType) i.type = words[word++];
    if (hasResult) i.result = words[word++];
    if ((hasResult && (i.result == 0 || i.result >= m.bound)) || (hasType && i.type >= m.bound)) return {};
    i.operands.assign(words.begin() + static_cast<ptrdiff_t>(word),
                      words.begin() + static_cast<ptrdiff_t>(at + length));
    if (!wellFormed(i)) return {};
    inFunctions |= i.op == spv::OpFunction;
    if (i.op != spv::OpNop && i.op != spv::OpLine && i.op != spv::OpNoLine)
      sectionFor(m, i.op, inFunctions).push_back(std::move(i));
    at += length;
  }
  return m;
}

std::vector<uint32_t> Module::emit() const {
  std::vector<uint32_t> out = {spv::MagicNumber, version, 0, bound, 0};
  for (const auto* section : {&capabilities, &extensions, &imports, &memoryModel, &entryPoints,
                              &executionModes, &debugSource, &names, &annotations, &globals, &code})
    emitAll(*section, out);
  return out;
}

const Instruction* Module::global(uint32_t id) const {
  for (; mIndexed < globals.size(); ++mIndexed)
    if (globals[mIndexed].result != 0) mGlobalIndex[globals[mIndexed].result] = mIndexed;
  const auto found = mGlobalIndex.find(id);
  // A killed instruction keeps its place in the index but no longer has the id.
  if (found == mGlobalIndex.end() || globals[found->second].result != id) return nullptr;
  return &globals[found->second];
}

Instruction* Module::global(uint32_t id) {
  return const_cast<Instruction*>(static_cast<const Module*>(this)->global(id));
}

uint32_t Module::addGlobal(spv::Op op, uint32_t type, std::vector<uint32_t> operands) {
  const uint32_t id = freshId();
  globals.push_back({op, type, id, std::move(operands)});
  return id;
}

void Module::redefine(uint32_t id, spv::Op op, uint32_t type, std::vector<uint32_t> operands) {
  if (Instruction* old = global(id)) kill(*old);
  globals.push_back({op, type, id, std::move(operands)});
}

std::string Module::name(uint32_t id) const {
  for (const Instruction& i : names)
    if (i.op == spv::OpName && i.operands[0] == id) return unpackString(std::span(i.operands).subspan(1));
  return {};
}

std::string Module::memberName(uint32_t structType, uint32_t member) const {
  for (const Instruction& i : names)
    if (i.op == spv::OpMemberName && i.operands[0] == structType && i.operands[1] == member)
      return unpackString(std::span(i.operands).subspan(2));
  return {};
}

void Module::setName(uint32_t id, std::string_view text) {
  std::erase_if(names, [&](const Instruction& i) { return i.op == spv::OpName && i.operands[0] == id; });
  std::vector<uint32_t> operands = packString(text);
  operands.insert(operands.begin(), id);
  names.push_back({spv::OpName, 0, 0, std::move(operands)});
}

void Module::setMemberName(uint32_t structType, uint32_t member, std::string_view text) {
  std::erase_if(names, [&](const Instruction& i) {
    return i.op == spv::OpMemberName && i.operands[0] == structType && i.operands[1] == member;
  });
  std::vector<uint32_t> operands = packString(text);
  operands.insert(operands.begin(), {structType, member});
  names.push_back({spv::OpMemberName, 0, 0, std::move(operands)});
}

std::optional<uint32_t> Module::decoration(uint32_t id, spv::Decoration kind) const {
  for (const Instruction& i : annotations)
    if (isDecoration(i, id, kind)) return i.operands.size() > 2 ? i.operands[2] : 0;
  return {};
}

std::optional<uint32_t> Module::memberDecoration(uint32_t structType, uint32_t member,
                                                 spv::Decoration kind) const {
  for (const Instruction& i : annotations)
    if (isMemberDecoration(i, structType, member, kind)) return i.operands.size() > 3 ? i.operands[3] : 0;
  return {};
}

void Module::decorate(uint32_t id, spv::Decoration kind, std::initializer_list<uint32_t> literals) {
  std::vector<uint32_t> operands = {id, static_cast<uint32_t>(kind)};
  operands.insert(operands.end(), literals);
  annotations.push_back({spv::OpDecorate, 0, 0, std::move(operands)});
}

void Module::decorateMember(uint32_t structType, uint32_t member, spv::Decoration kind,
                            std::initializer_list<uint32_t> literals) {
  std::vector<uint32_t> operands = {structType, member, static_cast<uint32_t>(kind)};
  operands.insert(operands.end(), literals);
  annotations.push_back({spv::OpMemberDecorate, 0, 0, std::move(operands)});
}

void Module::setDecoration(uint32_t id, spv::Decoration kind, uint32_t literal) {
  removeDecoration(id, kind);
  decorate(id, kind, {literal});
}

void Module::removeDecoration(uint32_t id, spv::Decoration kind) {
  std::erase_if(annotations, [&](const Instruction& i) { return isDecoration(i, id, kind); });
}

void Module::removeMemberDecoration(uint32_t structType, uint32_t member, spv::Decoration kind) {
  std::erase_if(annotations,
                [&](const Instruction& i) { return isMemberDecoration(i, structType, member, kind); });
}

void Module::copyMemberDecorations(uint32_t structType, uint32_t member, uint32_t toId) {
  for (size_t at = 0, end = annotations.size(); at < end; ++at) {
    const Instruction& i = annotations[at];
    if (i.op != spv::OpMemberDecorate || i.operands[0] != structType || i.operands[1] != member) continue;
    std::vector<uint32_t> operands(i.operands.begin() + 1, i.operands.end());
    operands[0] = toId;
    annotations.push_back({spv::OpDecorate, 0, 0, std::move(operands)});
  }
}

void Module::copyDecorations(uint32_t fromId, uint32_t toId) {
  for (size_t at = 0, end = annotations.size(); at < end; ++at) {
    if (annotations[at].op != spv::OpDecorate || annotations[at].operands[0] != fromId) continue;
    std::vector<uint32_t> operands = annotations[at].operands;
    operands[0] = toId;
    annotations.push_back({spv::OpDecorate, 0, 0, std::move(operands)});
  }
}

uint32_t Module::entryFunction() const {
  return entryPoints.empty() ? 0 : entryPoints[0].operands[1];
}

bool Module::hasCapability(spv::Capability capability) const {
  return std::any_of(capabilities.begin(), capabilities.end(), [&](const Instruction& i) {
    return i.op == spv::OpCapability && i.operands[0] == static_cast<uint32_t>(capability);
  });
}

void Module::addCapability(spv::Capability capability) {
  if (!hasCapability(capability))
    capabilities.push_back({spv::OpCapability, 0, 0, {static_cast<uint32_t>(capability)}});
}

void Module::addExtension(std::string_view name) {
  for (const Instruction& i : extensions)
    if (unpackString(i.operands) == name) return;
  extensions.push_back({spv::OpExtension, 0, 0, packString(name)});
}

uint32_t Module::glslImport() {
  for (const Instruction& i : imports)
    if (unpackString(i.operands) == "GLSL.std.450") return i.result;
  const uint32_t id = freshId();
  imports.push_back({spv::OpExtInstImport, 0, id, packString("GLSL.std.450")});
  return id;
}

void rewriteCode(Module& module, const std::function<void(Instruction&, Emit&)>& visit) {
  Emit out;
  out.reserve(module.code.size() + module.code.size() / 8);
  for (Instruction& i : module.code) visit(i, out);
  module.code = std::move(out);
}

void replaceIds(Module& module, const std::unordered_map<uint32_t, uint32_t>& replacements) {
  if (replacements.empty()) return;
  for (Instruction& i : module.code) {
    forEachId(i, [&](uint32_t& id) {
      for (auto found = replacements.find(id); found != replacements.end(); found = replacements.find(id))
        id = found->second;
    });
  }
}

std::vector<uint32_t> valueTypes(const Module& module) {
  std::vector<uint32_t> types(module.bound, 0);
  for (const auto* list : {&module.globals, &module.code})
    for (const Instruction& i : *list)
      if (i.result != 0) types[i.result] = i.type;
  return types;
}

}  // namespace shader::spirv
