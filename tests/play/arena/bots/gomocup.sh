#!/bin/sh
# A Gomocup player for tests: takes the first empty square, row by row from the top.
taken=" "
play() {
    y=0
    while :; do
        x=0
        while [ $x -lt "$size" ]; do
            case $taken in
            *" $x,$y "*) ;;
            *)
                taken="$taken$x,$y "
                echo "MESSAGE thinking"
                echo "$x,$y"
                return
                ;;
            esac
            x=$((x + 1))
        done
        y=$((y + 1))
    done
}
while read -r command a; do
    case $command in
    START)
        size=$a taken=" "
        echo OK
        ;;
    RESTART)
        taken=" "
        echo OK
        ;;
    BEGIN) play ;;
    TURN)
        taken="$taken$a "
        play
        ;;
    BOARD)
        taken=" "
        while read -r line && [ "$line" != DONE ]; do
            taken="$taken${line%,?} "
        done
        play
        ;;
    INFO) ;;
    END) exit 0 ;;
    *) echo "UNKNOWN $command" ;;
    esac
done
