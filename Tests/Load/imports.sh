#!/usr/bin/env bash
# BASE=http://127.0.0.1:8080 SECONDS_LONG=10 RATE=60 IMPORTS=3 ROWS=1000000 imports.sh: one finger drags one chart during concurrent imports, and every answer must have the range that follows from the finger.
. "$(dirname "$0")/load.sh"
: "${SECONDS_LONG:=10}" "${RATE:=60}" "${IMPORTS:=3}" "${ROWS:=1000000}"

# import NUMBER: imports a table repeatedly until the drag is over, and deletes it.
import() {
    local url="$BASE/v1/datasets/load-test-import-$1" answer="$scratch/import.$1" count=0 status
    until [ -e "$scratch/over" ] && [ "$count" -gt 0 ]; do
        status=$(curl -sS -X PUT -H 'Content-Type: text/csv' --data-binary "@$scratch/rows.csv" \
            -o "$answer" -w '%{http_code}' "$url") || true
        [[ $status == 20[01] ]] && grep -q "\"rows\":$ROWS," "$answer" ||
            echo "an import got $status: $(head -c 300 "$answer")" >>"$scratch/wrong.$BASHPID"
        count=$((count + 1))
    done
    status=$(curl -sS -X DELETE -o /dev/null -w '%{http_code}' "$url") || true
    [ "$status" = 204 ] || echo "the deletion of an imported table got $status" >>"$scratch/wrong.$BASHPID"
    echo "$count" >"$answer"
    gather_wrong
}

put_dataset
awk -v rows="$ROWS" 'BEGIN { print "x,a,b"; for (i = 0; i < rows; i++) print i "," (i * 7919) % 1000 / 8 "," i % 97 }' >"$scratch/rows.csv"
open_sessions 1 "$scratch/sessions"
plan "$scratch/sessions" 1 $((SECONDS_LONG * RATE)) drag >"$scratch/plan"
: >"$scratch/times"
begun=$(now)
importing=()
for ((i = 1; i <= IMPORTS; i++)); do
    import "$i" &
    importing+=($!)
done
post "$scratch/plan" "$scratch/answers" "$RATE"
passed=$(($(now) - begun))
: >"$scratch/over"
for one in "${importing[@]}"; do
    wait "$one" || echo "an import ended with $?" >>"$scratch/wrong"
done
check "$scratch/plan" "$scratch/answers"
close_uncounted "$scratch/sessions"
echo "$name: $(awk '{ count += $1 } END { print count + 0 }' "$scratch"/import.*) imports of $ROWS rows during the drag, $IMPORTS at a time"
report "one drag, $RATE batches/s wanted" "$passed"
