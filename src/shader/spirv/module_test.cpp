// SPDX-License-Identifier: Apache-2.0
// The editor: words in equal words out, hostile words refused, and each edit does what its name says.
#include "shader/spirv/module.h"

#include <gtest/gtest.h>

#include <random>

#include "shader/spirv/operands.h"
#include "shader/spirv/privatize.h"
#include "shader/spirv/strip.h"
#include "shader/spirv/types.h"
#include "shader/spirv/unify_types.h"

namespace shader::spirv {
namespace {

// main() { out = in; unused(); } with one function and one variable that nothing reaches.
struct Sample {
  Module m;
  uint32_t input = 0, output = 0, unusedVariable = 0, main = 0, unusedFunction = 0, load = 0;

  Sample() {
    m.capabilities.push_back({spv::OpCapability, 0, 0, {spv::CapabilityShader}});
    m.memoryModel.push_back(
        {spv::OpMemoryModel, 0, 0, {spv::AddressingModelLogical, spv::MemoryModelGLSL450}});
    const uint32_t vec4 = vectorType(m, floatType(m), 4);
    const uint32_t none = m.addGlobal(spv::OpTypeVoid, 0, {});
    const uint32_t function = m.addGlobal(spv::OpTypeFunction, 0, {none});
    input = variable(m, spv::StorageClassInput, vec4, "in");
    output = variable(m, spv::StorageClassOutput, vec4, "out");
    unusedVariable = variable(m, spv::StorageClassOutput, vec4, "unused");
    main = m.freshId(), unusedFunction = m.freshId(), load = m.freshId();
    m.code = {{spv::OpFunction, none, main, {0, function}},
              {spv::OpLabel, 0, m.freshId(), {}},
              {spv::OpLoad, vec4, load, {input}},
              {spv::OpStore, 0, 0, {output, load}},
              {spv::OpReturn, 0, 0, {}},
              {spv::OpFunctionEnd, 0, 0, {}},
              {spv::OpFunction, none, unusedFunction, {0, function}},
              {spv::OpLabel, 0, m.freshId(), {}},
              {spv::OpReturn, 0, 0, {}},
              {spv::OpFunctionEnd, 0, 0, {}}};
    m.entryPoints.push_back({spv::OpEntryPoint, 0, 0, {spv::ExecutionModelVertex, main}});
    for (uint32_t word : packString("main")) m.entryPoints[0].operands.push_back(word);
  }
};

// Strings of every length around a word boundary come back as they went in.
TEST(SpirvModule, StringsRoundTrip) {
  for (const char* text : {"", "a", "abc", "abcd", "abcde", "gl_Position"}) {
    size_t used = 0;
    const std::vector<uint32_t> words = packString(text);
    EXPECT_EQ(unpackString(words, &used), text);
    EXPECT_EQ(used, words.size());
  }
}

// Parsing what was emitted and emitting it again gives the same words.
TEST(SpirvModule, EmitParseRoundTrip) {
  const std::vector<uint32_t> words = Sample().m.emit();
  const auto parsed = Module::parse(words);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->emit(), words);
}

// Everything that is not a sequence of whole instructions with ids in bounds is refused.
TEST(SpirvModule, RefusesWhatIsNoModule) {
  std::vector<uint32_t> words = Sample().m.emit();
  EXPECT_FALSE(Module::parse({}));
  EXPECT_FALSE(Module::parse(std::span(words).first(4)));
  EXPECT_FALSE(Module::parse(std::span(words).first(words.size() - 1).subspan(1)));
  std::vector<uint32_t> changed = words;
  changed[0] ^= 1;  // magic number
  EXPECT_FALSE(Module::parse(changed));
  changed = words;
  changed[3] = 2;  // bound below the ids in use
  EXPECT_FALSE(Module::parse(changed));
  changed = words;
  changed[3] = 0xffffffff;  // a bound that would have us allocate gigabytes
  EXPECT_FALSE(Module::parse(changed));
  changed = words;
  changed[5] = 0;  // an instruction without length never ends
  EXPECT_FALSE(Module::parse(changed));
  changed = words;
  changed[5] |= 0xffff0000;  // longer than the module
  EXPECT_FALSE(Module::parse(changed));
}

// Random words behind a good header never crash the parser or the emitter.
TEST(SpirvModule, SurvivesRandomWords) {
  std::mt19937 random(1);
  const std::vector<uint32_t> good = Sample().m.emit();
  for (int round = 0; round < 20000; ++round) {
    std::vector<uint32_t> words = good;
    for (int change = 0; change < 3; ++change)
      words[5 + random() % (words.size() - 5)] = random() >> (random() % 32);
    if (auto m = Module::parse(words)) {
      m->emit();
      strip(*m);
    }
  }
}

// Strip keeps what main reaches, drops the rest with its names, and lists interface variables anew.
TEST(SpirvModule, StripRemovesTheUnreachable) {
  Sample s;
  strip(s.m);
  EXPECT_TRUE(s.m.global(s.input));
  EXPECT_FALSE(s.m.global(s.unusedVariable));
  EXPECT_EQ(s.m.name(s.unusedVariable), "");
  EXPECT_EQ(s.m.code.size(), 6u);
  const auto& interface = s.m.entryPoints[0].operands;
  EXPECT_EQ(std::vector<uint32_t>(interface.end() - 2, interface.end()),
            (std::vector<uint32_t>{s.input, s.output}));
}

// A variable that the caller asks for stays although nothing uses it.
TEST(SpirvModule, StripKeepsOnRequest) {
  Sample s;
  strip(s.m, [&](uint32_t id) { return id == s.unusedVariable; });
  EXPECT_TRUE(s.m.global(s.unusedVariable));
}

// Literals are not taken for ids: a shuffle has two, a load one, whatever numbers follow.
TEST(SpirvModule, LiteralsAreNotIds) {
  const auto ids = [](const Instruction& i) {
    std::vector<uint32_t> list;
    forEachId(i, [&](uint32_t id) { list.push_back(id); });
    return list;
  };
  using List = std::vector<uint32_t>;
  EXPECT_EQ(ids({spv::OpVectorShuffle, 1, 2, {7, 8, 0, 1}}), (List{7, 8}));
  EXPECT_EQ(ids({spv::OpLoad, 1, 2, {7, 2}}), (List{7}));
  EXPECT_EQ(ids({spv::OpSwitch, 0, 0, {7, 8, 1, 9, 2, 10}}), (List{7, 8, 9, 10}));
  EXPECT_EQ(ids({spv::OpExtInst, 1, 2, {7, 31, 8, 9}}), (List{7, 8, 9}));
  EXPECT_EQ(ids({spv::OpImageSampleExplicitLod, 1, 2, {7, 8, spv::ImageOperandsLodMask, 9}}),
            (List{7, 8, 9}));
  EXPECT_EQ(ids({spv::OpBranchConditional, 0, 0, {7, 8, 9, 1, 2}}), (List{7, 8, 9}));
  EXPECT_EQ(ids({spv::OpConstant, 1, 2, {7}}), List{});
}

// Chains of replacements are followed to their end.
TEST(SpirvModule, ReplacesIdsThroughChains) {
  Sample s;
  replaceIds(s.m, {{s.input, s.unusedVariable}, {s.unusedVariable, s.output}});
  EXPECT_EQ(s.m.code[2].operands[0], s.output);
}

// A variable made private loses its interface decorations, and pointers into it follow.
TEST(SpirvModule, MakesVariablesPrivate) {
  Sample s;
  s.m.decorate(s.output, spv::DecorationLocation, {3});
  makePrivate(s.m, s.output, true);
  EXPECT_EQ(storageOf(s.m, s.m.global(s.output)->type), spv::StorageClassPrivate);
  EXPECT_EQ(s.m.global(s.output)->operands.size(), 2u);
  EXPECT_FALSE(s.m.decoration(s.output, spv::DecorationLocation));
}

// Types that an edit made equal become one, and so do the pointers to them.
TEST(SpirvModule, UnifiesEqualTypes) {
  Module m;
  const uint32_t a = m.addGlobal(spv::OpTypeFloat, 0, {32}), b = m.addGlobal(spv::OpTypeFloat, 0, {32});
  const uint32_t pa = m.addGlobal(spv::OpTypePointer, 0, {spv::StorageClassPrivate, a});
  const uint32_t pb = m.addGlobal(spv::OpTypePointer, 0, {spv::StorageClassPrivate, b});
  const uint32_t v = m.addGlobal(spv::OpVariable, pb, {spv::StorageClassPrivate});
  unifyTypes(m);
  EXPECT_EQ(m.global(v)->type, pa);
  EXPECT_FALSE(m.global(b));
  EXPECT_FALSE(m.global(pb));
}

}  // namespace
}  // namespace shader::spirv
