# shellcheck shell=bash
# The other scripts source this: sessions over HTTP with curl, gestures with ranges that awk can compute, and reports.
# A plan has one line for each batch, with tabs between: session index, id, token, sequence, revision, whether it is a
# repetition, the x range that the answer must have, and the events. An answer has two lines: body; status and seconds.
set -euo pipefail
export LC_ALL=C

: "${BASE:=http://127.0.0.1:8080}"
readonly name=${0##*/}
readonly surface='surfaces/main'
readonly lean='window=none&ticks=false'
scratch=$(mktemp -d)
: >"$scratch/times"
: >"$scratch/wrong"
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

fail() {
    echo "$name: $*" >&2
    exit 1
}

curl --help all | grep -q -e '--rate ' || fail "curl 7.84 or later is needed, for --rate"

# until_true WHAT COMMAND...: waits until a command succeeds. Its end only guards against a hang.
until_true() {
    local what=$1 end=$((SECONDS + 120))
    shift
    until "$@"; do
        ((SECONDS < end)) || { echo "$what" >>"$scratch/wrong"; return; }
        sleep 0.1
    done
}

now() {
    local at=${EPOCHREALTIME/[.,]/}
    echo "$((at / 1000))"
}

# Three rows with x from 0 to 1000. The gestures stay within this range, so that no limit changes them.
put_dataset() {
    local status
    status=$(printf 'x,y\n0,0\n500,7\n1000,10\n' | curl -sS -X PUT -H 'Content-Type: text/csv' -H 'If-None-Match: *' \
        --data-binary @- -o "$scratch/dataset" -w '%{http_code}' "$BASE/v1/datasets/load-test") ||
        fail "no server answers at $BASE"
    case $status in
    201 | 412) ;;
    *) fail "the dataset got $status: $(cat "$scratch/dataset")" ;;
    esac
}

# specification [IDLE]: shows 400 to 600 on 800 points, a quarter a point. IDLE is the idle timeout in milliseconds.
specification() {
    printf '%s' "{${1:+\"idleTimeout\":$1,}"'"surfaces":[{"dataset":"load-test","size":{"width":800,"height":400},' \
        '"xAxes":[{"id":"x","type":"number","visibleRange":[400,600]}],' \
        '"modifiers":[{"type":"zoomPan","direction":"x"},{"type":"pinchZoom","direction":"x"},{"type":"mouseWheelZoom","direction":"x"}],' \
        '"gestures":{"panHysteresis":0,"panHysteresisOneAxis":0,"pinchMinimumScaleDelta":0}}]}'
}

# open_sessions COUNT FILE [IDLE]: opens sessions concurrently, and writes index, id, driver's and viewer's token of each.
open_sessions() {
    local made=$scratch/made.$BASHPID
    mkdir -p "$made"
    specification "${3:-}" >"$made/specification"
    awk -v count="$1" -v made="$made" -v url="$BASE/v1/sessions?$lean" 'BEGIN {
        for (i = 1; i <= count; i++) {
            if (i > 1) print "next"
            printf "url = \"%s\"\nheader = \"Content-Type: application/json\"\ndata = \"@%s/specification\"\n", url, made
            printf "output = \"%s/%d\"\nwrite-out = \"%d\\t%%{http_code}\\t%%{time_total}\\n\"\n", made, i, i
        }
    }' | curl -sS --no-progress-meter --parallel --parallel-immediate --parallel-max "${CONNECTIONS:-64}" --config - >"$made/answers" || true
    [ "$(awk '$2 == 201' "$made/answers" | wc -l)" -eq "$1" ] ||
        fail "some of $1 sessions did not open: $(cut -f2 "$made/answers" | sort | uniq -c | tr -s ' \n' ' ')"
    cut -f2,3 "$made/answers" >>"$scratch/times"
    local i
    for ((i = 1; i <= $1; i++)); do
        printf '%s\t' "$i"
        cat "$made/$i"
        echo
    done | awk -F'\t' "$awk_json"'{
        body = $2
        start = range(body, "xAxes")
        if (number(body, "revision") != 0 || start != "400,600") {
            print "a new session differs from its specification: " substr(body, 1, 300) >wrong
            next
        }
        print $1 "\t" text(body, "id") "\t" text(body, "driverToken") "\t" text(body, "viewerToken")
    }' wrong="$scratch/wrong.$BASHPID" >"$2"
    gather_wrong
    rm -rf "$made"
}

