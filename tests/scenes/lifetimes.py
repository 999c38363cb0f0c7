#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the Vulkan back end keeps for draws under way is bounded, within one frame without end.

    lifetimes.py --mobilegl M --scenes S                  the bounds, with their negative control
    lifetimes.py --mobilegl M --scenes S --draws 1000000  and the plateau, of that many draws

The scenes of lifetimes.cpp run in each topology with a budget of 8 MiB; the gauges that the back end publishes must keep
the bounds of MOBILEGL_IPC_WIRE_DEFERRED_MB. With a budget of 0 the same scenes must go beyond them, and still be right:
gauges that always say little would fail there. For the plateau, memory and mappings of client and server are sampled:
the second half of the run may not need more than the first did.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

BUDGET_MIB = 8
MIB = 1 << 20
MARK = "LIFETIMES_MARK"
SCENES = {
    "RespecifyWithoutDraw": lambda c, budget: [("wlivepk", 4 * c["wbufs"])],
    "RespecifyAndDraw": lambda c, budget: [("wdefpk", budget * MIB + MIB), ("wlivepk", c["wbufs"] + budget + 2)],
    "ManySmallRounds": lambda c, budget: [("wlivepk", c["wbufs"] + 1024 + 2)],
    "HandleReuse": lambda c, budget: [],
}
# These have nothing but the budget to bound them.
UNBOUNDED = ("RespecifyAndDraw", "ManySmallRounds")


class Sampler(threading.Thread):
    """(seconds, resident KiB, mappings) by role of every process that carries the mark."""

    def __init__(self, mark):
        super().__init__(daemon=True)
        self.mark, self.done, self.samples = f"{MARK}={mark}".encode(), threading.Event(), {}

    def run(self):
        start = time.monotonic()
        while not self.done.wait(0.05):
            for pid in filter(str.isdigit, os.listdir("/proc")):
                try:
                    with open(f"/proc/{pid}/environ", "rb") as file:
                        if self.mark not in file.read().split(b"\0"):
                            continue
                    with open(f"/proc/{pid}/comm") as file:
                        role = "server" if "server" in file.read() else "client"
                    with open(f"/proc/{pid}/statm") as file:
                        resident = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
                    with open(f"/proc/{pid}/maps") as file:
                        mappings = sum(1 for _ in file)
                except (OSError, ValueError, IndexError):
                    continue  # It ended while we looked.
                if mappings:
                    self.samples.setdefault(role, []).append((time.monotonic() - start, resident, mappings))


def run(options, topology, scene, folder, **more):
    mark = f"{os.getpid()}-{topology}-{scene}"
    env = dict(os.environ, LP_NUM_THREADS="1", XDG_RUNTIME_DIR=folder, MOBILEGL_PIPE_STATS="1", **{MARK: mark}, **more)
    sampler = Sampler(mark)
    sampler.start()
    result = subprocess.run([options.mobilegl, "run", "--transport", topology, "--backend", "vulkan", "--",
                             options.scenes, "--scene", scene], env=env, capture_output=True, text=True,
                            timeout=options.timeout)
    sampler.done.set()
    sampler.join()
    lines = re.findall(r'^\{"topology".*\}$', result.stdout + result.stderr, re.M)
    found = json.loads(lines[-1]) if lines else {}
    wrong = []
    if result.returncode != 0 or "wlivepk" not in found:
        wrong.append(f"{scene} with {more}: status {result.returncode}, counters {found}; "
                     f"{(result.stdout + result.stderr)[-600:]}")
    return found, sampler.samples, wrong


def check_bounds(options, topology, folder):
    wrong = []
    for scene, bounds in SCENES.items():
        for budget in (BUDGET_MIB, 0):
            found, _, problems = run(options, topology, scene, folder, MOBILEGL_IPC_WIRE_DEFERRED_MB=str(budget))
            wrong += problems
            if problems:
                continue
            broken = [f"{name}={found[name]} is over {most}" for name, most in bounds(found, BUDGET_MIB)
                      if found[name] > most]
            print(f"{topology} {scene}, budget {budget} MiB: " +
                  " ".join(f"{name}={found[name]}" for name in ("wbufs", "wlivepk", "wdefpk", "wdefsync")))
            if budget:
                wrong += [f"{scene}: {sentence}" for sentence in broken]
            elif scene in UNBOUNDED and not broken:
                wrong.append(f"{scene}: the bounds hold without a budget too, so they show nothing")
    return wrong


def check_plateau(options, topology, folder):
    began = time.monotonic()
    found, samples, wrong = run(options, topology, "Plateau", folder, SCENES_DRAWS=str(options.draws))
    if wrong:
        return wrong
    seconds = time.monotonic() - began
    half, _, wrong = run(options, topology, "Plateau", folder, SCENES_DRAWS=str(options.draws // 2))
    print(f"{topology} Plateau: {options.draws} draws in {seconds:.1f} s; " +
          " ".join(f"{name}={found[name]}" for name in ("vk_set_pools", "vk_sets", "vk_memory_bytes", "wlivepk", "wdefpk",
                                                        "wdefsync")))
    for name, slack in (("vk_set_pools", 4), ("vk_memory_bytes", 64 * MIB), ("wlivepk", 64)):
        if found[name] > half.get(name, 0) + slack:
            wrong.append(f"Plateau: {name} is {found[name]} after {options.draws} draws and {half.get(name)} after half")
    for role, list_ in samples.items():
        last = list_[-1][0]
        for what, at, slack in (("KiB resident", 1, 16 << 10), ("mappings", 2, 64)):
            early = max(s[at] for s in list_ if s[0] <= last / 2)
            late = max((s[at] for s in list_ if s[0] > last / 2), default=0)
            print(f"{topology} Plateau, {role}: at most {early} {what} in the first half, {late} in the second")
            if late > early + early // 10 + slack:
                wrong.append(f"Plateau, {role}: {late} {what} in the second half, {early} in the first")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mobilegl", required=True)
    parser.add_argument("--scenes", required=True)
    parser.add_argument("--topologies", default="monolith,inproc,spawn")
    parser.add_argument("--draws", type=int, help="draws of the plateau; without it the bounds are checked")
    parser.add_argument("--timeout", type=float, default=900)
    options = parser.parse_args()
    topologies, failed = options.topologies.split(","), 0
    with tempfile.TemporaryDirectory(prefix="mobilegl-life-") as folder:
        os.chmod(folder, 0o700)
        for topology in topologies:
            wrong = (check_plateau if options.draws else check_bounds)(options, topology, folder)
            for sentence in wrong:
                print(f"FAILED  {topology}: {sentence}")
            failed += bool(wrong)
    print(f"{len(topologies) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
