"""Runs zooms of plotly-resampler on a file of little-endian doubles, and prints the times of each answer.

Usage: resampler.py FILE POINTS FIRST_X STEP

The rows start at FIRST_X, in milliseconds since 1970, and are STEP milliseconds apart. Each input line, `FROM TO`, asks
for the points between two times in milliseconds, as a zoom calls the Dash callback.

Each output line has five numbers: the nanoseconds of the callback; those of converting its answer to JSON; those of the
same zoom over HTTP, from the first byte sent to the last byte read; the number of points; and the number of bytes.

Over HTTP, a Dash app in a process of its own serves the figure as FigureResampler.show_dash does. The script sends the
same request as the page in the browser, on an open connection.
"""

import json
import os
import socket
import sys
import time

import dash
import numpy
import plotly.graph_objects
import plotly.io.json
import werkzeug.serving
from plotly_resampler import FigureResampler


class QuietHandler(werkzeug.serving.WSGIRequestHandler):
    def log_request(self, *_):
        pass


class DashApp:
    """A Dash app in a process of its own."""

    def __init__(self, make_figure):
        listener = socket.create_server(("127.0.0.1", 0))
        (reader, writer) = os.pipe()
        # Fork before this process has threads, because the child would lack them.
        self.process = os.fork()
        if self.process == 0:
            self.serve(make_figure(), listener, writer)
        os.close(writer)
        with os.fdopen(reader) as text:
            self.output = text.readline().strip()
        self.address = listener.getsockname()

    def serve(self, figure, listener, writer):
        app = dash.Dash("zoom")
        app.layout = dash.html.Div([dash.dcc.Graph(id="graph", figure=figure)])
        figure.register_update_graph_callback(app, "graph")
        with os.fdopen(writer, "w") as text:
            print(next(name for name in app.callback_map if name.startswith("graph.figure")), file=text)
        werkzeug.serving.make_server(
            *listener.getsockname(), app.server, threaded=True, request_handler=QuietHandler, fd=listener.fileno()
        ).serve_forever()

    def ask(self, relayout):
        """Sends the request that the page sends; returns the nanoseconds that passed and the body of the answer."""
        changed = ["graph.relayoutData"]
        body = json.dumps(
            {
                "output": self.output,
                "outputs": {"id": "graph", "property": self.output.split(".", 1)[1]},
                "inputs": [{"id": "graph", "property": "relayoutData", "value": relayout}],
                "changedPropIds": changed,
                "parsedChangedPropsIds": changed,
            }
        ).encode()
        head = (
            "POST /_dash-update-component HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        ).encode()
        # The server closes a connection after each answer, so connect before the measurement starts.
        connection = socket.create_connection(self.address)
        start = time.perf_counter_ns()
        connection.sendall(head + body)
        answer = bytearray()
        end = None
        while end is None or len(answer) < end:
            part = connection.recv(1 << 18)
            if not part:
                raise SystemExit("the Dash app closed the connection")
            answer += part
            if end is None and (head_end := answer.find(b"\r\n\r\n")) >= 0:
                lines = bytes(answer[:head_end]).decode().split("\r\n")
                if " 200 " not in lines[0]:
                    raise SystemExit(f"the Dash app answers {lines[0]}")
                fields = dict(line.lower().split(": ", 1) for line in lines[1:])
                end = head_end + 4 + int(fields["content-length"])
        passed = time.perf_counter_ns() - start
        connection.close()
        return passed, bytes(answer[head_end + 4 :])

    def stop(self):
        os.kill(self.process, 9)


def count(operations):
    return next(len(one["params"]["value"]) for one in operations if one["location"] == ["data", 0, "y"])


def figure_of(path, points, first_x, step):
    values = numpy.fromfile(path, dtype="<f8")
    times = numpy.datetime64(int(first_x), "ms") + numpy.arange(len(values)) * numpy.timedelta64(int(step), "ms")
    figure = FigureResampler(plotly.graph_objects.Figure(), default_n_shown_samples=int(points))
    figure.add_trace(plotly.graph_objects.Scattergl(name="price"), hf_x=times, hf_y=values)
    return figure


def main():
    app = DashApp(lambda: figure_of(*sys.argv[1:]))
    figure = figure_of(*sys.argv[1:])
    print("ready", flush=True)
    for line in sys.stdin:
        low, high = (str(numpy.datetime64(round(float(end)), "ms")) for end in line.split())
        relayout = {"xaxis.range[0]": low, "xaxis.range[1]": high}
        start = time.perf_counter_ns()
        patch = figure.construct_update_data_patch(relayout)
        answered = time.perf_counter_ns()
        text = plotly.io.json.to_json_plotly(patch)
        written = time.perf_counter_ns()
        over_http, body = app.ask(relayout)
        points = count(patch.to_plotly_json()["operations"])
        if count(json.loads(body)["response"]["graph"]["figure"]["operations"]) != points:
            raise SystemExit("the Dash app answers other points than its callback")
        print(answered - start, written - answered, over_http, points, len(text), flush=True)
    app.stop()


main()
