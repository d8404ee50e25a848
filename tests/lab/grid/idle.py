#!/usr/bin/env python3
"""What idle workers cost: tests/lab/grid/idle.py HEXAD GRID_TEST_GRID [WORKERS [SECONDS]].

A real broker, a coordinator with one long job, a worker that does it, and so many more with nothing to do (their code, in threads of one process).
Prints the processor time of coordinator and broker for each second, without the idle ones and with them.
"""
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

hexad, idle = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
many = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 20
folder = tempfile.mkdtemp(prefix="hexad-idle-")
with socket.socket() as s:
    s.bind(("127.0.0.1", 0))
    port = s.getsockname()[1]
url = f"nats://127.0.0.1:{port}"
nowhere = subprocess.DEVNULL


def start(*args):
    return subprocess.Popen(args, stdout=nowhere, stderr=nowhere)


def status():
    return subprocess.run([hexad, "lab", "status", "--nats", url], capture_output=True, text=True).stdout


def used(p):
    with open(f"/proc/{p.pid}/stat") as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(what):
    before, began = [used(p) for p in (coordinator, broker)], time.monotonic()
    time.sleep(seconds)
    took = time.monotonic() - began
    c, b = [(used(p) - x) / took * 1000 for p, x in zip((coordinator, broker), before)]
    print(f"{what}: coordinator {c:.1f} ms of processor time a second, broker {b:.1f} ms", flush=True)


broker = start("nats-server", "-a", "127.0.0.1", "-p", str(port))
while socket.socket().connect_ex(("127.0.0.1", port)) != 0:
    time.sleep(0.1)
lab = f"{folder}/long.lab"
subprocess.run([hexad, "lab", "new", lab, "--set", "verify-order=4", "--set", "verify-nodes=1000000000"], stdout=nowhere)
subprocess.run([hexad, "lab", "add", lab, "j10", "i12", "h11", "k9", "l10"], stdout=nowhere)
coordinator = start(hexad, "lab", "run", lab, "--nats", url)
worker = start("nice", hexad, "lab", "work", "--nats", url, "--name", "one", "--memory", "64")
crowd = None
try:
    while "verify" not in status():
        time.sleep(0.2)
    measure("no idle workers")
    crowd = start("nice", idle, "idle", url, str(many))
    while status().count("idle") < many:
        time.sleep(1)
    measure(f"{many} idle workers")
finally:
    for p in [coordinator, worker, broker, *([crowd] if crowd else [])]:
        p.kill()
    shutil.rmtree(folder, ignore_errors=True)
