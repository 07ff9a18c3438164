"""Tests who may do what, with the real executable: keys from the command line, JWTs of another implementation.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Access/access_test.py [name ...], with openssl.
"""

import base64
import collections
import concurrent.futures
import hashlib
import hmac
import ipaddress
import json
import os
import pathlib
import re
import tempfile
import threading
import time

from cryptography.hazmat.primitives import serialization

from chart_server import Server, check, exchange, run_tests, until
from issuers import AUDIENCE, ISSUER, Issuer, KeyServer, jwt_options, keys, publishing

ROWS = "t,v\n0,1\n1,2\n"


def keys_work_without_a_server_and_beside_one():
    server = KeyServer()
    feeder = keys(server.data, "add", "feeder", "--scope", "datasets:write", "--datasets", "sales-*")
    with server:
        put = server.ask("PUT", "/v1/datasets/sales-1", ROWS, token=feeder)
        check(put[0] == 201, f"the feeder writes its dataset: {put}")
        check(server.ask("PUT", "/v1/datasets/other", ROWS, token=feeder)[0] == 404, "and no other")
        dashboard = keys(server.data, "add", "dashboard", "--scope", "datasets:read", "--scope", "sessions:create")
        until(lambda: server.refusal_of(dashboard)[0] == 200, "a new key counts without a restart")
        listed = keys(server.data, "list")
        check("feeder" in listed and "dashboard" in listed, f"both are listed: {listed}")
        check(dashboard.split("_")[2] not in listed, "no secret is listed")
        keys(server.data, "revoke", "_".join(dashboard.split("_")[:2]))
        start = time.monotonic()
        until(lambda: server.refusal_of(dashboard)[0] == 401, "a revoked key stops to count")
        print(f"  a revocation counted after {time.monotonic() - start:.2f} s")
        check(server.refusal_of(dashboard) == (401, "auth.key-revoked"), "and says why")
        wanted = {
            ("dataset.put", "done"),
            ("dataset.put", "dataset.unknown"),
            ("key.add", "done"),
            ("key.revoke", "done"),
            ("credential.refused", "auth.key-revoked"),
        }

        # A line is written behind the answer that it tells of.
        def told():
            return {(line["action"], line["outcome"]) for line in server.audit()}

        until(lambda: wanted <= told(), lambda: f"the audit log lacks {wanted - told()}")
        audit = server.audit()
        for text in (feeder, dashboard):
            check(text.split("_")[2] not in server.log(), "no secret is in the log")
        put = next(line for line in audit if line["action"] == "dataset.put")
        check(put["subject"] == "_".join(feeder.split("_")[:2]), f"the audit log names the key: {put}")
        check(put["target"] == "sales-1" and put["address"] == "127.0.0.1", f"and what and where: {put}")


