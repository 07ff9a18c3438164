"""A pooler before a database that asks for no password. It hands connections out as PgBouncer does."""

import asyncio
import struct

from chart_server import LOOPBACK, free_port

# A client asks for encryption before it begins.
ENCRYPTIONS = {80877103, 80877104}
READY, IDLE, PROCESS, END = b"Z", b"I", b"K", b"X"
# What the database answers until it is ready: a query, and the end of a pipeline.
ASKING = {b"Q", b"S"}


class Pooler:
    """One port of `Proxies`. The pool has so many connections, and hands out the last returned one first.

    What a server tells a client that waits for nothing, such as a notification, comes with the next answer.
    """

    def __init__(self, proxies, target, mode, size=20):
        self.proxies, self.target, self.mode, self.size, self.port = proxies, target, mode, size, free_port()
        self.idle, self.opened, self.returned = [], 0, asyncio.Condition()
        # What a server has told the first client at its start. Later ones hear it before they have a server.
        self.greeting, self.clients = [], set()
        self.listener = self.call(asyncio.start_server(self.serve, LOOPBACK, self.port))
        proxies.proxies.append(self)

    def call(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.proxies.loop).result(10)

    def refuse(self):
        """Ends every connection."""
        self.call(self.end())

    async def end(self):
        self.listener.close()
        for client in self.clients:
            client.cancel()
        await asyncio.gather(*self.clients, return_exceptions=True)
        for _, writer in self.idle:
            writer.close()

    async def take(self, startup):
        async with self.returned:
            await self.returned.wait_for(lambda: self.idle or self.opened < self.size)
            if self.idle:
                return self.idle.pop()
            self.opened += 1
        reader, writer = await asyncio.open_connection(LOOPBACK, self.target)
        writer.write(startup)
        greeting = []
        while not greeting or greeting[-1][0] != READY:
            greeting.append(await message(reader))
        self.greeting = greeting
        return reader, writer

    async def give_back(self, server, is_usable):
        async with self.returned:
            if is_usable:
                self.idle.append(server)
            else:
                server[1].close()
                self.opened -= 1
            self.returned.notify()

    async def serve(self, reader, writer):
        self.clients.add(asyncio.current_task())
        server = None
        try:
            startup = await self.startup(reader, writer)
            if not self.greeting:
                server = await self.take(startup)
            for kind, body in self.greeting:
                # The process that a client hears of is none of the database.
                writer.write(framed(kind, struct.pack("!ii", 1, 1) if kind == PROCESS else body))
            state = IDLE
            while True:
                if state == IDLE and self.mode == "transaction" and server is not None:
                    await self.give_back(server, True)
                    server = None
                kind, body = await message(reader)
                if kind == END:
                    return
                server = server or await self.take(startup)
                server[1].write(framed(kind, body))
                state, waits = None, kind in ASKING
                while waits:
                    answer, state = await message(server[0])
                    writer.write(framed(answer, state))
                    waits = answer != READY
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            # A client has left, or the pooler ends.
            pass
        finally:
            self.clients.discard(asyncio.current_task())
            writer.close()
            if server is not None:
                await self.give_back(server, False)

    @staticmethod
    async def startup(reader, writer):
        while True:
            head = await reader.readexactly(8)
            size, code = struct.unpack("!ii", head)
            if code not in ENCRYPTIONS:
                return head + await reader.readexactly(size - 8)
            writer.write(b"N")


async def message(reader):
    """The kind and the body of the next message."""
    kind = await reader.readexactly(1)
    (size,) = struct.unpack("!i", await reader.readexactly(4))
    return kind, await reader.readexactly(size - 4)


def framed(kind, body):
    return kind + struct.pack("!i", len(body) + 4) + body
