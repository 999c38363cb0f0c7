// SPDX-License-Identifier: Apache-2.0
// What a scene gets and gives: checks in sentences, named blocks of read-back bytes, and its registration by
// name. A scene is an ordinary OpenGL program; nothing here knows which library answers its calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "scenes/gl_headers.h"

namespace scenes {

enum class Profile { Core, Compatibility };

/// Pixels as they were read back: tightly packed rows, lowest row first.
struct Image {
  int width = 0;
  int height = 0;
  int bytesPerPixel = 0;
  std::vector<uint8_t> bytes;

  const uint8_t* at(int x, int y) const {
    return bytes.data() + (static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)) *
                              static_cast<size_t>(bytesPerPixel);
  }
};

struct Rgba8 {
  uint8_t r, g, b, a;
};

/// One running scene: collects checks and blocks; the main program writes the blocks to a file in the end.
class Scene {
 public:
  explicit Scene(std::string name) : mName(std::move(name)) {}

  /// Counts a failure and prints the sentence when the condition does not hold; returns the condition.
  bool check(bool holds, const char* sentence, ...) __attribute__((format(printf, 3, 4)));

  /// The next glGetError must be exactly this one.
  void expectError(GLenum expected, const char* where);
  void expectNoError(const char* where) { expectError(GL_NO_ERROR, where); }

  /// The pixel must equal the colour within the tolerance; what names the place in the failure sentence.
  void expectPixel(const Image& image, int x, int y, Rgba8 colour, const char* what, int tolerance = 0);
  /// Every pixel of the rectangle must equal the colour.
  void expectFill(const Image& image, int x, int y, int width, int height, Rgba8 colour, const char* what,
                  int tolerance = 0);

  /// Keeps bytes for the comparison between arms. The element type ("u8", "u16", "u32", "i32", "f32", ...)
  /// tells the comparison with a native driver how to measure a difference.
  void block(const std::string& name, int width, int height, const char* elementType, const void* bytes,
             size_t sizeBytes);
  template <typename T>
  void block(const std::string& name, const char* elementType, const std::vector<T>& values) {
    block(name, static_cast<int>(values.size()), 1, elementType, values.data(), values.size() * sizeof(T));
  }

  /// Reads RGBA bytes of the bound read framebuffer and keeps them as a block.
  Image pixels(const std::string& name, int x, int y, int width, int height);
  /// The same in any format and type; bytesPerPixel must fit them.
  Image pixels(const std::string& name, int x, int y, int width, int height, GLenum format, GLenum type,
               int bytesPerPixel, const char* elementType);

  /// True if the context has the extension or at least this version (major * 10 + minor); otherwise marks the
  /// scene as skipped, with the reason.
  bool needs(const char* extension, int version);
  void skip(const char* reason, ...) __attribute__((format(printf, 2, 3)));

  /// Ends the program with a failure: the scene cannot go on.
  [[noreturn]] void fatal(const char* sentence, ...) __attribute__((format(printf, 2, 3)));

  const std::string& name() const { return mName; }
  int failureCount() const { return mFailureCount; }
  int checkCount() const { return mCheckCount; }
  const std::string& skipReason() const { return mSkipReason; }
  bool writeBlocks(const std::string& path) const;

 private:
  struct Block {
    std::string name;
    int width, height;
    std::string elementType;
    std::vector<uint8_t> bytes;
  };

  std::string mName;
  std::vector<Block> mBlocks;
  std::string mSkipReason;
  int mFailureCount = 0;
  int mCheckCount = 0;
};

struct Registration {
  const char* name;
  Profile profile;
  void (*draw)(Scene&);
};

/// All scenes of the program, sorted by name.
std::vector<Registration> registeredScenes();

class Registrar {
 public:
  Registrar(const char* name, Profile profile, void (*draw)(Scene&));
};

}  // namespace scenes

/// Defines and registers a scene; its body follows and sees `scene`.
#define MGL_SCENE(NAME, PROFILE)                                                                    \
  static void draw##NAME(::scenes::Scene& scene);                                                   \
  static const ::scenes::Registrar registrar##NAME(#NAME, ::scenes::Profile::PROFILE, &draw##NAME); \
  static void draw##NAME([[maybe_unused]] ::scenes::Scene& scene)
