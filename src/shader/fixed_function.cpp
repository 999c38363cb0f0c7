// SPDX-License-Identifier: Apache-2.0
// Text of the fixed-function stages (GL 4.6 compatibility §12, §16). The formulas are the specification's, spelled with
// the built-in uniforms that GLSL 1.30 has for them.
#include "shader/fixed_function.h"

namespace shader {
namespace {

std::string number(uint32_t n) { return std::to_string(n); }
std::string indexed(const char* name, uint32_t i) { return std::string(name) + "[" + number(i) + "]"; }

bool usesUnit(const FixedFunctionKey& key, uint32_t i) { return key.units[i].texture != FixedTexture::Off; }

bool generates(const FixedUnit& unit, FixedTexGen mode) {
  for (const FixedTexGen gen : unit.gen)
    if (gen == mode) return true;
  return false;
}
bool generatesAny(const FixedFunctionKey& key, FixedTexGen mode) {
  for (uint32_t i = 0; i < kFixedUnits; ++i)
    if (usesUnit(key, i) && generates(key.units[i], mode)) return true;
  return false;
}

// ── vertex stage ──

class VertexText {
 public:
  explicit VertexText(const FixedFunctionKey& key) : k(key) {}

  std::string run() {
    if (k.flat) mHead += "flat out vec4 gl_FrontColor;\nflat out vec4 gl_FrontSecondaryColor;\n";
    if (k.twoSide) {
      mHead += std::string(k.flat ? "flat " : "") + "out vec4 mgl_BackColor;\n";
      if (k.separateSpecular) mHead += std::string(k.flat ? "flat " : "") + "out vec4 mgl_BackSecondary;\n";
    }
    if (k.clipPlanes) mHead += "out float gl_ClipDistance[" + number(clipCount()) + "];\n";
    mBody += "  gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex;\n";
    mBody += "  vec4 eye = gl_ModelViewMatrix * gl_Vertex;\n";
    if (needsNormal()) addNormal();
    if (k.lighting)
      addLighting();
    else
      addPlainColors();
    addTextureCoordinates();
    mBody += k.fogCoordinate ? "  gl_FogFragCoord = gl_FogCoord;\n" : "  gl_FogFragCoord = abs(eye.z);\n";
    for (uint32_t i = 0; i < clipCount(); ++i)
      mBody += "  gl_ClipDistance[" + number(i) + "] = " +
               (k.clipPlanes >> i & 1 ? "dot(gl_ClipPlane[" + number(i) + "], eye)" : "0.0") + ";\n";
    if (k.pointAttenuation)
      mBody +=
          "  float away = length(eye.xyz / eye.w);\n"
          "  gl_PointSize = clamp(gl_Point.size * inversesqrt(gl_Point.distanceConstantAttenuation + away * "
          "(gl_Point.distanceLinearAttenuation + away * gl_Point.distanceQuadraticAttenuation)), gl_Point.sizeMin, "
          "gl_Point.sizeMax);\n";
    return "#version 130\n" + mHead + "void main() {\n" + mBody + "}\n";
  }

 private:
  // Planes up to the highest in use.
  uint32_t clipCount() const {
    uint32_t count = 0;
    for (uint32_t i = 0; i < kFixedClipPlanes; ++i)
      if (k.clipPlanes >> i & 1) count = i + 1;
    return count;
  }

  bool needsNormal() const {
    return k.lighting || generatesAny(k, FixedTexGen::Sphere) || generatesAny(k, FixedTexGen::Reflection) ||
           generatesAny(k, FixedTexGen::Normal);
  }

  void addNormal() {
    mBody += "  vec3 normal = gl_NormalMatrix * gl_Normal;\n";
    if (k.normal == FixedNormal::Normalize) mBody += "  normal = normalize(normal);\n";
    if (k.normal == FixedNormal::Rescale) mBody += "  normal *= gl_NormalScale;\n";
  }

  std::string term(uint32_t face, FixedMaterialBit bit, const char* name) const {
    if (k.colorMaterial[face] & bit) return "gl_Color";
    return std::string(face ? "gl_BackMaterial." : "gl_FrontMaterial.") + name;
  }

