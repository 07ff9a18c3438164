"""A proxy before the server that is late and loses packets and batches, and keeps what was asked and answered."""

import asyncio
import contextlib
import http.client
import http.server
import random
import threading
import time
import urllib.parse

HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding", "accept-encoding", "host"}
LEAST_TIMEOUT = 0.2


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def pass_on(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else None
        is_late = self.path.startswith("/v1/")
        if is_late:
            time.sleep(self.server.way())
        fate = random.random() if self.path.split("?")[0].endswith("/events") else 1
        if fate < self.server.cut / 2:
            self.close_connection = True
            return
        connection = http.client.HTTPConnection(self.server.target, timeout=60)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
        try:
            connection.request(self.command, self.path, body, headers)
            answer = connection.getresponse()
            if answer.headers.get_content_type() == "text/event-stream":
                self.stream(answer)
            else:
                text = answer.read()
                if is_late:
                    time.sleep(self.server.way())
                self.server.seen.append((self.command, self.path, body, text))
                if fate < self.server.cut:
                    self.close_connection = True
                    return
                self.head(answer, len(text))
                self.wfile.write(text)
        except OSError:
            self.close_connection = True
        finally:
            connection.close()

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = pass_on

    def head(self, answer, length=None):
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            if name.lower() not in HOP:
                self.send_header(name, value)
        if length is not None:
            self.send_header("Content-Length", str(length))
        else:
            self.send_header("Connection", "close")
        self.end_headers()

    def stream(self, answer):
        self.close_connection = True
        self.head(answer)
        while chunk := answer.read1(65536):
            time.sleep(self.server.way())
            self.wfile.write(chunk)
            self.wfile.flush()

    def log_message(self, *_):
        pass


class Proxy(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, target, delay, loss, cut):
        super().__init__(("127.0.0.1", 0), Handler)
        self.target, self.delay, self.loss, self.cut = target, delay, loss, cut
        self.seen = []

    def way(self):
        return way(self.delay, self.loss)


def way(delay, loss):
    """The seconds of one way; a packet that is lost comes once more after TCP's timeout."""
    again = max(LEAST_TIMEOUT, 2 * delay) if random.random() < loss else 0
    return delay / 2 + again


@contextlib.contextmanager
def delayed(address, delay, loss=0.0, cut=0.0):
    """Runs a proxy; yields its address and the list of (method, path, body, answer) that grows.

    `delay` is that of a round trip in seconds, `loss` the share of packets that are lost and come
    again. Of the batches the share `cut` is lost with its connection: half on their way, half with their answer.
    """
    server = Proxy(urllib.parse.urlsplit(address).netloc, delay, loss, cut)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", server.seen
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def relayed(port, delay, loss=0.0):
    """Passes the bytes of connections to a port on, as late as ``delayed``, whatever they mean; yields its own port."""
    loop = asyncio.new_event_loop()

    async def carry(reader, writer):
        queue = asyncio.Queue()

        async def read():
            due = 0
            with contextlib.suppress(OSError):
                while data := await reader.read(65536):
                    # Nothing overtakes a packet that comes once more.
                    due = max(due, loop.time() + way(delay, loss))
                    queue.put_nowait((due, data))
            queue.put_nowait((due, b""))

        reading = asyncio.ensure_future(read())
        with contextlib.suppress(OSError):
            while True:
                due, data = await queue.get()
                await asyncio.sleep(due - loop.time())
                if not data:
                    break
                writer.write(data)
                await writer.drain()
        reading.cancel()
        writer.close()

    async def connect(reader, writer):
        there, back = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(carry(reader, back), carry(there, writer), return_exceptions=True)

    server = loop.run_until_complete(asyncio.start_server(connect, "127.0.0.1", 0))
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
