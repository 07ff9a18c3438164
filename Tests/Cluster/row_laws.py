"""The laws of a dataset that grows, and of the sessions that show it."""

from session_laws import EXPECTED_CODES, Floor


def sizes(dataset, history):
    """Pairs of a time and a number of rows: whenever any client was told of them, in order."""
    moments = [(op.answered, op.answer["rows"]) for op in dataset.operations if op.is_done]
    for session in history.sessions.values():
        for op in session.of("stream"):
            moments += [(at, line["rows"]) for at, line in op.told if line.get("dataset") == dataset.name]
    return sorted(moments)


def appends_stand_in_the_rows_once(dataset, history):
    """The rows of an append are all there or none, in a piece, in order, where the answer said."""
    if dataset.values is None:
        yield "the rows were not read at the end"
        return
    start = dataset.first - dataset.offset
    owners = {}
    for op in dataset.operations:
        if op.kind == "append":
            owners.update(dict.fromkeys(op.request["values"], op))
    places = {}
    for place in range(start, len(dataset.values)):
        value = dataset.values[place]
        if value not in owners:
            yield f"row {place} is {value}, which no client appended"
        elif value in places:
            yield f"row {place} is {value} again, of {owners[value]}"
        else:
            places[value] = place
    for op in dataset.operations:
        if op.kind != "append":
            continue
        values = op.request["values"]
        found = [places[value] for value in values if value in places]
        if op.outcome == "refused" and found:
            yield f"{op} was refused, but its rows are there"
        if found and (len(found) != len(values) or found != list(range(found[0], found[0] + len(values)))):
            yield f"{op} left its rows at {found}"
        if op.is_done and (not found or found[-1] + 1 + dataset.offset != op.answer["rows"]):
            yield f"{op} was acknowledged with {op.answer['rows']} rows, but its rows are at {found}"


def rows_never_become_fewer(dataset, history):
    floor = Floor(sizes(dataset, history))
    end = dataset.offset + len(dataset.values or ())
    for at, rows in sizes(dataset, history):
        if dataset.values is not None and rows > end and at < dataset.values_asked:
            yield f"{rows} rows were told, and {end} are there at the end"
    for op in dataset.operations:
        if not op.is_done or (op.kind == "size" and dataset.reads_are_local):
            continue
        known = floor.before(op.invoked)
        before = op.answer["rows"] - len(op.request.get("values", ()))
        if before < known:
            yield f"{op} found {before} rows, but {known} were told before it began"


def one_version_has_one_number_of_rows(dataset, history):
    versions = {}
    answers = [(op.answer["version"], op.answer["rows"]) for op in dataset.operations if op.is_done]
    for session in history.sessions.values():
        seen = [line.get("datasets", {}).get(dataset.name) for line in session.log or ()]
        answers += [(shown["version"], shown["rows"]) for shown in seen if shown]
    for version, rows in answers:
        other = versions.setdefault(version, rows)
        if other != rows:
            yield f"version {version} had {other} rows and {rows}"
    order = [versions[version] for version in sorted(versions)]
    if order != sorted(order):
        yield "a later version has fewer rows"


def changes_see_the_rows_that_were_told(dataset, history):
    """A change sees every row that was acknowledged before it was invoked, and none vanishes.

    Over several nodes it sees the rows that its node has heard of, and never fewer than the change before.
    """
    floor = Floor(sizes(dataset, history))
    for session in history.sessions.values():
        lines = {line["revision"]: line.get("datasets", {}).get(dataset.name) for line in session.log or ()}
        last = 0
        for revision, shown in lines.items():
            if shown and shown["rows"] < last:
                yield f"revision {revision} of {session.id} saw {shown['rows']} rows after {last}"
            last = shown["rows"] if shown else last
        if dataset.is_shared:
            continue
        for op in session.of("batch", "command", "patch"):
            shown = op.is_done and lines.get(op.revision)
            if shown and shown["rows"] < floor.before(op.invoked):
                yield f"{op} saw {shown['rows']} rows, but {floor.before(op.invoked)} were told before it was invoked"


def refusals_are_those_of_the_contract(dataset, history):
    for op in dataset.operations:
        if op.outcome == "refused" and op.answer.get("code") not in EXPECTED_CODES:
            yield f"{op} was refused with {op.answer.get('status')} {op.answer.get('code')}"


LAWS = [
    appends_stand_in_the_rows_once,
    rows_never_become_fewer,
    one_version_has_one_number_of_rows,
    changes_see_the_rows_that_were_told,
    refusals_are_those_of_the_contract,
]
