# SPDX-License-Identifier: Apache-2.0
"""How a program runs under an arm (TOPOLOGY/BACKEND, or native), and the proof that it did.

Shared by the piglit, traces and bench scripts.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NATIVE = "native"

# Without these, llvmpipe gives its scene memory back to the kernel at each flush and faults it in again, which
# hides what is measured.
STEADY_MALLOC = {"MALLOC_TRIM_THRESHOLD_": "2000000000", "MALLOC_MMAP_THRESHOLD_": "2000000000"}


def build_folder(given=None):
    return os.path.abspath(given or os.environ.get("MOBILEGL_BUILD") or os.path.join(ROOT, "build"))


def prefix(build, arm):
    """The words before a program's own command line."""
    if arm == NATIVE:
        return []
    topology, backend = arm.split("/")
    return [os.path.join(build, "bin", "mobilegl"), "run", "--transport", topology, "--backend", backend, "--"]


def environment(runtime_folder, **more):
    """One raster thread, a private runtime folder, no display unless given, no leftovers of another arm."""
    env = {k: v for k, v in os.environ.items()
           if k not in ("DISPLAY", "WAYLAND_DISPLAY", "MOBILEGL_TRANSPORT", "MOBILEGL_BACKEND",
                        "MOBILEGL_BUILD")}
    env.update(LP_NUM_THREADS="1", LIBGL_ALWAYS_SOFTWARE="1", XDG_RUNTIME_DIR=runtime_folder, **more)
    return env


def matches(arm, renderer):
    if arm == NATIVE:
        return "MobileGL" not in renderer
    topology, backend = arm.split("/")
    return re.match(rf"MobileGL \({topology}, {backend}[:)]", renderer) is not None


def prove(build, arm, env):
    """Ends the script unless a small scene run under the arm reports that arm."""
    scenes = os.path.join(build, "tests", "mobilegl-scenes")
    result = subprocess.run(prefix(build, arm) + [scenes, "--scene", "ClearThenReadPixels"], env=env, timeout=120,
                            capture_output=True, text=True)
    renderer = re.search(r"^RENDERER (.*)$", result.stdout, re.M)
    if result.returncode != 0 or renderer is None or not matches(arm, renderer.group(1)):
        sys.exit(f"The arm {arm} is not proved: status {result.returncode}, renderer "
                 f"{renderer.group(1) if renderer else '(none)'}.\n{result.stdout[-500:]}{result.stderr[-1500:]}")
    return renderer.group(1)
