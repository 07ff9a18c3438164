#!/usr/bin/env bash
# run.sh BIN: starts the server on a free port with required tokens, runs each script here in short form, and stops it.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: run.sh BIN" >&2; exit 64; }
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
server=

finish() {
    [ -z "$server" ] || kill -KILL "$server" 2>/dev/null || true
    rm -rf "$scratch"
}
trap finish EXIT
trap 'exit 130' INT TERM

"$1" serve --http-port 0 --data-dir "$scratch/data" --auth-mode token --demo-enabled false \
    >"$scratch/out" 2>"$scratch/log" &
server=$!
for ((i = 0; i < 100; i++)); do
    BASE=$(sed -n 's/^listening on //p' "$scratch/out")
    [ -z "$BASE" ] || break
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
done
[ -n "$BASE" ] || { cat "$scratch/log" >&2; echo "the server did not start" >&2; exit 1; }
export BASE SERVER_PID=$server

failed=()
SECONDS_LONG=4 "$here/drag.sh" || failed+=(drag)
SECONDS_LONG=4 IMPORTS=2 ROWS=50000 "$here/imports.sh" || failed+=(imports)
STEPS=4 REPEAT=2 "$here/thousand.sh" || failed+=(thousand)
SESSIONS=6 SECONDS_LONG=4 "$here/crowd.sh" || failed+=(crowd)
VISITS=30 DAY_SECONDS=6 IDLE=3000 "$here/day.sh" || failed+=(day)
SECONDS_LONG=20 EVERY=5 "$here/soak.sh" || failed+=(soak)

kill -TERM "$server"
status=0
wait "$server" || status=$?
server=
[ "$status" -eq 0 ] || { cat "$scratch/log" >&2; failed+=("the server, which ended with $status"); }
[ ${#failed[@]} -eq 0 ] || { echo "load: failed: ${failed[*]}" >&2; exit 1; }
