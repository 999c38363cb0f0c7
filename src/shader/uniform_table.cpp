// SPDX-License-Identifier: Apache-2.0
// The program's list of uniforms: one entry a name, whichever stages use it.
#include "shader/link_context.h"

namespace shader {

Uniform* mergeUniform(LinkContext& context, const LinkedStage& stage, Uniform uniform) {
  uniform.stages = maskOf(stage.stage);
  for (Uniform& known : context.program.uniforms) {
    if (known.name != uniform.name) continue;
    const bool same = known.glType == uniform.glType && known.isArray == uniform.isArray &&
                      known.arraySize == uniform.arraySize && known.blockIndex == uniform.blockIndex;
    const bool placedTwice =
        known.location >= 0 && uniform.location >= 0 && known.location != uniform.location;
    if (!same || placedTwice) {
      context.error("uniform '" + uniform.name + "' is declared differently in the " +
                    stageName(stage.stage) + " shader and in an earlier stage");
      return nullptr;
    }
    known.stages |= uniform.stages;
    known.location = std::max(known.location, uniform.location);
    const size_t at = static_cast<size_t>(stage.stage);
    known.placement[at] = uniform.placement[at];
    return &known;
  }
  context.program.uniforms.push_back(std::move(uniform));
  return &context.program.uniforms.back();
}

}  // namespace shader
