#!/bin/sh
# What the public library shows and needs: `tests/exports.sh INCLUDE SHARED STATIC`. It exports exactly the functions of
# the headers in that folder, all with their prefix, has a soname, and needs nothing but libc and libm. Each header stands on its
# own, in C and C++.
set -eu
export LC_ALL=C
include=$1
shared=$2
static=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "$0: $1" >&2
    exit 1
}

cat "$include"/*.h | tr '\n' ' ' | grep -oE 'HEXAD_API [^(;]*\(' | grep -oE 'hexad_[a-z_]+\($' | tr -d '(' | sort >"$work/header"
nm -D --defined-only "$shared" | awk '{print $NF}' | sort >"$work/shared"
nm -g --defined-only "$static" | awk 'NF == 3 {print $3}' | sort >"$work/static"
for kind in shared static; do
    if grep -v '^hexad_' "$work/$kind"; then
        fail "exported by the $kind library without the prefix (above)"
    fi
    diff "$work/header" "$work/$kind" || fail "the header (<) and the $kind library (>) differ"
done

readelf -d "$shared" >"$work/dynamic"
grep -q 'soname: \[libhexad\.so\.[0-9]*\]' "$work/dynamic" || fail "no soname"
if grep NEEDED "$work/dynamic" | grep -vE '\[(libc|libm|libpthread|ld-linux[^]]*)\.so\.[0-9]+\]'; then
    fail "needs another library (above)"
fi

for header in "$include"/*.h; do
    printf '#include "%s"\nint main(void) { return hexad_version() == 0; }\n' "$header" >"$work/use.c"
    cp "$work/use.c" "$work/use.cc"
    "${CC:-cc}" -std=c17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only "-I$include" "$work/use.c"
    for cxx in "${CXX:-}" c++ clang++ "clang -x c++"; do
        # shellcheck disable=SC2086 # a program and its options
        if [ -n "$cxx" ] && command -v ${cxx%% *} >/dev/null; then
            $cxx -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only "-I$include" "$work/use.cc"
            break
        fi
    done
done
echo "$(wc -l <"$work/header") functions, all with the prefix"