def tokens_of_another_implementation_are_judged():
    with tempfile.TemporaryDirectory() as folder:
        issuer, stranger = Issuer(), Issuer()
        source = pathlib.Path(folder) / "jwks.json"
        source.write_text(json.dumps({"keys": issuer.published()}))
        now = int(time.time())
        with KeyServer(*jwt_options(source)) as server:
            for algorithm in ("RS256", "PS256", "ES256", "EdDSA"):
                good = issuer.token(algorithm)
                for _ in range(2):
                    check(server.refusal_of(good) == (200, None), f"{algorithm}: {server.refusal_of(good)}")
            put = server.ask("PUT", "/v1/datasets/sales-1", ROWS, token=issuer.token())
            check(put[0] == 201, f"scope and datasets count: {put}")
            put = server.ask("PUT", "/v1/datasets/x", ROWS, token=issuer.token())
            check(put[0] == 404, "others are not there")
            narrow = server.ask("GET", "/v1/datasets", token=issuer.token(scope="metrics:read"))
            check(narrow[0] == 403 and narrow[1]["scope"] == "datasets:read", f"another scope: {narrow}")
            seen = server.ask("GET", "/v1/datasets", token=issuer.token(drop=["datasets"]))
            check(seen == (200, {"datasets": []}), f"without datasets there are none: {seen}")

            def part(value):
                return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()

            claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": "alice", "exp": now + 300, "datasets": ["*"]}
            claims["scope"] = "datasets:read"
            public = issuer.keys["RS256"].public_key()
            pem = public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
            confused = f"{part({'alg': 'HS256', 'kid': issuer.kid('RS256')})}.{part(claims)}"
            mac = hmac.new(pem, confused.encode(), hashlib.sha256).digest()
            refused = {
                "alg none": f"{part({'alg': 'none', 'kid': issuer.kid('RS256')})}.{part(claims)}.",
                "HS256 with the public key": f"{confused}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}",
                "an unknown kid": issuer.token(headers={"kid": "nobody"}),
                "another's signature": issuer.token(key=stranger.keys["ES256"]),
                "another type of key": issuer.token("RS256", headers={"kid": issuer.kid("ES256")}),
                "an oversized token": issuer.token(pad="x" * 9000),
                "no JSON": "a.b.c",
                "a changed claim": swapped(issuer.token(), part({**claims, "sub": "bob"})),
                "a critical header": issuer.token(headers={"crit": ["b64"], "b64": True}),
            }
            for name, token in refused.items():
                check(server.refusal_of(token) == (401, "auth.jwt-invalid"), f"{name}: {server.refusal_of(token)}")
            wrong = {
                "another issuer": issuer.token(iss="https://other.example"),
                "another audience": issuer.token(aud="other"),
                "no audience": issuer.token(drop=["aud"]),
                "no exp": issuer.token(drop=["exp"]),
                "no sub": issuer.token(drop=["sub"]),
                "the sub of a key": issuer.token(sub="csk_0123456789ab"),
                "nbf in the future": issuer.token(nbf=now + 120),
            }
            for name, token in wrong.items():
                check(server.refusal_of(token) == (401, "auth.jwt-claim"), f"{name}: {server.refusal_of(token)}")
            late = issuer.token(exp=now - 60)
            check(server.refusal_of(late) == (401, "auth.jwt-expired"), f"expired: {server.refusal_of(late)}")
            check(server.refusal_of(issuer.token(exp=now - 10))[0] == 200, "the leeway is 30 s")
            opened = server.ask("POST", "/v1/sessions", {"surfaces": [{"dataset": "sales-1"}]}, token=issuer.token())
            check(opened[0] == 201, f"a session: {opened}")
            path = f"/v1/sessions/{opened[1]['id']}"
            tick = {"events": [{"type": "tick", "time": 1}]}
            for credential in (opened[1]["driverToken"], issuer.token()):
                driven = server.ask("POST", f"{path}/surfaces/main/events", tick, token=credential)
                check(driven[0] == 200, f"the owner drives: {driven}")
            check(server.ask("GET", path, token=issuer.token(sub="bob"))[0] == 404, "it is not bob's")


def swapped(token, claims):
    head, _, signature = token.split(".")
    return f"{head}.{claims}.{signature}"


def keys_of_an_issuer_rotate_while_requests_run():
    with tempfile.TemporaryDirectory() as folder:
        issuers = [Issuer("first")]
        with (
            publishing(issuers, folder) as (url, certificate, fetches),
            KeyServer(*jwt_options(url), "--auth-jwt-certificates", certificate) as server,
        ):
            first, forged = issuers[0], Issuer("first")
            answers = []
            stop = threading.Event()

            def load():
                while not stop.is_set():
                    answers.append(server.refusal_of(first.token()))
                    answers.append(("forged", server.refusal_of(forged.token("EdDSA"))))

            threads = [threading.Thread(target=load) for _ in range(4)]
            for thread in threads:
                thread.start()
            until(lambda: len(answers) >= 40, "no requests run")
            second = Issuer("second")
            issuers.append(second)
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                fresh = list(pool.map(lambda _: server.refusal_of(second.token()), range(16)))
            check(set(fresh) == {(200, None)}, f"a token of a new key: {fresh}")
            check(len(fetches) == 2, f"the keys were fetched at the start and once for the new kid: {len(fetches)}")
            for _ in range(50):
                check(server.refusal_of(second.token(headers={"kid": "nobody"}))[0] == 401, "an unknown kid")
            soon = [at for at in fetches[2:] if at < fetches[1] + 60]
            check(not soon, f"unknown kids make no further fetch within a minute: {len(soon)}")
            stop.set()
            for thread in threads:
                thread.join()
            good = [a for a in answers if a[0] != "forged"]
            check(good and set(good) == {(200, None)}, f"no valid request was refused: {set(good)}")
            bad = {a[1] for a in answers if a[0] == "forged"}
            check(bad == {(401, "auth.jwt-invalid")}, f"no forged one was let in: {bad}")


