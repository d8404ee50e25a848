#!/usr/bin/env python3
"""The live view of a lab of a million nodes: tests/lab/million.py HEXAD [NODES].

Makes a lab's file with so many rows of nodes, edges, jobs and results (random numbers, thirty children each), lets `hexad serve` show it, and prints how
long the first sight of it takes and how long the next ones, with a change of the file before each.
"""
import json
import os
import random
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

hexad = os.path.abspath(sys.argv[1])
nodes = int(sys.argv[2]) if len(sys.argv) > 2 else 1000000
WIDE = 30
rng = random.Random(1)
folder = tempfile.mkdtemp(prefix="hexad-million-")
lab = f"{folder}/labs/big.lab"
os.mkdir(f"{folder}/labs")
subprocess.run([hexad, "lab", "new", lab], check=True, stdout=subprocess.DEVNULL)
subprocess.run([hexad, "lab", "add", lab, "--name", "big", "j10", "i12", "h11", "k9", "l10"], check=True, stdout=subprocess.DEVNULL)
db = sqlite3.connect(lab)
key, level = db.execute("SELECT key, level FROM node WHERE id = 1").fetchone()
squares = [f"{c}{r}" for c in "abcdefghjklmnopqrst" for r in range(1, 20)]


def parent(n):
    return (n - 2) // WIDE + 1


depth = [0, 0]
path = ["", ""]
for n in range(2, nodes + 1):
    p = parent(n)
    depth.append(depth[p] + 1)
    path.append(f"{path[p]} {n - 1}".strip())
with db:
    db.executemany(
        "INSERT INTO node VALUES (?, ?, ?, ?, ?, ?, 1, 2, 0, ?, 1, 0, NULL)",
        ((n, key[:-4] + n.to_bytes(4, "big"), (depth[n] + 1) % 2, level + depth[n], rng.randrange(1, 200), rng.randrange(1, 200), int(rng.random() < 0.1))
         for n in range(2, nodes + 1)))
    db.executemany("INSERT INTO edge VALUES (?, ?, ?, ?, 0, ?, 0, ?)",
                   ((n - 1, parent(n), n, " ".join(rng.sample(squares, 2)), depth[n] % 2 and 0 or 1, n - 1) for n in range(2, nodes + 1)))
    db.executemany("INSERT INTO job VALUES (?, ?, ?, '{}', ?, 1, 1, 0)", ((n, n, rng.randrange(3), path[n]) for n in range(1, nodes + 1)))
    db.executemany("INSERT INTO result VALUES (?, ?, 2, '{\"chance\":0.5}', NULL, 0, 1000, 0.5, ?)",
                   ((n, f"w{n % 8}", int(time.time()) - (nodes - n) // 100) for n in range(1, nodes + 1)))
    db.executemany("INSERT INTO history VALUES (?, 1, ?, ?, ?, ?)", ((n, n, n, rng.randrange(100), rng.randrange(100)) for n in range(1, nodes + 1, 10)))
print(f"{nodes} nodes, edges, jobs and results: {os.path.getsize(lab) >> 20} MiB", flush=True)

with socket.socket() as s:
    s.bind(("127.0.0.1", 0))
    port = s.getsockname()[1]
server = subprocess.Popen([hexad, "serve", "--port", str(port), "--data", f"{folder}/data.db", "--labs", f"{folder}/labs"],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def used():
    with open(f"/proc/{server.pid}/stat") as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Live:
    """The socket of the page: one text frame out, text frames in."""

    def __init__(self):
        self.s = socket.create_connection(("127.0.0.1", port))
        self.s.settimeout(300)
        self.s.sendall(f"GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.s.recv(1)
        if b" 101 " not in head:
            sys.exit(head.decode())

    def send(self, message):
        text = json.dumps(message).encode()
        assert len(text) < 126
        self.s.sendall(bytes([0x81, 0x80 + len(text)]) + bytes(4) + text)

    def exactly(self, n):
        data = b""
        while len(data) < n:
            more = self.s.recv(n - len(data))
            if not more:
                sys.exit("the socket was closed")
            data += more
        return data

    def lab(self):
        """The next view of a lab, and its bytes."""
        while True:
            kind, n = self.exactly(2)
            n = int.from_bytes(self.exactly(2), "big") if n == 126 else int.from_bytes(self.exactly(8), "big") if n == 127 else n
            body = self.exactly(n)
            if kind == 0x81 and "lab" in (message := json.loads(body)):
                return message["lab"], n
            if kind == 0x81 and "error" in message:
                sys.exit(body.decode())


def change(number):
    """A job more, and numbers of the root that nobody has seen yet."""
    with db:
        n = rng.randrange(2, nodes)
        db.execute("UPDATE node SET pn = ? WHERE id = 1", (number,))
        db.execute("INSERT INTO job VALUES (NULL, ?, 1, '{}', ?, 1, 1, 0)", (n, path[n]))


try:
    while socket.socket().connect_ex(("127.0.0.1", port)) != 0:
        time.sleep(0.1)
    for name, sight in {"the root": {"open": [{"path": []}]}, "the most proving line": {"follow": True}}.items():
        live = Live()
        began, cpu = time.monotonic(), used()
        live.send({"do": "lab", "id": 1, "name": "big", **sight})
        seen, size = live.lab()
        first, first_cpu = time.monotonic() - began, used() - cpu
        later = []
        for i in range(10):
            number = 1000 + i
            change(number)
            began, cpu = time.monotonic(), used()
            while live.lab()[0]["roots"][0]["pn"] != number:
                pass
            later.append((time.monotonic() - began, used() - cpu))
        print(f"{name}: first sight {first * 1000:.0f} ms ({first_cpu * 1000:.0f} ms of processor time), {size} bytes of {seen['nodes']} nodes; "
              f"after a change {statistics.median(x[0] for x in later) * 1000:.0f} ms at the median ({statistics.median(x[1] for x in later) * 1000:.0f}), "
              f"{max(x[0] for x in later) * 1000:.0f} at most ({max(x[1] for x in later) * 1000:.0f})", flush=True)
        live.s.close()
finally:
    server.kill()
    shutil.rmtree(folder, ignore_errors=True)
