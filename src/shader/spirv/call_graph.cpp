// SPDX-License-Identifier: Apache-2.0
// Each function's size is computed once, callees first, with an explicit stack: call chains may be long.
#include "shader/spirv/call_graph.h"

#include <algorithm>

namespace shader::spirv {
namespace {

struct Function {
  uint64_t own = 0, total = 0;
  std::vector<uint32_t> callees;
  enum { Unseen, Open, Done } state = Unseen;
};

constexpr uint64_t kSaturated = uint64_t{1} << 40;

std::unordered_map<uint32_t, Function> functionsOf(const Module& m) {
  std::unordered_map<uint32_t, Function> functions;
  Function* current = nullptr;
  for (const Instruction& i : m.code) {
    if (i.op == spv::OpFunction) current = &functions[i.result];
    if (!current) continue;
    ++current->own;
    if (i.op == spv::OpFunctionCall) current->callees.push_back(i.operands[0]);
  }
  return functions;
}

}  // namespace

uint64_t unfoldedInstructions(const Module& m) {
  std::unordered_map<uint32_t, Function> functions = functionsOf(m);
  std::vector<uint32_t> stack = {m.entryFunction()};
  while (!stack.empty()) {
    const auto found = functions.find(stack.back());
    if (found == functions.end() || found->second.state == Function::Done) {
      stack.pop_back();
      continue;
    }
    Function& function = found->second;
    if (function.state == Function::Unseen) {
      function.state = Function::Open;
      for (uint32_t callee : function.callees) {
        const auto called = functions.find(callee);
        if (called == functions.end()) continue;
        if (called->second.state == Function::Open) return kSaturated;  // recursion
        if (called->second.state == Function::Unseen) stack.push_back(callee);
      }
      continue;
    }
    function.total = function.own;
    for (uint32_t callee : function.callees)
      if (const auto called = functions.find(callee); called != functions.end())
        function.total = std::min(function.total + called->second.total, kSaturated);
    function.state = Function::Done;
    stack.pop_back();
  }
  const auto entry = functions.find(m.entryFunction());
  return entry == functions.end() ? 0 : entry->second.total;
}

}  // namespace shader::spirv
