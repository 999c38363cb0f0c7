# SPDX-License-Identifier: Apache-2.0
"""What scripts/gates breaks, and which gate must notice it with which words.

Breaks that need no build come first; breaks of one build folder stand together.
"""
import sys
from dataclasses import dataclass, field

PYTHON = sys.executable
UNIT_TESTS = "build/tests/"
ARMS = "monolith/gles,spawn/gles"
SCENES = [PYTHON, "tests/scenes/run.py", "--mobilegl", "build/bin/mobilegl", "--scenes", "build/tests/mobilegl-scenes"]
PIGLIT_TEST = "spec@arb_draw_instanced@elements"
LIBRARY = ["mobilegl", "mobilegl-server", "mobilegl_vendor"]
LIFETIMES = [PYTHON, "tests/scenes/lifetimes.py", "--mobilegl", "build/bin/mobilegl", "--scenes",
             "build/tests/mobilegl-scenes", "--topologies", "inproc"]
VULKAN = "src/backends/vulkan/"


@dataclass
class Gate:
    name: str
    command: object  # words, or a line for the shell
    says: str        # must match what it prints
    limit_s: int = 300


@dataclass
class Break:
    edits: list  # (file, text that stands there exactly once, text instead)
    gates: list
    preset: str = ""
    targets: list = field(default_factory=list)
    before: object = None  # runs on the unbroken build


def unit(name, binary, test, says):
    return Gate(name, [UNIT_TESTS + binary, f"--gtest_filter={test}"], says)


def asan(name, binary, test, says):
    # Leaks end with a status of their own; other findings abort.
    return Gate(name, f"ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS=suppressions=tests/sanitizers/leaks.txt "
                      f"UBSAN_OPTIONS=halt_on_error=1 build/asan/tests/{binary} --gtest_filter={test}", says)


