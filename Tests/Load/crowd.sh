#!/usr/bin/env bash
# SESSIONS=10 VIEWERS=4 SECONDS_LONG=10 RATE=30 POLL=4 crowd.sh: drivers drag, pinch and turn the wheel; half of the viewers poll with ETags, and half follow the stream.
. "$(dirname "$0")/load.sh"
: "${SESSIONS:=10}" "${VIEWERS:=4}" "${SECONDS_LONG:=10}" "${RATE:=30}" "${POLL:=4}"

put_dataset
open_sessions "$SESSIONS" "$scratch/sessions"
plan "$scratch/sessions" 1 $((SECONDS_LONG * RATE)) drag pinch wheel >"$scratch/plan"
mapfile -t sessions <"$scratch/sessions"

IFS=$'\t' read -r _ id _ viewer <<<"${sessions[0]}"
# A viewer's token may read but not drive.
status=$(curl -s -o "$scratch/refused" -w '%{http_code}' -H "Authorization: Bearer $viewer" \
    -H 'Content-Type: application/json' -d '{"events":[{"type":"tick","time":1}]}' \
    "$BASE/v1/sessions/$id/$surface/events")
[ "$status" = 403 ] || echo "events with a viewer's token got $status: $(cat "$scratch/refused")" >>"$scratch/wrong"

: >"$scratch/times"
: >"$scratch/streamed"
followers=$((VIEWERS / 2))
begun=$(now)
following=()
looking=()
for ((i = 0; i < SESSIONS; i++)); do
    IFS=$'\t' read -r _ id _ viewer <<<"${sessions[i]}"
    for ((v = 0; v < VIEWERS; v++)); do
        if ((v < followers)); then
            curl -sN --max-time $((SECONDS_LONG * 3 + 600)) -H "Authorization: Bearer $viewer" -H 'Accept: text/event-stream' \
                "$BASE/v1/sessions/$id/stream?$lean" >"$scratch/seen.$i.$v" &
            following+=($!)
        else
            poll "${sessions[i]}" "$scratch/plan" "$scratch/seen.$i.$v" "$SECONDS_LONG" "$POLL" &
            looking+=($!)
        fi
    done
done
for ((i = 0; i < SESSIONS; i++)); do
    awk -F'\t' -v number=$((i + 1)) '$1 == number' "$scratch/plan" >"$scratch/plan.$i"
    post "$scratch/plan.$i" "$scratch/answers.$i" "$RATE" &
    looking+=($!)
done
wait ${looking[@]+"${looking[@]}"}
passed=$(($(now) - begun))

for ((i = 0; i < SESSIONS; i++)); do
    check "$scratch/plan.$i" "$scratch/answers.$i"
    # A viewer that reads now gets the last state that the driver got, and then 304.
    poll "${sessions[i]}" "$scratch/plan.$i" "$scratch/last.$i" 1 2
    check_poll "${sessions[i]}" "$scratch/plan.$i" "$scratch/last.$i"
    awk -F'\t' "$awk_json"'FNR == NR { newest = $5; next } FNR == 1 && number($0, "revision") != newest {
        print "after revision " newest " a viewer got " substr($0, 1, 300)
    }' "$scratch/plan.$i" "$scratch/last.$i" >>"$scratch/wrong"
done
for ((i = 0; i < SESSIONS; i++)); do
    for ((v = 0; v < followers; v++)); do
        newest=$(awk -F'\t' '{ newest = $5 } END { print newest }' "$scratch/plan.$i")
        until_true "a follower did not get revision $newest" grep -qE "^id: ?$newest" "$scratch/seen.$i.$v"
    done
done
close_uncounted "$scratch/sessions"
for follower in ${following[@]+"${following[@]}"}; do
    wait "$follower" || echo "a stream did not end with its session" >>"$scratch/wrong"
done
for ((i = 0; i < SESSIONS; i++)); do
    for ((v = 0; v < VIEWERS; v++)); do
        if ((v < followers)); then
            check_stream "${sessions[i]}" "$scratch/plan.$i" "$scratch/seen.$i.$v"
        else
            check_poll "${sessions[i]}" "$scratch/plan.$i" "$scratch/seen.$i.$v"
        fi
    done
done
[ "$followers" -eq 0 ] || awk -v name="$name" '{ updates += $1; states += $2 } END {
    print name ": " NR " followers received " updates " updates and " states " states"
}' "$scratch/streamed"
report "$SESSIONS sessions with $((VIEWERS - followers)) polling and $followers following viewers each" "$passed"
