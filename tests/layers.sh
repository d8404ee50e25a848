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
    search) echo "base board threat" ;;
    cli) echo "base board threat record search" ;;
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
[ $bad = 0 ] && echo "include directions are downward"
exit $bad
