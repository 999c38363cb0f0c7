// SPDX-License-Identifier: Apache-2.0
// Two kinds of generosity: extensions that every desktop driver has switched on anyway, and a newer version
// of the language in its compatibility profile where the source asks for extensions that became part of it.
#include "shader/source_variants.h"

#include <cctype>

#include "shader/old_identifiers.h"

namespace shader {
namespace {

struct ExtensionInCore {
  std::string_view name;
  int version;           // whose language has what the extension adds
  const char* preamble;  // names that the extension spells otherwise
};

constexpr ExtensionInCore kExtensionsInCore[] = {
    {"GL_EXT_texture_array", 130,
     "#define texture1DArray texture\n#define texture2DArray texture\n"
     "#define texture1DArrayLod textureLod\n#define texture2DArrayLod textureLod\n"
     "#define shadow1DArray(s, c) vec4(texture(s, c))\n#define shadow2DArray(s, c) vec4(texture(s, c))\n"},
    {"GL_EXT_gpu_shader4", 130,
     "#define texelFetch1D texelFetch\n#define texelFetch2D texelFetch\n#define texelFetch3D texelFetch\n"
     "#define texelFetch2DArray texelFetch\n#define textureSize1D textureSize\n#define textureSize2D "
     "textureSize\n"
     "#define textureSize3D textureSize\n#define textureSizeCube textureSize\n#define texture2DGrad "
     "textureGrad\n"
     "#define texture3DGrad textureGrad\n#define texture2DArray texture\n#define texture1DArray texture\n"
     "#define shadow2DArray(s, c) vec4(texture(s, c))\n#define textureCubeGrad textureGrad\n"},
    // Its "in" and "out" are what 1.30 has; the always-on extensions bring the qualifier.
    {"GL_ARB_explicit_attrib_location", 130, ""},
    {"GL_ARB_draw_instanced", 150, "#define gl_InstanceIDARB gl_InstanceID\n"},
    {"GL_ARB_shader_bit_encoding", 330, ""},
    {"GL_ARB_gpu_shader5", 400, ""},
    {"GL_ARB_shader_storage_buffer_object", 430, ""},
    {"GL_ARB_compute_shader", 430, ""},
    {"GL_ARB_cull_distance", 450, ""},
    {"GL_ARB_fragment_layer_viewport", 430, ""},
    {"GL_ARB_arrays_of_arrays", 430, ""},
};

constexpr const char* kAlwaysOn =
    "#extension GL_ARB_shading_language_420pack : enable\n"
    "#extension GL_ARB_separate_shader_objects : enable\n"
    "#extension GL_ARB_texture_rectangle : enable\n";

// Position behind the last digit of the number in "#version N", and the number; {npos, 110} without a
// directive.
std::pair<size_t, int> versionDirective(std::string_view source) {
  size_t at = source.find("#version");
  if (at == std::string_view::npos) return {at, 110};
  at += 8;
  while (at < source.size() && (source[at] == ' ' || source[at] == '\t')) ++at;
  int number = 0;
  for (; at < source.size() && std::isdigit(static_cast<unsigned char>(source[at])) && number < 1000; ++at)
    number = number * 10 + (source[at] - '0');
  return {at, number};
}

bool namesProfile(std::string_view source, size_t at) {
  const std::string_view line = source.substr(at, source.substr(at).find('\n'));
  return line.find("core") != line.npos || line.find("es") != line.npos ||
         line.find("compatibility") != line.npos;
}

// The same text with another version: digits are replaced, or a directive is put on the first line.
std::string withVersion(std::string_view source, int version) {
  const auto [end, number] = versionDirective(source);
  if (end == std::string_view::npos)
    return "#version " + std::to_string(version) + (version >= 150 ? " compatibility" : "") + "\n#line " +
           std::to_string(version >= 330 ? 1 : 0) + "\n" + std::string(source);
  const size_t begin = end - std::to_string(number).size();
  const bool addProfile = version >= 150 && number < 150 && !namesProfile(source, end);
  return std::string(source.substr(0, begin)) + std::to_string(version) +
         (addProfile ? " compatibility" : "") + std::string(source.substr(end));
}

// Blanks the directives that ask for `extension`, which the newer version has without asking.
std::string withoutDirective(std::string text, std::string_view extension) {
  for (size_t at = text.find("#extension"); at != std::string::npos; at = text.find("#extension", at + 1)) {
    const size_t end = std::min(text.find('\n', at), text.size());
    if (text.substr(at, end - at).find(extension) != std::string::npos)
      text.replace(at, end - at, end - at, ' ');
  }
  return text;
}

bool mayBeTooStrict(std::string_view log) {
  for (const char* phrase :
       {"not supported", "Reserved word", "no matching overloaded function", "undeclared", "syntax error"})
    if (log.find(phrase) != std::string_view::npos) return true;
  return false;
}

}  // namespace

SourceVariant plainVariant(Stage stage, std::string_view source) {
  SourceVariant variant{"", std::string(source)};
  if (stage != Stage::Vertex) return variant;
  // glslang knows the function but has no code for it. Only where the source may mean it, so that no other
  // can tell.
  if (source.find("ftransform") != std::string_view::npos)
    variant.preamble += "#define ftransform() (gl_ModelViewProjectionMatrix * gl_Vertex)\n";
  // Vertex shaders need no extension to sample at a level.
  for (const char* function : {"1DLod", "2DLod", "3DLod", "CubeLod", "1DProjLod", "2DProjLod", "3DProjLod"})
    if (source.find(function) != std::string_view::npos) {
      variant.preamble += "#if __VERSION__ < 130\n#extension GL_ARB_shader_texture_lod : enable\n#endif\n";
      break;
    }
  return variant;
}

std::vector<SourceVariant> generousVariants(Stage stage, std::string_view source, std::string_view log) {
  std::vector<SourceVariant> variants;
  const auto [end, version] = versionDirective(source);
  if (!mayBeTooStrict(log) || version == 100 ||
      (end != std::string_view::npos && source.substr(end, 4).find("es") != std::string_view::npos))
    return variants;
  SourceVariant extended = plainVariant(stage, source);
  extended.preamble = kAlwaysOn + extended.preamble;
  if (version < kWordsReservedVersion && log.find("Reserved word") != std::string_view::npos)
    extended.preamble += renamingPreamble(source);
  variants.push_back(extended);
  int needed = version;
  // Drivers have inverse() one version early.
  if (version == 140 && log.find("'inverse'") != std::string_view::npos) needed = 150;
  // Suffixes of numbers came with 1.20.
  if (log.find("floating-point suffix") != std::string_view::npos) needed = std::max(needed, 120);
  for (const ExtensionInCore& extension : kExtensionsInCore) {
    if (source.find(extension.name) == std::string_view::npos) continue;
    needed = std::max(needed, extension.version);
    extended.preamble += extension.preamble;
    extended.text = withoutDirective(std::move(extended.text), extension.name);
  }
  if (needed > version) {
    extended.text = withVersion(extended.text, needed);
    variants.push_back(std::move(extended));
  }
  return variants;
}

}  // namespace shader