# close_sessions FILE: ends sessions concurrently. The first one must answer 410 then.
close_sessions() {
    awk -F'\t' -v url="$BASE/v1/sessions/" 'BEGIN { first = 1 } {
        if (!first) print "next"
        first = 0
        printf "url = \"%s%s\"\nrequest = \"DELETE\"\nheader = \"Authorization: Bearer %s\"\n", url, $2, $3
        print "output = \"/dev/null\"\nwrite-out = \"%{http_code}\\t%{time_total}\\n\""
    }' "$1" | curl -sS --no-progress-meter --parallel --parallel-max "${CONNECTIONS:-64}" --config - >"$scratch/closed" || true
    cat "$scratch/closed" >>"$scratch/times"
    [ "$(grep -c '^204' "$scratch/closed")" -eq "$(wc -l <"$1")" ] || echo "not every DELETE was answered with 204" >>"$scratch/wrong"
    expect_gone "$(head -1 "$1")"
}

# close_uncounted FILE: the same, but the report leaves it out.
close_uncounted() {
    cp "$scratch/times" "$scratch/kept"
    close_sessions "$1"
    mv "$scratch/kept" "$scratch/times"
}

# expect_gone SESSION-LINE: an ended session must answer 410 to reads and to events.
expect_gone() {
    local id token status
    IFS=$'\t' read -r _ id token _ <<<"$1"
    for request in "" "/$surface/events"; do
        status=$(curl -sS -H "Authorization: Bearer $token" ${request:+-H 'Content-Type: application/json' -d '{"events":[{"type":"tick","time":9e9}]}'} \
            -o "$scratch/gone.$id" -w '%{http_code}\t%{time_total}' "$BASE/v1/sessions/$id$request")
        echo "$status" >>"$scratch/times"
        [[ $status == 410* ]] && grep -q '"code":"session.gone"' "$scratch/gone.$id" ||
            echo "the ended session $id$request answered ${status%%[[:space:]]*}" >>"$scratch/wrong"
    done
    rm -f "$scratch/gone.$id"
}

# JSON in awk: finds the first property of a name, and the range of the first axis of a list.
readonly awk_json='
function after(body, mark,    at) { at = index(body, mark); return at ? substr(body, at + length(mark)) : "" }
function number(body, key,    rest) { rest = after(body, "\"" key "\":"); return match(rest, /^-?[0-9][-+.0-9eE]*/) ? substr(rest, 1, RLENGTH) + 0 : "" }
function text(body, key,    rest) { rest = after(body, "\"" key "\":\""); return substr(rest, 1, index(rest, "\"") - 1) }
function word(body, key,    rest) { rest = after(body, "\"" key "\":"); return match(rest, /^[a-z]+/) ? substr(rest, 1, RLENGTH) : "" }
function range(body, axes,    rest) {
    rest = after(after(body, "\"" axes "\":["), "\"visibleRange\":[")
    return substr(rest, 1, index(rest, "]") - 1)
}
function near(got, wanted,    g, w, eps) {
    if (split(got, g, ",") != 2) return 0
    split(wanted, w, ",")
    eps = 1e-9 * (w[2] - w[1])
    return g[1] - w[1] <= eps && w[1] - g[1] <= eps && g[2] - w[2] <= eps && w[2] - g[2] <= eps
}
# What is wrong with the axes of an answer; empty when they are right.
function axes_fault(body, wanted,    x, y) {
    x = after(body, "\"xAxes\":[")
    y = after(body, "\"yAxes\":[")
    if (text(x, "id") != "x" || text(y, "id") != "y") return "an axis is missing"
    if (range(body, "yAxes") != "-1,11") return "the y range is " range(body, "yAxes") " and not -1,11"
    if (after(x, "\"dataRange\":[0,1000],\"maximumRange\":[0,1000]") == "") return "the x axis is not complete"
    if (!near(range(body, "xAxes"), wanted)) return "the x range is " range(body, "xAxes") " and not " wanted
    return ""
}
'

