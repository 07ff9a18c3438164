"""TCP proxies between a node and its databases, which can cut, refuse and swallow connections."""

import asyncio
import contextlib
import socket
import struct
import threading

from chart_server import LOOPBACK, free_port

PIECE = 1 << 16


class Proxies:
    """The thread that moves the bytes of all proxies."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="proxies", daemon=True)
        self.proxies = []

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        for proxy in self.proxies:
            proxy.refuse()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()

    def to(self, target):
        """A new proxy in front of a port on loopback."""
        proxy = Proxy(self.loop, target)
        self.proxies.append(proxy)
        proxy.heal()
        return proxy


class Proxy:
    """One port in front of another. Its methods may be called from any thread."""

    def __init__(self, loop, target):
        self.loop, self.target, self.port = loop, target, free_port()
        self.listener = None
        self.swallows = False
        # What is forwarded to the database in place of other bytes: a bug that is planted in its statements.
        self.alters = {}
        self.open = set()

    def heal(self):
        """Forwards every connection. What was swallowed before stays lost, so those connections end."""
        self.call(self._heal())

    def cut(self):
        """Resets every connection. New ones are accepted."""
        self.call(self._reset())

    def refuse(self):
        """Resets every connection and refuses new ones, as a machine without that server does."""
        self.call(self._refuse())

    def swallow(self):
        """Accepts connections and bytes and forwards nothing, as a broken network does."""
        self.call(self._swallow())

    def call(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(10)

    async def _heal(self):
        if self.swallows:
            await self._reset()
        self.swallows = False
        if self.listener is None:
            self.listener = await asyncio.start_server(self.serve, LOOPBACK, self.port, reuse_address=True)

    async def _swallow(self):
        await self._heal()
        self.swallows = True

    async def _refuse(self):
        if self.listener is not None:
            self.listener.close()
            await self.listener.wait_closed()
            self.listener = None
        await self._reset()

    async def _reset(self):
        for writer in list(self.open):
            reset(writer)
        self.open.clear()

    async def serve(self, reader, writer):
        self.open.add(writer)
        far = None
        try:
            if self.swallows:
                await self.drain(reader)
                return
            far_reader, far = await asyncio.open_connection(LOOPBACK, self.target)
            self.open.add(far)
            moves = [
                asyncio.create_task(self.move(reader, far, self.alters)),
                asyncio.create_task(self.move(far_reader, writer, {})),
            ]
            try:
                await asyncio.wait(moves, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for move in moves:
                    move.cancel()
        except OSError:
            reset(writer)
        finally:
            for side in (writer, far):
                if side is not None:
                    self.open.discard(side)
                    side.close()

    async def move(self, reader, writer, alters):
        with contextlib.suppress(OSError):
            while piece := await reader.read(PIECE):
                for old, new in alters.items():
                    piece = piece.replace(old, new)
                # The side that ends while bytes are swallowed ends for itself alone.
                if not self.swallows:
                    writer.write(piece)
                    await writer.drain()
            while self.swallows:
                await asyncio.sleep(0.1)

    @staticmethod
    async def drain(reader):
        while await reader.read(PIECE):
            pass


def reset(writer):
    """Closes a connection with a reset, so that the other side notices at once."""
    with contextlib.suppress(OSError, ValueError):
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