  // The light's direction and how much of it arrives, then both faces.
  void addLight(uint32_t i) {
    const std::string light = indexed("gl_LightSource", i);
    const FixedLight kind = k.lights[i];
    mBody += "  {\n";
    if (kind == FixedLight::Directional) {
      mBody += "    vec3 toLight = normalize(" + light + ".position.xyz);\n    float reach = 1.0;\n";
    } else {
      mBody += "    vec3 toLight = " + light + ".position.xyz / " + light + ".position.w - eye.xyz / eye.w;\n" +
               "    float away = length(toLight);\n    toLight /= away;\n    float reach = 1.0 / (" + light +
               ".constantAttenuation + away * (" + light + ".linearAttenuation + away * " + light +
               ".quadraticAttenuation));\n";
    }
    if (kind == FixedLight::Spot)
      mBody += "    float cone = dot(-toLight, normalize(" + light + ".spotDirection));\n    reach *= cone < " + light +
               ".spotCosCutoff ? 0.0 : " + light + ".spotExponent == 0.0 ? 1.0 : pow(max(cone, 0.0), " + light +
               ".spotExponent);\n";
    mBody += k.localViewer ? "    vec3 halfway = normalize(toLight - normalize(eye.xyz / eye.w));\n"
                           : "    vec3 halfway = normalize(toLight + vec3(0.0, 0.0, 1.0));\n";
    for (uint32_t face = 0; face < faces(); ++face) addFace(light, face);
    mBody += "  }\n";
  }

  void addFace(const std::string& light, uint32_t face) {
    const std::string side = face ? "back" : "front", n = face ? "(-normal)" : "normal";
    const std::string shininess = face ? "gl_BackMaterial.shininess" : "gl_FrontMaterial.shininess";
    mBody += "    float " + side + "Facing = dot(" + n + ", toLight);\n";
    mBody += "    " + side + " += reach * (" + term(face, kMaterialAmbient, "ambient") + " * " + light + ".ambient + max(" +
             side + "Facing, 0.0) * " + term(face, kMaterialDiffuse, "diffuse") + " * " + light + ".diffuse);\n";
    mBody += "    if (" + side + "Facing > 0.0) {\n      float shine = max(dot(" + n + ", halfway), 0.0);\n      " + side +
             "Shine += reach * (" + shininess + " == 0.0 ? 1.0 : pow(shine, " + shininess + ")) * " +
             term(face, kMaterialSpecular, "specular") + " * " + light + ".specular;\n    }\n";
  }

  uint32_t faces() const { return k.twoSide ? 2 : 1; }

  void addPlainColors() {
    mBody += "  gl_FrontColor = gl_Color;\n  gl_FrontSecondaryColor = gl_SecondaryColor;\n";
    if (!k.twoSide) return;
    mBody += "  mgl_BackColor = gl_Color;\n";
    if (k.separateSpecular) mBody += "  mgl_BackSecondary = gl_SecondaryColor;\n";
  }

  void addLighting() {
    for (uint32_t face = 0; face < faces(); ++face) {
      const std::string side = face ? "back" : "front";
      mBody += "  vec4 " + side + " = " + term(face, kMaterialEmission, "emission") + " + " +
               term(face, kMaterialAmbient, "ambient") + " * gl_LightModel.ambient;\n  vec4 " + side +
               "Shine = vec4(0.0);\n";
    }
    for (uint32_t i = 0; i < kFixedLights; ++i)
      if (k.lights[i] != FixedLight::Off) addLight(i);
    for (uint32_t face = 0; face < faces(); ++face) {
      const std::string side = face ? "back" : "front";
      if (!k.separateSpecular) mBody += "  " + side + ".rgb += " + side + "Shine.rgb;\n";
      mBody += "  " + side + ".a = " + term(face, kMaterialDiffuse, "diffuse") + ".a;\n";
    }
    const char* none = "vec4(0.0, 0.0, 0.0, 1.0)";
    mBody += "  gl_FrontColor = clamp(front, 0.0, 1.0);\n  gl_FrontSecondaryColor = " +
             std::string(k.separateSpecular ? "vec4(clamp(frontShine.rgb, 0.0, 1.0), 1.0)" : none) + ";\n";
    if (!k.twoSide) return;
    mBody += "  mgl_BackColor = clamp(back, 0.0, 1.0);\n";
    if (k.separateSpecular) mBody += "  mgl_BackSecondary = vec4(clamp(backShine.rgb, 0.0, 1.0), 1.0);\n";
  }

