"""Writes hostile texts on a chart, and checks that answers, pictures, descriptions and CSV hold them as texts alone.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Attack/texts_test.py
A failure names the text.
"""

import csv
import io
import json
import urllib.error
import urllib.request
import xml.etree.ElementTree

from chart_server import Server, check, run_tests

SVG = "{http://www.w3.org/2000/svg}"
TEXTS = {
    "a script": "<script>alert(1)</script>",
    "the end of an element": "</text></svg><img src=x onerror=alert(1)>",
    "an entity": "&lt;b&gt; &amp;amp; &#x26;",
    "CDATA": "]]><![CDATA[ x",
    "quotes": "\"'`${x}\\",
    "a formula": "=1+1",
    "a link to a cell": "@SUM(A1)",
    "right to left": "a\u202eb\u202c \u05d0\u05d1 \u0627\u0644",
    "isolates without an end": "\u2066\u2067\u2068",
    "marks": "e" + "\u0301" * 511,
    "no width": "a\u200b\u200d\ufeffb",
    "beyond the first plane": "\U0001f468\u200d\U0001f469\u200d\U0001f467 \U00020000",
    "no characters": "\ufffe\uffff",
    "a long word": "w" * 1024,
    "separators of CSV": 'a,b;"c"',
    "a pattern of a message": "%s %@ {0} \\u0041",
}
REFUSED = {
    "lines": "a\nb",
    "a tab": "a\tb",
    "a bell": "a\u0007b",
    "nothing": "\u0000",
    "a line separator": "a\u2028b",
    "too long": "w" * 1025,
    "marks of too many bytes": "\u0301" * 513,
}


def hostile_texts():
    with Server() as server:
        headers = {"Content-Type": "application/json"}

        def call(method, path, body=None):
            data = None if body is None else json.dumps(body).encode()
            request = urllib.request.Request(server.address + path, method=method, data=data, headers=headers)
            try:
                with urllib.request.urlopen(request) as answer:
                    return answer.status, answer.read().decode()
            except urllib.error.HTTPError as error:
                return error.code, error.read().decode()

        surface = {
            "id": "main",
            "xAxes": [{"visibleRange": [0, 10]}],
            "yAxes": [{"visibleRange": [0, 10]}],
            "size": {"width": 20_000, "height": 400},
        }
        status, text = call("POST", "/v1/sessions", {"surfaces": [surface]})
        check(status == 201, text)
        session = json.loads(text)
        headers["Authorization"] = f"Bearer {session['driverToken']}"
        path = f"/v1/sessions/{session['id']}/surfaces/main"
        note = {"kind": "text", "points": [{"x": 0.2, "y": 5}]}
        for name, text in TEXTS.items():
            status, answer = call("PUT", f"{path}/annotations/a?window=none&ticks=false", {**note, "text": text})
            check(status in (200, 201), lambda name=name, answer=answer: f"{name}: {answer}")
            _, answer = call("GET", f"{path}/annotations/a")
            check(json.loads(answer)["text"] == text, lambda name=name, answer=answer: f"{name}: {answer}")
            for safe in ("false", "true"):
                _, answer = call("GET", f"{path}/annotations?format=csv&safe={safe}")
                row = list(csv.DictReader(io.StringIO(answer, newline="")))
                wanted = "'" + text if safe == "true" and text[0] in "=+-@" else text
                found = row[0]["text"]
                check(len(row) == 1 and found == wanted, lambda name=name, found=found: f"{name}, CSV: {found!r}")
            _, answer = call("GET", f"{path}/image.svg")
            root = xml.etree.ElementTree.fromstring(answer)
            names = {element.tag.removeprefix(SVG) for element in root.iter()}
            check(
                not names & {"script", "img", "foreignObject", "a"}, lambda name=name, names=names: f"{name}: {names}"
            )
            status, answer = call("GET", f"{path}/description")
            check(status == 200, lambda name=name, answer=answer: f"{name}: {answer}")
            json.loads(answer)
        for name, text in REFUSED.items():
            status, answer = call("PUT", f"{path}/annotations/b", {**note, "text": text})
            pointer = json.loads(answer).get("pointer")
            check(status == 422 and pointer == "/text", lambda name=name, answer=answer: f"{name}: {answer}")
        print(f"texts: {len(TEXTS)} kept, {len(REFUSED)} refused")


if __name__ == "__main__":
    run_tests([hostile_texts])
