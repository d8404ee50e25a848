#!/usr/bin/env python3
"""How long a job of a killed worker is gone: tests/lab/grid/lost.py HEXAD [TIMES].

A real broker, a coordinator with one long job, and two workers. The one that has the job is killed (SIGKILL) after some random seconds;
the time until the other one says that it works on the same job is printed. docs/lab.md says that a worker is taken for gone after ten.
"""
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

hexad = os.path.abspath(sys.argv[1])
times = int(sys.argv[2]) if len(sys.argv) > 2 else 5
rng = random.Random(1)
folder = tempfile.mkdtemp(prefix="hexad-lost-")
with socket.socket() as s:
    s.bind(("127.0.0.1", 0))
    port = s.getsockname()[1]
url = f"nats://127.0.0.1:{port}"


def start(*args):
    return subprocess.Popen([hexad, "lab", *args], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def run(*args):
    return subprocess.run([hexad, "lab", *args], capture_output=True, text=True)


def busy():
    """Who works on which job, by their signs of life."""
    out = run("status", "--nats", url, "--json").stdout
    signs = json.loads(out)["workers"] if out else []
    return {w["name"]: w["job"] for w in signs if w.get("job")}


broker = start("serve-nats", "--port", str(port))
while socket.socket().connect_ex(("127.0.0.1", port)) != 0:
    time.sleep(0.1)
# The root is verified with far more nodes than there will be time for: one job, and nothing else to do.
lab = f"{folder}/long.lab"
run("new", lab, "--set", "verify-order=4", "--set", "verify-nodes=1000000000")
run("add", lab, "j10", "i12", "h11", "k9", "l10")
coordinator = start("run", lab, "--nats", url)
workers = {}
names = 0
worst = 0.0
try:
    for i in range(times):
        while len(workers) < 2:
            names += 1
            workers[f"w{names}"] = start("work", "--nats", url, "--name", f"w{names}", "--memory", "64")
        have = {}
        while not have:
            have = busy()
        victim, job = next(iter(have.items()))
        time.sleep(rng.uniform(0, 12))
        workers[victim].send_signal(signal.SIGKILL)
        killed = time.monotonic()
        workers.pop(victim).wait()
        while not any(j == job and w in workers for w, j in busy().items()):
            if time.monotonic() - killed > 120:
                sys.exit("the job does not come back")
        took = time.monotonic() - killed
        worst = max(worst, took)
        print(f"job {job}, {victim} killed: out again after {took:.1f} s", flush=True)
        # Three lost workers spoil a job; the next round begins with a fresh one.
        coordinator.kill()
        coordinator.wait()
        for w in workers.values():
            w.kill()
            w.wait()
        workers.clear()
        broker.kill()
        broker.wait()
        broker = start("serve-nats", "--port", str(port))
        while socket.socket().connect_ex(("127.0.0.1", port)) != 0:
            time.sleep(0.1)
        coordinator = start("run", lab, "--nats", url)
    print(f"{times} times, at most {worst:.1f} s")
finally:
    for p in [coordinator, broker, *workers.values()]:
        p.kill()
    shutil.rmtree(folder, ignore_errors=True)
sys.exit(worst > 15)
