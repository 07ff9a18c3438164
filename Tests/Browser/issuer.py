"""An issuer of JWTs whose one key is Ed25519; openssl makes the key and the signatures."""

import base64
import json
import subprocess
import time

ISSUER, AUDIENCE = "https://issuer.example", "charts"


class Issuer:
    def __init__(self, folder):
        self.key = folder / "issuer-key.pem"
        openssl("genpkey", "-algorithm", "ed25519", "-out", self.key)
        # The public key is the end of its encoding.
        public = openssl("pkey", "-in", self.key, "-pubout", "-outform", "DER")[-32:]
        self.keys = folder / "issuer-keys.json"
        self.keys.write_text(json.dumps({"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "a", "x": digits(public)}]}))

    @property
    def options(self):
        """The options of a server that trusts the issuer."""
        return [
            *("--auth-jwt-issuer", ISSUER, "--auth-jwt-audience", AUDIENCE),
            *("--auth-jwt-keys", str(self.keys)),
        ]

    def token(self, seconds, subject="anna"):
        """A JWT that may open sessions on all datasets, and whose `exp` is so many seconds from now."""
        claims = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": subject,
            "exp": int(time.time()) + seconds,
            "scope": "datasets:read sessions:create",
            "datasets": ["*"],
        }
        parts = [digits(json.dumps(part).encode()) for part in ({"alg": "EdDSA", "kid": "a"}, claims)]
        signed = self.key.parent / f"signed-{parts[1][-16:]}.txt"
        signed.write_text(".".join(parts))
        signature = openssl("pkeyutl", "-sign", "-inkey", self.key, "-rawin", "-in", signed)
        return ".".join([*parts, digits(signature)])


def openssl(*arguments):
    command = ["openssl", *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True).stdout


def digits(data):
    """Base64 with the alphabet of URLs, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
