#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every scene of mobilegl-scenes under every arm and compares what the arms read back.

An arm is TOPOLOGY/BACKEND. Each run proves its arm by GL_RENDERER. Arms of one back end must give the same bytes;
with --native the scenes also run on the system's driver, whose blocks must be near. A scene that one arm lacks or
skips alone is a failure, and so is a name of required_scenes.txt that the program does not have. With --validate a scene
fails with any message of Vulkan's validation layers (synchronisation validation too), and if they are not there.
"""
import argparse
import concurrent.futures
import os
import re
import signal
import subprocess
import sys
import tempfile

import blocks

HERE = os.path.dirname(os.path.abspath(__file__))
REQUIRED = os.path.join(HERE, "required_scenes.txt")
EXPECTATIONS = os.path.join(HERE, "..", "expectations")
EXIT_SKIPPED = 77
NATIVE = "native"
# What a scene says that asks for more than a driver with fewer features offers.
TOO_NEW = re.compile(r"eglCreateContext failed with 0x3009\.$|GLSL version \d+ is not supported")
# Which settings --validate makes, and what the back end then says.
VALIDATED = {"MOBILEGL_IPC_STRICT_ERRORS": "1", "MOBILEGL_LOG": "info"}
VALIDATION_ON = "Vulkan's validation layers are on."
VALIDATION_SAYS = re.compile(r"Vulkan validation: (.*)")


def listed(path):
    """First column of a file of names; lines that begin with # are remarks."""
    if not os.path.exists(path):
        return []
    with open(path) as file:
        return [line.split("\t")[0].strip() for line in file if line.strip() and not line.startswith("#")]


class Run:
    """Outcome of one scene under one arm."""

    def __init__(self, status, sentences=(), blocks_read=None, reason=""):
        self.status, self.sentences, self.blocks, self.reason = status, list(sentences), blocks_read, reason

    def fail(self, sentence):
        self.status = "failed"
        self.sentences.append(sentence)


def environment(arm, folder, settings, validate=False):
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "MOBILEGL_TRANSPORT",
                                                            "MOBILEGL_BACKEND")}
    # One raster thread: with more, drivers may order atomics differently from run to run.
    env.update(LP_NUM_THREADS="1", XDG_RUNTIME_DIR=folder, LIBGL_ALWAYS_SOFTWARE=env.get("LIBGL_ALWAYS_SOFTWARE", "1"))
    if arm != NATIVE:
        env.update(setting.split("=", 1) for setting in settings)
        if validate:
            env.update(VALIDATED)
    return env


def command(arm, options, scene, out):
    own = [options.scenes, "--scene", scene, "--out", out]
    if arm == NATIVE:
        return own
    topology, backend = arm.split("/")
    return [options.mobilegl, "run", "--transport", topology, "--backend", backend, "--"] + own


def wrong_renderer(arm, renderer):
    if arm == NATIVE:
        return "MobileGL" in renderer
    topology, backend = arm.split("/")
    return not re.match(rf"MobileGL \({topology}, {backend}[:)]", renderer)


