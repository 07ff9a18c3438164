"""A file system of a few MB in memory, which a test fills."""

import contextlib
import subprocess

from chart_server import Skipped, scratch


class SmallDisk:
    """Its options are those of a tmpfs, such as the size. The test is skipped where the system refuses to mount it."""

    def __init__(self, options):
        self.options, self.stack = options, contextlib.ExitStack()

    def __enter__(self):
        self.path = self.stack.enter_context(scratch("disk"))
        command = ["mount", "-t", "tmpfs", "-o", self.options, "tmpfs", str(self.path)]
        mounted = subprocess.run(command, capture_output=True, text=True)
        if mounted.returncode:
            self.stack.close()
            raise Skipped(f"mount failed: {mounted.stderr.strip()}")
        self.stack.callback(subprocess.run, ["umount", "-l", str(self.path)], check=False, capture_output=True)
        return self

    def __exit__(self, *_):
        self.stack.close()

    def fill(self, leaves=0):
        """Fills the file system up to the given number of free bytes."""
        with open(self.path / "ballast", "ab", buffering=0) as file:
            for size in (1 << 16, 1 << 12, 1):
                with contextlib.suppress(OSError):
                    while True:
                        file.write(b"x" * size)
            file.truncate(file.tell() - leaves)

    def free(self):
        (self.path / "ballast").unlink()
