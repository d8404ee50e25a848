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
for file in "$folder"/*.cert; do
    [ "$(wc -c <"$file")" -gt $most ] && continue
    if ! answer=$(python3 "$second" "$file"); then
        echo "the second checker: $answer"
        bad=1
    fi
done
[ $bad = 0 ] && echo "all certificates are accepted"
exit $bad
