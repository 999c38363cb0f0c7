// SPDX-License-Identifier: Apache-2.0
// The `mobilegl` command: runs programs on this library, and says what it finds.
#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstdlib>

#include "tools/doctor.h"
#include "tools/info.h"
#include "tools/run.h"

namespace {

const char* variableOr(const char* name, const char* fallback) {
  const char* value = std::getenv(name);
  return value && *value ? value : fallback;
}

// info and doctor look at the arm that the options name, through the same settings as a program would.
void setArm(const std::string& transport, const std::string& backend) {
  ::setenv("MOBILEGL_TRANSPORT", transport.c_str(), 1);
  ::setenv("MOBILEGL_BACKEND", backend.c_str(), 1);
  // They say themselves, in one sentence, what failed.
  ::setenv("MOBILEGL_LOG", "off", 0);
}

}  // namespace

int main(int count, char** arguments) {
  CLI::App app{
      "Desktop OpenGL for programs on machines that only have an OpenGL ES driver, or whose driver should "
      "run "
      "in another process."};
  app.set_version_flag("--version", "mobilegl " MOBILEGL_VERSION);
  app.require_subcommand(1);

  const std::vector<std::string> transports{"monolith", "inproc", "spawn"},
      backends{"gles", "null", "vulkan"};
  tools::RunOptions options;
  options.transport = variableOr("MOBILEGL_TRANSPORT", "spawn");
  options.backend = variableOr("MOBILEGL_BACKEND", "gles");
  const auto addArm = [&](CLI::App* command) {
    command
        ->add_option("--transport", options.transport,
                     "Where the driver runs: monolith, inproc or spawn (default)")
        ->check(CLI::IsMember(transports));
    command->add_option("--backend", options.backend, "Which driver draws: gles (default), null or vulkan")
        ->check(CLI::IsMember(backends));
  };

  CLI::App* const run =
      app.add_subcommand("run", "Run a program on this library: mobilegl run -- PROGRAM ...");
  addArm(run);
  run->add_option("program", options.program, "The program and its arguments")->required();
  run->positionals_at_end();

  CLI::App* const stats = app.add_subcommand(
      "stats", "Run a program as `run` does, and say at its end what both sides counted, as one line of JSON");
  addArm(stats);
  stats->add_option("program", options.program, "The program and its arguments")->required();
  stats->positionals_at_end();

  tools::InfoOptions infoOptions;
  CLI::App* const info =
      app.add_subcommand("info", "Say which driver, versions, features and settings are in effect");
  addArm(info);
  info->add_flag("--missing", infoOptions.listMissing, "List every OpenGL command that has no body yet");
  info->add_flag("--extensions", infoOptions.listExtensions, "List the extensions that contexts report");

  CLI::App* const doctor = app.add_subcommand("doctor", "Check that everything programs need is there");
  addArm(doctor);

  CLI11_PARSE(app, count, arguments);
  if (stats->parsed()) ::setenv("MOBILEGL_PIPE_STATS", "1", 1);
  if (run->parsed() || stats->parsed()) return tools::run(options);
  setArm(options.transport, options.backend);
  return info->parsed() ? tools::info(infoOptions) : tools::doctor();
}
