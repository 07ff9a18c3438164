"""Records what a server does to its files, and rebuilds their folder as a power loss leaves it at any point of that.

power_recorder.c is preloaded into the server and writes the records. What no completed synchronization covers is
dropped, kept, or kept in part: of a file any of its sectors as of any time since, of a folder any
of its changes of names.
"""

import pathlib
import re
import signal
import struct
import subprocess

SECTOR = 512
HEAD = struct.Struct("<IIQQQII")
STYLES = ("dropped", "kept", "begun", "mixed")


class Recorder:
    """The environment of processes whose changes in a folder are recorded, and the records."""

    def __init__(self, folder, watched):
        self.log, self.watched = folder / "records", watched
        self.fails, self.holds, self.ends = folder / "fails", folder / "holds", folder / "ends"
        library = folder / "power_recorder.so"
        source = pathlib.Path(__file__).with_name("power_recorder.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-lpthread"], check=True)
        self.log.touch()
        self.variables = {
            "LD_PRELOAD": str(library),
            "POWER_FOLDER": str(watched),
            "POWER_LOG": str(self.log),
            "POWER_FAIL": str(self.fails),
            "POWER_HOLD": str(self.holds),
            "POWER_END": str(self.ends),
        }

    def kill(self, server):
        """Kills a server after one of its next changes, with the record of it."""
        self.ends.touch()
        status = server.wait()
        self.ends.unlink()
        assert status == -signal.SIGKILL, f"the server ended with {status}"

    def place(self):
        """The bytes of the records so far: what has happened by now ends before this place."""
        return self.log.stat().st_size

    def records(self):
        return read_records(self.log.read_bytes())


class Record:
    """A call of the server: its kind, its place in the records, and what it was given."""

    def __init__(self, place, end, kind, inode, first, second, path, other, data):
        self.place, self.end, self.kind, self.inode = place, end, kind, inode
        self.first, self.second, self.path, self.other, self.data = first, second, path, other, data


def read_records(content):
    records, place = [], 0
    while place < len(content):
        size, kind, inode, first, second, path, other = HEAD.unpack_from(content, place)
        names = place + HEAD.size
        record = Record(
            place,
            place + size,
            chr(kind),
            inode,
            first,
            second,
            content[names : names + path].decode(),
            content[names + path : names + path + other].decode(),
            content[names + path + other : place + size],
        )
        assert record.kind != "x", f"the recorder does not follow: {record.path}"
        records.append(record)
        place += size
    return records


class Node:
    """A file or a folder: its changes since what the disk is known to have, each with its number."""

    def __init__(self):
        self.number = 0
        self.marks = {}

    def begin_synchronization(self, id):
        self.marks[id] = self.number

    def end_synchronization(self, id, is_done):
        self.settle(self.marks.pop(id), is_done)


