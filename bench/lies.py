#!/usr/bin/env python3
"""Lies and forged messages at a broker that knows its users: bench/lies.py HEXAD SECONDS [--liars N] [--seed N].

A real broker (hexad lab serve-nats --workers), two honest workers, and beside them N liars (6) with names and secrets of their own. Each lies
about the jobs that it gets, in every way that is listed in LIES, forges messages that are not its to send (results, signs of life and
cancelling in the names of others, jobs of 10^15 nodes, commands to the broker), and floods its own subjects. Strangers knock
without a secret. Meanwhile labs are proved one after the other, a small problem and, every fourth, the opening P1 of Connect6, until the time
is over; the lab that runs then is brought to its end under the same fire.

Prints one line of JSON: what was sent, what came of it, and the peak of the coordinators' memory. Exits with 1 if an honest worker was
quarantined, a lab was not proved, a certificate was not accepted, or a coordinator took 300 MB. With --liars 0 it tells how it goes without.
"""
import argparse
import collections
import hashlib
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
import threading
import time

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("hexad")
parser.add_argument("seconds", type=float)
parser.add_argument("--liars", type=int, default=6)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--most-mb", type=float, default=300)
args = parser.parse_args()
hexad = os.path.abspath(args.hexad)
proofs = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../proofs")
folder = tempfile.mkdtemp(prefix="hexad-lies-")
with socket.socket() as s:
    s.bind(("127.0.0.1", 0))
    port = s.getsockname()[1]
url = f"nats://127.0.0.1:{port}"
HONEST = ["honest1", "honest2"]
LIARS = [f"liar{i + 1}" for i in range(args.liars)]
PIECE, RESULT_MOST = 128 << 10, 64 << 20
over = threading.Event()
lock = threading.Lock()
sent, lies, denied, knocked = (collections.Counter() for _ in range(4))
with open(f"{proofs}/connect-6-3-1.cert", "rb") as f:
    OTHER_CERT = f.read()  # of another position


class Link:
    """A connection to the broker, by its plain protocol."""

    def __init__(self, user):
        login, secret = open(f"{folder}/grid/{user}.user").read().strip().split(":")
        self.s = socket.create_connection(("127.0.0.1", port), 10)
        self.s.settimeout(0.05)
        self.rest = b""
        options = {"verbose": False, "pedantic": False, "user": login, "pass": secret, "lang": "liar", "version": "1"}
        self.send(b"CONNECT " + json.dumps(options).encode() + b"\r\n")

    def send(self, data):
        self.s.settimeout(10)
        self.s.sendall(data)
        self.s.settimeout(0.05)

    def subscribe(self, subject):
        self.send(f"SUB {subject} 1\r\n".encode())

    def publish(self, subject, data):
        self.send(f"PUB {subject} {len(data)}\r\n".encode() + data + b"\r\n")

    def messages(self):
        """What came meanwhile."""
        try:
            self.rest += self.s.recv(1 << 20)
        except socket.timeout:
            pass
        while b"\r\n" in self.rest:
            line, rest = self.rest.split(b"\r\n", 1)
            if line.startswith(b"MSG "):
                words = line.split()
                n = int(words[-1])
                if len(rest) < n + 2:
                    return
                self.rest = rest[n + 2:]
                yield words[1].decode(), rest[:n]
                continue
            self.rest = rest
            if line.startswith(b"PING"):
                self.send(b"PONG\r\n")
            elif line.startswith(b"-ERR"):
                with lock:
                    denied["publish" if b"Publish" in line else "subscribe" if b"Subscription" in line else "other"] += 1


def head(**fields):
    return json.dumps({"hexad": 2, **fields}).encode() + b"\n"


def sign(state, **fields):
    return json.dumps({"hexad": 2, "state": state, **fields}).encode()


