"""Compares how the Python client and `chart-surface play` read touch scripts: compare_scripts.py BINARY SCRIPT..."""

import http.server
import json
import subprocess
import sys
import threading

from chart_surface import events


class Recorder(http.server.BaseHTTPRequestHandler):
    """Keeps the last batch that was posted."""

    batch = None

    def do_POST(self):
        Recorder.batch = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


def main(binary, *scripts):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Recorder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    for script in scripts:
        Recorder.batch = None
        # With a client's name the times are those of the script.
        command = [binary, "play", script, "--session", "0" * 32, "--url", url, "--client", "a", "--sequence", "1"]
        done = subprocess.run(command, capture_output=True, text=True)
        if Recorder.batch is None:
            sys.exit(f"play sends nothing for {script}: {done.stderr}")
        if (mine := events(script)) != Recorder.batch["events"]:
            sys.exit(f"{script} is {mine} here, and {Recorder.batch['events']} there")
    print(f"{len(scripts)} scripts")


main(*sys.argv[1:])
