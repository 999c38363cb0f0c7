// SPDX-License-Identifier: Apache-2.0
// What the ES driver is and offers, by its version and extension strings only.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

namespace gles {

class Functions;

struct Extensions {
  int version = 0;  // 31, 32
  // Core in 3.2, extensions before.
  bool drawBuffersIndexed = false, copyImage = false, baseVertex = false, geometryShader = false, tessellation = false,
       sampleShading = false, borderClamp = false, textureBuffer = false, multisampleArray = false, cubeMapArray = false,
       stencil8 = false;
  // Extensions.
  bool debug = false, baseInstance = false, robustness = false, timerQuery = false, multiDraw = false,
       multiDrawBaseVertex = false,
       polygonOffsetClamp = false, anisotropy = false, blendFuncExtended = false, clipCullDistance = false,
       depthClamp = false, srgbWriteControl = false, srgbDecode = false, readDepth = false, readStencil = false,
       readDepthStencil = false, readBgra = false, bgraAttributes = false, norm16 = false, renderSnorm = false,
       colorFloat = false, floatBlend = false, mirrorClamp = false, viewportArray = false, noperspective = false,
       textureView = false, bufferStorage = false, floatLinear = false,
       packReverse = false;

  bool has(std::string_view name) const { return mNames.contains(std::string(name)); }
  // The context whose strings these are must be current; `functions` needs only its bootstrap entries.
  void query(Functions& functions);

 private:
  std::unordered_set<std::string> mNames;
};

}  // namespace gles
