"""Keeps many batches of a session in flight that overtake each other, come twice, late or never, and kills the server.

Each batch must be made once and in order, and the log must have the bytes that batches sent one by one have.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Store/pipeline_test.py
INTERLEAVINGS sets the number of sessions (200), INTERLEAVINGS_SEED the seed (1).
"""

import asyncio
import contextlib
import http.client
import io
import json
import os
import random

from chart_server import LOOPBACK, PATIENCE, Server, check, run_tests
from session_client import ANSWER, SPECIFICATION, csv

INTERLEAVINGS = int(os.environ.get("INTERLEAVINGS", "200"))
SEED = int(os.environ.get("INTERLEAVINGS_SEED", "1"))
AT_ONCE = 32
BATCHES = 20
SCRIPTS = 16
# A kill in so many flights of all sessions.
FLIGHTS_A_KILL = 100
LOST_CONNECTION = (OSError, http.client.HTTPException)


def script_of(chance):
    """The events of each batch of a session; no touch is down behind a batch, so that a start cancels nothing."""
    batches, time = [], 0

    def touch(phase, x):
        nonlocal time
        time += 16
        return {"type": "touch", "phase": phase, "time": time, "touches": [{"id": 1, "x": x, "y": 200}]}

    for _ in range(BATCHES):
        x, to = chance.sample(range(100, 700), 2)
        if chance.random() < 0.5:
            batches.append([touch("began", x), touch("moved", (x + to) / 2), touch("moved", to), touch("ended", to)])
        else:
            time += 500
            wheel = {"type": "wheel", "x": x, "y": 90, "deltaX": 0, "deltaY": chance.uniform(-200, 200)}
            batches.append([wheel | {"time": time, "deltaMode": "pixel"}])
    return [json.dumps({"client": "page", "sequence": at, "events": events}) for at, events in enumerate(batches, 1)]


class Received:
    """The bytes of an answer, as a socket."""

    def __init__(self, data):
        self.data = data

    def makefile(self, _):
        return io.BytesIO(self.data)


