// SPDX-License-Identifier: Apache-2.0
// PackedWordReadback: read-backs into every packed pixel type, with the exact words where each channel is 0
// or all ones or a colour that is exact in the target.
#include "scenes/drawing.h"

namespace scenes {

namespace {

struct Case {
  GLenum format;
  GLenum type;
  int sizeBytes;
  uint32_t due;  ///< The word of red 1, green 0, blue 1, alpha 1.
  const char* name;
};

const Case kCases[] = {
    {GL_RGBA, GL_UNSIGNED_INT_8_8_8_8, 4, 0xFF00FFFFu, "8888"},
    {GL_RGBA, GL_UNSIGNED_INT_8_8_8_8_REV, 4, 0xFFFF00FFu, "8888-rev"},
    {GL_BGRA, GL_UNSIGNED_INT_8_8_8_8, 4, 0xFF00FFFFu, "bgra-8888"},
    {GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, 4, 0xFFFF00FFu, "bgra-8888-rev"},
    {GL_BGRA, GL_UNSIGNED_BYTE, 4, 0xFFFF00FFu, "bgra-bytes"},
    {GL_RGBA, GL_UNSIGNED_INT_10_10_10_2, 4, 0xFFC00FFFu, "1010102"},
    {GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, 4, 0xFFF003FFu, "2101010-rev"},
    {GL_BGRA, GL_UNSIGNED_INT_2_10_10_10_REV, 4, 0xFFF003FFu, "bgra-2101010-rev"},
    {GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 2, 0xF81Fu, "565"},
    {GL_RGB, GL_UNSIGNED_SHORT_5_6_5_REV, 2, 0xF81Fu, "565-rev"},
    {GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, 2, 0xF0FFu, "4444"},
    {GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4_REV, 2, 0xFF0Fu, "4444-rev"},
    {GL_BGRA, GL_UNSIGNED_SHORT_4_4_4_4_REV, 2, 0xFF0Fu, "bgra-4444-rev"},
    {GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, 2, 0xF83Fu, "5551"},
    {GL_BGRA, GL_UNSIGNED_SHORT_1_5_5_5_REV, 2, 0xFC1Fu, "bgra-1555-rev"},
    {GL_RGB, GL_UNSIGNED_BYTE_3_3_2, 1, 0xE3u, "332"},
    {GL_RGB, GL_UNSIGNED_BYTE_2_3_3_REV, 1, 0xC7u, "233-rev"},
    {GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV, 4, 0x780003C0u, "11f-11f-10f"},
    {GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV, 4, 0x84000100u, "rgb9e5"},
};

uint32_t wordAt(const uint8_t* bytes, int sizeBytes) {
  uint32_t word = 0;
  for (int i = sizeBytes - 1; i >= 0; --i) {
    word = word << 8 | bytes[i];
  }
  return word;
}

}  // namespace

MGL_SCENE(PackedWordReadback, Core) {
  makeTarget(scene, 8, 8);
  glClearColor(1.0f, 0.0f, 1.0f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  for (const Case& one : kCases) {
    std::vector<uint8_t> bytes(static_cast<size_t>(64 * one.sizeBytes), 0xA5);
    glReadPixels(0, 0, 8, 8, one.format, one.type, bytes.data());
    scene.expectNoError(one.name);
    scene.block(one.name, "u8", bytes);
    const uint32_t first = wordAt(bytes.data(), one.sizeBytes);
    const uint32_t last = wordAt(bytes.data() + 63 * one.sizeBytes, one.sizeBytes);
    scene.check(first == one.due && last == one.due, "%s: the words are 0x%08x and 0x%08x, not 0x%08x.",
                one.name, first, last, one.due);
  }

  // Single channels and wider types of the same pixels.
  const struct {
    GLenum format;
    int channels;
    float due[4];
  } selections[] = {{GL_RED, 1, {1}},          {GL_GREEN, 1, {0}},     {GL_BLUE, 1, {1}},
                    {GL_RG, 2, {1, 0}},        {GL_RGB, 3, {1, 0, 1}}, {GL_BGR, 3, {1, 0, 1}},
                    {GL_RGBA, 4, {1, 0, 1, 1}}};
  for (const auto& one : selections) {
    std::vector<float> values(static_cast<size_t>(64 * one.channels), -1.0f);
    glReadPixels(0, 0, 8, 8, one.format, GL_FLOAT, values.data());
    std::vector<uint16_t> shorts(static_cast<size_t>(64 * one.channels), 0xA5A5);
    glReadPixels(0, 0, 8, 8, one.format, GL_UNSIGNED_SHORT, shorts.data());
    std::vector<int8_t> small(static_cast<size_t>(64 * one.channels), 0x55);
    glReadPixels(0, 0, 8, 8, one.format, GL_BYTE, small.data());
    scene.expectNoError("Reading single channels");
    for (int c = 0; c < one.channels; ++c) {
      const auto at = static_cast<size_t>(63 * one.channels + c);
      scene.check(values[at] == one.due[c] && shorts[at] == (one.due[c] != 0.0f ? 0xFFFF : 0) &&
                      small[at] == (one.due[c] != 0.0f ? 127 : 0),
                  "Format 0x%04x channel %d reads as %g, %u and %d.", one.format, c,
                  static_cast<double>(values[at]), shorts[at], small[at]);
    }
  }
}

}  // namespace scenes
