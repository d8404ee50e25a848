#!/bin/sh
# What bench/results claims can be found again: every file is in its README.md, which says how, and the bytes of
# certificates are those of the files in proofs/. results.sh SOURCE
source=$1
bad=0
for f in "$source"/bench/results/*.md; do
    name=$(basename "$f")
    [ "$name" = README.md ] || grep -q "^| $name | " "$source/bench/results/README.md" || {
        echo "bench/results/$name is not in bench/results/README.md"
        bad=1
    }
done
sed -n 's/^| \([a-z0-9-]*\.md\) | .*/\1/p' "$source/bench/results/README.md" | while read -r name; do
    [ -f "$source/bench/results/$name" ] || echo "bench/results/README.md names $name, which is not there"
done | grep . && bad=1
# A row "| Connect(K,P,Q) | … | BYTES | …" names the certificate proofs/connect-K-P-Q.cert; one of a whole game on a
# board has it in its name.
for table in proof-delta3 theory-boards; do
    rows=$(awk -F' *[|] *' '
        $2 == "game" { c = 0; for (i = 1; i <= NF; i++) if ($i == "certificate, bytes") c = i }
        c && $2 ~ /^Connect\([0-9,]+\)$/ && $c != "" {
            game = $2; gsub(/Connect\(|\)/, "", game); gsub(",", "-", game); told = $c; gsub(",", "", told)
            print ($0 ~ /whole game on 19x19/ ? "19-19-" : "") game, told
        }' "$source/bench/results/$table.md")
    [ -n "$rows" ] || { echo "$table.md has no rows"; bad=1; }
    printf '%s\n' "$rows" | while read -r game told; do
        is=$(wc -c <"$source/proofs/connect-$game.cert") || echo "no proofs/connect-$game.cert"
        [ "$told" = "$is" ] || echo "$table.md: connect-$game.cert has $is bytes, not $told"
    done | grep . && bad=1
done
exit $bad