class File(Node):
    def __init__(self):
        super().__init__()
        # What the server reads, and what the disk has.
        self.content, self.disk, self.disk_size = bytearray(), {}, 0
        # The contents of a sector after each write to it, and the sizes after each change of it.
        self.sectors, self.sizes = {}, []

    def write(self, place, data):
        self.number += 1
        if place + len(data) > len(self.content):
            self.resize(place + len(data))
        self.content[place : place + len(data)] = data
        self.note(place // SECTOR, (place + len(data) - 1) // SECTOR)

    def truncate(self, size):
        self.number += 1
        old = len(self.content)
        self.resize(size)
        if size < old:
            self.note(size // SECTOR, (old - 1) // SECTOR)

    def resize(self, size):
        if size < len(self.content):
            del self.content[size:]
        else:
            self.content.extend(bytes(size - len(self.content)))
        self.sizes.append((self.number, size))

    def note(self, first, last):
        for sector in range(first, last + 1):
            now = bytes(self.content[sector * SECTOR : (sector + 1) * SECTOR]).ljust(SECTOR, b"\0")
            self.sectors.setdefault(sector, []).append((self.number, now))

    def settle(self, number, is_done):
        """Takes the changes up to a number onto the disk, or, after a failure, leaves them in memory for good."""
        for sector, versions in list(self.sectors.items()):
            ended = [version for version in versions if version[0] <= number]
            if is_done and ended:
                self.disk[sector] = ended[-1][1]
            rest = versions[len(ended) :]
            if rest:
                self.sectors[sector] = rest
            else:
                del self.sectors[sector]
        ended = [size for size in self.sizes if size[0] <= number]
        if is_done and ended:
            self.disk_size = ended[-1][1]
        self.sizes = self.sizes[len(ended) :]

    def after_power_loss(self, chance, style):
        size, sectors = self.disk_size, dict(self.disk)
        limit = {"dropped": 0, "begun": chance.randint(0, self.number)}.get(style, self.number)

        def last(changes):
            """The last change that the disk has, of those to a sector or to the size."""
            begun = [change[1] for change in changes if change[0] <= limit]
            begun = begun[: chance.randint(0, len(begun))] if style == "mixed" else begun
            return begun[-1] if begun else None

        if (begun := last(self.sizes)) is not None:
            size = begun
        for sector in sorted(self.sectors):
            if (begun := last(self.sectors[sector])) is not None:
                sectors[sector] = begun
        content = bytearray(size)
        for sector, data in sectors.items():
            if sector * SECTOR < size:
                content[sector * SECTOR : min((sector + 1) * SECTOR, size)] = data[: size - sector * SECTOR]
        return bytes(content)


class Folder(Node):
    def __init__(self):
        super().__init__()
        self.names, self.disk, self.changes = {}, {}, []

    def change(self, **names):
        self.number += 1
        self.apply(self.names, names)
        self.changes.append((self.number, names))

    @staticmethod
    def apply(names, change):
        for name, node in change.items():
            if node is None:
                names.pop(name, None)
            else:
                names[name] = node

    def settle(self, number, is_done):
        for change in [change for change in self.changes if change[0] <= number]:
            if is_done:
                self.apply(self.disk, change[1])
            self.changes.remove(change)

    def after_power_loss(self, chance, style):
        names = dict(self.disk)
        begun = chance.randint(0, len(self.changes))
        for index, (_, change) in enumerate(self.changes):
            if style == "kept" or (style == "begun" and index < begun) or (style == "mixed" and chance.random() < 0.5):
                self.apply(names, change)
        return names


class Machine:
    """The files of a folder after some records, in memory and on the disk.

    It can leave out the synchronizations of some paths, as if the server forgot them.
    """

    def __init__(self, forgets=None):
        self.root, self.nodes, self.paths = Folder(), {}, {}
        self.forgets = re.compile(forgets or "(?!)")

    def apply(self, record):
        if record.kind in "om":
            node = self.nodes[record.inode] = File() if record.kind == "o" else Folder()
            self.paths[record.inode] = record.path + ("/" if record.kind == "m" else "")
            folder, name = self.found(record.path)
            folder.change(**{name: node})
        elif record.kind == "w":
            self.nodes[record.inode].write(record.first, record.data)
        elif record.kind == "t":
            self.nodes[record.inode].truncate(record.first)
        elif record.kind == "u":
            folder, name = self.found(record.path)
            folder.change(**{name: None})
        elif record.kind == "r":
            folder, name = self.found(record.path)
            other_folder, other = self.found(record.other)
            assert folder is other_folder, f"{record.path} changes its folder"
            folder.change(**{name: None, other: folder.names[name]})
        elif record.kind in "se" and record.inode in self.nodes:
            node = self.nodes[record.inode]
            if self.forgets.search(self.paths[record.inode]):
                return
            if record.kind == "s":
                node.begin_synchronization(record.first)
            else:
                node.end_synchronization(record.first, record.second == 0)

    def found(self, path):
        *folders, name = path.split("/")
        folder = self.root
        for part in folders:
            folder = folder.names[part]
        return folder, name

    def adopt_root(self, inode):
        """Names the inode of the watched folder, which is there before the first record."""
        self.nodes[inode] = self.root
        self.paths[inode] = "/"

    def rebuild(self, place, chance, style):
        """Writes the folder as a power loss leaves it."""
        self.write(self.root, place, lambda node: node.after_power_loss(chance, style))

    def write(self, folder, place, contents):
        place.mkdir(exist_ok=True)
        for name, node in sorted(contents(folder).items()):
            if isinstance(node, Folder):
                self.write(node, place / name, contents)
            else:
                (place / name).write_bytes(contents(node))

    def differences(self, place, folder=None):
        """The paths at which the files in memory are other than those of a folder."""
        folder = folder or self.root
        found = {path.name: path for path in place.iterdir()}
        wrong = [str(place / name) for name in folder.names.keys() ^ found.keys()]
        for name in folder.names.keys() & found.keys():
            node = folder.names[name]
            if isinstance(node, Folder):
                wrong += self.differences(found[name], node)
            elif not name.endswith("-shm") and bytes(node.content) != found[name].read_bytes():
                wrong.append(str(found[name]))
        return wrong
