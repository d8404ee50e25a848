#!/bin/sh
# The way of a stone in HACKING.md is the code's: every hop's file has its function, and there are at most eight.
root=$(dirname "$0")/..
rows=$(sed -n 's/^| \([0-9]\{1,\}\) | \([^ ]*\) | `\([A-Za-z_]*\)` | .*/\1 \2 \3/p' "$root/HACKING.md")
[ "$(printf '%s\n' "$rows" | wc -l)" -ge 2 ] || { echo "HACKING.md shows no way of a stone"; exit 1; }
bad=0
while read -r hop file function; do
    if [ "$hop" -gt 8 ]; then
        echo "hop $hop: more than eight"
        bad=1
    fi
    if ! grep -qE "\b$function\(" "$root/$file"; then
        echo "hop $hop: $file has no $function"
        bad=1
    fi
done <<END
$rows
END
exit $bad
