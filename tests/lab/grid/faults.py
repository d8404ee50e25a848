#!/usr/bin/env python3
"""The lab over a real broker while everything dies: tests/lab/grid/faults.py HEXAD SECONDS [SEED].

Coordinator, workers and broker are killed (SIGKILL) at random moments. The same small problem is proved again and again until the
time is over. It fails if a committed result is lost, if `hexad lab check` finds a fault, or if an export is not accepted.
tests/lab/grid/test_grid.c is the short form; lies are for bench/lies.py.
"""
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

hexad, seconds = os.path.abspath(sys.argv[1]), float(sys.argv[2])
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
rng = random.Random(seed)
folder = tempfile.mkdtemp(prefix="hexad-faults-")
with socket.socket() as s:
    s.bind(("127.0.0.1", 0))
    port = s.getsockname()[1]
url = f"nats://127.0.0.1:{port}"
count = {"proved": 0, "coordinator": 0, "worker": 0, "broker": 0, "jobs": 0}
GAME = ["--game", "9,9,5,2,1"]
SET = [x for o in ("verify-order=1", "verify-nodes=5", "solve-order=1", "solve-nodes=20") for x in ("--set", o)]


def start(*args):
    return subprocess.Popen([hexad, "lab", *args], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def run(*args):
    return subprocess.run([hexad, *args], capture_output=True, text=True)


def start_broker():
    b = start("serve-nats", "--port", str(port))
    for _ in range(600):
        with socket.socket() as c:
            if c.connect_ex(("127.0.0.1", port)) == 0:
                return b
        time.sleep(0.1)
    sys.exit("the broker does not start")


names = 0


def start_worker():
    global names
    names += 1
    return start("work", "--nats", url, "--name", f"w{names}", "--hash", "64")


def end(p):
    if p and p.poll() is None:
        p.send_signal(signal.SIGKILL)
    if p:
        p.wait()


def rows(lab, sql):
    try:
        with sqlite3.connect(f"file:{lab}?mode=ro", uri=True, timeout=10) as d:
            return d.execute(sql).fetchall()
    except sqlite3.Error:
        return []


broker = start_broker()
workers = [start_worker(), start_worker()]
until = time.monotonic() + seconds
fault = None
problem = 0
while time.monotonic() < until and not fault:
    problem += 1
    lab = f"{folder}/{problem}.lab"
    run("lab", "new", lab, *GAME, *SET)
    run("lab", "add", lab, *GAME, "e5", "a1", "i9", "e6", "f5")
    committed = set()
    coordinator = start("run", lab, "--nats", url)
    patience = time.monotonic() + 300
    while not fault:
        now = set(r[0] for r in rows(lab, "SELECT job FROM result"))
        if not committed <= now and now:
            fault = f"results were lost: {sorted(committed - now)}"
        committed |= now
        if coordinator.poll() is not None:
            if rows(lab, "SELECT 1 FROM node JOIN root ON root.node = node.id WHERE state = 1"):
                break
            coordinator = start("run", lab, "--nats", url)
        if time.monotonic() > patience:
            fault = "not proved within five minutes"
        dice = rng.randrange(12)
        if dice == 0:
            end(coordinator)
            count["coordinator"] += 1
        elif dice == 1:
            i = rng.randrange(2)
            end(workers[i])
            workers[i] = start_worker()
            count["worker"] += 1
        elif dice == 2 and rng.randrange(3) == 0:
            end(broker)
            count["broker"] += 1
            broker = start_broker()
        time.sleep(rng.uniform(0.05, 0.5))
    if fault:
        break
    check = run("lab", "check", lab)
    export = run("lab", "export", lab, "--cert", f"{folder}/x.cert")
    accepted = run("check", f"{folder}/x.cert")
    if check.returncode or export.returncode or accepted.returncode:
        fault = f"problem {problem}: {check.stdout}{export.stderr}{accepted.stdout}"
    count["proved"] += 1
    count["jobs"] += len(committed)
    if rows(lab, "SELECT 1 FROM worker WHERE quarantined IS NOT NULL"):
        fault = "an honest worker was quarantined"
for p in [coordinator, broker, *workers]:
    end(p)
print(json.dumps({"seed": seed, "seconds": seconds, **count, "fault": fault}))
if not fault:
    shutil.rmtree(folder)
sys.exit(1 if fault else 0)
