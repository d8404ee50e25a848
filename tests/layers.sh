#!/bin/sh
# Keeps the include directions as tests/layers.txt draws them: a folder under src/ includes exactly the folders that
# its line names, no more and no fewer, and the map in HACKING.md is made from the same lines.
#   layers.sh        checks
#   layers.sh map    prints the map
root=$(dirname "$0")/..
table=$root/tests/layers.txt
used_by() {
    grep -rhoE '^#include "[a-z_]+/' "$root/src/$1" | sed 's/.*"//; s,/$,,' | sort -u | grep -vx "$1" | tr '\n' ' ' | sed 's/ $//'
}
# The table without its comments: name | level in the map | what it includes | what it is.
lines() {
    grep -v '^#' "$table" | grep '|'
}
map() {
    lines | awk -F' *[|] *' '
        { name[NR] = $1; level[NR] = $2; about[NR] = $4 }
        END {
            for (i = 1; i <= NR; i++) {
                line = ""
                for (l = 1; l <= level[i]; l++) { # is there a later one on this level, before the branch ends?
                    more = 0
                    for (j = i + 1; j <= NR && level[j] >= l; j++)
                        if (level[j] == l) { more = 1; break }
                    line = line (l < level[i] ? (more ? "│  " : "   ") : (more ? "├─ " : "└─ "))
                }
                printf "%s%s%s%s\n", line, name[i], substr("              ", 1, 14 - length(name[i])), about[i]
            }
        }'
}
if [ "$1" = map ]; then
    map
    exit
fi
bad=0
for dir in "$root"/src/*/; do
    folder=$(basename "$dir")
    if ! lines | grep -q "^$folder *|"; then
        echo "src/$folder is not in tests/layers.txt"
        bad=1
        continue
    fi
    may=$(lines | awk -F' *[|] *' -v f="$folder" '$1 == f { print $3 }')
    used=$(used_by "$folder")
    if [ "$may" != "$used" ]; then
        echo "src/$folder includes: $used"
        echo "    tests/layers.txt says: $may"
        bad=1
    fi
    # Every include of ours names its folder, so that the check above sees it.
    if grep -rnE '^#include "[^/"]+"' "$dir"; then
        echo "src/$folder: includes without a folder (above)"
        bad=1
    fi
done
# A folder includes only those that stand in the table before it, so there are no circles.
if ! lines | awk -F' *[|] *' '
    { n = split($3, uses, " "); for (i = 1; i <= n; i++) if (!(uses[i] in seen)) { print $1 " includes " uses[i] ", which stands below it"; bad = 1 }; seen[$1] = 1 }
    END { exit bad }'; then
    bad=1
fi
# The checker of certificates is worth something only as long as it shares nothing with what it checks.
if grep -nE '^#include "' "$root"/src/proof/check*.[ch] "$root"/src/proof/cert*.[ch] |
    grep -vE '"(base/|board/|proof/check|proof/cert)'; then
    echo "src/proof: the checker and the certificate format must include only base/, board/ and each other"
    bad=1
fi
drawn=$(awk '/^```map$/ { on = 1; next } /^```$/ { on = 0 } on' "$root/HACKING.md")
if [ "$(map)" != "$drawn" ]; then
    echo "the map in HACKING.md is not the one that tests/layers.sh map prints"
    bad=1
fi
[ $bad = 0 ] && echo "include directions are as drawn"
exit $bad
