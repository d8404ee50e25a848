#!/bin/sh
# Keeps the include directions downward: a folder under src/ may include only itself and the folders that its
# line names. A new folder needs a line here, and HACKING.md the same map.
src=${1:-src}
allowed() {
    case $1 in
    base) echo "" ;;
    board) echo "base" ;;
    threat) echo "base board" ;;
    record) echo "base board" ;;
    engine) echo "base board threat" ;;
    search) echo "base board threat" ;;
    proof) echo "base board threat search record" ;;
    face) echo "base board threat record engine search proof" ;;
    book) echo "base board record" ;;
    theory) echo "base board threat search record" ;;
    protocol) echo "base board threat record engine" ;;
    agent) echo "base board threat search record book theory engine" ;;
    arena) echo "base board threat search record agent book proof" ;;
    transport) echo "base" ;;
    server) echo "transport base board threat record search engine book agent arena proof theory" ;;
    tune) echo "base board threat record engine" ;;
    cli) echo "tune server transport protocol engine base board threat record search book agent arena proof theory" ;;
    *) return 1 ;;
    esac
}
bad=0
for dir in "$src"/*/; do
    folder=$(basename "$dir")
    if ! may=$(allowed "$folder"); then
        echo "src/$folder is not in the map of $0"
        bad=1
        continue
    fi
    for used in $(grep -hoE '^#include "[a-z_]+/' "$dir"*.[ch] | sed 's/.*"//; s,/$,,' | sort -u); do
        case " $folder $may " in
        *" $used "*) ;;
        *)
            echo "src/$folder must not include $used/:"
            grep -nE "^#include \"$used/" "$dir"*.[ch]
            bad=1
            ;;
        esac
    done
    # Every include of ours names its folder, so that the check above sees it.
    if grep -nE '^#include "[^/"]+"' "$dir"*.[ch]; then
        echo "src/$folder: includes without a folder (above)"
        bad=1
    fi
done
# The checker of certificates is worth something only as long as it shares nothing with what it checks.
if grep -nE '^#include "' "$src"/proof/check*.[ch] "$src"/proof/cert*.[ch] |
    grep -vE '"(base/|board/|proof/check|proof/cert)'; then
    echo "src/proof: the checker and the certificate format must include only base/, board/ and each other"
    bad=1
fi
[ $bad = 0 ] && echo "include directions are downward"
exit $bad
