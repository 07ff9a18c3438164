"""An issuer of JWTs, and an https server for what it publishes; PyJWT and cryptography make the tokens."""

import contextlib
import http.server
import json
import pathlib
import ssl
import subprocess
import threading
import time

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

from chart_server import Server, run_command

ISSUER, AUDIENCE = "https://issuer.example", "charts"


class KeyServer(Server):
    """A server that asks for keys or JWTs."""

    def __init__(self, *options, **more):
        super().__init__("--auth-mode", "keys", *options, **more)

    def refusal_of(self, credential):
        """The status and the code of a call with a credential; the code is None for a call that succeeds."""
        status, answer = self.ask("GET", "/v1/datasets", token=credential)
        return status, answer.get("code")


def keys(data, *arguments):
    return run_command("keys", *arguments, "--data-dir", data).strip()


def jwt_options(source):
    return ("--auth-jwt-issuer", ISSUER, "--auth-jwt-audience", AUDIENCE, "--auth-jwt-keys", source)


class Issuer:
    """An issuer with one key of each algorithm."""

    def __init__(self, name="a"):
        self.name = name
        self.keys = {
            "RS256": rsa.generate_private_key(public_exponent=65537, key_size=2048),
            "ES256": ec.generate_private_key(ec.SECP256R1()),
            "EdDSA": ed25519.Ed25519PrivateKey.generate(),
        }
        self.keys["PS256"] = self.keys["RS256"]

    def kid(self, algorithm):
        return f"{self.name}-{'RSA' if algorithm in ('RS256', 'PS256') else algorithm}"

    def published(self):
        """The public keys, as the entries of a key set."""
        published = []
        for algorithm, kind in (
            ("RS256", jwt.algorithms.RSAAlgorithm),
            ("ES256", jwt.algorithms.ECAlgorithm),
            ("EdDSA", jwt.algorithms.OKPAlgorithm),
        ):
            key = kind.to_jwk(self.keys[algorithm].public_key(), as_dict=True)
            published.append({**key, "kid": self.kid(algorithm), "use": "sig"})
        return published

    def token(self, algorithm="ES256", headers=None, key=None, drop=(), **claims):
        now = int(time.time())
        every = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": "alice",
            "exp": now + 300,
            "scope": "datasets:read datasets:write sessions:create",
            "datasets": ["sales-*"],
            **claims,
        }
        for name in drop:
            del every[name]
        return jwt.encode(
            every,
            key or self.keys[algorithm],
            algorithm=algorithm,
            headers={"kid": self.kid(algorithm), **(headers or {})},
        )


def certificate(folder, name="issuer", host="localhost"):
    """A certificate for a host that signs itself, and its key."""
    made, key = (pathlib.Path(folder) / f"{name}-{part}.pem" for part in ("cert", "key"))
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={host}"),
            *("-addext", f"subjectAltName=DNS:{host}", "-keyout", str(key), "-out", str(made)),
        ],
        check=True,
        capture_output=True,
    )
    return made, key


@contextlib.contextmanager
def answering(answer, made, key):
    """Answers each GET over https by calling `answer` with its handler; yields the origin and the TLS context."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            # A client that has enough of an answer closes the connection.
            with contextlib.suppress(ConnectionError, ssl.SSLError):
                answer(self)

        def log_message(self, *_):
            pass

    class Endpoint(http.server.ThreadingHTTPServer):
        def handle_error(self, *_):
            """Keeps quiet about clients that refuse the certificate."""

    endpoint = Endpoint(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made, key)
    endpoint.socket = context.wrap_socket(endpoint.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=endpoint.serve_forever, daemon=True).start()
    try:
        yield f"https://localhost:{endpoint.server_address[1]}", context
    finally:
        endpoint.shutdown()
        endpoint.server_close()


def send(handler, body, status=200, headers=None):
    """Sends an answer, with its length unless the headers have another."""
    handler.send_response(status)
    every = {"Content-Type": "application/json", "Content-Length": str(len(body)), **(headers or {})}
    for name, value in every.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body)


def key_set(*issuers):
    """The keys of issuers as they are published."""
    return json.dumps({"keys": [key for issuer in issuers for key in issuer.published()]}).encode()


@contextlib.contextmanager
def publishing(issuers, folder):
    """Serves the keys of issuers over https; yields the URL, the file of its authority, and the times of fetches."""
    made, key = certificate(folder)
    fetches = []

    def answer(handler):
        fetches.append(time.monotonic())
        send(handler, key_set(*issuers))

    with answering(answer, made, key) as (origin, _):
        yield f"{origin}/jwks", made, fetches
