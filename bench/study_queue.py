"""Measures studies over a queue: what a run costs more than without one, memory with many runs queued, and whether every run is there once
after workers were killed and the server was restarted.

    python3 bench/study_queue.py chaos|overhead|memory [--evoke target/release/evoke] [--nats target/tools/nats-server] [--runs N]

Every run is ended after 100 ms, so that the queue is most of what there is to do; how they end does not matter to it."""

import argparse
import random
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = """public class Small {
    public static int sign(int x) { return x > 7 ? 1 : x < -7 ? -1 : 0; }
}
"""
STUDY = """name = "queue"
command = "search"
seeds = {seeds}
budget = {{ statements = 300 }}
timeout = "100ms"
jobs = 1
[[subjects]]
classpath = "classes"
classes = ["Small"]
[configurations.mosa]
algorithm = "mosa"
"""
QUIET = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


class Setting:
    """A folder with a study, and a server that can be restarted."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.evoke, self.nats = str(Path(arguments.evoke).resolve()), str(Path(arguments.nats).resolve())
        (folder / "Small.java").write_text(SOURCE)
        subprocess.run(["javac", "-d", "classes", "Small.java"], cwd=folder, check=True)
        (folder / "study.toml").write_text(STUDY.format(seeds=arguments.runs))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.queue = ["--queue", f"nats://127.0.0.1:{self.port}"]
        self.processes = []

    def start(self, command):
        process = subprocess.Popen(command, cwd=self.folder, **QUIET)
        self.processes.append(process)
        return process

    def server(self):
        server = self.start([self.nats, "--jetstream", "--addr", "127.0.0.1", "--port", str(self.port), "--store_dir", "nats"])
        while socket.socket().connect_ex(("127.0.0.1", self.port)):
            time.sleep(0.05)
        return server

    def worker(self):
        return self.start([self.evoke, "study", "work", *self.queue, "--jobs", "1"])

    def study(self, out, options=()):
        return self.start([self.evoke, "study", "run", "study.toml", "--quiet", "--out", out, *options])

    def runs(self, out):
        """How many runs are in the database, and how many were planned."""
        if not (self.folder / out).exists():
            return 0, 0
        with sqlite3.connect(self.folder / out, timeout=30) as database:
            counts = [f"SELECT count(DISTINCT {key}) FROM {table}" for key, table in (("id", "run"), ("run", "planned"))]
            return tuple(database.execute(count).fetchone()[0] for count in counts)

    def end(self):
        for process in self.processes:
            process.kill()
            process.wait()


def chaos(setting):
    """Four workers, one of them killed every three seconds, the server killed and started again after a third and two thirds of the runs."""
    luck = random.Random(1)
    server, study = setting.server(), setting.study("spread.sqlite", setting.queue)
    workers = [setting.worker() for _ in range(4)]
    begun, n_killed, restarts = time.time(), 0, [1 / 3, 2 / 3]
    while study.poll() is None:
        time.sleep(3)
        number = luck.randrange(4)
        workers[number].kill()
        workers[number].wait()
        n_killed += 1
        if restarts and setting.runs("spread.sqlite")[0] > restarts[0] * setting.arguments.runs:
            restarts.pop(0)
            server.kill()
            server.wait()
            server = setting.server()
        for number, worker in enumerate(workers):
            if worker.poll() is not None:
                workers[number] = setting.worker()
    done, planned = setting.runs("spread.sqlite")
    print(f"{planned} runs planned, {done} of them in the database, each once")
    print(f"{n_killed} workers killed, server restarted {2 - len(restarts)} times, {time.time() - begun:.0f} s")


def overhead(setting):
    """The same runs one after another without and with the queue, by turns."""
    setting.server()
    setting.worker()
    took = {"without": [], "with": []}
    for turn in range(3):
        for kind, options in (("without", ["--jobs", "1"]), ("with", setting.queue)):
            begun = time.time()
            assert setting.study(f"{kind}{turn}.sqlite", options).wait() in (0, 1)
            took[kind].append((time.time() - begun) / setting.arguments.runs)
    for kind, times in took.items():
        print(f"{kind} the queue: {', '.join(f'{1000 * each:.0f}' for each in times)} ms a run")
    more = min(took["with"]) - min(took["without"])
    print(f"the queue: {1000 * more:.0f} ms a run, {100 * more / 10:.2f} % of a run of 10 s")


def memory(setting):
    """The most that each process has had, once all runs are queued and some are done."""
    server, study = setting.server(), setting.study("spread.sqlite", setting.queue)
    stream = setting.folder / "nats"
    size = -1
    while size != (size := sum(file.stat().st_size for file in stream.rglob("*") if file.is_file())) or not size:
        time.sleep(5)
    worker = setting.worker()
    while setting.runs("spread.sqlite")[0] < 50:
        time.sleep(1)
    print(f"{setting.runs('spread.sqlite')[1]} runs planned, {size / 2**20:.0f} MiB on the server's disk")
    for name, process in (("server", server), ("study", study), ("worker", worker)):
        status = Path(f"/proc/{process.pid}/status").read_text()
        peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        print(f"{name}: {int(peak.split()[1]) / 1024:.0f} MiB at most")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["chaos", "overhead", "memory"])
    parser.add_argument("--evoke", default="target/release/evoke")
    parser.add_argument("--nats", default="target/tools/nats-server")
    parser.add_argument("--runs", type=int)
    arguments = parser.parse_args()
    measure, runs = {"chaos": (chaos, 2000), "overhead": (overhead, 200), "memory": (memory, 10000)}[arguments.what]
    arguments.runs = arguments.runs or runs
    with tempfile.TemporaryDirectory() as folder:
        setting = Setting(arguments, Path(folder))
        try:
            measure(setting)
        finally:
            setting.end()


if __name__ == "__main__":
    sys.exit(main())