class Fleet:
    """Sessions that are open at the same time on a server, which is killed now and then."""

    def __init__(self, server):
        self.server, self.chance = server, random.Random(SEED)
        self.scripts = [script_of(self.chance) for _ in range(SCRIPTS)]
        self.wanted = {}
        self.counts = dict.fromkeys(
            ["sessions", "batches", "answers", "refused", "duplicates", "unanswered", "kills"], 0
        )

    async def ask(self, method, path, body="", awaits=True):
        """The status and the bytes of an answer; `None` where the connection is given up instead."""
        reader, writer = await asyncio.open_connection(LOOPBACK, self.server.port)
        try:
            data = body.encode()
            head = f"{method} {path} HTTP/1.1\r\nHost: {LOOPBACK}\r\nContent-Type: application/json\r\n"
            writer.write(f"{head}Connection: close\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data)
            await writer.drain()
            if not awaits:
                return None
            answer = http.client.HTTPResponse(Received(await asyncio.wait_for(reader.read(), PATIENCE)))
            answer.begin()
            return answer.status, answer.read()
        finally:
            writer.close()

    async def surely(self, *request):
        """The bytes of an answer, which may need another start of the server, and then finds its session gone."""
        made = [200, 201, 204]
        while True:
            with contextlib.suppress(LOST_CONNECTION):
                status, answer = await self.ask(*request)
                if status == 503:
                    continue
                check(status in made, f"{request}: {status} {answer}")
                return answer
            made += [410] if request[0] == "DELETE" else []
            await asyncio.sleep(0.05)

    async def open(self):
        return json.loads(await self.surely("POST", f"/v1/sessions{ANSWER}", json.dumps(SPECIFICATION)))["id"]

    async def lines(self, id):
        """The lines of a session's log, without what differs in each session."""
        log = (await self.surely("GET", f"/v1/sessions/{id}/log")).decode().splitlines()[1:]
        return [{name: value for name, value in json.loads(line).items() if name != "at"} for line in log]

    async def post(self, id, body, pause, awaits):
        await asyncio.sleep(pause)
        try:
            return await self.ask("POST", self.events(id), body, awaits)
        except LOST_CONNECTION:
            return None

    async def prepare(self):
        """Sends each script one by one."""
        for number, script in enumerate(self.scripts):
            id = await self.open()
            answers = [self.shared(await self.surely("POST", self.events(id), body), id) for body in script]
            self.wanted[number] = answers, await self.lines(id)
            check(len(self.wanted[number][1]) == BATCHES, f"{self.wanted[number][1]}")

    def events(self, id):
        return f"/v1/sessions/{id}/surfaces/main/events{ANSWER}"

    def shared(self, answer, id):
        """An answer as every session has it."""
        return answer.replace(id.encode(), b"session")

    async def interleave(self, seed, group):
        chance = random.Random(seed)
        number = chance.randrange(SCRIPTS)
        script, (answers, lines) = self.scripts[number], self.wanted[number]
        id, next_ = await self.open(), 1
        while next_ <= BATCHES:
            flight = range(next_, min(BATCHES, next_ + chance.randint(0, 9)) + 1)
            # Most that are left out come late, so that few of the others wait until they are refused.
            sent = [(at, chance.uniform(0, 0.03), True) for at in flight if chance.random() > 0.2]
            missing = set(flight) - {at for at, _, _ in sent}
            sent += [(at, chance.uniform(0.05, 0.3), True) for at in missing if chance.random() > 0.2]
            sent += [(at, chance.uniform(0, 0.1), chance.random() > 0.5) for at in flight if chance.random() < 0.25]
            chance.shuffle(sent)
            if self.chance.randrange(FLIGHTS_A_KILL) == 0:
                group.create_task(self.kill(chance.uniform(0, 0.1)))
            replies = await asyncio.gather(*(self.post(id, script[at - 1], *how) for at, *how in sent))
            revision = json.loads(await self.surely("GET", f"/v1/sessions/{id}{ANSWER}"))["revision"]
            told = {at for (at, _, _), reply in zip(sent, replies, strict=True) if reply and reply[0] == 200}
            check(next_ - 1 <= revision < next_ + len(flight), f"{id}: {revision} after {flight}")
            check(told <= set(range(1, revision + 1)), f"{id}: {told} were answered, and {revision} made")
            for (at, _, _), reply in zip(sent, replies, strict=True):
                self.judge(id, at, reply, answers[at - 1], next_, revision)
            next_ = revision + 1
        check(await self.lines(id) == lines, f"{id}, seed {seed}: another log")
        await self.surely("DELETE", f"/v1/sessions/{id}")
        self.counts["sessions"] += 1
        self.counts["batches"] += BATCHES

    def judge(self, id, at, reply, wanted, least, revision):
        if reply is None or reply[0] == 503:
            self.counts["unanswered"] += 1
        elif reply[0] == 200:
            answer = self.shared(reply[1], id)
            is_duplicate = json.loads(answer)["duplicate"]
            check(is_duplicate or answer == wanted, f"{id}: {at}: {answer}, not {wanted}")
            self.counts["duplicates" if is_duplicate else "answers"] += 1
        else:
            problem = json.loads(reply[1])
            check(reply[0] == 409 and problem["code"] == "batch.sequence-gap", f"{id}: {at}: {reply}")
            check(least <= problem["expectedSequence"] <= revision + 1, f"{id}: {at}: {reply}, {least} to {revision}")
            self.counts["refused"] += 1

    async def kill(self, pause):
        await asyncio.sleep(pause)
        # Linux ends a server with the thread that has started it.
        self.server.kill()
        self.server.start()
        self.counts["kills"] += 1

    async def run(self):
        await self.prepare()
        seeds = iter(range(SEED * 1_000_000, SEED * 1_000_000 + INTERLEAVINGS))

        async def work():
            for seed in seeds:
                await self.interleave(seed, group)

        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(work())


def pipelined():
    with Server("--log-level", "warning") as server:
        check(server.ask("PUT", "/v1/datasets/feed", csv(0, 2_000))[0] == 201, "the dataset")
        fleet = Fleet(server)
        asyncio.run(fleet.run())
    check(fleet.counts["sessions"] == INTERLEAVINGS, f"{fleet.counts}")
    print("pipeline:", ", ".join(f"{count} {name}" for name, count in fleet.counts.items()) + "; lost 0, twice 0")


if __name__ == "__main__":
    run_tests([pipelined])
