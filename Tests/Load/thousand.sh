#!/usr/bin/env bash
# SESSIONS=1000 STEPS=20 CONNECTIONS=16 MOVES=8 thousand.sh: drags a thousand charts at the same time, with batches of 8 moves at full speed.
. "$(dirname "$0")/load.sh"
: "${SESSIONS:=1000}" "${STEPS:=20}" "${CONNECTIONS:=16}" "${MOVES:=8}"

put_dataset
begun=$(now)
open_sessions "$SESSIONS" "$scratch/sessions"
echo "$name: $SESSIONS sessions opened in $(($(now) - begun)) ms"
: >"$scratch/times"
for ((lane = 0; lane < CONNECTIONS; lane++)); do
    awk -v lane="$lane" -v lanes="$CONNECTIONS" 'NR % lanes == lane' "$scratch/sessions" >"$scratch/lane"
    plan "$scratch/lane" 1 "$STEPS" drag pinch wheel >"$scratch/plan.$lane"
done
begun=$(now)
senders=()
for ((lane = 0; lane < CONNECTIONS; lane++)); do
    post "$scratch/plan.$lane" "$scratch/answers.$lane" "${RATE:-}" &
    senders+=($!)
done
wait "${senders[@]}"
passed=$(($(now) - begun))
for ((lane = 0; lane < CONNECTIONS; lane++)); do
    check "$scratch/plan.$lane" "$scratch/answers.$lane"
done
close_uncounted "$scratch/sessions"
report "$SESSIONS sessions on $CONNECTIONS connections" "$passed"
