// SPDX-License-Identifier: Apache-2.0
// CopyImage: framebuffer contents copied into textures: whole and part images, array layers and cube faces,
// other formats, and copies that reach beyond the framebuffer.
#include <cstring>

#include "scenes/drawing.h"

namespace scenes {

namespace {

constexpr int kSize = 32;

/// A target filled with one texel pattern, so that every position is recognisable.
Target patternTarget(Scene& scene, const std::vector<uint8_t>& bytes) {
  const Target target = makeTarget(scene, kSize, kSize);
  glBindTexture(GL_TEXTURE_2D, target.colour);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kSize, kSize, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
  return target;
}

std::vector<uint8_t> imageOf(GLenum target, size_t sizeBytes, GLenum format = GL_RGBA) {
  std::vector<uint8_t> back(sizeBytes, 0x5A);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glGetTexImage(target, 0, format, GL_UNSIGNED_BYTE, back.data());
  return back;
}

bool sameTexel(const std::vector<uint8_t>& a, int ax, int ay, int aWidth, const std::vector<uint8_t>& b,
               int bx, int by) {
  return std::memcmp(a.data() + (ay * aWidth + ax) * 4, b.data() + (by * kSize + bx) * 4, 4) == 0;
}

}  // namespace

MGL_SCENE(CopyImage, Core) {
  const std::vector<uint8_t> source = patternBytes(kSize * kSize * 4, 3);
  patternTarget(scene, source);

  GLuint copy = 0;
  glGenTextures(1, &copy);
  glBindTexture(GL_TEXTURE_2D, copy);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 6, 20, 10, 0);
  const std::vector<uint8_t> part = imageOf(GL_TEXTURE_2D, 20 * 10 * 4);
  scene.block("copy-tex-image", "u8", part);
  int wrong = 0;
  for (int i = 0; i < 200; ++i) {
    wrong += sameTexel(part, i % 20, i / 20, 20, source, 4 + i % 20, 6 + i / 20) ? 0 : 1;
  }
  scene.check(wrong == 0, "glCopyTexImage2D: %d of 200 texels are wrong.", wrong);

  const std::vector<uint8_t> zeros(20 * 10 * 4, 0);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 20, 10, GL_RGBA, GL_UNSIGNED_BYTE, zeros.data());
  glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 3, 2, 9, 17, 8, 5);
  const std::vector<uint8_t> sub = imageOf(GL_TEXTURE_2D, 20 * 10 * 4);
  scene.block("copy-sub-image", "u8", sub);
  wrong = 0;
  for (int i = 0; i < 200; ++i) {
    const int x = i % 20, y = i / 20;
    const bool inside = x >= 3 && x < 11 && y >= 2 && y < 7;
    const bool good = inside ? sameTexel(sub, x, y, 20, source, 9 + x - 3, 17 + y - 2)
                             : std::memcmp(sub.data() + i * 4, zeros.data(), 4) == 0;
    wrong += good ? 0 : 1;
  }
  scene.check(wrong == 0, "glCopyTexSubImage2D: %d of 200 texels are wrong.", wrong);
}

MGL_SCENE(CopyImageLayers, Core) {
  const std::vector<uint8_t> source = patternBytes(kSize * kSize * 4, 4);
  patternTarget(scene, source);
  for (GLenum target : {GLenum(GL_TEXTURE_2D_ARRAY), GLenum(GL_TEXTURE_3D)}) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(target, texture);
    glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, 0);
    const std::vector<uint8_t> zeros(8 * 8 * 3 * 4, 0);
    glTexImage3D(target, 0, GL_RGBA8, 8, 8, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, zeros.data());
    glCopyTexSubImage3D(target, 0, 1, 2, 1, 10, 11, 6, 5);
    const std::vector<uint8_t> back = imageOf(target, zeros.size());
    scene.block(target == GL_TEXTURE_3D ? "volume" : "array", "u8", back);
    int wrong = 0;
    for (int i = 0; i < 8 * 8 * 3; ++i) {
      const int x = i % 8, y = i / 8 % 8, z = i / 64;
      const bool inside = z == 1 && x >= 1 && x < 7 && y >= 2 && y < 7;
      const uint8_t* due = inside ? source.data() + ((11 + y - 2) * kSize + 10 + x - 1) * 4 : zeros.data();
      wrong += std::memcmp(back.data() + i * 4, due, 4) != 0 ? 1 : 0;
    }
    scene.check(wrong == 0, "glCopyTexSubImage3D of target 0x%04x: %d of 192 texels are wrong.", target,
                wrong);
  }
  GLuint cube = 0;
  glGenTextures(1, &cube);
  glBindTexture(GL_TEXTURE_CUBE_MAP, cube);
  glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAX_LEVEL, 0);
  for (int face = 0; face < 6; ++face) {
    glCopyTexImage2D(static_cast<GLenum>(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face), 0, GL_RGBA8, face, face * 2,
                     16, 16, 0);
  }
  for (int face = 0; face < 6; ++face) {
    const std::vector<uint8_t> back =
        imageOf(static_cast<GLenum>(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face), 16 * 16 * 4);
    scene.check(sameTexel(back, 0, 0, 16, source, face, face * 2) &&
                    sameTexel(back, 15, 15, 16, source, face + 15, face * 2 + 15),
                "Cube face %d does not hold what was copied into it.", face);
    scene.block("cube" + std::to_string(face), "u8", back);
  }
}

