#!/bin/sh
# The node counts of `hexad bench` are those of tests/data/signature.txt: signature.sh HEXAD FILE. Who changes a search on
# purpose writes the new counts there (signature.sh HEXAD FILE --write) and in the message of the commit.
set -eu
hexad=$1
file=$2
counts() {
    "$hexad" bench | sed -E 's/ +[0-9.]+ s$//; s/ +/ /g'
}
if [ "${3-}" = --write ]; then
    counts >"$file"
    exit
fi
if ! now=$(counts) || ! printf '%s\n' "$now" | diff "$file" -; then
    echo "the node counts of hexad bench (>) are not those of $file (<)"
    exit 1
fi
