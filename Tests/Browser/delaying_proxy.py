"""A proxy before the server whose answers come late, and which keeps what was asked and answered."""

import contextlib
import http.client
import http.server
import threading
import time
import urllib.parse

HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding", "accept-encoding", "host"}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def pass_on(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else None
        is_late = self.path.startswith("/v1/")
        if is_late:
            time.sleep(self.server.delay / 2)
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
                    time.sleep(self.server.delay / 2)
                self.server.seen.append((self.command, self.path, body, text))
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
            time.sleep(self.server.delay / 2)
            self.wfile.write(chunk)
            self.wfile.flush()

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def delayed(address, delay):
    """Runs a proxy; yields its address and the list of (method, path, body, answer) that grows."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.target = urllib.parse.urlsplit(address).netloc
    server.delay, server.seen = delay, []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", server.seen
    finally:
        server.shutdown()
        server.server_close()
