"""Answers zooms by plotly-resampler over a file of little-endian doubles, and tells the time of each answer.

Usage: resampler.py FILE POINTS FIRST_X STEP

The rows are STEP milliseconds apart from FIRST_X on, which is counted from 1970. Each line read, `FROM TO`, asks for the
points between two times in milliseconds, as the Dash callback is asked when somebody zooms. The line written in return
has the nanoseconds that passed in the callback, those that it took to make JSON of its answer, the number of points
and the number of bytes.
"""

import sys
import time

import numpy
import plotly.graph_objects
import plotly.io.json
from plotly_resampler import FigureResampler


def main():
    path, points, first_x, step = sys.argv[1:]
    values = numpy.fromfile(path, dtype="<f8")
    times = numpy.datetime64(int(first_x), "ms") + numpy.arange(len(values)) * numpy.timedelta64(int(step), "ms")
    figure = FigureResampler(plotly.graph_objects.Figure(), default_n_shown_samples=int(points))
    figure.add_trace(plotly.graph_objects.Scattergl(name="price"), hf_x=times, hf_y=values)
    print("ready", flush=True)
    for line in sys.stdin:
        low, high = (str(numpy.datetime64(round(float(end)), "ms")) for end in line.split())
        relayout = {"xaxis.range[0]": low, "xaxis.range[1]": high}
        start = time.perf_counter_ns()
        patch = figure.construct_update_data_patch(relayout)
        answered = time.perf_counter_ns()
        text = plotly.io.json.to_json_plotly(patch)
        written = time.perf_counter_ns()
        operations = patch.to_plotly_json()["operations"]
        count = next(len(one["params"]["value"]) for one in operations if one["location"] == ["data", 0, "y"])
        print(answered - start, written - answered, count, len(text), flush=True)


main()
