// SPDX-License-Identifier: Apache-2.0
// Checks, blocks and the table of registered scenes.
#include "scenes/scene.h"

#include <algorithm>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

namespace scenes {

namespace {

std::vector<Registration>& table() {
  static std::vector<Registration> all;
  return all;
}

std::string formatted(const char* text, va_list arguments) {
  char line[1024];
  std::vsnprintf(line, sizeof line, text, arguments);
  return line;
}

bool hasExtension(const char* wanted) {
  GLint count = 0;
  glGetIntegerv(GL_NUM_EXTENSIONS, &count);
  for (GLint i = 0; i < count; ++i) {
    const auto* name = reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i)));
    if (name != nullptr && std::strcmp(name, wanted) == 0) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool Scene::check(bool holds, const char* sentence, ...) {
  ++mCheckCount;
  if (holds) {
    return true;
  }
  ++mFailureCount;
  va_list arguments;
  va_start(arguments, sentence);
  // A scene that goes wrong in every pixel must not flood the log.
  if (mFailureCount <= 20) {
    std::printf("FAIL %s: %s\n", mName.c_str(), formatted(sentence, arguments).c_str());
  }
  va_end(arguments);
  return false;
}

void Scene::expectError(GLenum expected, const char* where) {
  const GLenum found = glGetError();
  check(found == expected, "%s: glGetError gave 0x%04x where 0x%04x was due.", where, found, expected);
}

void Scene::expectPixel(const Image& image, int x, int y, Rgba8 colour, const char* what, int tolerance) {
  const uint8_t* p = image.at(x, y);
  const bool same = std::abs(p[0] - colour.r) <= tolerance && std::abs(p[1] - colour.g) <= tolerance &&
                    std::abs(p[2] - colour.b) <= tolerance && std::abs(p[3] - colour.a) <= tolerance;
  check(same, "%s: pixel (%d, %d) is (%d, %d, %d, %d) where (%d, %d, %d, %d) within %d was due.", what, x, y,
        p[0], p[1], p[2], p[3], colour.r, colour.g, colour.b, colour.a, tolerance);
}

void Scene::expectFill(const Image& image, int x, int y, int width, int height, Rgba8 colour,
                       const char* what, int tolerance) {
  int wrong = 0;
  for (int row = y; row < y + height; ++row) {
    for (int column = x; column < x + width; ++column) {
      const uint8_t* p = image.at(column, row);
      const int worst = std::max({std::abs(p[0] - colour.r), std::abs(p[1] - colour.g),
                                  std::abs(p[2] - colour.b), std::abs(p[3] - colour.a)});
      if (worst > tolerance && wrong++ == 0) {
        expectPixel(image, column, row, colour, what, tolerance);
      }
    }
  }
  check(wrong == 0, "%s: %d of %d pixels are wrong.", what, wrong, width * height);
}

void Scene::block(const std::string& name, int width, int height, const char* elementType, const void* bytes,
                  size_t sizeBytes) {
  const auto* first = static_cast<const uint8_t*>(bytes);
  mBlocks.push_back({name, width, height, elementType, std::vector<uint8_t>(first, first + sizeBytes)});
}

Image Scene::pixels(const std::string& name, int x, int y, int width, int height) {
  return pixels(name, x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, 4, "u8");
}

Image Scene::pixels(const std::string& name, int x, int y, int width, int height, GLenum format, GLenum type,
                    int bytesPerPixel, const char* elementType) {
  Image image{width, height, bytesPerPixel, {}};
  // A pattern that no scene draws: bytes that the read-back forgot stand out.
  image.bytes.assign(
      static_cast<size_t>(width) * static_cast<size_t>(height) * static_cast<size_t>(bytesPerPixel), 0xA5);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(x, y, width, height, format, type, image.bytes.data());
  expectNoError(("glReadPixels of " + name).c_str());
  block(name, width, height, elementType, image.bytes.data(), image.bytes.size());
  return image;
}

bool Scene::needs(const char* extension, int version) {
  GLint major = 0;
  GLint minor = 0;
  glGetIntegerv(GL_MAJOR_VERSION, &major);
  glGetIntegerv(GL_MINOR_VERSION, &minor);
  if (major * 10 + minor >= version || (extension != nullptr && hasExtension(extension))) {
    return true;
  }
  skip("the context has neither %s nor version %d.%d", extension == nullptr ? "an extension" : extension,
       version / 10, version % 10);
  return false;
}

void Scene::skip(const char* reason, ...) {
  va_list arguments;
  va_start(arguments, reason);
  mSkipReason = formatted(reason, arguments);
  va_end(arguments);
}

void Scene::fatal(const char* sentence, ...) {
  va_list arguments;
  va_start(arguments, sentence);
  std::printf("FAIL %s: %s\n", mName.c_str(), formatted(sentence, arguments).c_str());
  va_end(arguments);
  std::fflush(stdout);
  std::_Exit(1);
}

bool Scene::writeBlocks(const std::string& path) const {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) {
    return false;
  }
  std::fprintf(file, "MGLSCENE 1 %zu\n", mBlocks.size());
  for (const Block& one : mBlocks) {
    std::fprintf(file, "%s %d %d %s %zu\n", one.name.c_str(), one.width, one.height, one.elementType.c_str(),
                 one.bytes.size());
    std::fwrite(one.bytes.data(), 1, one.bytes.size(), file);
  }
  return std::fclose(file) == 0;
}

std::vector<Registration> registeredScenes() {
  std::vector<Registration> all = table();
  std::sort(all.begin(), all.end(),
            [](const Registration& a, const Registration& b) { return std::strcmp(a.name, b.name) < 0; });
  return all;
}

Registrar::Registrar(const char* name, Profile profile, void (*draw)(Scene&)) {
  table().push_back({name, profile, draw});
}

}  // namespace scenes
