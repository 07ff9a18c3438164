#!/usr/bin/env bash
# VISITS=100 DAY_SECONDS=30 SEED=1 IDLE=4000 day.sh: a day of visits in half a minute. The hour decides how many visits begin. Each visit drags in bursts with pauses, and ends its session or lets it expire.
# A session that its visitor ends lives long. One that expires does so after IDLE milliseconds. Where a busy machine made the
# visitor itself slower than that, the visit shows nothing, and is made again with twice the time.
. "$(dirname "$0")/load.sh"
: "${VISITS:=100}" "${DAY_SECONDS:=30}" "${SEED:=1}" "${IDLE:=4000}" "${BURST:=15}"
GESTURE=$BURST
REPEAT=$BURST

# visit NUMBER ARRIVAL LEAVES PAUSE...: times in seconds. There is a burst before each pause and one after the last.
visit() {
    local number=$1 leaves=$3 idle=$IDLE session begun
    sleep "$2"
    shift 3
    [ "$leaves" = forgets ] || idle=3600000
    while true; do
        begun=$(now)
        CONNECTIONS=1 open_sessions 1 "$scratch/session.$number" "$idle"
        drive "$number" "$@"
        if [ "$leaves" = ends ] || (($(now) - begun < idle)); then break; fi
        idle=$((idle * 2))
    done
    check "$scratch/plan.$number.sent" "$scratch/answers.$number"
    session=$(cat "$scratch/session.$number")
    if [ "$leaves" = ends ]; then
        curl -sS -X DELETE -H "Authorization: Bearer $(cut -f3 <<<"$session")" -o /dev/null \
            -w '%{http_code}\t%{time_total}\n' "$BASE/v1/sessions/$(cut -f2 <<<"$session")" >"$scratch/end.$number"
        grep -q '^204' "$scratch/end.$number" || echo "a DELETE got $(cut -f1 "$scratch/end.$number")" >>"$scratch/wrong"
        cat "$scratch/end.$number" >>"$scratch/times"
    else
        sleep "$(awk -v idle="$idle" 'BEGIN { print idle / 1000 + 0.5 }')"
    fi
    expect_gone "$session"
    echo "$leaves" >>"$scratch/visits"
}

# drive NUMBER PAUSE...: sends the bursts of a visit. After a pause the last batch goes out again, as from a client that
# got no answer.
drive() {
    local number=$1 plan=$scratch/plan.$1 answers=$scratch/answers.$1 line=0 lines=$BURST
    shift
    plan "$scratch/session.$number" 1 $((($# + 1) * BURST)) "$([ $((number % 2)) -eq 0 ] && echo drag || echo pinch)" >"$plan"
    : >"$answers"
    : >"$answers.errors"
    for pause in "$@" ""; do
        awk -v line="$line" -v lines="$lines" 'NR > line && NR <= line + lines' "$plan" >"$plan.burst"
        post "$plan.burst" "$answers.burst"
        cat "$answers.burst" >>"$answers"
        cat "$answers.burst.errors" >>"$answers.errors"
        line=$((line + lines))
        lines=$((BURST + 1))
        [ -z "$pause" ] || sleep "$pause"
    done
    awk -v line="$line" 'NR <= line' "$plan" >"$plan.sent"
}

put_dataset
: >"$scratch/visits"
awk -v visits="$VISITS" -v day="$DAY_SECONDS" -v seed="$SEED" 'BEGIN {
    srand(seed)
    hours = split("1 1 1 1 1 2 4 8 14 18 17 14 12 15 17 16 14 11 8 6 5 4 3 2", weight, " ")
    for (h = 1; h <= hours; h++) total += weight[h]
    for (n = 1; n <= visits; n++) {
        at = rand() * total
        for (h = 1; at > weight[h]; h++) at -= weight[h]
        printf "%d %.3f %s", n, (h - 1 + at / weight[h]) / 24 * day, rand() < 0.5 ? "ends" : "forgets"
        # A pause lasts half a minute to ten minutes of the day.
        for (p = int(rand() * 4); p > 0; p--) printf " %.3f", (30 + rand() * 570) * day / 86400
        print ""
    }
}' >"$scratch/diary"
begun=$(now)
visitors=()
while read -r -a entry; do
    visit "${entry[@]}" &
    visitors+=($!)
done <"$scratch/diary"
for visitor in "${visitors[@]}"; do
    wait "$visitor" || echo "a visit failed" >>"$scratch/wrong"
done
passed=$(($(now) - begun))
[ "$(wc -l <"$scratch/visits")" -eq "$VISITS" ] || echo "only $(wc -l <"$scratch/visits") of $VISITS visits ended" >>"$scratch/wrong"
report "a day 1:$((86400 / DAY_SECONDS)) of $VISITS visits, $(grep -c ends "$scratch/visits" || true) ended and $(grep -c forgets "$scratch/visits" || true) expired" "$passed"
