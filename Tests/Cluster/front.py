"""nginx in front of the nodes."""

import http.client

from chart_server import LOOPBACK, PATIENCE, check, end, free_port, program, start, until

# An answer takes at most this long through nginx. A node that is stopped costs a client that long.
ANSWER_SECONDS = 5
STREAM_SECONDS = 60
CONFIGURATION = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log warn;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_max_body_size 0;
    keepalive_requests 1000000000;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    map $uri $session {{
        ~^/v1/sessions/(?<id>[^/]+) $id;
        default $request_id;
    }}
    upstream nodes {{
        {method}
        {servers}
        keepalive 64;
    }}
    server {{
        listen {host}:{port};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
        proxy_buffering off;
        proxy_request_buffering on;
        proxy_connect_timeout 1s;
        proxy_read_timeout {answer}s;
        # nginx sends a POST or a PATCH to another node only while the first node has not got any of it.
        proxy_next_upstream error timeout;
        add_header X-Node $upstream_addr always;
        location / {{ proxy_pass http://nodes; }}
        location ~ ^/v1/sessions/[^/]+/stream$ {{
            proxy_read_timeout {stream}s;
            proxy_pass http://nodes;
        }}
        location ~ ^/v1/replays$ {{
            proxy_read_timeout 600s;
            proxy_pass http://nodes;
        }}
    }}
}}
"""


class Front:
    """Spreads requests over the nodes: in turn (`robin`), or all of a session to one node (`hash`)."""

    def __init__(self, folder, ports, balance="robin", port=None):
        self.folder, self.ports, self.balance, self.port = folder / "nginx", ports, balance, port or free_port()
        self.process = None

    def __enter__(self):
        nginx = program("nginx", "nginx-light")
        self.folder.mkdir()
        servers = "\n        ".join(f"server {LOOPBACK}:{port} max_fails=1 fail_timeout=1s;" for port in self.ports)
        text = CONFIGURATION.format(
            folder=self.folder,
            host=LOOPBACK,
            port=self.port,
            method={"robin": "", "hash": "hash $session consistent;"}[self.balance],
            servers=servers,
            answer=ANSWER_SECONDS,
            stream=STREAM_SECONDS,
        )
        path = self.folder / "nginx.conf"
        path.write_text(text)
        log = self.folder / "nginx.log"
        self.process = start([nginx, "-c", path, "-p", self.folder, "-e", log], log)
        try:
            until(self.answers, lambda: f"nginx does not answer: {log.read_text()}")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        end(self.process)

    def answers(self):
        check(self.process.poll() is None, f"nginx ended: {(self.folder / 'nginx.log').read_text()}")
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/health/live")
            return connection.getresponse().status > 0
        except OSError:
            return False
        finally:
            connection.close()