def execute(arm, options, scene, folder):
    """Runs one scene under one arm in a process group of its own, so that a time-out ends its server, too."""
    out = os.path.join(folder, f"{scene}.{arm.replace('/', '-')}.blocks")
    try:
        process = subprocess.Popen(command(arm, options, scene, out), env=environment(arm, folder, options.set, options.validate),
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    except OSError as error:
        return Run("failed", [f"could not start: {error}"])
    try:
        text = process.communicate(timeout=options.timeout)[0].decode(errors="replace")
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return Run("failed", [f"did not end within {options.timeout} s"])
    run = judge(arm, scene, process.returncode, text, out)
    if options.lower and run.status == "failed" and process.returncode == 1 and all(map(TOO_NEW.search, run.sentences)):
        run = Run("skipped", reason="asks for a newer version than this driver has")
    if options.validate and arm != NATIVE:
        heed_validation(run, text)
    return run


def heed_validation(run, text):
    if VALIDATION_ON not in text:
        return run.fail("ran without Vulkan's validation layers")
    messages = VALIDATION_SAYS.findall(text)
    if messages:
        run.fail(f"{len(messages)} messages of the validation layers, first: {messages[0][:600]}")


def judge(arm, scene, status, text, out):
    renderer = re.search(r"^RENDERER (.*)$", text, re.M)
    if status == EXIT_SKIPPED:
        reason = re.search(rf"^SKIP {scene}: (.*)$", text, re.M)
        run = Run("skipped", reason=reason.group(1) if reason else "no reason given")
    elif status == 0:
        run = Run("passed")
        try:
            run.blocks = blocks.read(out)
        except (OSError, ValueError, IndexError) as error:
            run.fail(f"left no readable block file: {error}")
    else:
        said = re.findall(rf"^FAIL {scene}: (.*)$", text, re.M)
        ended = f"ended by signal {-status}" if status < 0 else f"ended with status {status}"
        last = text.strip().splitlines()[-1] if text.strip() else "(no output)"
        run = Run("failed", said or [f"{ended}; last line: {last}"])
        if said and status != 1:
            run.sentences.append(ended)
    if renderer is None:
        if run.status != "failed":
            run.fail("printed no RENDERER line, so the arm is not proved")
    elif wrong_renderer(arm, renderer.group(1)):
        run.fail(f"ran on '{renderer.group(1)}', which is another arm")
    return run


def flip_one_bit(run):
    """The negative control: one bit of the first block of one arm."""
    name, width, height, element, data = run.blocks[0]
    run.blocks[0] = (name, width, height, element, bytes([data[0] ^ 1]) + data[1:])


def compare(runs, arms):
    """Fails runs that differ from the first passed run of the same back end, or from the native run."""
    references = {}
    for arm in arms:
        run = runs[arm]
        if run.status != "passed" or arm == NATIVE:
            continue
        backend = arm.split("/")[1]
        if backend not in references:
            references[backend] = arm
            continue
        found = blocks.difference(runs[references[backend]].blocks, run.blocks)
        if found:
            run.fail(f"differs from {references[backend]}: {found}")
    native = runs.get(NATIVE)
    if native is not None and native.status == "passed":
        for arm in arms:
            if arm != NATIVE and runs[arm].blocks is not None:
                found = blocks.difference(native.blocks, runs[arm].blocks, near=True)
                if found:
                    runs[arm].fail(f"is far from the native driver: {found}")
    own = [arm for arm in arms if arm != NATIVE]
    states = {runs[arm].status == "skipped" for arm in own}
    if len(states) == 2:
        for arm in own:
            if runs[arm].status == "skipped":
                runs[arm].fail(f"skipped here but not in every arm: {runs[arm].reason}")


def run_scene(scene, arms, options, folder):
    runs = {arm: execute(arm, options, scene, folder) for arm in arms}
    if scene == options.break_scene:
        victims = [arm for arm in arms if runs[arm].status == "passed" and runs[arm].blocks]
        if len(victims) < 2:
            sys.exit(f"The control needs two arms in which {scene} passes; there are {len(victims)}.")
        flip_one_bit(runs[victims[-1]])
    compare(runs, arms)
    return scene, runs


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mobilegl", help="the mobilegl program; without it only --native runs")
    parser.add_argument("--scenes", required=True, help="the mobilegl-scenes program")
    parser.add_argument("--arms", default="monolith/gles,inproc/gles,spawn/gles", help="TOPOLOGY/BACKEND,...")
    parser.add_argument("--native", action="store_true", help="also run on the system's driver and compare nearly")
    parser.add_argument("--filter", default="", help="regular expression on scene names")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=60, help="seconds a scene may take under one arm")
    parser.add_argument("--repeat", type=int, default=1, help="rounds; each must give the bytes of the first")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="environment of our arms")
    parser.add_argument("--known", metavar="FILE", help="scenes that our arms fail here: instead of scenes-BACKEND.txt")
    parser.add_argument("--lower", action="store_true",
                        help="scenes that ask for a newer version than the driver offers count as skipped")
    parser.add_argument("--validate", action="store_true", help="Vulkan's validation layers on, and silent")
    parser.add_argument("--break", dest="break_scene", nargs="?", const="Triangle", default=None, metavar="SCENE",
                        help="negative control: flip one bit of one arm's output; the run must fail")
    return parser.parse_args()


def known_failures(arm, options):
    """Scenes that the arm's driver fails for a stated reason."""
    path = os.path.join(EXPECTATIONS, f"scenes-{arm.split('/')[-1]}.txt")
    return set(listed(options.known if options.known and arm != NATIVE else path))


def report(scene, runs, counts, known):
    for arm, run in runs.items():
        if scene in known[arm]:
            if run.status == "failed":
                run.status, run.reason = "skipped", f"known failure, see scenes-{arm.split('/')[-1]}.txt"
            elif run.status == "passed":
                run.fail(f"passes although scenes-{arm.split('/')[-1]}.txt names it")
        counts[run.status] += 1
    # Arms that fail or skip alike share a line.
    lines = {}
    for arm, run in runs.items():
        if run.status == "failed":
            lines.setdefault(f": {' | '.join(run.sentences[:4])}", []).append(("FAILED ", arm))
        elif run.status == "skipped":
            lines.setdefault(f": {run.reason}", []).append(("SKIPPED", arm))
    for text, who in lines.items():
        print(f"{who[0][0]} {scene} [{', '.join(arm for _, arm in who)}]{text}", flush=True)


def main():
    options = parse()
    arms = [a for a in options.arms.split(",") if a] if options.mobilegl else []
    if options.native or not arms:
        arms.append(NATIVE)
    names = subprocess.run([options.scenes, "--list"], capture_output=True, text=True, check=True).stdout.split()
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for missing in sorted(set(listed(REQUIRED)) - set(names)):
        print(f"FAILED  {missing}: required_scenes.txt names it, the program lacks it")
        counts["failed"] += 1
    chosen = [name for name in names if re.search(options.filter, name)]
    if not chosen:
        sys.exit(f"No scene matches '{options.filter}'.")
    first = {}
    known = {arm: known_failures(arm, options) for arm in arms}
    with tempfile.TemporaryDirectory(prefix="mobilegl-scenes-") as folder:
        os.chmod(folder, 0o700)
        for round_number in range(options.repeat):
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                jobs = [pool.submit(run_scene, scene, arms, options, folder) for scene in chosen]
                for job in jobs:
                    scene, runs = job.result()
                    for arm, run in runs.items():
                        before = first.setdefault((scene, arm), run)
                        if before.blocks is not None and run.blocks is not None and before is not run:
                            found = blocks.difference(before.blocks, run.blocks)
                            if found:
                                run.fail(f"round {round_number + 1} differs from round 1: {found}")
                    report(scene, runs, counts, known)
    print(f"{len(chosen)} scenes under {', '.join(arms)}")
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
