#!/bin/sh
# The ten commands of docs/research.md as they stand there, on games of our own: sh research.sh HEXAD DOCUMENT.
set -eu
hexad=$1
document=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
fail() {
    echo "FAILED: $1"
    exit 1
}

mkdir bin
ln -s "$hexad" bin/hexad
PATH=$PWD/bin:$PATH
export PATH

hexad arena --game go9 --games 40 --seed 3 --sgf games plain random >/dev/null
cat >settings <<'END'
GAME=go9 GAMES=games
NET=r1x8v8o SAMPLES=256 MORE=384 THREADS=2
PLAYED=2 PLAYOUTS=20
OTHER="hexad gtp --game go9 --player plain"
END
awk '/^```/ { on = ($0 == "```sh research"); next } on' "$document" >commands
[ "$(wc -l <commands)" = 10 ] || fail "not ten commands: $(cat commands)"

number=0
while IFS= read -r line; do
    number=$((number + 1))
    { cat settings; echo "$line"; } >one
    sh -eu one >"$number.txt" 2>"$number.err" </dev/null || fail "command $number: $line: $(cat "$number.txt" "$number.err")"
done <commands

said() { # number, what it must have printed
    grep -q "$2" "$1.txt" || fail "command $1 does not say '$2': $(cat "$1.txt")"
}
said 1 "40 games, .* 0 bad games"
said 2 "256 of 256 positions"
said 3 "value *1x1 *8 -> *2"
said 4 "384 of 384 positions"
said 5 "in ten"
said 5 "chance *positions *told *won"
said 6 "right among the first"
said 7 "2 of 2 games"
said 8 "2 of 2 games"
said 9 "2 of 2 games"
for file in CURVE.svg MEASURED.svg my.onnx bare/match.jsonl outside/match.jsonl; do
    [ -s "$file" ] || fail "no $file"
done
cmp -s first.net my.net && fail "the second cycle learned nothing"
echo "ten commands"
