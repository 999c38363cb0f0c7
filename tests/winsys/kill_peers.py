#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills one side of a real session (spawn, gles) at random moments, many times.

Server killed: the program never crashes, sees the loss within 100 ms, ends by itself, and leaves no process. Client
killed: the server goes within a second and nothing stays, neither process nor shared memory. Every third kill falls
into the start, before the first frame; with a display, every second run draws into a window.
"""
import argparse
import contextlib
import os
import random
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

LOSS_LIMIT_NS = 100_000_000
GONE_LIMIT_S = 1.0
END_LIMIT_S = 20.0
EXIT_REFUSED = 3
TOKEN = "KILL_PEERS_ROUND"


def contents(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def is_alive(pid):
    state = contents(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    return bool(state) and state[0] not in b"ZX"


def processes(token):
    """Living processes that inherited the token: the program, its server, whatever they start."""
    wanted = f"{TOKEN}={token}".encode()
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit() and wanted in contents(f"/proc/{name}/environ").split(b"\0"):
            if is_alive(name):
                found.append(int(name))
    return found


def server_of(client):
    for name in os.listdir("/proc"):
        if name.isdigit():
            head, _, tail = contents(f"/proc/{name}/stat").rpartition(b")")
            fields = tail.split()
            if head.endswith(b"(mobilegl-server") and fields[0] not in b"ZX" and int(fields[1]) == client:
                return int(name)
    return None


def shared_memory(pid):
    """Inodes of the anonymous shared memory that a process maps."""
    return set(re.findall(rb"\s(\d+)\s+/memfd:", contents(f"/proc/{pid}/maps")))


def named_memory():
    return set(os.listdir("/dev/shm")) if os.path.isdir("/dev/shm") else set()


def wait_until(limit_s, condition):
    end = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.001)
    return True


class Program:
    """draw_until_lost in a run of its own."""

    def __init__(self, options, seed, folder):
        self.token = f"{os.getpid()}-{seed}"
        env = dict(os.environ, LP_NUM_THREADS="1", XDG_RUNTIME_DIR=folder, **{TOKEN: self.token})
        windowed = "DISPLAY" in os.environ and seed % 2 == 1
        command = [options.mobilegl, "run", "--transport", "spawn", "--backend", "gles", "--", options.program, str(seed)]
        self.process = subprocess.Popen(command + (["window"] if windowed else []), env=env, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, start_new_session=True)
        self.log = ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for pid in processes(self.token):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def wait_for(self, word, limit_s):
        end = time.monotonic() + limit_s
        while word not in self.log and time.monotonic() < end:
            if select.select([self.process.stdout], [], [], 0.05)[0]:
                piece = os.read(self.process.stdout.fileno(), 65536).decode(errors="replace")
                if not piece:
                    break
                self.log += piece
        return word in self.log

    def end(self):
        """Exit status, or None if it does not end."""
        self.wait_for("\0", END_LIMIT_S)
        try:
            return self.process.wait(1)
        except subprocess.TimeoutExpired:
            return None


def at_random_moment(program, chance, at_start):
    """Returns the server's process once the moment has come."""
    found = []
    wait_until(END_LIMIT_S, lambda: found.append(server_of(program.process.pid)) or found[-1] or
               program.process.poll() is not None)
    if not at_start and not program.wait_for("MobileGL (spawn, gles", END_LIMIT_S):
        return None
    time.sleep(chance.uniform(0, 0.15 if at_start else 0.05))
    return found[-1]


def kill_now(pid):
    now_ns = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    os.kill(pid, signal.SIGKILL)
    return now_ns


def wait_for_second(program, first):
    found = [None]
    wait_until(GONE_LIMIT_S, lambda: program.process.poll() is not None or
               found.append(server_of(program.process.pid)) or found[-1] not in (None, first))
    return found[-1] if found[-1] != first else None


