// SPDX-License-Identifier: Apache-2.0
// Calls of the device fail here that no driver lets fail at will: the session gets the named fault or the verdict, the log
// says which object, what can go on goes on, and nothing crashes.
#include "backends/gles/gles_fixture.h"
#include "backends/vulkan/backend.h"
#include "backends/vulkan/device.h"

namespace vulkan {
namespace {

using Bytes = std::vector<uint8_t>;

// While it lives, the next `count` calls of a function of the device's table give `result` and do nothing.
template <auto Member>
class Failing;
template <class... Arguments, VkResult(VKAPI_PTR* VolkDeviceTable::*Member)(Arguments...)>
class Failing<Member> {
 public:
  Failing(Device& device, VkResult result, uint32_t count = ~0u) : mDevice(device) {
    sReal = device.vk.*Member;
    sResult = result;
    sLeft = count;
    sCalls = 0;
    device.vk.*Member = call;
  }
  ~Failing() { mDevice.vk.*Member = sReal; }
  static uint32_t calls() { return sCalls; }

 private:
  static VKAPI_ATTR VkResult VKAPI_CALL call(Arguments... arguments) {
    ++sCalls;
    if (!sLeft) return sReal(arguments...);
    --sLeft;
    return sResult;
  }
  Device& mDevice;
  static inline VkResult(VKAPI_PTR* sReal)(Arguments...) = nullptr;
  static inline VkResult sResult = VK_SUCCESS;
  static inline uint32_t sLeft = 0, sCalls = 0;
};

constexpr const char* kVertex = "#version 330\nlayout(location = 0) in vec2 p; void main() { gl_Position = vec4(p, 0, 1); }";

class Faults : public gles::test::Gles {
 protected:
  void SetUp() override {
    Gles::SetUp();
    fb = framebufferOf(texture(GL_TEXTURE_2D, formats::Format::RGBA8_UNORM, 1, 1), 1, 1);
    bindPipeline(plainState());
    target(fb, 1, 1);
    clearColor(0, 0, 0, 1);
    bindPositions(bufferOf(gles::test::kWholeScreen));
    useColor(1);
    draw();
    ASSERT_EQ(pixel(), (Bytes{255, 0, 0, 255}));
  }
  // A program of its own, so that nothing of it is remembered.
  pipe::ProgramHandle useColor(int green) {
    const auto p = program(kVertex, "#version 330\nuniform vec4 shade; out vec4 o; void main() { o = shade + vec4(1, " +
                                        std::to_string(green - 1) + ", 0, 1); }");
    c->bindProgram({.program = p});
    return p;
  }
  void draw() {
    c->draw({.mode = GL_TRIANGLES, .indexSizeBytes = 0, .flags = 0, .count = 3, .instances = 1, .start = 0, .baseVertex = 0,
             .baseInstance = 0});
  }
  Bytes pixel() { return read(fb, 1, 1); }
  Device& device() { return deviceOf(*sBackend); }
  pipe::BufferHandle define(uint64_t sizeBytes, uint8_t ack) {
    const pipe::BufferHandle handle = names().buffers.mint();
    c->bufferDefine({.buffer = handle, .sizeBytes = sizeBytes, .usage = GL_STATIC_DRAW, .flags = 0, .ack = ack, .bind = 0});
    return handle;
  }
  // The session ends by this fault alone, whatever else is called; reads say that there is nothing to read.
  void expectLoss(pipe::Fault family, const char* call) {
    ASSERT_FALSE(events.faults.empty());
    EXPECT_EQ(events.faults[0], family);
    EXPECT_NE(events.sentences[0].find(call), std::string::npos) << events.sentences[0];
    for (int i = 0; i < 3; ++i) {
      useColor(2);
      draw();
      define(4096, 0);
      clearColor(0, 1, 0, 1);
      c->flush({});
    }
    uint8_t bytes[4] = {};
    EXPECT_NE(c->readPixels({.source = fb, .readAttachment = 0, .clampColor = 0, .x = 0, .y = 0, .width = 1, .height = 1,
                             .layout = layout(GL_RGBA, GL_UNSIGNED_BYTE, 1)},
                            std::as_writable_bytes(std::span(bytes))),
              pipe::ReplyStatus::Ok);
    pipe::FinishReply finished;
    c->finish({}, finished);
    for (const pipe::Fault fault : events.faults) EXPECT_EQ(fault, family);
    events.sentences.clear();
  }
  pipe::FramebufferHandle fb;
};
// A lost device stays lost: a back end of its own for each.
class LostAtSubmit : public Faults {};
class LostAtWait : public Faults {};
class NoMemoryAtSubmit : public Faults {};

TEST_F(LostAtSubmit, EndsTheSessionByName) {
  Failing<&VolkDeviceTable::vkQueueSubmit> failing(device(), VK_ERROR_DEVICE_LOST);
  draw();
  c->flush({});
  expectLoss(pipe::Fault::DeviceLost, "vkQueueSubmit");
}

TEST_F(LostAtWait, EndsTheSessionByName) {
  Failing<&VolkDeviceTable::vkWaitForFences> failing(device(), VK_ERROR_DEVICE_LOST);
  Failing<&VolkDeviceTable::vkGetFenceStatus> unknown(device(), VK_NOT_READY);
  draw();
  pipe::FinishReply finished;
  c->finish({}, finished);
  expectLoss(pipe::Fault::DeviceLost, "vkWaitForFences");
}

// Commands that cannot be kept are not the device's loss, but its want of memory.
TEST_F(NoMemoryAtSubmit, EndsTheSessionByName) {
  Failing<&VolkDeviceTable::vkEndCommandBuffer> failing(device(), VK_ERROR_OUT_OF_DEVICE_MEMORY);
  draw();
  c->flush({});
  expectLoss(pipe::Fault::ResourceUnavailable, "vkEndCommandBuffer");
}

// A refused buffer or texture gives the verdict where one is asked for, else a line with its slot; both come into being when
// there is memory again.
TEST_F(Faults, RefusedStorage) {
  {
    Failing<&VolkDeviceTable::vkAllocateMemory> none(device(), VK_ERROR_OUT_OF_DEVICE_MEMORY);
    define(200 << 20, 1);
    ASSERT_EQ(events.verdicts.size(), 1u);
    EXPECT_FALSE(events.verdicts[0].ok);
    testing::internal::CaptureStderr();
    const pipe::BufferHandle silent = define(200 << 20, 0);
    const pipe::TextureHandle image = texture(GL_TEXTURE_2D_ARRAY, formats::Format::RGBA8_UNORM, 2048, 2048, 16);
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find("the buffer of slot " + std::to_string(silent.slot)), std::string::npos) << said;
    EXPECT_NE(said.find("the texture of slot " + std::to_string(image.slot)), std::string::npos) << said;
    // Use of what has no storage: nothing happens.
    const float xy[2] = {};
    c->bufferSubdata({.buffer = silent, .offsetBytes = 0}, std::as_bytes(std::span(xy)));
    bindPositions(silent);
    draw();
    bindView(0, image, sampler());
    draw();
  }
  define(200 << 20, 1);
  ASSERT_EQ(events.verdicts.size(), 2u);
  EXPECT_TRUE(events.verdicts[1].ok);
}

// Before a definition is refused, what only waits for the GPU makes room.
TEST_F(Faults, ParkedStorageMakesRoom) {
  const pipe::BufferHandle old = define(32 << 20, 0);
  bindPositions(old);
  draw();
  c->bufferDestroy({.buffer = old});
  const uint64_t submits = countersOf(*sBackend).submits;
  Failing<&VolkDeviceTable::vkCreateBuffer> once(device(), VK_ERROR_OUT_OF_DEVICE_MEMORY, 1);
  define(32 << 20, 1);
  ASSERT_EQ(events.verdicts.size(), 1u);
  EXPECT_TRUE(events.verdicts[0].ok);
  EXPECT_GT(countersOf(*sBackend).submits, submits);
}

// Without memory for further command buffers, those in flight are waited for: every draw is there.
TEST_F(Faults, CommandBuffersComeBack) {
  Failing<&VolkDeviceTable::vkCreateCommandPool> none(device(), VK_ERROR_OUT_OF_HOST_MEMORY);
  for (int i = 0; i < 20; ++i) {
    useColor(i & 1 ? 2 : 1);
    draw();
    c->flush({});
  }
  EXPECT_EQ(pixel(), (Bytes{255, 255, 0, 255}));
}

// A pipeline, module or descriptor pool that does not come into being costs its draws and a line that names the program;
// other programs draw.
TEST_F(Faults, RefusedPipelines) {
  const auto expectLeftOut = [&](const char* words) {
    testing::internal::CaptureStderr();
    const pipe::ProgramHandle refused = useColor(2);
    draw();
    draw();
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find(words), std::string::npos) << said;
    EXPECT_NE(said.find("slot " + std::to_string(refused.slot)), std::string::npos) << said;
    EXPECT_EQ(said.find(words), said.rfind(words)) << "It is said once.";
    EXPECT_EQ(pixel(), (Bytes{255, 0, 0, 255}));
  };
  {
    Failing<&VolkDeviceTable::vkCreateGraphicsPipelines> failing(device(), VK_ERROR_UNKNOWN);
    expectLeftOut("refused a pipeline");
  }
  {
    Failing<&VolkDeviceTable::vkCreateShaderModule> failing(device(), VK_ERROR_OUT_OF_HOST_MEMORY);
    expectLeftOut("refused the module");
  }
  {
    Failing<&VolkDeviceTable::vkCreatePipelineLayout> failing(device(), VK_ERROR_OUT_OF_HOST_MEMORY);
    expectLeftOut("refused the layout");
  }
  useColor(2);
  draw();
  EXPECT_EQ(pixel(), (Bytes{255, 255, 0, 255}));
}

// Draws without memory for descriptors are left out, with a line, until there is some.
TEST_F(Faults, RefusedDescriptors) {
  {
    Failing<&VolkDeviceTable::vkAllocateDescriptorSets> none(device(), VK_ERROR_OUT_OF_POOL_MEMORY);
    Failing<&VolkDeviceTable::vkCreateDescriptorPool> noPool(device(), VK_ERROR_OUT_OF_DEVICE_MEMORY);
    testing::internal::CaptureStderr();
    useColor(2);
    draw();
    EXPECT_NE(testing::internal::GetCapturedStderr().find("descriptor sets"), std::string::npos);
    EXPECT_EQ(pixel(), (Bytes{255, 0, 0, 255}));
  }
  draw();
  EXPECT_EQ(pixel(), (Bytes{255, 255, 0, 255}));
}

}  // namespace
}  // namespace vulkan
