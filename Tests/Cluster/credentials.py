"""The services that hand out the keys of a bucket, as the documentation of AWS says that they answer.

The keys are those of a role of moto, new ones each time, so it checks their session token and each signature. They end
after four seconds, so a node has to renew them.
"""

import collections
import datetime
import http.server
import json
import threading
import urllib.parse

from bucket import RIGHTS
from chart_server import LOOPBACK

SECONDS = 4
ROLE = "arn:aws:iam::123456789012:role/charts"
FOLDER = "/latest/meta-data/iam/security-credentials/"


class CredentialServices:
    """A security token service, the endpoint beside a container, and the metadata of an instance."""

    def __init__(self, bucket):
        self.bucket = bucket
        # How often each kind of service has handed out keys, the tokens that came, and what was refused.
        self.asked, self.proofs, self.refused = collections.Counter(), [], []

    def variables(self, token_file):
        """What tells a node of each kind of service."""
        return {
            "identity": {
                "AWS_WEB_IDENTITY_TOKEN_FILE": str(token_file),
                "AWS_ROLE_ARN": ROLE,
                "AWS_ENDPOINT_URL_STS": self.url,
            },
            "container": {
                "AWS_CONTAINER_CREDENTIALS_FULL_URI": f"{self.url}/container",
                "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": str(token_file),
            },
            "instance": {"AWS_EC2_METADATA_SERVICE_ENDPOINT": self.url},
        }

    def keys(self, name):
        self.asked[name] += 1
        made = self.sts.assume_role(RoleArn=ROLE, RoleSessionName="charts")["Credentials"]
        end = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=SECONDS)
        return {
            "AccessKeyId": made["AccessKeyId"],
            "SecretAccessKey": made["SecretAccessKey"],
            "Token": made["SessionToken"],
            "Expiration": end.strftime("%Y-%m-%dT%H:%M:%SZ"),
        }

    def __enter__(self):
        services, roles = self, self.bucket.client("iam")
        roles.create_role(RoleName="charts", AssumeRolePolicyDocument=RIGHTS)
        roles.put_role_policy(RoleName="charts", PolicyName="all", PolicyDocument=RIGHTS)
        self.sts = self.bucket.client("sts")

        class Handler(http.server.BaseHTTPRequestHandler):
            def send(self, text, status=200):
                self.send_response(status)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text.encode())

            def refuse(self, why):
                services.refused.append(f"{self.command} {self.path}: {why}")
                self.send("no", 403)

            def do_POST(self):
                form = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
                wanted = {"Action": "AssumeRoleWithWebIdentity", "Version": "2011-06-15", "RoleArn": ROLE}
                services.proofs.append(form.pop("WebIdentityToken", ""))
                wanted |= {"RoleSessionName": "chart-surface"}
                if self.path != "/" or form != wanted:
                    return self.refuse(form)
                keys = services.keys("identity")
                keys["SessionToken"] = keys.pop("Token")
                parts = "".join(f"<{name}>{value}</{name}>" for name, value in keys.items())
                result = f"<AssumeRoleWithWebIdentityResult><Credentials>{parts}</Credentials>"
                return self.send(
                    '<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">'
                    f"{result}</AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>"
                )

            def do_PUT(self):
                if not 1 <= int(self.headers.get("X-aws-ec2-metadata-token-ttl-seconds", 0)) <= 21_600:
                    return self.refuse("no time for the token")
                return self.send("instance-token")

            def do_GET(self):
                if self.path == "/container":
                    services.proofs.append(self.headers["Authorization"])
                    return self.send(json.dumps(services.keys("container")))
                if self.headers["X-aws-ec2-metadata-token"] != "instance-token":
                    return self.refuse("no token")
                if self.path == FOLDER:
                    return self.send("charts")
                if self.path == f"{FOLDER}charts":
                    return self.send(json.dumps({"Code": "Success", "Type": "AWS-HMAC"} | services.keys("instance")))
                return self.refuse("another path")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer((LOOPBACK, 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://{LOOPBACK}:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