  void addTextureCoordinates() {
    const bool reflects = generatesAny(k, FixedTexGen::Sphere) || generatesAny(k, FixedTexGen::Reflection);
    if (reflects) mBody += "  vec3 mirrored = reflect(normalize(eye.xyz), normal);\n";
    if (generatesAny(k, FixedTexGen::Sphere))
      mBody +=
          "  float sphere = 2.0 * sqrt(mirrored.x * mirrored.x + mirrored.y * mirrored.y + (mirrored.z + 1.0) * "
          "(mirrored.z + 1.0));\n";
    for (uint32_t i = 0; i < kFixedUnits; ++i) {
      if (!usesUnit(k, i)) continue;
      const std::string n = number(i);
      mBody += "  vec4 coord" + n + " = gl_MultiTexCoord" + n + ";\n";
      for (uint32_t c = 0; c < 4; ++c) addGenerated(i, c);
      mBody += "  gl_TexCoord[" + n + "] = gl_TextureMatrix[" + n + "] * coord" + n + ";\n";
    }
  }

  void addGenerated(uint32_t unit, uint32_t c) {
    static constexpr char kPlane[] = {'S', 'T', 'R', 'Q'}, kPart[] = {'x', 'y', 'z', 'w'};
    const std::string part(1, kPart[c]), plane = std::string(1, kPlane[c]) + "[" + number(unit) + "]";
    const std::string target = "  coord" + number(unit) + "." + part + " = ";
    switch (k.units[unit].gen[c]) {
      case FixedTexGen::Off: return;
      case FixedTexGen::Object: mBody += target + "dot(gl_Vertex, gl_ObjectPlane" + plane + ");\n"; return;
      case FixedTexGen::Eye: mBody += target + "dot(eye, gl_EyePlane" + plane + ");\n"; return;
      case FixedTexGen::Sphere: mBody += target + "mirrored." + part + " / sphere + 0.5;\n"; return;
      case FixedTexGen::Reflection: mBody += target + "mirrored." + part + ";\n"; return;
      case FixedTexGen::Normal: mBody += target + "normal." + part + ";\n"; return;
    }
  }

  const FixedFunctionKey& k;
  std::string mHead, mBody;
};

// ── fragment stage ──

class FragmentText {
 public:
  explicit FragmentText(const FixedFunctionKey& key) : k(key) {}

  std::string run() {
    addDeclarations();
    mBody += backColors() ? "  vec4 primary = gl_FrontFacing ? gl_Color : mgl_BackColor;\n" : "  vec4 primary = gl_Color;\n";
    for (uint32_t i = 0; i < kFixedUnits; ++i)
      if (usesUnit(k, i)) addFetch(i);
    mBody += "  vec4 color = primary;\n";
    for (uint32_t i = 0; i < kFixedUnits; ++i)
      if (usesUnit(k, i)) addEnvironment(i);
    if (k.colorSum || (k.lighting && k.separateSpecular))
      mBody += backColors() && k.separateSpecular
                   ? "  color.rgb += gl_FrontFacing ? gl_SecondaryColor.rgb : mgl_BackSecondary.rgb;\n"
                   : "  color.rgb += gl_SecondaryColor.rgb;\n";
    addFog();
    addAlphaTest();
    mBody += "  gl_FragColor = color;\n";
    return "#version 130\n" + mHead + "void main() {\n" + mBody + "}\n";
  }

 private:
  bool backColors() const { return k.twoSide; }

