#!/usr/bin/env bash
# SERVER_PID=… SECONDS_LONG=600 EVERY=60 GROWTH_MB=48 IDLE=10000 soak.sh: opens, drags and ends sessions for ten minutes. Prints the resident memory each minute; it must not grow after the first third.
. "$(dirname "$0")/load.sh"
: "${SERVER_PID:?must be the id of the server process}" "${SECONDS_LONG:=600}" "${EVERY:=60}" "${GROWTH_MB:=48}"
: "${SESSIONS:=40}" "${STEPS:=30}" "${CONNECTIONS:=4}" "${MOVES:=8}" "${IDLE:=10000}"

resident() {
    awk '/^VmRSS:/ { print int($2 / 1024) }' "/proc/$SERVER_PID/status" || fail "the server is gone"
}

put_dataset
begun=$(now)
: >"$scratch/memory"
round=0
next_at=$EVERY
while passed=$(($(now) - begun)) && ((passed < SECONDS_LONG * 1000)); do
    open_sessions "$SESSIONS" "$scratch/sessions" "$IDLE"
    senders=()
    for ((lane = 0; lane < CONNECTIONS; lane++)); do
        awk -v lane="$lane" -v lanes="$CONNECTIONS" 'NR % lanes == lane' "$scratch/sessions" >"$scratch/lane"
        plan "$scratch/lane" 1 "$STEPS" drag pinch wheel >"$scratch/plan.$lane"
        post "$scratch/plan.$lane" "$scratch/answers.$lane" "${RATE:-}" &
        senders+=($!)
    done
    wait "${senders[@]}"
    for ((lane = 0; lane < CONNECTIONS; lane++)); do
        check "$scratch/plan.$lane" "$scratch/answers.$lane"
    done
    # The idle timeout ends the sessions of every third round.
    if ((round++ % 3)); then close_sessions "$scratch/sessions"; fi
    passed=$(($(now) - begun))
    while ((passed >= next_at * 1000 && next_at <= SECONDS_LONG)); do
        echo "$next_at $(resident)" >>"$scratch/memory"
        tail -1 "$scratch/memory" | awk -v name="$name" -v sessions=$((round * SESSIONS)) \
            '{ printf "%s: after %d s and %d sessions %d MB resident\n", name, $1, sessions, $2 }'
        next_at=$((next_at + EVERY))
    done
done
awk -v long="$SECONDS_LONG" -v bound="$GROWTH_MB" '
$1 <= long / 3 || !first { first = $2 }
{ if ($2 > most) most = $2 }
END {
    if (NR < 3) print "only " NR " readings of the memory, which are too few"
    else if (most - first > bound) print "resident memory grew after the first third from " first " to " most " MB; the limit is " bound " MB"
}' "$scratch/memory" >>"$scratch/wrong"
report "$((round * SESSIONS)) sessions in $round rounds" "$passed"
