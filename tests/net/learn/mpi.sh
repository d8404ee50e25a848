#!/bin/sh
# One training by several processes: sh mpi.sh HEXAD. Ends with 77 (skipped) where there is no mpirun, or no MPI in the program.
set -eu
hexad=$1
command -v mpirun >/dev/null || { echo "skipped: no mpirun here (Debian: openmpi-bin)"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
root=
[ "$(id -u)" = 0 ] && root=--allow-run-as-root
tiny="--kernels plain --net m1x8 --batch 8 --game 9,9,6,2,1"
mpi() {
    n=$1
    shift
    # shellcheck disable=SC2086 # words
    mpirun $root --oversubscribe -n "$n" "$hexad" net train --mpi $tiny "$@"
}
learned() { # positions, by the checkpoint
    "$hexad" net show --json stop.net.train | sed -n 's/.*"samples": \([0-9]*\).*/\1/p' | tail -n 1
}
fail() {
    echo "FAILED: $1"
    exit 1
}

# Games that the program makes itself.
"$hexad" arena --game 9,9,6,2,1 --games 12 --seed 3 --out match random adjacent >/dev/null
games=$PWD/match/match.jsonl

if mpi 2 --samples 8 -o try.net "$games" 2>&1 | grep -q "built without MPI"; then
    echo "skipped: built without MPI (Debian: libopenmpi-dev)"
    exit 77
fi

# One replica is never late: to the last digit what one process does.
mpi 2 --samples 400 --every 200 --test 50 -o one.net "$games" >one.txt 2>&1 || fail "one replica: $(cat one.txt)"
# shellcheck disable=SC2086
"$hexad" net train $tiny --samples 400 --every 200 --test 50 -o alone.net "$games" >alone.txt
cmp one.net alone.net || fail "one replica learns something else"
[ "$(grep -c "400 of 400 positions" one.txt)" = 1 ] || fail "not said once that it is done: $(cat one.txt)"
# With another end it goes on, or is done.
# shellcheck disable=SC2086
"$hexad" net train $tiny --samples 600 -o alone.net "$games" >longer.txt
grep -q "went on with .*600 of 600 positions," longer.txt || fail "a new end: $(cat longer.txt)"

# Two: every batch is learned from once.
mpi 3 --samples 800 --every 400 --test 50 -o two.net "$games" >two.txt 2>&1 || fail "two replicas: $(cat two.txt)"
grep -q "800 of 800 positions" two.txt || fail "two replicas: $(cat two.txt)"

# Stopped, it goes on where it was. On a busy machine it may have learned nothing within its seconds: then it gets more.
before=0
for seconds in 2 8 32 128; do
    rm -f stop.net stop.net.train
    mpi 3 --samples 100000000 --every 100000000 --seconds $seconds -o stop.net "$games" >stop.txt 2>&1 || fail "stopped: $(cat stop.txt)"
    grep -q "then stopped" stop.txt || fail "not stopped: $(cat stop.txt)"
    before=$(learned)
    [ "$before" -eq 0 ] || break
done
[ "$before" -gt 0 ] || fail "nothing learned before it stopped"
after=$before
for seconds in 1 4 16 64; do
    mpi 3 --samples 100000000 --every 100000000 --seconds $seconds -o stop.net "$games" >again.txt 2>&1 || fail "again: $(cat again.txt)"
    grep -q "went on with" again.txt || fail "it did not go on: $(cat again.txt)"
    after=$(learned)
    [ "$after" -eq "$before" ] || break
done
[ "$after" -gt "$before" ] || fail "no further than before: $after, $before"

# A replica that is killed ends the run; what was kept can be gone on with.
# shellcheck disable=SC2086
mpirun $root --oversubscribe -n 3 "$hexad" net train --mpi $tiny --samples 100000000 --every 100000000 --save 0.2 -o stop.net "$games" >killed.txt 2>&1 &
runner=$!
trap 'kill $runner 2>/dev/null || true; rm -rf "$dir"' EXIT
replica=
while [ -z "$replica" ]; do # the last process of the run
    kill -0 $runner 2>/dev/null || fail "ended by itself: $(cat killed.txt)"
    replica=$(for p in $(ps -o pid= --ppid $runner); do
        tr '\0' '\n' <"/proc/$p/environ" 2>/dev/null | grep -q '^OMPI_COMM_WORLD_RANK=2$' && echo "$p"; done || true)
    sleep 0.1
done
now=$after
while [ "$now" -le "$after" ]; do
    kill -0 $runner 2>/dev/null || fail "ended by itself: $(cat killed.txt)"
    sleep 0.2
    now=$(learned)
done
kill -9 "$replica"
! wait $runner || fail "a dead replica went by without notice"
[ "$(learned)" -ge "$now" ] || fail "the checkpoint is older than it was"

# A process with other games is told, and all end.
head -n 6 "$games" >fewer.jsonl
# shellcheck disable=SC2086
mpirun $root --oversubscribe -n 1 "$hexad" net train --mpi $tiny --samples 8000 -o other.net "$games" : \
    -n 1 "$hexad" net train --mpi $tiny --samples 8000 -o other.net fewer.jsonl >other.txt 2>&1 && fail "other games were taken"
grep -q "process 1 has other games" other.txt || fail "other games: $(cat other.txt)"

# Without --mpi they would all write the same file.
mpirun $root --oversubscribe -n 2 "$hexad" net train --samples 8 -o n.net "$games" >without.txt 2>&1 && fail "several trainings into one file"
grep -q "mpi makes them one training" without.txt || fail "without --mpi: $(cat without.txt)"
echo "one training by several processes: fine"