MGL_SCENE(CopyImageFormats, Core) {
  const std::vector<uint8_t> source = patternBytes(kSize * kSize * 4, 5);
  patternTarget(scene, source);
  const struct {
    GLenum internalFormat, format;
    int channels;
    const char* name;
  } formats[] = {{GL_RGB8, GL_RGB, 3, "rgb8"},
                 {GL_R8, GL_RED, 1, "r8"},
                 {GL_RG8, GL_RG, 2, "rg8"},
                 {GL_RGBA8, GL_RGBA, 4, "rgba8"}};
  for (const auto& one : formats) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glCopyTexImage2D(GL_TEXTURE_2D, 0, one.internalFormat, 0, 0, kSize, kSize, 0);
    scene.expectNoError(one.name);
    const std::vector<uint8_t> back =
        imageOf(GL_TEXTURE_2D, static_cast<size_t>(kSize * kSize * one.channels), one.format);
    int wrong = 0;
    for (int i = 0; i < kSize * kSize; ++i) {
      wrong += std::memcmp(back.data() + i * one.channels, source.data() + i * 4,
                           static_cast<size_t>(one.channels)) != 0
                   ? 1
                   : 0;
    }
    scene.check(wrong == 0, "A copy to %s has %d wrong texels.", one.name, wrong);
    scene.block(one.name, "u8", back);
  }
  // Depth of the default framebuffer into a depth texture.
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glClearDepth(0.5);
  glClear(GL_DEPTH_BUFFER_BIT);
  GLuint depth = 0;
  glGenTextures(1, &depth);
  glBindTexture(GL_TEXTURE_2D, depth);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 0, 0, 16, 16, 0);
  scene.expectNoError("glCopyTexImage2D of depth");
  std::vector<float> values(256, -1.0f);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, GL_FLOAT, values.data());
  scene.block("depth", "f32", values);
  scene.check(values[0] > 0.49999f && values[255] < 0.50001f, "Copied depth is %g and %g, not 0.5.",
              static_cast<double>(values[0]), static_cast<double>(values[255]));
}

MGL_SCENE(CopyImageOutside, Core) {
  // What lies outside of the framebuffer is undefined; what lies inside must arrive at its place all the
  // same.
  const std::vector<uint8_t> source = patternBytes(kSize * kSize * 4, 6);
  patternTarget(scene, source);
  const std::vector<uint8_t> zeros(kSize * kSize * 4, 0);
  const struct { int x, y; } corners[] = {{-8, -8}, {24, 24}, {-4, 28}};
  for (const auto& corner : corners) {
    const GLuint texture = makeTexture2d(GL_RGBA8, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, zeros.data());
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, corner.x, corner.y, 16, 16);
    scene.expectNoError("glCopyTexSubImage2D beyond the framebuffer");
    std::vector<uint8_t> back = imageOf(GL_TEXTURE_2D, 16 * 16 * 4);
    int wrong = 0;
    for (int i = 0; i < 256; ++i) {
      const int x = corner.x + i % 16, y = corner.y + i / 16;
      if (x >= 0 && y >= 0 && x < kSize && y < kSize) {
        wrong += std::memcmp(back.data() + i * 4, source.data() + (y * kSize + x) * 4, 4) != 0 ? 1 : 0;
      } else {
        std::memset(back.data() + i * 4, 0, 4);
      }
    }
    scene.check(wrong == 0, "A copy from (%d, %d) has %d wrong texels.", corner.x, corner.y, wrong);
    scene.block("from" + std::to_string(corner.x) + "_" + std::to_string(corner.y), "u8", back);
    glDeleteTextures(1, &texture);
  }
}

}  // namespace scenes
