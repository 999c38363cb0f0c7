// SPDX-License-Identifier: Apache-2.0
// GetTexImage and ReadPixelsToBuffer: read-backs of whole images and of rectangles, to memory and to pixel
// buffers at an offset, in several formats, after draws and after uploads.
#include <cstring>

#include "scenes/drawing.h"

namespace scenes {

MGL_SCENE(GetTexImage, Core) {
  const std::vector<uint8_t> source = patternBytes(20 * 10 * 4, 9);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  const GLuint texture = makeTexture2d(GL_RGBA8, 20, 10, GL_RGBA, GL_UNSIGNED_BYTE, source.data());
  std::vector<uint8_t> back(source.size(), 0);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, back.data());
  scene.check(back == source, "An uploaded image does not come back.");
  glGetTexImage(GL_TEXTURE_2D, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, back.data());
  scene.check(back[0] == source[2] && back[2] == source[0] && back[3] == source[3],
              "As BGRA the first texel is (%d, %d, %d, %d).", back[0], back[1], back[2], back[3]);
  std::vector<uint8_t> red(200, 0);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_UNSIGNED_BYTE, red.data());
  scene.check(red[0] == source[0] && red[199] == source[199 * 4], "The red channel does not come back.");

  // A part is replaced, then everything is drawn over: each read sees the latest contents.
  const std::vector<uint8_t> part(3 * 4 * 4, 77);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 5, 6, 3, 4, GL_RGBA, GL_UNSIGNED_BYTE, part.data());
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, back.data());
  scene.block("part", 20, 10, "u8", back.data(), back.size());
  scene.check(back[(6 * 20 + 5) * 4] == 77 && back[(9 * 20 + 7) * 4 + 3] == 77 &&
                  back[(6 * 20 + 8) * 4] == source[(6 * 20 + 8) * 4],
              "A replaced part does not come back in its place.");
  GLuint framebuffer = 0;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  glClearColor(0.2f, 0.4f, 0.6f, 0.8f);
  glClear(GL_COLOR_BUFFER_BIT);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, back.data());
  scene.check(back[0] == 51 && back[799] == 204, "A drawn image comes back as %d ... %d.", back[0],
              back[799]);

  // Into a buffer at an offset.
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
  const std::vector<uint8_t> fill(1024, 1);
  glBufferData(GL_PIXEL_PACK_BUFFER, 1024, fill.data(), GL_STREAM_READ);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, reinterpret_cast<void*>(100));
  std::vector<uint8_t> bytes(1024, 0);
  glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, 1024, bytes.data());
  scene.block("buffer", "u8", bytes);
  scene.check(bytes[99] == 1 && bytes[100] == 51 && bytes[899] == 204 && bytes[900] == 1,
              "In the buffer the image's ends are %d %d and %d %d.", bytes[99], bytes[100], bytes[899],
              bytes[900]);
}

MGL_SCENE(ReadPixelsToBuffer, Core) {
  const GLuint program = buildProgram(scene, kQuadVertex, R"(#version 330 core
out vec4 result;
void main() { result = vec4(floor(gl_FragCoord.xy) / 255.0, 0.0, 1.0); }
)");
  glUseProgram(program);
  makeQuad();
  drawQuad();
  GLuint buffers[2] = {};
  glGenBuffers(2, buffers);
  for (int i = 0; i < 2; ++i) {
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers[i]);
    const std::vector<uint8_t> fill(40000, 7);
    glBufferData(GL_PIXEL_PACK_BUFFER, 40000, fill.data(), GL_STREAM_READ);
  }
  // Two reads are in flight before the first is looked at.
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers[0]);
  glPixelStorei(GL_PACK_ROW_LENGTH, 64);
  glReadPixels(10, 20, 50, 60, GL_RGBA, GL_UNSIGNED_BYTE, reinterpret_cast<void*>(16));
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers[1]);
  glReadPixels(64, 64, 32, 32, GL_BGRA, GL_UNSIGNED_BYTE, nullptr);
  glClear(GL_COLOR_BUFFER_BIT);

  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers[0]);
  const auto* mapped =
      static_cast<const uint8_t*>(glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, 40000, GL_MAP_READ_BIT));
  if (scene.check(mapped != nullptr, "Mapping the pixel buffer gave null.")) {
    scene.block("rows", 1, 1, "u8", mapped, 40000);
    const uint8_t* last = mapped + 16 + (59 * 64 + 49) * 4;
    scene.check(mapped[15] == 7 && mapped[16] == 10 && mapped[17] == 20 && last[0] == 59 && last[1] == 79 &&
                    last[4] == 7,
                "The rectangle in the buffer is wrong: %d %d %d, %d %d %d.", mapped[15], mapped[16],
                mapped[17], last[0], last[1], last[4]);
  }
  glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers[1]);
  std::vector<uint8_t> bytes(32 * 32 * 4, 0);
  glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  scene.block("bgra", "u8", bytes);
  scene.check(bytes[2] == 64 && bytes[1] == 64 && bytes[0] == 0, "BGRA in a buffer begins %d %d %d.",
              bytes[0], bytes[1], bytes[2]);

  // The buffer is then a source of vertices or texels without a detour through memory.
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffers[1]);
  makeTexture2d(GL_RGBA8, 32, 32, GL_BGRA, GL_UNSIGNED_BYTE, nullptr);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  std::vector<uint8_t> texels(32 * 32 * 4, 0);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  scene.check(texels[0] == 64 && texels[4] == 65 && texels[4095] == 255,
              "A texture from the buffer begins %d, %d and ends %d.", texels[0], texels[4], texels[4095]);
  scene.block("texels", "u8", texels);
}

}  // namespace scenes
