// SPDX-License-Identifier: Apache-2.0
// What is kept of one compiled shader object.
#pragma once

#include "shader/glslang_front.h"

namespace shader {

// glslang's own linking changes its trees, so an object that may be linked many times, also at once, keeps
// its source and, in the usual case that it is a whole stage by itself, finished SPIR-V. Only stages made of
// several objects are parsed again at link.
class CompiledStage {
 public:
  CompiledStage(Stage stage, std::string source, const Limits& limits, FrontResult front)
      : mStage(stage), mSource(std::move(source)), mLimits(limits), mFront(std::move(front)) {}

  Stage stage() const { return mStage; }
  const std::string& source() const { return mSource; }
  const Limits& limits() const { return mLimits; }
  const FrontResult& front() const { return mFront; }

 private:
  Stage mStage;
  std::string mSource;
  Limits mLimits;
  FrontResult mFront;
};

}  // namespace shader
