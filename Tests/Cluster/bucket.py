"""A bucket of moto: S3 as others have written it, which checks each signature and right."""

import hashlib
import pathlib
import re
import sys
import urllib.parse
import urllib.request

import boto3

from chart_server import LOOPBACK, check, end, free_port, start, until

NAME, PLACE = "charts", "s3://charts/rows"
# moto begins to check after the calls that make the user, its key and rights, and the bucket.
CALLS_BEFORE = "4"
RIGHTS = '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:*","iam:*","sts:*"],"Resource":"*"}]}'
UNSIGNED = "AWS4-HMAC-SHA256 Credential=x/20200101/us-east-1/iam/aws4_request, SignedHeaders=host, Signature=x"


class Bucket:
    """The service, with one bucket and one user who may use it."""

    def __init__(self, folder):
        self.folder, self.port, self.log = folder, free_port(), folder / "bucket.log"
        self.process, self.access_key, self.secret_key = None, "", ""

    def __enter__(self):
        program = pathlib.Path(sys.executable).with_name("moto_server")
        check(program.exists(), f"{program} is missing; make installs it for the tests")
        self.process = start(
            [program, "-H", LOOPBACK, "-p", self.port],
            self.log,
            environment={"INITIAL_NO_AUTH_ACTION_COUNT": CALLS_BEFORE, "PATH": "/usr/bin:/bin"},
        )
        until(self.answers, lambda: f"moto does not answer: {self.log.read_text()}")
        self.call("CreateUser")
        key = self.call("CreateAccessKey")
        self.access_key, self.secret_key = (
            re.search(f"<{name}>(.*)</{name}>", key)[1] for name in ("AccessKeyId", "SecretAccessKey")
        )
        self.call("PutUserPolicy", PolicyName="all", PolicyDocument=RIGHTS)
        urllib.request.urlopen(urllib.request.Request(f"{self.url()}/{NAME}", method="PUT"), timeout=60).close()
        return self

    def __exit__(self, *_):
        end(self.process)

    def url(self, port=None):
        return f"http://{LOOPBACK}:{port or self.port}"

    def answers(self):
        try:
            urllib.request.urlopen(f"{self.url()}/moto-api/data.json", timeout=20).close()
        except OSError:
            return False
        return True

    def call(self, action, **more):
        """Asks the part of the service that knows users."""
        body = urllib.parse.urlencode({"Action": action, "Version": "2010-05-08", "UserName": "node", **more})
        request = urllib.request.Request(self.url(), body.encode(), {"Authorization": UNSIGNED})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read().decode()

    def options(self, secret_file, port=None, place=PLACE):
        secret_file.write_text(f"{self.secret_key}\n")
        bucket = ["--data-segments", place, "--data-s3-endpoint", self.url(port)]
        return [*bucket, "--data-s3-access-key", self.access_key, "--data-s3-secret-key-file", secret_file]

    def variables(self):
        return {"AWS_ACCESS_KEY_ID": self.access_key, "AWS_SECRET_ACCESS_KEY": self.secret_key}

    def client(self, service):
        return boto3.client(
            service,
            endpoint_url=self.url(),
            region_name="us-east-1",
            aws_access_key_id=self.access_key,
            aws_secret_access_key=self.secret_key,
        )

    def objects(self):
        """The keys of all objects. Each is named by the SHA-256 of its bytes."""
        client = self.client("s3")
        keys = [item["Key"] for item in client.list_objects_v2(Bucket=NAME).get("Contents", [])]
        for key in keys:
            name = hashlib.sha256(client.get_object(Bucket=NAME, Key=key)["Body"].read()).hexdigest()
            check(key == f"rows/{name[:2]}/{name}", f"{key} has the bytes of {name}")
        return keys