# plan SESSIONS FIRST STEPS KIND...: STEPS batches for each session, from sequence FIRST on, the sessions in turn. A KIND
# is drag, pinch or wheel; sessions take the kinds in turn. Every REPEAT-th batch is repeated. A finger lifts after each
# GESTURE batches and in the last one.
plan() {
    local sessions=$1 first=$2 steps=$3
    shift 3
    awk -F'\t' -v first="$first" -v steps="$steps" -v kinds="${*:-drag}" -v repeat="${REPEAT:-10}" \
        -v moves="${MOVES:-1}" -v gesture="${GESTURE:-120}" '
    function touches(phase, time, x) {
        return "{\"type\":\"touch\",\"phase\":\"" phase "\",\"time\":" time ",\"touches\":[{\"id\":1,\"x\":" x ",\"y\":200}" \
            (kind == "pinch" ? ",{\"id\":2,\"x\":" 800 - x ",\"y\":200}" : "") "]}"
    }
    # The distance travelled: between 0 and 99 points, forwards and backwards.
    function travelled(move,    at) { at = (move * 7) % 198; return at > 99 ? 198 - at : at }
    # A finger goes down where the last one lifted, so that the range follows from its position alone.
    function batch(step,    phase, events, move, x, delta, zoom) {
        if (kind == "wheel") {
            delta = step % 2 ? -250 : 250
            zoom = step % 2 ? sqrt(2) : 1
            wanted = sprintf("%.17g,%.17g", 500 - 100 / zoom, 500 + 100 / zoom)
            return "{\"type\":\"wheel\",\"time\":" step * 16 ",\"x\":400,\"y\":200,\"deltaX\":0,\"deltaY\":" delta "}"
        }
        # Every second gesture reverses the one before it, so that the range never reaches a limit.
        phase = (step - first) % gesture
        if (phase == 0) {
            began = step
            isBack = (step - first) / gesture % 2
            start = (kind == "pinch" ? 300 : 400) + (isBack ? away : 0)
            x = start
            events = touches("began", step * 16, x)
        }
        if (phase == gesture - 1 || step == last) {
            x = start + (isBack ? -away : away)
            events = events (events == "" ? "" : ",") touches("ended", step * 16 + 15, x)
        } else if (step > began) {
            for (move = (step - began - 1) * moves + 1; move <= (step - began) * moves; move++) {
                x = start - travelled(move)
                events = events (events == "" ? "" : ",") touches("moved", step * 16 + (move - 1) % moves * 15 / moves, x)
            }
        }
        if (kind == "pinch") {
            zoom = (400 - x) / 100
            wanted = sprintf("%.17g,%.17g", 500 - 100 / zoom, 500 + 100 / zoom)
        } else {
            wanted = sprintf("%.17g,%.17g", 400 - (x - 400) / 4, 600 - (x - 400) / 4)
        }
        return events
    }
    { id[NR] = $2; token[NR] = $3; number[NR] = $1 }
    END {
        last = first + steps - 1
        away = -50
        of = split(kinds, kind_of, " ")
        # A gesture spans several batches, so this goes through session by session. sort puts the steps in order.
        for (s = 1; s <= NR; s++) {
            kind = kind_of[(number[s] - 1) % of + 1]
            for (step = first; step <= last; step++) {
                events = batch(step)
                line = number[s] "\t" id[s] "\t" token[s] "\t" step "\t" step
                print step "\t" line "\tfalse\t" wanted "\t" events
                if (repeat && step % repeat == 0) print step "\t" line "\ttrue\t" wanted "\t" events
            }
        }
    }' "$sessions" | sort -s -n -k1,1 | cut -f2-
}