class Liar(threading.Thread):
    def __init__(self, name, seed):
        super().__init__(daemon=True)
        self.name, self.rng = name, random.Random(seed)
        self.has = None  # coordinator, lab, job, sum
        self.plan = None  # what is sent when pieces are wanted
        self.drip = 0.0
        self.busy_until = 0.0

    def count(self, counter, what):
        with lock:
            counter[what] += 1

    def say(self, subject, data, what):
        self.link.publish(subject, data)
        self.count(sent, what)

    def here(self):
        held = [list(self.has)] if self.has else []
        state = sign("busy", kind="solve", seconds=1.0, held=held) if held else sign("idle", held=[])
        self.say(f"hexad.here.worker.{self.name}", state, "sign")

    def piece(self, at, whole, line, data, attempt="a"):
        coordinator, lab, job, total = self.has
        h = head(what="piece", lab=lab, job=job, sum=total, **{"try": attempt}, at=at, bytes=whole, line=line)
        self.say(f"hexad.from.{self.name}.{coordinator}", h + data, "piece")

    def result(self, certificates=b"", **fields):
        """A result that is whole, or begins as if it were."""
        line = {"job": self.has[2], "worker": self.rng.choice(HONEST + [self.name]), "nodes": 1, "cpu": 0.1, **fields}
        text = json.dumps(line).encode()
        whole = text + certificates
        self.plan = lambda at: whole[at:at + PIECE]
        self.whole, self.line = len(whole), len(text)
        self.piece(0, len(whole), len(text), whole[:PIECE])

    # Every way to lie about a job; the name is what the report counts.

    def lie_garbage(self, job):
        self.piece(0, 7, 7, b"garbage")

    def lie_win_without_proof(self, job):
        self.result(verdict="won")

    def lie_win_by_another_proof(self, job):
        bundle = len(OTHER_CERT).to_bytes(4, "little") + OTHER_CERT
        self.result(bundle, verdict="won", bundle=hashlib.sha256(bundle).hexdigest(), bytes=len(bundle))

    def lie_no_defences(self, job):
        self.result(verdict="open", open=[])

    def lie_nothing_found(self, job):
        self.result(verdict="open")

    def lie_bad_turn(self, job):
        self.result(verdict="open", turn="a2 b2", chance=0.99, mate=3)

    def lie_impossible_turn(self, job):
        self.result(verdict="open", turn="a1 a1", chance=0.5)

    def lie_lost(self, job):
        self.result(verdict="lost")

    def lie_failed(self, job):
        self.result(verdict="failed", why="I cannot")

    def lie_many_turns(self, job):
        self.result(verdict="open", open=["a2 b2"] * 65536)

    def lie_deep_json(self, job):
        text = b"[" * 2000 + b"0," * ((4 << 20) // 2 - 2000)
        self.plan = lambda at: text[at:at + PIECE]
        self.whole, self.line = len(text), len(text)
        self.piece(0, len(text), len(text), text[:PIECE])

    def lie_unfinished(self, job):
        self.piece(0, RESULT_MOST, 10, b"x" * PIECE)

    def lie_many_unfinished(self, job):
        for i in range(256):
            self.piece(0, RESULT_MOST, 10, b"x" * 100, f"t{i}")

    def lie_drip(self, job):
        self.plan, self.drip = None, 1.5
        self.whole, self.line, self.at = RESULT_MOST, 10, 0
        self.drop_next()

    def drop_next(self):
        self.piece(self.at, self.whole, self.line, b"x" * PIECE)
        self.at += PIECE
        self.busy_until = time.monotonic() + self.drip

    def lie_64_mib(self, job):
        self.plan = lambda at: b"x" * min(PIECE, RESULT_MOST - at)
        self.whole, self.line = RESULT_MOST, 10
        self.piece(0, RESULT_MOST, 10, b"x" * PIECE)

    def lie_sit(self, job):
        pass

    def lie_refuse(self, job):
        coordinator, lab, number, total = self.has
        self.say(f"hexad.from.{self.name}.{coordinator}", head(what="refused", lab=lab, job=number, sum=total, full=self.rng.random() < 0.5, why="no"),
                 "refusal")
        self.has = None

    def lie_leave(self, job):
        self.say(f"hexad.here.worker.{self.name}", sign("leaves"), "sign")
        self.has = None

    def lie_answer_all(self, job):
        """Results of jobs that it was never given."""
        coordinator, lab, number, total = self.has
        for n in range(max(1, number - 20), number + 20):
            text = json.dumps({"job": n, "worker": self.name, "verdict": "won", "nodes": 1, "cpu": 0.1}).encode()
            h = head(what="piece", lab=lab, job=n, sum=total, **{"try": "b"}, at=0, bytes=len(text), line=len(text))
            self.say(f"hexad.from.{self.name}.{coordinator}", h + text, "piece")

    def hear(self, subject, data):
        first, _, rest = data.partition(b"\n")
        try:
            h = json.loads(first)
        except ValueError:
            return
        coordinator = subject.split(".")[3]
        if h["what"] == "job":
            self.has, self.plan, self.drip = (coordinator, h["lab"], h["job"], h["sum"]), None, 0.0
            self.here()
            kind = self.rng.choice(LIES)
            self.count(lies, kind)
            getattr(self, "lie_" + kind)(rest)
        elif h["what"] == "want" and self.plan and self.has and self.has[2] == h["job"]:
            at = h["at"]
            while at < self.whole and at < h["at"] + 4 * PIECE:
                data = self.plan(at)
                self.piece(at, self.whole, self.line, data)
                at += len(data)
        elif h["what"] == "drop" and self.has and self.has[2] == h["job"]:
            self.has = None

    def forge(self):
        """What the broker does not permit."""
        victim = self.rng.choice(HONEST)
        lab, total = (self.has[1], self.has[3]) if self.has else ("0123456789abcdef", "0123456789abcdef")
        n = self.rng.randrange(1, 60)
        text = json.dumps({"job": n, "worker": victim, "verdict": "won", "nodes": 1, "cpu": 0.1}).encode()
        order = json.dumps({"job": n, "kind": "solve", "game": "9,9,5,2,1", "attacker": "black", "to_move": "black", "left": 1, "black": "",
                            "white": "", "order": 4, "nodes": 10**15}).encode()
        result = head(what="piece", lab=lab, job=n, sum=total, **{"try": "c"}, at=0, bytes=len(text), line=len(text)) + text
        self.say(f"hexad.from.{victim}.lab", result, "forged result")
        self.say(f"hexad.to.{victim}.lab", head(what="job", lab=lab, job=n, sum=total) + order, "forged job of 10^15 nodes")
        self.say(f"hexad.to.{victim}.lab", head(what="drop", lab=lab, job=n, sum=total), "forged cancel")
        self.say(f"hexad.here.worker.{victim}", sign("leaves"), "forged sign")
        self.say(f"hexad.here.worker.made-up-{self.rng.randrange(10**9)}", sign("idle", held=[]), "forged sign of a made-up name")
        self.say(f"hexad.here.coordinator.c{n}", sign("coordinates", lab="x"), "forged sign of a coordinator")
        self.say("$JS.API.STREAM.CREATE.HEXAD_RESULTS", b"{}", "command to the broker")
        self.link.subscribe("hexad.>")
        self.count(sent, "eavesdropping")

    def flood(self):
        """What it may say, and nobody wants to hear."""
        for i in range(40):
            self.say(f"hexad.here.worker.{self.name}", sign("idle", held=[["lab", "x" * 16, i + 1, "0"]]), "flood of signs")
            h = head(what="piece", lab="0123456789abcdef", job=i + 1, sum="0", **{"try": f"z{i}"}, at=0, bytes=RESULT_MOST, line=10)
            self.say(f"hexad.from.{self.name}.lab", h + b"x" * 100, "flood of pieces")
        self.say(f"hexad.from.{self.name}.lab", b"x" * PIECE, "flood of garbage")

    def live(self):
        self.link = Link(f"worker.{self.name}")
        self.link.subscribe(f"hexad.to.{self.name}.*")
        signed = forged = 0.0
        while not over.is_set():
            for subject, data in self.link.messages():
                self.hear(subject, data)
            now = time.monotonic()
            if now - signed > 1:
                signed = now
                self.here()
            if now - forged > 0.2:
                forged = now
                self.forge()
                self.flood()
            if self.has and self.drip and now > self.busy_until and self.at < self.whole - PIECE:
                self.drop_next()

    def run(self):
        while not over.is_set():
            try:
                self.live()
            except OSError:  # the broker had enough of us
                self.count(denied, "connection")
                time.sleep(0.5)


LIES = [name[4:] for name in dir(Liar) if name.startswith("lie_")]


def knock():
    """Strangers, without a secret or with a wrong one."""
    while not over.is_set():
        for options in ({}, {"user": "worker.honest1", "pass": "0" * 64}, {"user": "coordinator.lab", "pass": ""}):
            try:
                with socket.create_connection(("127.0.0.1", port), 5) as c:
                    c.recv(4096)
                    c.sendall(b"CONNECT " + json.dumps({"verbose": False, **options}).encode() + b"\r\nPUB hexad.who 0\r\n\r\nPING\r\n")
                    knocked["turned away" if b"Authorization" in c.recv(4096) else "LET IN"] += 1
            except OSError:
                knocked["turned away"] += 1
        time.sleep(0.5)


def start(*words, said=os.devnull):
    with open(said, "w") as out:
        return subprocess.Popen([hexad, "lab", *words], stdout=out, stderr=out)


def run(*words):
    return subprocess.run([hexad, *words], capture_output=True, text=True)


def rows(lab, sql):
    with sqlite3.connect(f"file:{lab}?mode=ro", uri=True, timeout=10) as d:
        return d.execute(sql).fetchall()


SMALL = ["--game", "9,9,5,2,1"]
SMALL_SET = [x for o in ("verify-order=1", "verify-nodes=3", "solve-order=1", "solve-nodes=1", "expand-nodes=300") for x in ("--set", o)]


def make(number):
    lab = f"{folder}/{number}.lab"
    if number % 4 == 0:
        run("lab", "new", lab)
        run("lab", "add", lab, "j10", "h12", "l12", "j11", "k10")
    else:
        run("lab", "new", lab, *SMALL, *SMALL_SET)
        run("lab", "add", lab, *SMALL, "e5", "a1", "i9", "e6", "f5")
    return lab


def prove(number, counts):
    """One lab, to its end; the fault, if there is one."""
    lab = make(number)
    began = time.monotonic()
    p = start("run", lab, "--nats", url, "--nats-user", f"{folder}/grid/coordinator.lab.user", said=f"{lab}.log")
    while True:
        pid, status, usage = os.wait4(p.pid, os.WNOHANG)
        if pid:
            break
        if time.monotonic() - began > 1800:
            p.send_signal(signal.SIGTERM)
            return "not proved within half an hour"
        time.sleep(0.1)
    kind = "P1" if number % 4 == 0 else "small"
    counts["seconds"][kind].append(round(time.monotonic() - began, 1))
    counts["peak_kb"] = max(counts["peak_kb"], usage.ru_maxrss)
    counts["coordinator_cpu"] += usage.ru_utime + usage.ru_stime
    if os.waitstatus_to_exitcode(status) != 0:
        return f"lab {number}: the coordinator exits with {os.waitstatus_to_exitcode(status)}"
    for worker, n in rows(lab, "SELECT worker, count(*) FROM result GROUP BY worker"):
        counts["results of honest workers" if worker in HONEST else "results of liars that were heard"] += n
    for worker, why in rows(lab, "SELECT name, quarantined FROM worker WHERE quarantined IS NOT NULL"):
        if worker in HONEST:
            return f"lab {number}: {worker} was quarantined: {why}"
        counts["quarantines"] += 1
    counts["poisoned"] += rows(lab, "SELECT count(*) FROM event WHERE kind = 'poisoned'")[0][0]
    check = run("lab", "check", lab)
    export = run("lab", "export", lab, "--cert", f"{folder}/x.cert")
    accepted = run("check", f"{folder}/x.cert")
    if check.returncode or export.returncode or accepted.returncode:
        return f"lab {number}: {check.stdout}{export.stderr}{accepted.stdout}"
    counts["proved"] += 1
    os.remove(lab)
    return None


def main():
    broker = start("serve-nats", f"{folder}/grid", "--port", str(port), "--workers", ",".join(HONEST + LIARS))
    while socket.socket().connect_ex(("127.0.0.1", port)) != 0:
        time.sleep(0.1)
    workers = [start("work", "--nats", url, "--nats-user", f"{folder}/grid/worker.{name}.user", "--hash", "64") for name in HONEST]
    threads = [Liar(name, args.seed * 1000 + i) for i, name in enumerate(LIARS)]
    if threads:
        threads.append(threading.Thread(target=knock, daemon=True))
    for t in threads:
        t.start()
    counts = collections.Counter(quarantines=0, proved=0, peak_kb=0, coordinator_cpu=0.0)
    counts["seconds"] = {"small": [], "P1": []}
    began = time.monotonic()
    fault, number = None, 0
    while not fault and time.monotonic() - began < args.seconds:
        number += 1
        fault = prove(number, counts)
    took = time.monotonic() - began
    over.set()
    alive = all(w.poll() is None for w in workers) and broker.poll() is None
    with open(f"/proc/{broker.pid}/status") as f:
        broker_kb = next((int(x.split()[1]) for x in f if x.startswith("VmHWM")), 0)
    for p in [*workers, broker]:
        p.kill()
        p.wait()
    peak = counts.pop("peak_kb") / 1024
    if not fault and not alive:
        fault = "a worker or the broker ended"
    if not fault and peak > args.most_mb:
        fault = f"a coordinator took {peak:.0f} MB"
    if not fault and knocked["LET IN"]:
        fault = "a stranger was let in"
    print(json.dumps({"liars": args.liars, "wall": round(took), **counts, "peak_mb": round(peak, 1), "broker_mb": round(broker_kb / 1024, 1),
                      "lies": dict(sorted(lies.items())), "sent": dict(sorted(sent.items())), "denied": dict(denied), "strangers": dict(knocked),
                      "messages": sum(sent.values()), "fault": fault}))
    if fault:
        print(f"what was left is in {folder}", file=sys.stderr)
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if fault else 0


sys.exit(main())
