// SPDX-License-Identifier: Apache-2.0
// One walk over the functions. A pointer derived from a redirected variable is remembered with both of its
// types, so that the load at its end knows whether there is something to convert.
#include "shader/redirect_reads.h"

#include "shader/spirv/operands.h"
#include "shader/spirv/types.h"

namespace shader {
namespace {

using namespace spirv;

class Redirector {
 public:
  Redirector(Module& m, const std::unordered_map<uint32_t, Redirection>& redirections)
      : m(m), mRedirections(redirections) {}

  bool run() {
    rewriteCode(m, [&](Instruction& i, Emit& out) { visit(i, out); });
    return mOk;
  }

 private:
  struct Pointer {
    uint32_t declared = 0, stored = 0;
    spv::StorageClass storage = spv::StorageClassUniform;
  };

  void visit(Instruction& i, Emit& out) {
    if (i.op == spv::OpAccessChain || i.op == spv::OpInBoundsAccessChain) {
      if (chain(i)) return out.push_back(std::move(i));
    } else if (i.op == spv::OpLoad) {
      if (load(i, out)) return;
    } else if (i.op == spv::OpCopyObject && mPointers.contains(i.operands[0])) {
      mPointers[i.result] = mPointers[i.operands[0]];
      i.type = pointerType(m, mPointers[i.result].storage, mPointers[i.result].stored);
    } else {
      forEachId(static_cast<const Instruction&>(i), [&](uint32_t id) {
        const auto pointer = mPointers.find(id);
        if (mRedirections.contains(id) ||
            (pointer != mPointers.end() && pointer->second.declared != pointer->second.stored))
          mOk = false;
      });
    }
    out.push_back(std::move(i));
  }

  // Rewrites the chain in place; false if it does not concern us.
  bool chain(Instruction& i) {
    Pointer at;
    std::vector<uint32_t> operands;
    if (const auto r = mRedirections.find(i.operands[0]); r != mRedirections.end()) {
      at = {r->second.declaredType, r->second.storedType, r->second.storage};
      operands = {r->second.base};
      operands.insert(operands.end(), r->second.prefix.begin(), r->second.prefix.end());
    } else if (const auto p = mPointers.find(i.operands[0]); p != mPointers.end()) {
      at = p->second;
      operands = {i.operands[0]};
    } else {
      return false;
    }
    for (size_t k = 1; k < i.operands.size(); ++k) {
      const uint32_t index = isStruct(m, at.declared) ? constantValue(m, i.operands[k]).value_or(0) : 0;
      at.declared = indexedType(m, at.declared, index);
      at.stored = indexedType(m, at.stored, index);
      operands.push_back(i.operands[k]);
    }
    i.operands = std::move(operands);
    i.type = pointerType(m, at.storage, at.stored);
    mPointers[i.result] = at;
    return true;
  }

  bool load(Instruction& i, Emit& out) {
    if (const auto r = mRedirections.find(i.operands[0]); r != mRedirections.end()) {
      const Redirection& to = r->second;
      uint32_t pointer = to.base;
      if (!to.prefix.empty()) {
        std::vector<uint32_t> operands = {to.base};
        operands.insert(operands.end(), to.prefix.begin(), to.prefix.end());
        pointer = m.freshId();
        out.push_back(
            {spv::OpAccessChain, pointerType(m, to.storage, to.storedType), pointer, std::move(operands)});
      }
      read(pointer, {to.declaredType, to.storedType, to.storage}, i.result, out);
      return true;
    }
    const auto p = mPointers.find(i.operands[0]);
    if (p == mPointers.end()) return false;
    read(i.operands[0], p->second, i.result, out);
    return true;
  }

  // Emits what reads a value of the declared type from a pointer to the stored type, as `result`.
  void read(uint32_t pointer, const Pointer& at, uint32_t result, Emit& out) {
    if (at.declared == at.stored) {
      out.push_back({spv::OpLoad, at.declared, result, {pointer}});
      return;
    }
    if (!isAggregate(m, at.declared)) return readBool(pointer, at, result, out);
    const bool isStructure = isStruct(m, at.declared);
    const uint32_t count = isStructure ? static_cast<uint32_t>(structMembers(m, at.declared).size())
                                       : arrayLength(m, at.declared);
    std::vector<uint32_t> parts;
    for (uint32_t k = 0; k < count; ++k) {
      const Pointer part{indexedType(m, at.declared, k), indexedType(m, at.stored, k), at.storage};
      const uint32_t partPointer = m.freshId(), value = m.freshId();
      out.push_back({spv::OpAccessChain,
                     pointerType(m, at.storage, part.stored),
                     partPointer,
                     {pointer, constantUint(m, k)}});
      read(partPointer, part, value, out);
      parts.push_back(value);
    }
    out.push_back({spv::OpCompositeConstruct, at.declared, result, std::move(parts)});
  }

  void readBool(uint32_t pointer, const Pointer& at, uint32_t result, Emit& out) {
    const uint32_t raw = m.freshId(), count = componentCount(m, at.stored);
    uint32_t zero = constantUint(m, 0);
    if (count > 1) zero = constantComposite(m, at.stored, std::vector<uint32_t>(count, zero));
    out.push_back({spv::OpLoad, at.stored, raw, {pointer}});
    out.push_back({spv::OpINotEqual, at.declared, result, {raw, zero}});
  }

  Module& m;
  const std::unordered_map<uint32_t, Redirection>& mRedirections;
  std::unordered_map<uint32_t, Pointer> mPointers;
  bool mOk = true;
};

}  // namespace

bool redirectReads(Module& module, const std::unordered_map<uint32_t, Redirection>& redirections) {
  return redirections.empty() || Redirector(module, redirections).run();
}

}  // namespace shader