# post PLAN ANSWERS [RATE]: sends the batches of a plan in order on one connection, at most RATE a second.
post() {
    awk -F'\t' -v base="$BASE/v1/sessions/" -v rest="/$surface/events?$lean" '{
        if (NR > 1) print "next"
        body = "{\"client\":\"load\",\"sequence\":" $4 ",\"events\":[" $8 "]}"
        gsub(/"/, "\\\"", body)
        printf "url = \"%s%s%s\"\nheader = \"Content-Type: application/json\"\n", base, $2, rest
        printf "header = \"Authorization: Bearer %s\"\ndata = \"%s\"\n", $3, body
        print "write-out = \"\\n%{http_code}\\t%{time_total}\\n\""
    }' "$1" | curl -sS ${3:+--rate "$3/s"} --config - >"$2" 2>"$2.errors" || true
}

# check PLAN ANSWERS: compares every answer with the plan.
check() {
    awk -F'\t' -v wrong="$scratch/wrong.$BASHPID" -v times="$scratch/times.$BASHPID" "$awk_json"'
    function complain(why) {
        if (++complaints <= 5) print "session " id[i] ", batch " sequence[i] ": " why ": " substr(body, 1, 300) >wrong
    }
    FNR == NR { id[NR] = $2; sequence[NR] = $4; revision[NR] = $5; again[NR] = $6; wanted[NR] = $7; planned = NR; next }
    FNR % 2 { body = $0; next }
    {
        i = FNR / 2
        print >times
        if ($1 != 200) { complain("status " $1); next }
        if (text(body, "session") != id[i]) complain("the answer is of another session")
        if (number(body, "revision") != revision[i]) complain("the revision is not " revision[i])
        if (word(body, "duplicate") != again[i]) complain("duplicate is not " again[i])
        fault = axes_fault(body, wanted[i])
        if (fault != "") complain(fault)
        same = body
        sub(/"duplicate":true/, "\"duplicate\":false", same)
        if (again[i] == "true" && (id[i] in stored) && same != stored[id[i]]) complain("differs from the first answer " stored[id[i]])
        stored[id[i]] = same
    }
    END {
        if (i != planned) print "the plan has " planned " batches, and " i + 0 " answers came" >wrong
        if (complaints > 5) print complaints - 5 " more" >wrong
    }' "$1" "$2"
    [ -s "$2.errors" ] && head -3 "$2.errors" >>"$scratch/wrong.$BASHPID"
    gather_wrong
}

# Appends the notes of a subshell to the common files, each in one write.
gather_wrong() {
    local kind
    for kind in wrong times; do
        if [ -e "$scratch/$kind.$BASHPID" ]; then
            cat "$scratch/$kind.$BASHPID" >>"$scratch/$kind"
            rm "$scratch/$kind.$BASHPID"
        fi
    done
}

# report WHAT MILLISECONDS: prints throughput, percentiles and statuses. Fails when an answer was wrong.
report() {
    sort -k2,2g "$scratch/times" | awk -F'\t' -v what="$name $1" -v passed="$2" '
    function percentile(p,    at) { at = int(p * NR); if (at < p * NR) at++; return time[at] * 1000 }
    { time[NR] = $2; statuses[$1]++ }
    END {
        if (!NR) { print what ": no answer came"; exit }
        printf "%s: %d answers in %.1f s, %.1f/s\n", what, NR, passed / 1000, NR * 1000 / passed
        printf "  time_total in ms: 50 %% %.2f, 99 %% %.2f, 99.9 %% %.2f, most %.2f\n", percentile(0.5), percentile(0.99), percentile(0.999), time[NR] * 1000
    }'
    cut -f1 "$scratch/times" | sort | uniq -c | awk '{ printf "  %s: %d%s", $2, $1, ($2 >= 400 || $2 < 200 ? " (error)" : "") } END { print "" }'
    if [ -s "$scratch/wrong" ]; then
        echo "  $(wc -l <"$scratch/wrong") wrong answers, the first of them:"
        head -10 "$scratch/wrong" | sed 's/^/  /'
        exit 1
    fi
    [ -s "$scratch/times" ] || exit 1
    echo "  every answer was right"
}