  void addDeclarations() {
    const std::string flat = k.flat ? "flat " : "";
    for (uint32_t i = 0; i < kFixedUnits; ++i)
      if (k.units[i].texture == FixedTexture::kRectangle) {
        mHead += "#extension GL_ARB_texture_rectangle : enable\n";
        break;
      }
    if (k.flat) mHead += "flat in vec4 gl_Color;\nflat in vec4 gl_SecondaryColor;\n";
    if (backColors()) mHead += flat + "in vec4 mgl_BackColor;\n";
    if (backColors() && k.separateSpecular) mHead += flat + "in vec4 mgl_BackSecondary;\n";
    if (k.alphaTest) mHead += "uniform float mgl_AlphaReference;\n";
    for (uint32_t i = 0; i < kFixedUnits; ++i)
      if (usesUnit(k, i)) mHead += "uniform " + sampler(k.units[i]) + " mgl_Unit" + number(i) + ";\n";
  }

  static std::string sampler(const FixedUnit& unit) {
    const char* shadow = unit.compares ? "Shadow" : "";
    switch (unit.texture) {
      case FixedTexture::k1D: return std::string("sampler1D") + shadow;
      case FixedTexture::k3D: return "sampler3D";
      case FixedTexture::kCube: return "samplerCube";
      case FixedTexture::kRectangle: return std::string("sampler2DRect") + shadow;
      default: return std::string("sampler2D") + shadow;
    }
  }

  static std::string fetchFunction(const FixedUnit& unit) {
    const char* family = unit.compares ? "shadow" : "texture";
    switch (unit.texture) {
      case FixedTexture::k1D: return std::string(family) + "1DProj";
      case FixedTexture::k3D: return "texture3DProj";
      case FixedTexture::kCube: return "textureCube";
      case FixedTexture::kRectangle: return std::string(family) + "2DRectProj";
      default: return std::string(family) + "2DProj";
    }
  }

  void addFetch(uint32_t i) {
    const FixedUnit& unit = k.units[i];
    const std::string n = number(i);
    const std::string coord = unit.pointCoord ? "vec4(gl_PointCoord, 0.0, 1.0)" : "gl_TexCoord[" + n + "]";
    mBody += "  vec4 texel" + n + " = " + fetchFunction(unit) + "(mgl_Unit" + n + ", " + coord +
             (unit.texture == FixedTexture::kCube ? ".xyz" : "") + ");\n";
    // A comparison is one number: what it fills is up to the depth texture mode, which is the base format here.
    if (unit.compares && unit.texels == FixedTexels::Color) mBody += "  texel" + n + ".a = 1.0;\n";
  }

  // Table 16.3: what the base format lacks leaves its half of the color alone.
  void addEnvironment(uint32_t i) {
    const FixedUnit& unit = k.units[i];
    const std::string t = "texel" + number(i), constant = indexed("gl_TextureEnvColor", i);
    const bool hasColor = unit.texels != FixedTexels::Alpha, hasAlpha = unit.texels != FixedTexels::Color;
    const bool intensity = unit.texels == FixedTexels::Intensity;
    const auto alpha = [&](const std::string& text) {
      if (hasAlpha) mBody += "  color.a" + text + ";\n";
    };
    const auto color = [&](const std::string& text) {
      if (hasColor) mBody += "  color.rgb" + text + ";\n";
    };
    switch (unit.env) {
      case FixedEnv::Modulate: color(" *= " + t + ".rgb"), alpha(" *= " + t + ".a"); break;
      case FixedEnv::Replace: color(" = " + t + ".rgb"), alpha(" = " + t + ".a"); break;
      case FixedEnv::Decal:
        color(hasAlpha ? " = mix(color.rgb, " + t + ".rgb, " + t + ".a)" : " = " + t + ".rgb");
        break;
      case FixedEnv::Blend:
        color(" = mix(color.rgb, " + constant + ".rgb, " + t + ".rgb)");
        alpha(intensity ? " = mix(color.a, " + constant + ".a, " + t + ".a)" : " *= " + t + ".a");
        break;
      case FixedEnv::Add: color(" += " + t + ".rgb"), alpha((intensity ? " += " : " *= ") + t + ".a"); break;
      case FixedEnv::Combine: return addCombiners(i);
    }
    mBody += "  color = clamp(color, 0.0, 1.0);\n";
  }

