// SPDX-License-Identifier: Apache-2.0
// mobilegl-bench: prices of single kinds of calls, as lines of comma-separated values.
//   mobilegl-bench [--label NAME] [--only CASE,CASE] [--seconds S]
// Lines that begin with # are remarks; the first line of values names the columns.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "cases.h"
#include "process_usage.h"

namespace {

struct Options {
  std::string label = "?";
  std::string only;
  double seconds = 1.0;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--label") {
      options.label = argv[i + 1];
    } else if (name == "--only") {
      options.only = argv[i + 1];
    } else if (name == "--seconds") {
      options.seconds = std::atof(argv[i + 1]);
    } else {
      bench::fail("Unknown option; there are --label, --only and --seconds.");
    }
  }
  return options;
}

bool chosen(const std::string& only, const std::string& name) {
  return only.empty() || ("," + only + ",").find("," + name + ",") != std::string::npos;
}

void measure(const Options& options, bench::Stage& stage, bench::Case& measured) {
  stage.reset();
  measured.prepare(stage);
  // Shader variants and first growth of buffers are not what is measured.
  for (int i = 0; i < 2; ++i) {
    measured.frame(stage);
    glFinish();
  }
  const bench::Usage before = bench::usageNow();
  const double start = bench::secondsNow();
  double units = 0;
  double now = start;
  long frames = 0;
  while (now - start < options.seconds) {
    units += measured.frame(stage);
    // A case that waits by itself is not to wait twice.
    if (measured.scale() > 0 || std::strcmp(measured.name(), "frame_mixed") == 0) {
      glFinish();
    }
    ++frames;
    now = bench::secondsNow();
  }
  const double seconds = now - start;
  const bench::Usage after = bench::usageNow();
  const double value =
      measured.scale() > 0 ? units / measured.scale() / seconds : seconds * 1e6 / static_cast<double>(frames);
  std::printf("%s,%s,%.6g,%s,%.3f,%.3f,%.3f,%.3f,%.3f,%s\n", options.label.c_str(), measured.name(), value,
              measured.unit(), seconds, after.ownUser - before.ownUser, after.ownSystem - before.ownSystem,
              after.childUser - before.childUser, after.childSystem - before.childSystem,
              glGetError() == GL_NO_ERROR ? "ok" : "gl-error");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  bench::Stage stage;
  std::printf("# renderer=%s\n", reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
  const bool right = stage.picturesAreRight();
  std::printf("# picture=%s\n", right ? "right" : "WRONG");
  std::printf("label,test,value,unit,wall_s,client_user_s,client_sys_s,server_user_s,server_sys_s,status\n");
  std::fflush(stdout);
  if (!right) {
    bench::fail("The picture is wrong; nothing was measured.");
  }
  bench::Cases cases;
  bench::addDrawCases(cases);
  bench::addTransferCases(cases);
  for (const auto& one : cases) {
    if (chosen(options.only, one->name())) {
      measure(options, stage, *one);
    }
  }
  return 0;
}
