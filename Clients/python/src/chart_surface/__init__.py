"""Drives charts of a ChartSurface server, with the standard library alone.

`Server` calls a server, `Session` and `Surface` are a chart of it. A `Surface` shows itself in a notebook.
"""

from importlib.metadata import PackageNotFoundError, version

from . import types
from .client import Server, Session, Surface, Window
from .connection import ConnectionLost, Problem
from .scene import Picture
from .script import ScriptError, events
from .stream import StreamEvent

try:
    __version__ = version("chart-surface")
except PackageNotFoundError:  # The folder is used without an installation.
    __version__ = "unknown"

__all__ = [
    "ConnectionLost",
    "Picture",
    "Problem",
    "ScriptError",
    "Server",
    "Session",
    "StreamEvent",
    "Surface",
    "Window",
    "events",
    "types",
]
