// SPDX-License-Identifier: Apache-2.0
// Mark from the entry point through calls and operands, then sweep. SPIR-V 1.0 lists Input and Output
// variables in the entry point's interface; the list is made anew.
#include "shader/spirv/strip.h"

#include <algorithm>

#include "shader/spirv/operands.h"
#include "shader/spirv/types.h"

namespace shader::spirv {
namespace {

struct FunctionSpan {
  size_t begin = 0, end = 0;
};

std::unordered_map<uint32_t, FunctionSpan> functionSpans(const Module& m) {
  std::unordered_map<uint32_t, FunctionSpan> spans;
  size_t begin = 0;
  for (size_t i = 0; i < m.code.size(); ++i) {
    if (m.code[i].op == spv::OpFunction) begin = i;
    if (m.code[i].op == spv::OpFunctionEnd) spans[m.code[begin].result] = {begin, i + 1};
  }
  return spans;
}

class Marker {
 public:
  explicit Marker(const Module& m) : mModule(m), mSpans(functionSpans(m)), mLive(m.bound, false) {}

  void mark(uint32_t id) {
    mWork.push_back(id);
    while (!mWork.empty()) {
      const uint32_t next = mWork.back();
      mWork.pop_back();
      if (next >= mLive.size() || mLive[next]) continue;
      mLive[next] = true;
      visit(next);
    }
  }
  bool live(uint32_t id) const { return id < mLive.size() && mLive[id]; }

 private:
  void visit(uint32_t id) {
    if (const auto span = mSpans.find(id); span != mSpans.end()) {
      for (size_t i = span->second.begin; i < span->second.end; ++i) use(mModule.code[i]);
    } else if (const Instruction* definition = mModule.global(id)) {
      use(*definition);
    }
  }
  void use(const Instruction& i) {
    if (i.type != 0) mWork.push_back(i.type);
    forEachId(i, [&](uint32_t id) { mWork.push_back(id); });
  }

  const Module& mModule;
  std::unordered_map<uint32_t, FunctionSpan> mSpans;
  std::vector<bool> mLive;
  std::vector<uint32_t> mWork;
};

void sweepFunctions(Module& m, const Marker& marker) {
  std::vector<Instruction> kept;
  bool keeping = false;
  for (Instruction& i : m.code) {
    if (i.op == spv::OpFunction) keeping = marker.live(i.result);
    if (keeping) kept.push_back(std::move(i));
  }
  m.code = std::move(kept);
}

void renewInterface(Module& m) {
  std::vector<uint32_t>& operands = m.entryPoints[0].operands;
  size_t nameWords = 0;
  unpackString(std::span<const uint32_t>(operands).subspan(2), &nameWords);
  operands.resize(2 + nameWords);
  for (const Instruction& i : m.globals)
    if (i.op == spv::OpVariable &&
        (i.operands[0] == spv::StorageClassInput || i.operands[0] == spv::StorageClassOutput))
      operands.push_back(i.result);
}

}  // namespace

void strip(Module& m, const std::function<bool(uint32_t)>& keep) {
  if (m.entryPoints.empty()) return;
  Marker marker(m);
  marker.mark(m.entryFunction());
  for (const Instruction& i : m.executionModes)
    if (i.op == spv::OpExecutionModeId) forEachId(i, [&](uint32_t id) { marker.mark(id); });
  if (keep)
    for (const Instruction& i : m.globals)
      if (i.result != 0 && keep(i.result)) marker.mark(i.result);

  sweepFunctions(m, marker);
  for (Instruction& i : m.globals)
    if (i.result != 0 && !marker.live(i.result)) Module::kill(i);
  // Names of values inside functions and of parameters go with their functions.
  std::vector<bool> defined(m.bound, false);
  for (const auto* list : {&m.globals, &m.code, &m.imports})
    for (const Instruction& i : *list) defined[i.result] = true;
  for (auto* list : {&m.names, &m.annotations})
    std::erase_if(*list, [&](const Instruction& i) {
      return i.operands.empty() || i.operands[0] >= defined.size() || !defined[i.operands[0]];
    });
  renewInterface(m);
}

}  // namespace shader::spirv
