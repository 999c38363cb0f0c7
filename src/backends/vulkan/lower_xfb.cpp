// SPDX-License-Identifier: Apache-2.0
// Transform feedback: what is captured becomes an output of its own with a place in a buffer. An output of its own
// because GL captures single elements of arrays, and positions as the shader wrote them.
#include <algorithm>

#include "backends/vulkan/lower_shader.h"
#include "shader/spirv/types.h"

namespace vulkan {
namespace {

using namespace shader::spirv;

struct Found {
  uint32_t variable = 0, type = 0;
  std::vector<uint32_t> path;  // constant indices
};

// Takes "[3]" and ".member" off the front of `rest` as far as the type goes.
bool walk(const Module& m, std::string_view rest, Found& found) {
  while (!rest.empty()) {
    if (rest.front() == '[' && isArray(m, found.type)) {
      const size_t end = rest.find(']');
      if (end == std::string_view::npos) return false;
      uint32_t index = 0;
      for (const char c : rest.substr(1, end - 1)) index = index * 10 + static_cast<uint32_t>(c - '0');
      found.path.push_back(index);
      found.type = elementType(m, found.type);
      rest.remove_prefix(end + 1);
    } else if (rest.front() == '.' && isStruct(m, found.type)) {
      rest.remove_prefix(1);
      const size_t end = std::min(rest.find_first_of(".["), rest.size());
      const auto& members = structMembers(m, found.type);
      uint32_t member = 0;
      while (member < members.size() && m.memberName(found.type, member) != rest.substr(0, end)) ++member;
      if (member == members.size()) return false;
      found.path.push_back(member);
      found.type = members[member];
      rest.remove_prefix(end);
    } else {
      return false;
    }
  }
  return true;
}

// "name", "name[3]", "Block.member"; blocks without an instance name are known by their members alone.
bool find(const Module& m, std::string_view name, Found& found) {
  for (const uint32_t id : variables(m, spv::StorageClassOutput)) {
    const uint32_t type = variableType(m, id);
    const bool block = isStruct(m, type) && m.decoration(type, spv::DecorationBlock).has_value();
    const std::string root = block ? (m.name(id).empty() ? "" : m.name(type)) : m.name(id);
    found = {id, type, {}};
    if (block && root.empty()) {
      if (walk(m, "." + std::string(name), found)) return true;
      continue;
    }
    if (!name.starts_with(root)) continue;
    const std::string_view rest = name.substr(root.size());
    if ((rest.empty() || rest[0] == '[' || rest[0] == '.') && walk(m, rest, found)) return true;
  }
  return false;
}

uint32_t firstFreeLocation(const Module& m) {
  uint32_t next = 0;
  for (const uint32_t id : variables(m, spv::StorageClassOutput))
    if (const auto location = m.decoration(id, spv::DecorationLocation))
      next = std::max(next, *location + locationCount(m, variableType(m, id)));
  return next;
}

}  // namespace

void captureOutputs(Module& m, const LowerOptions& options) {
  struct Copy {
    Found from;
    uint32_t to = 0;
  };
  std::vector<Copy> copies;
  uint32_t location = firstFreeLocation(m);
  for (const XfbCapture& capture : options.xfb) {
    Copy copy;
    if (capture.buffer >= options.xfbStrideBytes.size() || !find(m, capture.name, copy.from)) continue;
    copy.to = variable(m, spv::StorageClassOutput, copy.from.type, "m_captured");
    m.decorate(copy.to, spv::DecorationLocation, {location});
    m.decorate(copy.to, spv::DecorationXfbBuffer, {capture.buffer});
    m.decorate(copy.to, spv::DecorationXfbStride, {options.xfbStrideBytes[capture.buffer]});
    m.decorate(copy.to, spv::DecorationOffset, {capture.offsetBytes});
    m.entryPoints[0].operands.push_back(copy.to);
    location += locationCount(m, copy.from.type);
    copies.push_back(std::move(copy));
  }
  if (copies.empty()) return;
  m.addCapability(spv::CapabilityTransformFeedback);
  m.executionModes.push_back({spv::OpExecutionMode, 0, 0, {m.entryFunction(), spv::ExecutionModeXfb}});
  const bool geometry = std::any_of(m.entryPoints.begin(), m.entryPoints.end(), [](const Instruction& entry) {
    return entry.operands[0] == spv::ExecutionModelGeometry;
  });
  beforeVertexEnds(m, geometry ? shader::Stage::Geometry : shader::Stage::Vertex, [&](Emit& out) {
    for (const Copy& copy : copies) {
      uint32_t from = copy.from.variable;
      if (!copy.from.path.empty()) {
        std::vector<uint32_t> operands = {from};
        for (const uint32_t index : copy.from.path) operands.push_back(constantUint(m, index));
        from = m.freshId();
        out.push_back({spv::OpAccessChain, pointerType(m, spv::StorageClassOutput, copy.from.type), from, operands});
      }
      const uint32_t value = m.freshId();
      out.push_back({spv::OpLoad, copy.from.type, value, {from}});
      out.push_back({spv::OpStore, 0, 0, {copy.to, value}});
    }
  });
}

}  // namespace vulkan
