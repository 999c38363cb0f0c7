// SPDX-License-Identifier: Apache-2.0
// Compiling one shader object: syntax and types are judged now, completeness of the stage at link.
#include "shader/compile.h"

#include "shader/stage.h"

namespace shader {

CompileResult compile(Stage stage, std::string_view source, const Limits& limits) {
  // A nul ends what GL calls the string; text behind it was never part of the source.
  std::string text(source.substr(0, source.find('\0')));
  FrontResult front = runFront(stage, {text}, limits);
  CompileResult result;
  if (front.parsed) {
    // What makes the stage incomplete is an error of the link, not of the compilation.
    if (front.linked) result.infoLog = front.log;
    result.stage = std::make_shared<const CompiledStage>(stage, std::move(text), limits, std::move(front));
  } else {
    result.infoLog = front.log.empty() ? "0:0: error: the source could not be parsed\n" : front.log;
  }
  return result;
}

}  // namespace shader