  std::string source(uint32_t unit, uint8_t which) const {
    switch (which) {
      case kSourceTexture: return "texel" + number(unit);
      case kSourceConstant: return indexed("gl_TextureEnvColor", unit);
      case kSourcePrimary: return "primary";
      case kSourcePrevious: return "color";
      default: break;
    }
    const uint32_t other = which - kSourceUnit0;
    // A unit that is off has no texture: the result is undefined.
    return usesUnit(k, other) ? "texel" + number(other) : "vec4(0.0)";
  }

  std::string argument(uint32_t unit, const FixedCombiner& c, size_t i, bool color) const {
    const std::string value = source(unit, c.source[i]);
    switch (c.operand[i]) {
      case FixedOperand::Color: return value + (color ? ".rgb" : ".a");
      case FixedOperand::OneMinusColor: return "(1.0 - " + value + (color ? ".rgb)" : ".a)");
      case FixedOperand::Alpha: return color ? "vec3(" + value + ".a)" : value + ".a";
      case FixedOperand::OneMinusAlpha: return color ? "vec3(1.0 - " + value + ".a)" : "(1.0 - " + value + ".a)";
    }
    return value;
  }

  std::string combined(uint32_t unit, const FixedCombiner& c, bool color) const {
    const auto arg = [&](size_t i) { return argument(unit, c, i, color); };
    std::string text;
    switch (c.function) {
      case FixedCombine::Replace: text = arg(0); break;
      case FixedCombine::Modulate: text = arg(0) + " * " + arg(1); break;
      case FixedCombine::Add: text = arg(0) + " + " + arg(1); break;
      case FixedCombine::AddSigned: text = arg(0) + " + " + arg(1) + " - 0.5"; break;
      case FixedCombine::Interpolate: text = "mix(" + arg(1) + ", " + arg(0) + ", " + arg(2) + ")"; break;
      case FixedCombine::Subtract: text = arg(0) + " - " + arg(1); break;
      case FixedCombine::Dot3Rgb:
      case FixedCombine::Dot3Rgba:
        text = std::string(color ? "vec3" : "") + "(4.0 * dot(" + arg(0) + " - 0.5, " + arg(1) + " - 0.5))";
        break;
    }
    return "clamp((" + text + ") * " + number(c.scale) + ".0, 0.0, 1.0)";
  }

  void addCombiners(uint32_t i) {
    const FixedUnit& unit = k.units[i];
    mBody += "  {\n    vec3 combined = " + combined(i, unit.color, true) + ";\n";
    if (unit.color.function == FixedCombine::Dot3Rgba)
      mBody += "    color = combined.rgbr;\n  }\n";
    else
      mBody += "    color = vec4(combined, " + combined(i, unit.alpha, false) + ");\n  }\n";
  }

  void addFog() {
    if (k.fog == FixedFog::Off) return;
    const char* factor = k.fog == FixedFog::Linear ? "(gl_Fog.end - gl_FogFragCoord) * gl_Fog.scale"
                         : k.fog == FixedFog::Exp  ? "exp(-gl_Fog.density * gl_FogFragCoord)"
                                                   : "exp(-pow(gl_Fog.density * gl_FogFragCoord, 2.0))";
    mBody += std::string("  color.rgb = mix(gl_Fog.color.rgb, clamp(color.rgb, 0.0, 1.0), clamp(") + factor +
             ", 0.0, 1.0));\n";
  }

  // GL_NEVER … GL_ALWAYS in the order of their numbers; the condition under which the fragment goes.
  void addAlphaTest() {
    static constexpr const char* kFails[] = {"true", ">=", "!=", ">", "<=", "==", "<", "false"};
    if (k.alphaTest == 0 || k.alphaTest > 8) return;
    const std::string fails = kFails[k.alphaTest - 1];
    const bool constant = k.alphaTest == 1 || k.alphaTest == 8;
    mBody += "  if (" + (constant ? fails : "color.a " + fails + " mgl_AlphaReference") + ") discard;\n";
  }

  const FixedFunctionKey& k;
  std::string mHead, mBody;
};

}  // namespace

std::string fixedVertexShader(const FixedFunctionKey& key) { return VertexText(key).run(); }
std::string fixedFragmentShader(const FixedFunctionKey& key) { return FragmentText(key).run(); }

}  // namespace shader
