// SPDX-License-Identifier: Apache-2.0
// PixelStoreSweep: every pack and unpack parameter, alone and combined, from client memory and from pixel
// buffers. What is uploaded with one layout must come back byte for byte, and bytes between rows must stay
// untouched.
#include <algorithm>

#include "scenes/drawing.h"

namespace scenes {

namespace {

struct Layout {
  int rowLength, imageHeight, skipPixels, skipRows, skipImages, alignment;
  bool swapBytes;
};

const Layout kLayouts[] = {
    {0, 0, 0, 0, 0, 4, false},   {0, 0, 0, 0, 0, 1, false},  {0, 0, 0, 0, 0, 8, false},
    {19, 0, 0, 0, 0, 1, false},  {19, 0, 3, 0, 0, 2, false}, {20, 0, 3, 2, 0, 8, false},
    {23, 11, 2, 1, 1, 8, false}, {0, 0, 0, 0, 0, 4, true},
};
constexpr size_t kLayoutCount = sizeof kLayouts / sizeof kLayouts[0];

/// Swapped bytes together with skipped pixels: Mesa swaps from the start of the row and loses the last
/// pixels.
const Layout kSwapSkipLayouts[] = {
    {17, 0, 0, 4, 0, 4, true}, {17, 0, 1, 4, 0, 4, true}, {0, 0, 2, 1, 0, 4, true}};

constexpr int kWidth = 13;
constexpr int kHeight = 7;

void apply(bool pack, const Layout& l) {
  glPixelStorei(pack ? GL_PACK_ROW_LENGTH : GL_UNPACK_ROW_LENGTH, l.rowLength);
  glPixelStorei(pack ? GL_PACK_IMAGE_HEIGHT : GL_UNPACK_IMAGE_HEIGHT, l.imageHeight);
  glPixelStorei(pack ? GL_PACK_SKIP_PIXELS : GL_UNPACK_SKIP_PIXELS, l.skipPixels);
  glPixelStorei(pack ? GL_PACK_SKIP_ROWS : GL_UNPACK_SKIP_ROWS, l.skipRows);
  glPixelStorei(pack ? GL_PACK_SKIP_IMAGES : GL_UNPACK_SKIP_IMAGES, l.skipImages);
  glPixelStorei(pack ? GL_PACK_ALIGNMENT : GL_UNPACK_ALIGNMENT, l.alignment);
  glPixelStorei(pack ? GL_PACK_SWAP_BYTES : GL_UNPACK_SWAP_BYTES, l.swapBytes ? 1 : 0);
}

/// Offset of the pixel's first byte by the specification's formula, for types of at most the alignment's
/// size.
size_t offsetOf(const Layout& l, int x, int y, int pixelBytes, int elementBytes) {
  const int length = l.rowLength > 0 ? l.rowLength : kWidth;
  int stride = length * pixelBytes;
  if (elementBytes < l.alignment) {
    stride = (stride + l.alignment - 1) / l.alignment * l.alignment;
  }
  return static_cast<size_t>((l.skipRows + y) * stride + (l.skipPixels + x) * pixelBytes);
}

struct Kind {
  GLenum format, type;
  int pixelBytes, elementBytes;
  const char* name;
};

const Kind kKinds[] = {{GL_RGBA, GL_UNSIGNED_BYTE, 4, 1, "rgba8"},
                       {GL_RGB, GL_UNSIGNED_BYTE, 3, 1, "rgb8"},
                       {GL_RED, GL_UNSIGNED_BYTE, 1, 1, "r8"},
                       {GL_RG, GL_UNSIGNED_SHORT, 4, 2, "rg16"},
                       {GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, 4, 4, "bgra-word"}};

/// Source bytes whose 16-bit elements survive an 8-bit texture: both halves are equal.
std::vector<uint8_t> sourceBytes(const Kind& kind, size_t sizeBytes, uint32_t seed) {
  std::vector<uint8_t> bytes = patternBytes(sizeBytes, seed);
  for (size_t i = 0; kind.elementBytes == 2 && i + 1 < bytes.size(); i += 2) {
    bytes[i + 1] = bytes[i];
  }
  return bytes;
}

void sweepOne(Scene& scene, const Kind& kind, const Layout& layout, size_t layoutIndex, bool fromBuffer) {
  const Layout tight{0, 0, 0, 0, 0, 1, false};
  std::vector<uint8_t> source = sourceBytes(kind, 4096, static_cast<uint32_t>(layoutIndex + 1));
  GLuint buffers[2] = {};
  glGenBuffers(2, buffers);
  apply(false, layout);
  if (fromBuffer) {
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffers[0]);
    glBufferData(GL_PIXEL_UNPACK_BUFFER, 4096, source.data(), GL_STREAM_DRAW);
  }
  const GLuint texture =
      makeTexture2d(GL_RGBA8, kWidth, kHeight, kind.format, kind.type, fromBuffer ? nullptr : source.data());
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  apply(false, tight);

