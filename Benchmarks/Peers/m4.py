"""Runs M4 of other libraries on a file of little-endian doubles, and prints the processor time of each answer.

Usage: m4.py FILE PIXEL_COLUMNS PEER...

Each input line, `PEER FIRST END EVICT`, asks for M4 of the rows FIRST up to END, which are evenly spaced in x. If EVICT
is 1, the script first fills the processor's caches with other memory. Each output line has the nanoseconds of processor
time and the number of rows kept.
"""

import sys
import time

import numpy


def tsdownsample(values, pixel_columns):
    from tsdownsample import M4Downsampler

    downsampler = M4Downsampler()
    return lambda first, end: len(downsampler.downsample(values[first:end], n_out=4 * pixel_columns))


def duckdb(values, pixel_columns):
    import duckdb

    connection = duckdb.connect()
    connection.execute("SET threads = 1")
    rows = {"x": numpy.arange(len(values), dtype=numpy.float64), "y": values}
    connection.register("given", rows)
    connection.execute("CREATE TABLE series AS SELECT x, y FROM given")
    query = f"""
        SELECT least(floor({pixel_columns} * (x - $low) / ($high - $low)), {pixel_columns - 1}) AS pixel_column,
            min(x), max(x), arg_min(x, y), arg_max(x, y)
        FROM series WHERE x BETWEEN $low AND $high GROUP BY pixel_column"""

    def answer(first, end):
        found = connection.execute(query, {"low": float(first), "high": float(end - 1)}).fetchnumpy()
        return len(numpy.unique(numpy.concatenate(list(found.values())[1:])))

    return answer


def main():
    path, pixel_columns, *names = sys.argv[1:]
    values = numpy.fromfile(path, dtype="<f8")
    peers = {name: {"tsdownsample": tsdownsample, "duckdb": duckdb}[name](values, int(pixel_columns)) for name in names}
    other_memory = numpy.zeros(1 << 24)
    print("ready", flush=True)
    for line in sys.stdin:
        name, first, end, evicts = line.split()
        if evicts == "1":
            other_memory += 1
        start = time.process_time_ns()
        count = peers[name](int(first), int(end))
        print(time.process_time_ns() - start, count, flush=True)


main()
