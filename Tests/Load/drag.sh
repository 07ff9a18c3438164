#!/usr/bin/env bash
# BASE=http://127.0.0.1:8080 SECONDS_LONG=10 RATE=60 drag.sh: one finger drags one chart at 60 Hz, and every answer must have the range that follows from the finger.
. "$(dirname "$0")/load.sh"
: "${SECONDS_LONG:=10}" "${RATE:=60}"

put_dataset
open_sessions 1 "$scratch/sessions"
plan "$scratch/sessions" 1 $((SECONDS_LONG * RATE)) drag >"$scratch/plan"
: >"$scratch/times"
begun=$(now)
post "$scratch/plan" "$scratch/answers" "$RATE"
passed=$(($(now) - begun))
check "$scratch/plan" "$scratch/answers"
close_uncounted "$scratch/sessions"
report "one drag, $RATE batches/s wanted" "$passed"