def kill_server(options, seed, chance, folder, worst):
    at_start = seed % 3 == 0
    with Program(options, seed, folder) as program:
        server = at_random_moment(program, chance, at_start)
        if server is None:
            return [f"no session came up: {program.log[-400:]}"]
        killed_ns = kill_now(server)
        if at_start:
            # A server that dies before it has answered is started once more; that one is killed later.
            second = wait_for_second(program, server)
            if second and program.wait_for("READY", END_LIMIT_S):
                time.sleep(chance.uniform(0, 0.05))
                killed_ns = kill_now(second)
        if not at_start:
            wait_until(END_LIMIT_S, lambda: not is_alive(server))
        died_ns = time.clock_gettime_ns(time.CLOCK_MONOTONIC) - killed_ns
        status = program.end()
        lost = re.search(r"^LOST (\d+) 0x[0-9a-f]+, after (.*)$", program.log, re.M)
        wrong = re.findall(r"^WRONG .*$", program.log, re.M)
        refused = at_start and status == EXIT_REFUSED and "REFUSED" in program.log
        if not refused and (status != 0 or not lost or "DONE" not in program.log):
            wrong.append(f"status {status}, output: {program.log[-600:]}")
        ready = re.search(r"^READY (\d+) ", program.log, re.M)
        if lost and ready:
            # Before its first frame the program does not look.
            worst.append(int(lost[1]) - max(killed_ns, int(ready[1])))
            if worst[-1] > LOSS_LIMIT_NS:
                wrong.append(f"the loss was seen after {worst[-1] / 1e6:.1f} ms, {lost[2]}; the limit is "
                             f"{LOSS_LIMIT_NS / 1e6:.0f} ms (the process itself took {died_ns / 1e6:.1f} ms to die)")
        if not wait_until(GONE_LIMIT_S, lambda: not processes(program.token)):
            wrong.append(f"processes stayed: {processes(program.token)}")
    return wrong


def kill_client(options, seed, chance, folder, worst, memory):
    at_start = seed % 3 == 0
    with Program(options, seed, folder) as program:
        server = at_random_moment(program, chance, at_start)
        if server is None:
            return [f"no session came up: {program.log[-400:]}"]
        memory |= shared_memory(server) | shared_memory(program.process.pid)
        start_ns = time.monotonic_ns()
        os.kill(program.process.pid, signal.SIGKILL)
        program.process.wait()
        if not wait_until(GONE_LIMIT_S, lambda: not processes(program.token)):
            return [f"{GONE_LIMIT_S:.0f} s after the client's end there were still {processes(program.token)}"]
        worst.append(time.monotonic_ns() - start_ns)
    return []


def memory_left(memory):
    """Processes that still map what the sessions shared."""
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and shared_memory(name) & memory]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mobilegl", required=True)
    parser.add_argument("--program", required=True, help="draw_until_lost")
    parser.add_argument("--rounds", type=int, default=100, help="kills of each side")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    failed, server_ns, client_ns, memory = 0, [], [], set()
    before = named_memory()
    with tempfile.TemporaryDirectory(prefix="mobilegl-kill-") as folder:
        os.chmod(folder, 0o700)
        for number in range(options.rounds):
            seed = options.seed + number
            chance = random.Random(seed)
            for victim, sentences in (("server", kill_server(options, seed, chance, folder, server_ns)),
                                      ("client", kill_client(options, seed, chance, folder, client_ns, memory))):
                for sentence in sentences:
                    print(f"FAILED  {victim} killed, seed {seed}: {sentence}", flush=True)
                failed += bool(sentences)
    left = memory_left(memory)
    new = {name for name in named_memory() - before if "mobilegl" in name}
    if left or new or not memory:
        print(f"FAILED  shared memory: {len(memory)} segments seen, still mapped by {left}, new in /dev/shm: {sorted(new)}")
        failed += 1
    print(f"loss seen {len(server_ns)} times, after at most {max(server_ns, default=0) / 1e6:.1f} ms; server gone "
          f"{len(client_ns)} times, after at most {max(client_ns, default=0) / 1e6:.1f} ms")
    total = 2 * options.rounds + 1
    print(f"{total - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
