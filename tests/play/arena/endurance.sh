#!/bin/sh
# A long match with players that die and babble: it must end with every game counted right and no process left; and
# interrupted (politely, then by SIGKILL) and resumed, it must give exactly the same games.
#
#   endurance.sh PROGRAM GAMES     GAMES is a multiple of 100; 1000 is the real thing
#
# A fast agent meets two GTP programs, two games at a time. One of them is killed from outside with SIGKILL in the
# middle of each game that starts from one of 25 openings (20 times in 1,000 games); the other answers nonsense in
# those of another opening.
set -eu
program=$1
games=$2
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d /tmp/hexad-endurance-XXXXXX)
fail() {
    echo "endurance: $1" >&2
    exit 1
}
# The killer: whoever writes its number here is killed. Kept open at both ends, so that it sees no end of file.
mkfifo "$dir/fifo"
(
    exec 3<>"$dir/fifo"
    while read -r pid <&3; do
        kill -9 "$pid" && echo "$pid" >>"$dir/killed"
    done
) &
killer=$!
arena=
cleanup() {
    kill "$killer" 2>/dev/null || true
    [ -z "$arena" ] || kill -9 "$arena" 2>/dev/null || true
    rm -rf "$dir"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

# 25 openings of one stone; the first is in GTP's column Q (our p), the second in C; no other is in those columns.
printf 'p10\nc10\n' >"$dir/openings"
for row in 3 7 11 14 17; do
    for column in f h j l; do
        echo "$column$row"
    done
done >>"$dir/openings"
printf 'g9\nk9\nm9\n' >>"$dir/openings"

# Processes of the programs that are alive.
left() {
    for file in /proc/[0-9]*/cmdline; do
        { tr '\0' ' ' <"$file" | grep -F "$dir/bot.sh"; } 2>/dev/null || true
    done | wc -l
}
# A name of its own, by which it is found in the list of processes.
cp "$here/bots/gtp.sh" "$dir/bot.sh"
export KILL_FIFO="$dir/fifo"
# To be called in a subshell, whose place it takes.
start() {
    exec "$program" arena fast=adjacent "mortal=gtp:cmd=$dir/bot.sh kill Q,start=600" "babbler=gtp:cmd=$dir/bot.sh nonsense C,start=600" \
        --gauntlet --games $((games / 2)) --concurrency 2 --seed 2024 --openings "$dir/openings" --hang 600 "$@"
}
# What must not change: the totals without times, and every game without times in order.
essence() {
    grep -v seconds "$1.json" >"$1.totals"
    sed 's/"seconds":\[[^]]*\]//' "$1/match.jsonl" | sed 1d | sort >"$1.games"
}
lines() {
    cat "$1/match.jsonl" 2>/dev/null | wc -l
}
# Waits until the journal has so many lines.
wait_for() {
    while [ "$(lines "$dir/b")" -lt "$1" ]; do
        kill -0 "$arena" 2>/dev/null || fail "the match ended by itself: $(cat "$dir/b.err")"
        sleep 0.02
    done
}
# Waits until a command says yes; a busy machine may be slow.
comes() {
    tries=1500
    until "$@"; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || return 1
        sleep 0.2
    done
}

(start --out "$dir/a" --json >"$dir/a.json") || fail "the match failed"
essence "$dir/a"
faults=$((games / 50))
grep -q "\"played\": $games," "$dir/a.json" || fail "not all games were played"
grep -A2 '"faults"' "$dir/a.json" | grep -q "\"crash\": $faults" || fail "not $faults games lost by a crash"
grep -A2 '"faults"' "$dir/a.json" | grep -q "\"nonsense\": $faults" || fail "not $faults games lost by nonsense"
[ "$(grep -c '"faults": {}' "$dir/a.json")" = 1 ] || fail "faults of the third player"
all_killed() {
    [ "$(wc -l <"$dir/killed")" -ge "$faults" ]
}
comes all_killed || fail "less than $faults kills" # who is killed may be gone before that is noted
[ "$(wc -l <"$dir/killed")" = "$faults" ] || fail "not $faults kills"
[ "$(grep -c 'killed by signal 9' "$dir/a/match.jsonl")" = "$faults" ] || fail "reasons not recorded"
[ "$(grep -c '"games": '$((games / 2))',$' "$dir/a.json")" = 4 ] || fail "meetings do not have $((games / 2)) games"
[ "$(wc -l <"$dir/a.games")" = "$games" ] || fail "the journal has not $games games"
[ "$(cut -d, -f1 "$dir/a.games" | sort -u | wc -l)" = "$games" ] || fail "a game comes twice"
[ "$(find "$dir/a/games" -name '*.sgf' | wc -l)" = "$games" ] || fail "not $games records"
"$program" games -q "$dir"/a/games/*.sgf >/dev/null || fail "a record is wrong"
[ "$(left)" = 0 ] || fail "processes left behind"

# The same, interrupted at a third and at two thirds by a kill that cannot be caught. Should all games be over before we come to
# interrupt it, as we had no processor meanwhile, it begins anew.
interrupt() {
    rm -rf "$dir/b"
    start --out "$dir/b" --json >"$dir/b.json" 2>"$dir/b.err" &
    arena=$!
    wait_for $((games / 3))
    kill -TERM "$arena"
    if wait "$arena"; then
        [ "$(lines "$dir/b")" -gt "$games" ] || fail "an interrupted match says it is complete"
        return 1
    fi
    grep -q "interrupted after" "$dir/b.err" || fail "does not say that it was interrupted"
    [ "$(left)" = 0 ] || fail "processes left behind by an interrupted match"
    first=$(lines "$dir/b")
    "$program" arena --resume "$dir/b" --concurrency 2 --json >"$dir/b.json" 2>"$dir/b.err" &
    arena=$!
    wait_for $((games * 2 / 3))
    kill -9 "$arena"
    ! wait "$arena" 2>/dev/null || return 1
    second=$(lines "$dir/b")
}
comes interrupt || fail "it could not be interrupted"
"$program" arena --resume "$dir/b" --concurrency 2 --json >"$dir/b.json" || fail "the resumed match failed"
arena=
essence "$dir/b"
cmp "$dir/a.totals" "$dir/b.totals" || fail "other totals after interruptions"
cmp "$dir/a.games" "$dir/b.games" || fail "other games after interruptions"
# Programs of the arena that was killed notice the end of their input.
all_gone() {
    [ "$(left)" = 0 ]
}
comes all_gone || fail "processes left behind by a killed match"
echo "endurance: $games games, $faults kills, $faults answers of nonsense, interrupted at $first and $second lines: all right"