# poll SESSION-LINE PLAN ANSWERS SECONDS RATE: reads a surface as a viewer, RATE times a second, with If-None-Match.
poll() {
    local id viewer
    IFS=$'\t' read -r _ id _ viewer <<<"$1"
    awk -v count=$(($4 * $5)) -v url="$BASE/v1/sessions/$id/$surface?$lean" -v token="$viewer" -v etag="$3.etag" 'BEGIN {
        for (i = 1; i <= count; i++) {
            if (i > 1) print "next"
            printf "url = \"%s\"\nheader = \"Authorization: Bearer %s\"\n", url, token
            printf "etag-compare = \"%s\"\netag-save = \"%s\"\n", etag, etag
            print "write-out = \"\\n%{http_code}\\t%{time_total}\\n\""
        }
    }' | curl -sS --rate "$5/s" --config - >"$3" 2>"$3.errors" || true
}

# The states that a viewer may see: those of the plan, and revision 0.
# shellcheck disable=SC2016  # The dollars are awk's.
readonly awk_seen='
FNR == NR { if ($2 == id) { wanted[$5] = $7; newest = $5 } next }
function complain(why) { if (++complaints <= 5) print reader " of session " id ": " why ": " substr(body, 1, 300) >wrong }
function seen(    revision, fault) {
    revision = number(body, "revision")
    if (!(revision in wanted)) { complain("revision " revision " is unknown"); return }
    fault = axes_fault(body, wanted[revision])
    if (fault != "") complain(fault)
    if (revision < last || (revision == last && !may_repeat)) complain("revision " revision " came after " last)
    last = revision
}
BEGIN { wanted[0] = "400,600"; last = -1 }
'

# check_poll SESSION-LINE PLAN ANSWERS: a viewer must get states of the plan in order, and 304 without a change.
check_poll() {
    local id
    IFS=$'\t' read -r _ id _ <<<"$1"
    awk -F'\t' -v id="$id" -v reader="a viewer" -v wrong="$scratch/wrong.$BASHPID" -v times="$scratch/times.$BASHPID" \
        "$awk_json$awk_seen"'
    FNR % 2 { body = $0; next }
    { print >times }
    $1 == 200 { seen(); next }
    $1 == 304 { if (body != "") complain("304 with a body"); else if (last < 0) complain("304 at first"); next }
    { complain("status " $1) }
    ' "$2" "$3"
    gather_wrong
}

# check_stream SESSION-LINE PLAN ANSWERS: a follower must get each revision once or a newer state, and then the end.
check_stream() {
    local id
    IFS=$'\t' read -r _ id _ <<<"$1"
    awk -F'\t' -v id="$id" -v reader="a follower" -v wrong="$scratch/wrong.$BASHPID" "$awk_json$awk_seen"'
    function value() { sub(/^[a-z]+: ?/, ""); return $0 }
    { sub(/\r$/, "") }
    /^event:/ { event = value() }
    /^id:/ { number_of = value() }
    /^data:/ { body = value() }
    /^$/ && event != "" {
        if (ended) complain("an event after the end")
        if (!events++ && event != "state") complain("the first event is " event)
        if (event == "update") {
            if (number_of != number(body, "revision")) complain("the event has id " number_of)
            if (number(body, "revision") != last + 1) complain("an update after revision " last)
            updates++
        } else if (event == "state") states++
        else if (event == "end") ended = 1
        may_repeat = event == "state"
        if (event == "update" || event == "state") seen()
        event = body = ""
    }
    END {
        body = ""
        if (last != newest) complain("the newest revision is " newest ", and the last one that came is " last)
        if (!ended) complain("the stream did not say that the session ended")
        print updates + 0 "\t" states + 0
    }' "$2" "$3" >>"$scratch/streamed"
    gather_wrong
}
