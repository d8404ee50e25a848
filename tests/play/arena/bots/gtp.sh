#!/bin/sh
# A GTP player for tests: plays stones that depend on the position alone, so that matches repeat exactly.
# Nothing but the shell itself, so that it is fast.
#
#   gtp.sh [WHAT [COLUMN]]
#
# WHAT it does wrong when the first stone of the game is in COLUMN (every game if none is given), at its second
# genmove of the game:
#   hang       says nothing more
#   exit       ends with status 3
#   suicide    kills itself with SIGKILL
#   kill       writes its number to $KILL_FIFO and waits for somebody to kill it
#   nonsense   answers with words
#   illegal    places on a stone that is there
#   flood      talks without end
#   resign     gives up
#   helper     leaves a process behind that holds its output, and ends
what=${1:-fine}
column=$2
size=19
letters=ABCDEFGHJKLMNOPQRSTUVWXYZ
answer() {
    printf '%s\n\n' "$1"
}
# The n-th column's letter, from 0.
letter() {
    rest=$letters
    i=0
    while [ $i -lt "$1" ]; do
        rest=${rest#?}
        i=$((i + 1))
    done
    letter=${rest%"${rest#?}"}
}
choose() {
    while :; do
        state=$(((state * 69069 + 12345) % 2147483648))
        letter $((state / 65536 % size))
        vertex=$letter$((state / 4096 % size + 1))
        case $taken in
        *" $vertex "*) ;;
        *) return ;;
        esac
    done
}
misbehave() {
    case $what in
    hang) while :; do sleep 1000; done ;;
    exit) exit 3 ;;
    suicide) kill -9 $$ ;;
    kill)
        echo $$ >"$KILL_FIFO"
        while :; do sleep 1000; done
        ;;
    nonsense) answer "= the answer is within you" ;;
    illegal) answer "= ${first}" ;;
    flood) while :; do echo "and another thing"; done ;;
    resign) answer "= resign" ;;
    helper)
        sleep 1000 &
        exit 0
        ;;
    *) return 1 ;;
    esac
}
while read -r command a b; do
    case $command in
    boardsize)
        size=$a
        answer =
        ;;
    clear_board)
        taken=" " state=1 asked=0 first=
        answer =
        ;;
    play)
        taken="$taken$b "
        first=${first:-$b}
        # The state follows the stones: their numbers, as letters are hard to count in a shell.
        state=$(((state * 31 + ${#taken} * 7 + ${b#?}) % 2147483648))
        answer =
        ;;
    genmove)
        asked=$((asked + 1))
        case $first in
        "$column"*) [ $asked = 2 ] && misbehave && continue ;;
        esac
        choose
        taken="$taken$vertex "
        first=${first:-$vertex}
        answer "= $vertex"
        ;;
    quit)
        answer =
        exit 0
        ;;
    *) answer "? unknown command" ;;
    esac
done