BREAKS = [
    Break([("src/base/log.h", "#pragma once\n", '#pragma once\n#include "tracker/tracker.h"\n')],
          [Gate("layers", [PYTHON, "gen/check_layers.py", "spec", "src"], r"base may not include tracker")]),
    Break([("src/base/log.h", "#pragma once\n", "#pragma once\nclass LogManager;\n")],
          [Gate("names", [PYTHON, "gen/check_names.py", "."], r'"manager" in LogManager')]),
    Break([("spec/pipe.toml", 'args = ["Buffer buffer", "u64 offsetBytes", "u32 flags", "u32 zero"]\nbytes = "data"\n',
            'args = ["Buffer buffer", "u32 offsetBytes", "u32 sizeBytes", "u32 flags", "u32 zero"]\nbytes = "data"\n')],
          [Gate("wire lock", [PYTHON, "gen/main.py", "spec", "--check-lock"], r"wire\.lock:\d+: locked")]),
    Break([("gen/gl_registry.py", "                    is_core[name] = False\n", "                    is_core[name] = True\n")],
          [Gate("generator tests", [PYTHON, "-m", "unittest", "discover", "-q", "-s", "gen", "-p", "*_test.py"],
                r"FAILED \(failures=")]),

    # ── the release build ──
    Break([("src/base/handle_test.cpp", "  EXPECT_NE(first.generation, second.generation);\n",
            "  EXPECT_EQ(first.generation, second.generation);\n")],
          [Gate("a failed test counts", ["scripts/test", "--only", "release", "--select", "^base_test$"],
                r"^0 passed, 1 failed", 1800)], "release", ["base_test"]),
    Break([("tests/CMakeLists.txt", "foreach(folder sanitizers scenes winsys)", "foreach(folder sanitizers)")],
          [Gate("missing tests count", ["scripts/test", "--only", "release", "--select", "^base_test$"],
                r"FAILED: build has \d+ tests", 1800)], "release", ["base_test"]),
    Break([("src/record/stage.cpp", "[](const Pending& pending) { return pending.owner->applied() >= pending.sequence; }",
            "[](const Pending&) { return true; }")],
          [unit("stage fill audit", "inproc_test", "InprocTest.ATinyStageLosesNothing", r"Failure[^$]*wrong")],
          "release", ["inproc_test"]),
    Break([("src/record/ring_writer.cpp", "    if (pad + sizeBytes <= free) {\n",
            "    if (pad + sizeBytes <= free + kReserveBytes + 4096) {\n")],
          [unit("ring limits", "record_test", "RingTest.GrowsUnderTraffic:RingTest.SmallInterleavingsAreExhausted",
                r"FAILED")], "release", ["record_test"]),
    Break([("src/remote/messages.cpp", "if (hello.layout != pipe::kLayoutFingerprint)", "if (hello.layout == 1)")],
          [unit("fingerprint refusal", "control_test", "HandshakeTest.LayoutMismatch", r"FAILED +\] HandshakeTest.LayoutMismatch")],
          "release", ["control_test"]),
    Break([("src/remote/spawn.cpp", "        case Received::Closed:\n          end =",
            "        case Received::Closed:\n          std::this_thread::sleep_for(std::chrono::milliseconds(300));\n"
            "          end =")],
          [unit("spawn: server killed", "spawn_test", "Spawn.ServerKilledAtAnyMoment", r"Failure[^$]*worstNs"),
           Gate("kill_peers: server killed", [PYTHON, "tests/winsys/kill_peers.py", "--mobilegl", "build/bin/mobilegl",
                                              "--program", "build/tests/draw_until_lost", "--rounds", "2"],
                r"the loss was seen after 3\d\d")],
          "release", ["spawn_test", "draw_until_lost", *LIBRARY]),
    Break([("src/remote/server.cpp", "      case Received::Closed:\n        return finish();",
            "      case Received::Closed:\n        ::usleep(3'000'000);\n        return finish();")],
          [unit("spawn: client killed", "spawn_test", "Spawn.ClientKilledAtAnyMoment", r"Failure[^$]*within\(1000ms"),
           Gate("kill_peers: client killed", [PYTHON, "tests/winsys/kill_peers.py", "--mobilegl", "build/bin/mobilegl",
                                              "--program", "build/tests/draw_until_lost", "--rounds", "2"],
                r"after the client's end there were still")],
          "release", ["spawn_test", "draw_until_lost", *LIBRARY]),
    Break([("src/lib/server_main.cpp", "  const remote::ExitCode code =",
            "  if (::fork() == 0) {\n    ::close(fd);\n    ::prctl(PR_SET_PDEATHSIG, SIGKILL);\n    ::pause();\n  }\n"
            "  const remote::ExitCode code ="),
           ("src/lib/server_main.cpp", "#include <sys/syscall.h>\n", "#include <sys/prctl.h>\n#include <sys/syscall.h>\n")],
          [unit("process tree", "spawn_test", "Spawn.OneServerAndAnOrderlyEnd", r"Failure[^$]*serversOf\(pid\)\.empty")],
          "release", ["spawn_test", "mobilegl-server"]),
    Break([("src/lib/CMakeLists.txt", "target_link_libraries(mobilegl-server PRIVATE mgl_flags mgl_screen)",
            "target_link_libraries(mobilegl-server PRIVATE mgl_flags mgl_screen mgl_tracker)\n"
            "target_link_options(mobilegl-server PRIVATE -Wl,--whole-archive $<TARGET_FILE:mgl_state> "
            "-Wl,--no-whole-archive)")],
          [Gate("server symbols", ["ctest", "--test-dir", "build", "-V", "-R", "^server_symbols$"], r"[1-9]\d* forbidden")],
          "release", ["mobilegl-server", "MobileGL"]),
    Break([("src/remote/remote_screen.cpp", "  void waitPresentCredit() override {",
            "  void setBlendColor(const pipe::SetBlendColorArgs& args) override {\n    pipe::SetBlendColorArgs other = args;\n"
            "    other.color[0] += 0.006f;\n    record::EncoderCalls::setBlendColor(other);\n  }\n"
            "  void waitPresentCredit() override {")],
          [Gate("scenes: topologies exact", [*SCENES, "--arms", ARMS, "--filter", "^BlendMatrix$"],
                r"FAILED  BlendMatrix \[spawn/gles\]: differs from monolith/gles")],
          "release", ["mobilegl-scenes", *LIBRARY]),
    Break([("src/backends/vulkan/recorder.cpp", "    barrier.newLayout = layout;\n",
            "    barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;\n")],
          [Gate("Vulkan validation", [*SCENES, "--arms", "spawn/vulkan", "--validate", "--filter", "^Triangle$"],
                r"FAILED  Triangle .*messages of the validation layers")],
          "release", ["mobilegl-scenes", *LIBRARY]),
    Break([("src/backends/vulkan/recorder.cpp", "  if (store.sync.hazard(use)) {\n", "  if (false && store.sync.hazard(use)) {\n")],
          [Gate("Vulkan synchronisation validation", [*SCENES, "--arms", "monolith/vulkan", "--validate", "--filter",
                                                      "^ClientArrayDraw$"], r"SYNC-HAZARD")],
          "release", ["mobilegl-scenes", *LIBRARY]),
    Break([("src/backends/vulkan/CMakeLists.txt", " VK_EXT_line_rasterization VK_EXT_primitives", " VK_EXT_primitives")],
          [unit("each fallback is run", "vulkan_device_test", "*", r"VK_EXT_line_rasterization is in no run of the fallbacks")],
          "release", ["vulkan_device_test"]),
    Break([("src/tracker/draw.cpp", "void Impl::flush() {\n",
            "void Impl::flush() {\n  pipe::FinishReply answer;\n  mStream->finish({}, answer);\n")],
          [Gate("round trips", [PYTHON, "tests/scenes/round_trips.py", "--mobilegl", "build/bin/mobilegl", "--scenes",
                                "build/tests/mobilegl-scenes", "--topologies", "spawn"], r"more round trips")],
          "release", ["mobilegl-scenes", *LIBRARY]),
    # Each bound on what waits for the GPU, gone one after the other.
    Break([(VULKAN + "lifetime.cpp", "  if (done(parked.serial)) return destroy(parked);\n", ""),
           (VULKAN + "lifetime.cpp", "while (!mParked.empty() && done(mParked.front().serial)) {",
            "while (mLost && !mParked.empty()) {")],
          [Gate("lifetimes: proof of use", LIFETIMES, r"RespecifyWithoutDraw: wlivepk=\d+ is over 4")],
          "release", ["mobilegl-scenes", *LIBRARY]),
    Break([(VULKAN + "lifetime.cpp", "(counters.parkedBytes.now <= budget && ", "(")],
          [Gate("lifetimes: bytes", LIFETIMES, r"RespecifyAndDraw: wdefpk=\d+ is over 9437184")],
          "release", ["mobilegl-scenes", *LIBRARY]),
    Break([(VULKAN + "lifetime.cpp", "kMostParked = 1024;", "kMostParked = 1u << 20;"),
           (VULKAN + "recorder.h", "kLeastCommands = 1024,", "kLeastCommands = 1u << 20,")],
          [Gate("lifetimes: objects", LIFETIMES, r"ManySmallRounds: wlivepk=\d+ is over 1027")],
          "release", ["mobilegl-scenes", *LIBRARY]),
    Break([(VULKAN + "buffer.cpp", "zeroStore(*buffer.store);\n  ++mShared->bindingEpoch;\n", "zeroStore(*buffer.store);\n")],
          [Gate("lifetimes: reuse", LIFETIMES, r"HandleReuse with")], "release", ["mobilegl-scenes", *LIBRARY]),
    Break([(VULKAN + "descriptor_sets.cpp", "while (!mFull.empty() && mRecorder.done(mFull.front().lastUse)) {",
            "while (mRecorder.lost() && !mFull.empty()) {")],
          [Gate("lifetimes: plateau", [*LIFETIMES, "--draws", "20000"], r"Plateau: vk_set_pools is \d+")],
          "release", ["mobilegl-scenes", *LIBRARY]),
    Break([("src/backends/gles/clear.cpp", "mState.clearColor(color);",
            "{\n        const float turned[4] = {color[1], color[2], color[0], color[3]};\n"
            "        mState.clearColor(turned);\n      }")],
          [Gate("scenes: expectations", [*SCENES, "--arms", ARMS, "--filter", "^ClearThenReadPixels$"],
                r"FAILED  ClearThenReadPixels")],
          "release", ["mobilegl-scenes", *LIBRARY]),
    Break([("src/tracker/atoms_output.cpp", "const pipe::Viewport now{v.x, ", "const pipe::Viewport now{v.x + 1, ")],
          [Gate("scenes: near native", [*SCENES, "--arms", ARMS, "--native", "--filter", "^(Triangle|Instancing|DrawRange|"
                "PrimitiveRestart|BaseVertex|MultiDraw|GlslFunctions|UniformTypes|FlatProvoking|Xfb|PolygonOffset)$"],
                r"is far from the native driver")],
          "release", ["mobilegl-scenes", *LIBRARY]),
    Break([("src/backends/gles/draw.cpp", "void Context::drawOne(const Draw& draw) {\n",
            "void Context::drawOne(const Draw& draw) {\n  return;\n")],
          [Gate("piglit expectations", f"echo '{PIGLIT_TEST}' > $GATE_FOLDER/l.txt && "
                "scripts/piglit --transport spawn $GATE_FOLDER/l.txt", r"UNEXPECTED .*pass was expected"),
           Gate("traces SSIM", "scripts/traces --retrace glretrace --frames 4 --transport monolith $GATE_FOLDER/gears.trace",
                r"are below SSIM")],
          "release", ["mobilegl-scenes", "mobilegl-compare", *LIBRARY],
          "xvfb-run -a timeout -s INT 2 apitrace trace -o $GATE_FOLDER/gears.trace glxgears; "
          "test -s $GATE_FOLDER/gears.trace"),

    # ── the sanitizers ──
    Break([("src/formats/row_copy.cpp", "void padToFour8(const std::byte* source, std::byte* target, size_t count, "
            "std::byte alpha) {\n  for (size_t i = 0; i < count; ++i) {",
            "void padToFour8(const std::byte* source, std::byte* target, size_t count, std::byte alpha) {\n"
            "  for (size_t i = 0; i <= count; ++i) {")],
          [asan("address sanitizer", "formats_test", "*", r"ERROR: AddressSanitizer: heap-buffer-overflow")],
          "asan", ["formats_test"]),
    Break([("src/record/stage.cpp", "uint64_t pagesFor(uint64_t sizeBytes) {\n",
            "uint64_t pagesFor(uint64_t sizeBytes) {\n  volatile int most = INT32_MAX;\n  most = most + 1;\n")],
          [asan("undefined-behaviour sanitizer", "record_test", "Stage.*", r"runtime error: signed integer overflow")],
          "asan", ["record_test"]),
    Break([("src/tracker/map.cpp", "  return b.map.block.get();", "  return b.map.block.release();")],
          [asan("leak sanitizer", "tracker_test", "TrackerTest.MappedBuffersMayEnd", r"LeakSanitizer: detected memory leaks")],
          "asan", ["tracker_test"]),
    Break([("src/record/stage.cpp", "StageAllocator::allocate(uint64_t sizeBytes) {\n  std::lock_guard lock(mMutex);\n",
            "StageAllocator::allocate(uint64_t sizeBytes) {\n")],
          [Gate("thread sanitizer", "TSAN_OPTIONS=halt_on_error=1 build/tsan/tests/inproc_test "
                "--gtest_filter=InprocTest.ManyThreadsAtOnce", r"ThreadSanitizer: data race")],
          "tsan", ["inproc_test"]),
]
