#!/bin/sh
# Checks every certificate of the project, and that proofs/README.md says of it what the checker says; then the small ones,
# in the nightly run all of them, with the second checker: tests/proofs.sh HEXAD FOLDER
hexad=$1
folder=$2
second=$folder/../tools/checkcert.py
bad=0
for file in "$folder"/*.cert; do
    name=$(basename "$file")
    if ! answer=$("$hexad" check "$file"); then
        echo "$name: $answer"
        bad=1
        continue
    fi
    sentence=$(printf '%s\n' "$answer" | sed -n '1s/^accepted: //p')
    if ! grep -qF "| $name | $sentence |" "$folder/README.md"; then
        echo "$name: README.md does not say: $sentence"
        bad=1
    fi
done
most=20000
[ -n "$HEXAD_NIGHTLY" ] && most=100000000
set --
for file in "$folder"/*.cert; do
    [ "$(wc -c <"$file")" -le $most ] && set -- "$@" "$file"
done
if ! answer=$(python3 "$second" "$@"); then
    echo "the second checker says:"
    echo "$answer"
    bad=1
fi
[ $bad = 0 ] && echo "all certificates are accepted"
exit $bad
