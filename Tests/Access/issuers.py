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

ISSUER, AUDIENCE = "https://issuer.example", "charts"


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


@contextlib.contextmanager
def publishing(issuers, folder):
    """Serves the keys of issuers over https; yields the URL, the file of its authority, and the times of fetches."""
    certificate, key = pathlib.Path(folder) / "issuer-cert.pem", pathlib.Path(folder) / "issuer-key.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"),
            *("-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    fetches = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            fetches.append(time.monotonic())
            body = json.dumps({"keys": [k for issuer in issuers for k in issuer.published()]}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    endpoint = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    endpoint.socket = context.wrap_socket(endpoint.socket, server_side=True)
    threading.Thread(target=endpoint.serve_forever, daemon=True).start()
    try:
        yield f"https://localhost:{endpoint.server_address[1]}/jwks", certificate, fetches
    finally:
        endpoint.shutdown()
