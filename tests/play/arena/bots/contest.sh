#!/bin/sh
# A Connect6 contest player for tests: takes the first empty squares, column by column, row A first. Talks a lot.
#   contest.sh [nonsense|long]
echo "contest test player, ready"
letters="A B C D E F G H I J K L M N O P Q R S"
take() {
    for x in $letters; do
        for y in $letters; do
            case $taken in
            *" $x$y "*) ;;
            *)
                taken="$taken$x$y "
                stone=$x$y
                return
                ;;
            esac
        done
    done
}
# Remembers the stones of XXYY.
note() {
    rest=$1
    while [ -n "$rest" ]; do
        tail=${rest#??}
        taken="$taken${rest%"$tail"} "
        rest=$tail
    done
}
play() {
    take
    one=$stone
    take
    echo "thought about $one and $stone"
    case $what in
    nonsense) echo "move Z9" ;;
    long) echo "move ${one}${stone}AAAA" ;;
    *) echo "move $one$stone" ;;
    esac
}
what=$1
while read -r command a; do
    case $command in
    name*) echo "name test" ;;
    new)
        taken=" "
        if [ "$a" = black ]; then
            taken=" JJ "
            echo "move JJ@@"
        fi
        ;;
    black | white) note "$a" ;;
    next) play ;;
    move)
        note "$a"
        play
        ;;
    quit | exit) exit 0 ;;
    esac
done
