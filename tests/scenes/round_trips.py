#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Steady frames make no round trips: a run of many frames must count as many as a run of few.

The scene RoundTrips runs with two lengths under each topology that has a link, and the library's own counters
(MOBILEGL_PIPE_STATS) are compared. A third run reads a pixel in each frame and must be seen by the same counter: a
gauge that always says zero would fail there.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

SHORT, LONG = 40, 240


def counters(options, topology, frames, folder, read_each_frame=False):
    env = dict(os.environ, LP_NUM_THREADS="1", XDG_RUNTIME_DIR=folder, MOBILEGL_PIPE_STATS="1",
               SCENES_FRAMES=str(frames))
    if read_each_frame:
        env["SCENES_READ_EACH_FRAME"] = "1"
    result = subprocess.run([options.mobilegl, "run", "--transport", topology, "--backend", "gles", "--",
                             options.scenes, "--scene", "RoundTrips"], env=env, capture_output=True, text=True,
                            timeout=120)
    lines = re.findall(r'^\{"topology".*\}$', result.stdout + result.stderr, re.M)
    found = json.loads(lines[-1]) if lines else {}
    if result.returncode != 0 or "round_trips" not in found:
        print(f"{topology}: status {result.returncode}, no round_trips counter\n{(result.stdout + result.stderr)[-800:]}")
        return None
    return found


def check(options, topology, folder):
    """Sentences of what is wrong."""
    short = counters(options, topology, SHORT, folder)
    long = counters(options, topology, LONG, folder)
    control = counters(options, topology, LONG, folder, read_each_frame=True)
    if short is None or long is None or control is None:
        return ["a run gave no counters"]
    wrong = []
    more = long["round_trips"] - short["round_trips"]
    if more != 0:
        points = {n: long[n] - short.get(n, 0) for n in long if long[n] != short.get(n, 0)}
        wrong.append(f"{LONG - SHORT} more frames made {more} more round trips; all that grew: {points}")
    if control["round_trips"] - long["round_trips"] < LONG:
        wrong.append(f"a read-back in each of {LONG} frames raised round_trips only from {long['round_trips']} to "
                     f"{control['round_trips']}")
    print(f"{topology}: {short['round_trips']} round trips in {SHORT} frames, {long['round_trips']} in {LONG}, "
          f"{control['round_trips']} with a read-back a frame")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mobilegl", required=True)
    parser.add_argument("--scenes", required=True)
    parser.add_argument("--topologies", default="inproc,spawn")
    options = parser.parse_args()
    topologies, failed = options.topologies.split(","), 0
    with tempfile.TemporaryDirectory(prefix="mobilegl-trips-") as folder:
        os.chmod(folder, 0o700)
        for topology in topologies:
            wrong = check(options, topology, folder)
            for sentence in wrong:
                print(f"FAILED  {topology}: {sentence}")
            failed += bool(wrong)
    print(f"{len(topologies) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
