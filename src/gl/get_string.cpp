// SPDX-License-Identifier: Apache-2.0
// glGetString and glGetStringi (GL 4.6 core §22.2).
#include <mutex>
#include <set>
#include <string>

#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/get_value.h"
#include "gl/prototypes_get.gen.h"
#include "gl/version.h"

namespace gl {
namespace {

// GL strings live for ever and applications keep the pointers, also beyond the context: each text is kept once.
const GLubyte* kept(const std::string& text) {
  static std::mutex mutex;
  static auto& texts = *new std::set<std::string>;  // not destroyed: exit handlers may still read
  std::lock_guard lock(mutex);
  return reinterpret_cast<const GLubyte*>(texts.insert(text).first->c_str());
}

std::string versionText(const Context& ctx) {
  const std::string number =
      std::to_string(ctx.config().majorVersion) + "." + std::to_string(ctx.config().minorVersion);
  const std::string library = std::string("MobileGL ") + kLibraryVersion;
  // Profiles exist since 3.2; programs look for the word in the string.
  if (ctx.isCore()) return number + ".0 " + library;
  return ctx.version() >= 32 ? number + " (Compatibility Profile) " + library : number + ".0 " + library;
}

// 330 → "3.30"
std::string shadingLanguageText(const Context& ctx) {
  const int version = ctx.device().glslVersion;
  const int minor = version % 100;
  return std::to_string(version / 100) + "." + (minor < 10 ? "0" : "") + std::to_string(minor);
}

// The string of the compatibility profile.
std::string extensionText(const Context& ctx) {
  std::string all;
  for (const auto* list : {&ctx.device().extensions, &ctx.device().legacyExtensions})
    for (const std::string& extension : *list) {
      if (!all.empty()) all += ' ';
      all += extension;
    }
  return all;
}

}  // namespace

size_t extensionCount(const Context& ctx) {
  return ctx.device().extensions.size() + (ctx.isCore() ? 0 : ctx.device().legacyExtensions.size());
}

bool validateGetString(const Context& ctx, GLenum name) {
  if (name == GL_EXTENSIONS && ctx.isCore())
    return refuse(ctx, GL_INVALID_ENUM, "glGetString: the core profile lists GL_EXTENSIONS through glGetStringi.");
  return isOneOf(name, {GL_VENDOR, GL_RENDERER, GL_VERSION, GL_SHADING_LANGUAGE_VERSION, GL_EXTENSIONS}) ||
         refuseEnum(ctx, "glGetString", "name", name);
}
const GLubyte* getString(Context& ctx, GLenum name) {
  switch (name) {
    case GL_VENDOR: return kept(ctx.device().vendor);
    case GL_RENDERER: return kept(ctx.device().renderer);
    case GL_VERSION: return kept(versionText(ctx));
    case GL_SHADING_LANGUAGE_VERSION: return kept(shadingLanguageText(ctx));
    default: return kept(extensionText(ctx));
  }
}

bool validateGetStringi(const Context& ctx, GLenum name, GLuint index) {
  switch (name) {
    case GL_EXTENSIONS: return checkBelow(ctx, "glGetStringi", "index", index, extensionCount(ctx));
    case GL_SHADING_LANGUAGE_VERSION: return checkBelow(ctx, "glGetStringi", "index", index, 1);
    default: return refuseEnum(ctx, "glGetStringi", "name", name);
  }
}
const GLubyte* getStringi(Context& ctx, GLenum name, GLuint index) {
  const size_t common = ctx.device().extensions.size();
  if (name == GL_EXTENSIONS)
    return kept(index < common ? ctx.device().extensions[index] : ctx.device().legacyExtensions[index - common]);
  return kept(std::to_string(ctx.device().glslVersion) + (ctx.isCore() ? " core" : " compatibility"));
}

}  // namespace gl