  std::vector<uint8_t> back(4096, 0x5A);
  apply(true, layout);
  if (fromBuffer) {
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers[1]);
    glBufferData(GL_PIXEL_PACK_BUFFER, 4096, back.data(), GL_STREAM_READ);
  }
  glGetTexImage(GL_TEXTURE_2D, 0, kind.format, kind.type, fromBuffer ? nullptr : back.data());
  if (fromBuffer) {
    glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, 4096, back.data());
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  }
  apply(true, tight);
  scene.expectNoError(kind.name);

  std::vector<uint8_t> due(4096, 0x5A);
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      // 2D images know no image height or skipped images: the layout's values must not matter.
      const size_t at = offsetOf(layout, x, y, kind.pixelBytes, kind.elementBytes);
      std::copy_n(source.begin() + static_cast<long>(at), kind.pixelBytes,
                  due.begin() + static_cast<long>(at));
    }
  }
  size_t wrong = 0;
  while (wrong < due.size() && due[wrong] == back[wrong]) {
    ++wrong;
  }
  scene.check(wrong == due.size(), "%s, layout %zu, %s: byte %zu is 0x%02x, not 0x%02x.", kind.name,
              layoutIndex, fromBuffer ? "pixel buffers" : "client memory", wrong,
              wrong < due.size() ? back[wrong] : 0, wrong < due.size() ? due[wrong] : 0);
  scene.block(
      std::string(kind.name) + "-" + std::to_string(layoutIndex) + (fromBuffer ? "-buffer" : "-memory"), "u8",
      back);
  glDeleteBuffers(2, buffers);
  glDeleteTextures(1, &texture);
}

void sweepVolume(Scene& scene) {
  const Layout layout{9, 7, 2, 1, 1, 4, false};
  const std::vector<uint8_t> source = patternBytes(4096, 77);
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_3D, texture);
  glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAX_LEVEL, 0);
  apply(false, layout);
  glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 5, 4, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, source.data());
  apply(false, {0, 0, 0, 0, 0, 4, false});
  std::vector<uint8_t> back(5 * 4 * 3 * 4, 0x5A);
  glGetTexImage(GL_TEXTURE_3D, 0, GL_RGBA, GL_UNSIGNED_BYTE, back.data());
  int wrong = 0;
  for (int i = 0; i < 5 * 4 * 3; ++i) {
    const int x = i % 5, y = i / 5 % 4, z = i / 20;
    const int at = ((1 + z) * 7 + 1 + y) * 36 + (2 + x) * 4;
    for (int c = 0; c < 4; ++c) {
      wrong += back[static_cast<size_t>(i * 4 + c)] != source[static_cast<size_t>(at + c)] ? 1 : 0;
    }
  }
  scene.check(wrong == 0, "A volume with row length, image height and skips has %d wrong bytes.", wrong);
  scene.block("volume", "u8", back);
}

}  // namespace

MGL_SCENE(PixelStoreSweep, Core) {
  for (const Kind& kind : kKinds) {
    for (size_t layout = 0; layout < kLayoutCount; ++layout) {
      sweepOne(scene, kind, kLayouts[layout], layout, false);
      sweepOne(scene, kind, kLayouts[layout], layout, true);
    }
  }
  sweepVolume(scene);
}

MGL_SCENE(PixelStoreSwapSkip, Core) {
  for (const Kind& kind : kKinds) {
    for (size_t layout = 0; layout < 3; ++layout) {
      sweepOne(scene, kind, kSwapSkipLayouts[layout], layout, false);
      sweepOne(scene, kind, kSwapSkipLayouts[layout], layout, true);
    }
  }
}

}  // namespace scenes
