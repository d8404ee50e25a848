#!/bin/sh
# `hexad tune --play` goes on with a file: cut anywhere, even in the middle of a game, it ends as the same file, by one thread or by two.
set -eu
hexad=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
play() { "$hexad" tune --game 7,7,5,2,1 --nodes 100 --turns 3 --seed 5 --play "$@" >/dev/null; }
play 6 -o whole.csv
for bytes in 0 10 200 "$(($(wc -c <whole.csv) - 3))"; do
    head -c "$bytes" whole.csv >part.csv
    play 6 -t 2 -o part.csv
    cmp whole.csv part.csv
done
echo "something else" >other.csv
if play 6 -o other.csv 2>said; then
    echo "a file of something else was taken for games" >&2
    exit 1
fi
grep -q "holds no games" said
[ "$(cat other.csv)" = "something else" ]