def many_bad_credentials_leave_the_memory_flat():
    count = int(os.environ.get("ACCESS_CREDENTIALS", "20000"))
    with KeyServer(
        "--log-level", "critical", "--log-audit", "off", "--limits-address-requests-per-second", "1000000"
    ) as server:
        key = keys(server.data, "add", "reader", "--scope", "datasets:read")
        until(lambda: server.refusal_of(key)[0] == 200, "the key counts")

        def flood(start):
            connection = server.connect()
            for number in range(start, start + count // 4):
                secret = hashlib.sha256(str(number).encode()).hexdigest()
                credential = f"csk_{secret[:12]}_{secret[:40]}" if number % 2 else f"{secret}.{secret}.{secret}"
                status, _, _ = exchange(connection, "GET", "/v1/datasets", token=credential)
                check(status == 401, f"{status}")

        def floods(start):
            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                list(pool.map(flood, range(start, start + count, count // 4)))

        floods(0)
        before, start = server.memory(), time.monotonic()
        floods(count)
        seconds = time.monotonic() - start
        grown = server.memory() - before
        print(f"  {count} refusals: {seconds / count * 1e3:.3f} ms each, {grown / 1048576:.1f} MiB more")
        check(grown < 8 << 20, f"the memory grew by {grown} bytes")
        check(server.refusal_of(key)[0] == 200, "the right key still counts")


def forwarded_from(address):
    return {"Forwarded": f"for={address}"}


def many_addresses_leave_the_memory_flat_and_are_held_to_their_rate():
    """Each request of a trusted proxy tells another address."""
    count = int(os.environ.get("ACCESS_ADDRESSES", "20000"))
    with KeyServer(
        *("--log-level", "critical", "--log-audit", "off", "--http-trusted-proxies", "127.0.0.1"),
        *("--limits-address-requests-per-second", "1"),
    ) as server:

        def ask(connection, headers):
            status, _, told = exchange(connection, "GET", "/v1/datasets", headers=headers)
            return status, told["Retry-After"]

        def flood(start):
            connection = server.connect()
            answers = collections.Counter()
            for number in range(start, start + count // 4):
                # Half of them are networks of IPv6, with a port as a proxy may write it.
                address = ipaddress.ip_address((10 << 24) + number)
                if number % 2:
                    network = ipaddress.ip_address((0x20010DB8 << 96) + (number << 64) + 1)
                    address = f'"[{network}]:{number % 9999}"'
                answers[ask(connection, forwarded_from(address))[0]] += 1
            connection.close()
            return answers

        def floods(start):
            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                return sum(pool.map(flood, range(start, start + count, count // 4)), collections.Counter())

        def held(address, number):
            """Asks twice as fast as the rate allows, and leaves no doubt how many requests are taken."""
            connection = server.connect()
            start, answers = time.monotonic(), collections.Counter()
            for _ in range(number):
                status, retry_after = ask(connection, forwarded_from(address))
                answers[status] += 1
                check((status == 429) == (retry_after == "1"), f"{status} has Retry-After {retry_after}")
                time.sleep(0.5)
            seconds = time.monotonic() - start
            check(set(answers) <= {401, 429}, f"{answers}")
            check(number * 0.3 < answers[401] <= seconds + 2, f"the rate of 1 is held in {seconds:.1f} s: {answers}")

        check(floods(0)[401] == count, "each address has a rate of its own")
        before, start = server.memory(), time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            # An address that stays is held to its rate while others come and go.
            steady = pool.submit(held, "203.0.113.9", 10)
            answers = floods(count)
            seconds = time.monotonic() - start
            steady.result()
        grown = server.memory() - before
        print(f"  {count} addresses: {seconds / count * 1e3:.3f} ms each, {grown / 1048576:.1f} MiB more")
        check(answers[401] == count, f"each of the others, too: {answers}")
        check(grown < 4 << 20, f"the memory grew by {grown} bytes")
        held('"[2001:db8::1]";proto=https, for=127.0.0.1', 4)


def a_forwarded_header_gives_no_other_address():
    """What a client writes into its headers names no address but its own, and breaks nothing."""
    spoofed = [
        "for=198.51.100.1",
        'for="[2001:db8:1::1]:80"',
        "for=127.0.0.1",
        'for="',
        'for="\\',
        "for=unknown",
        "\x80\xff",
        '"\t,;=,for=198.51.100.2;host="',
        ",".join(f"for=198.51.100.{n % 256}" for n in range(400)),
        "," * 8000,
        "\\" * 8000,
        '"' * 8001,
        "for=" + "1" * 8000,
    ]
    own = {"198.51.100.77": "for=198.51.100.77", "2001:db8:7:7:0:0:0:9": 'for="[2001:db8:7:7::9]:4711"'}
    with KeyServer(
        *("--log-level", "critical", "--http-trusted-proxies", "127.0.0.1,10.0.0.0/8"),
        *("--limits-address-requests-per-second", "10"),
    ) as server:
        connection = server.connect()

        def ask(*lines):
            connection.putrequest("GET", "/v1/datasets")
            for name, value in (*lines, ("Authorization", "Bearer csk_x")):
                connection.putheader(name, value.encode("latin-1"))
            connection.endheaders()
            answer = connection.getresponse()
            answer.read()
            return answer.status

        for name, element in own.items():
            proxied = f"{element}, for=10.1.2.3, for=10.9.9.9:80"
            # Each of these requests is the client's, whatever stands before the element of the first proxy.
            start, taken = time.monotonic(), 0
            for text in spoofed:
                for lines in (
                    [("Forwarded", f"{text}, {element}")],
                    [("Forwarded", text), ("Forwarded", element)],
                    [("Forwarded", f"{text},{proxied}"), ("X-Real-IP", "198.51.100.9")],
                    [("X-Forwarded-For", f"{text},{name}"), ("X-Real-IP", "198.51.100.9")],
                    [("Forwarded", element), ("X-Forwarded-For", f"{text}, {name}")],
                ):
                    status = ask(*lines)
                    check(status in (401, 429), f"{name}: {status} for {text[:40]}")
                    taken += status == 401
            seconds = time.monotonic() - start
            check(10 <= taken <= 11 + 10 * seconds, f"{name}: {taken} requests were taken in {seconds:.2f} s")
        # What is no address, other headers, and two headers that contradict each other leave the address of the proxy.
        start, taken = time.monotonic(), 0
        for number in range(60):
            for lines in (
                [("Forwarded", spoofed[number % 3 + 3])],
                [("X-Forwarded-For", spoofed[number % 3 + 3])],
                [("X-Real-IP", f"198.51.100.{number}")],
                [("Forwarded", f"for=198.51.100.{number}"), ("X-Forwarded-For", f"198.51.101.{number}")],
            ):
                taken += ask(*lines) == 401
        seconds = time.monotonic() - start
        check(10 <= taken <= 11 + 10 * seconds, f"the proxy itself: {taken} requests were taken in {seconds:.2f} s")
        named = {line["address"] for line in server.audit()}
        check(named == {*own, "127.0.0.1"}, f"the audit log names them alone: {named}")
        start = time.monotonic()
        for text in spoofed:
            for name in ("Forwarded", "X-Forwarded-For"):
                status = ask((name, text * (30_000 // len(text))))
                check(status in (401, 429), f"{status} for 30 KB of {text[:40]} in {name}")
        print(f"  30 KB of such a header: {(time.monotonic() - start) / 2 / len(spoofed) * 1e3:.2f} ms each")


ADDRESS = re.compile(r"https?://[^\s\"]*/#key=(csk_[0-9a-f]{12}_[0-9a-f]{40})")
BEYOND_LOOPBACK = ("--http-host", "0.0.0.0")


def shown_keys(server):
    """The texts of the keys that the last start has shown."""
    return ADDRESS.findall(server.log()[server.logged_before :])


def a_first_start_shows_a_key_once():
    """Beyond loopback the first start makes a key with all rights and shows it, whatever the level of the log is."""
    for options, wanted in (
        ((), "http://localhost:"),
        (("--log-level", "critical"), "http://localhost:"),
        (("--log-format", "json", "--http-hosts", "charts.example,127.0.0.1"), "http://charts.example:"),
        (("--log-format", "json", "--log-level", "error"), "http://localhost:"),
    ):
        with Server(*BEYOND_LOOPBACK, *options) as server:
            [key] = shown_keys(server)
            [line] = [line for line in server.log().splitlines() if key in line]
            check(f"{wanted}{server.port}/#key={key}" in line, f"{options}: {line}")
            if "json" in options:
                check(json.loads(line)["address"].endswith(key), f"no object of the log: {line}")
            check(server.ask("GET", "/v1/datasets")[0] == 401, "the server is open")
            for request in (
                ("PUT", "/v1/datasets/line", ROWS),
                ("GET", "/v1/datasets"),
                ("POST", "/v1/sessions", {"surfaces": [{"dataset": "line"}]}),
                ("GET", "/v1/sessions"),
            ):
                status, answer = server.ask(*request, token=key)
                check(status in (200, 201), f"{request}: {status} {answer}")
            check(server.fetch("GET", "/metrics", token=key)[0] == 200, "the key does not read metrics")
            listed = keys(server.data, "list").splitlines()
            check(len(listed) == 1 and listed[0].split("\t")[1] == "first", f"{listed}")
            server.stop()
            stored = [path for path in server.data.rglob("*") if path.is_file() and key.encode() in path.read_bytes()]
            check(not stored, f"the key is stored in {stored}")
            # A key that was revoked is a key.
            keys(server.data, "revoke", key)
            server.start()
            check(shown_keys(server) == [] and server.log().count(key) == 1, "a second start makes a key")
            check(server.ask("GET", "/v1/datasets", token=key)[0] == 401, "a revoked key counts")


def other_starts_make_no_key():
    """On loopback, with a mode that needs none, with a key, with an issuer, and where the port is in use."""
    with Server() as server:
        check(shown_keys(server) == [] and server.ask("GET", "/v1/datasets")[0] == 200, "loopback is not open")
    for mode, more in (("token", ()), ("none", ("--auth-allow-open", "true"))):
        with Server(*BEYOND_LOOPBACK, "--auth-mode", mode, *more) as server:
            check(shown_keys(server) == [], f"{mode}: a key is made")
    with Server("--auth-mode", "keys") as server:
        check(len(shown_keys(server)) == 1, "no key is made on loopback under keys")
        taken = Server(*BEYOND_LOOPBACK, port=server.port)
        with taken.stack:
            try:
                taken.start()
            except AssertionError as refused:
                check("cannot listen" in str(refused) and not ADDRESS.search(str(refused)), f"{refused}")
            check(keys(taken.data, "list") == "", "a start that fails leaves a key")
    with tempfile.TemporaryDirectory() as folder:
        issuer = Issuer()
        file = pathlib.Path(folder) / "jwks.json"
        file.write_text(json.dumps({"keys": issuer.published()}))
        options = ("--auth-jwt-issuer", ISSUER, "--auth-jwt-audience", AUDIENCE, "--auth-jwt-keys", file)
        with Server(*BEYOND_LOOPBACK, *options) as server:
            check(shown_keys(server) == [] and keys(server.data, "list") == "", "a key is made beside an issuer")


def data_of_a_server_that_asked_for_tokens_is_told():
    """A server without auth.mode over data of before says that token was the default, once."""
    warning = "was token when this data was written"
    with Server(*BEYOND_LOOPBACK) as server:
        check(warning not in server.log(), "a new server warns")
    with Server(*BEYOND_LOOPBACK) as server:
        server.stop()
        for name in server.data.glob("keys.sqlite*"):
            name.unlink()
        server.start("--auth-mode", "token")
        server.made("PUT", "/v1/datasets/line", ROWS)
        server.stop()
        server.start("--auth-mode", "keys")
        check(warning not in server.log(), "a server that says its mode warns")
        server.stop()
        for name in server.data.glob("keys.sqlite*"):
            name.unlink()
        server.start()
        [key] = shown_keys(server)
        check(server.log().count(warning) == 1, "the start does not warn")
        check(server.ask("GET", "/v1/datasets/line", token=key)[0] == 200, "the data is not there")
        server.stop()
        server.start()
        check(server.log().count(warning) == 1, "each start warns")


def an_open_server_is_a_decision():
    refused = Server("--http-host", "0.0.0.0", "--auth-mode", "none").refusal()
    check(refused.status == 78 and "auth.allowOpen" in refused.text, refused)
    for mode, options, wanted in (
        ("none", ("--auth-allow-open", "true"), "warning"),
        ("token", (), "everyone who reaches the server may"),
        ("keys", (), "all else needs a credential"),
    ):
        with Server("--http-host", "0.0.0.0", "--auth-mode", mode, *options) as server:
            check(wanted in server.log(), f"{mode}: {server.log()}")


if __name__ == "__main__":
    run_tests(
        [
            keys_work_without_a_server_and_beside_one,
            tokens_of_another_implementation_are_judged,
            keys_of_an_issuer_rotate_while_requests_run,
            many_bad_credentials_leave_the_memory_flat,
            many_addresses_leave_the_memory_flat_and_are_held_to_their_rate,
            a_forwarded_header_gives_no_other_address,
            a_first_start_shows_a_key_once,
            other_starts_make_no_key,
            data_of_a_server_that_asked_for_tokens_is_told,
            an_open_server_is_a_decision,
        ]
    )
