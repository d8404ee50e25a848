#!/bin/sh
# A fresh install, used by a stranger: `tests/install.sh SOURCE BUILD`. Installs into a folder with a space in its name,
# builds the examples with pkg-config's flags alone and by find_package, runs them and the tests of the Python module, asks the
# shell completion, and uninstalls.
set -eu
export LC_ALL=C.UTF-8
source=$1
build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "install: $1" >&2
    exit 1
}
there() {
    [ -s "$1" ] || fail "$1 is missing"
}

prefix="$work/a prefix"
unset DESTDIR
cmake --install "$build" --prefix "$prefix" >/dev/null
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name hexad.pc)")
export PKG_CONFIG_PATH
# pkg-config escapes blanks for the shell.
eval "lib=$(pkg-config --variable=libdir hexad)"
export LD_LIBRARY_PATH="$lib"
for f in bin/hexad include/hexad.h share/man/man1/hexad.1 share/man/man1/hexad-book-learn.1; do
    there "$prefix/$f"
done
version=$(sed -n 's/^#define HEXAD_VERSION "\(.*\)".*/\1/p' "$prefix/include/hexad.h")
there "$lib/libhexad.so.${version%%.*}"
there "$lib/libhexad.a"

echo "== one version, a page for every command"
[ "$("$prefix/bin/hexad" --version)" = "hexad $version" ] || fail "the program's version is not $version"
[ "$(pkg-config --modversion hexad)" = "$version" ] || fail "the version of hexad.pc is not $version"
sed -n '/^## /{s/^## //;s/ (not released yet)$//;p;q;}' "$source/CHANGELOG.md" | grep -qx "$version" ||
    fail "the first section of CHANGELOG.md is not $version"
for command in $("$prefix/bin/hexad" --complete | cut -f 1); do
    grep -q '^\.SH OPTIONS\|^\.SH COMMANDS' "$prefix/share/man/man1/hexad-$command.1" || fail "no page for $command"
done

echo "== the examples, with the shared and the static library"
examples="$prefix/share/doc/hexad/examples"
there "$prefix/share/doc/hexad/docs/library.md"
for example in "$examples"/*.c; do
    name=$(basename "$example" .c)
    eval "${CC:-cc} -std=c17 -Wall -Wextra -Werror '$example' $(pkg-config --cflags --libs hexad) -o '$work/$name-shared'"
done
eval "${CC:-cc} -std=c17 '$examples/analyse.c' $(pkg-config --cflags hexad) '$lib/libhexad.a' -lm -pthread -o '$work/analyse-static'"
echo "j10 a1 a3 k10 l10 c1 c3 m10 s1 e1 e3" >"$work/game.txt"
printf '(;SZ[15]RU[Connect(15,15,5,1,1,exact)];B[hh];W[hg];B[ih];W[ig];B[gh];W[gg];B[fh];W[fg])' >"$work/exact.sgf"
for kind in shared static; do
    "$work/analyse-$kind" "$work/game.txt" "$work/$kind.cert" >"$work/out" || fail "the $kind example failed"
    grep -q '^best turn: [a-z0-9]* [a-z0-9]*$' "$work/out" || fail "no best turn: $(cat "$work/out")"
    grep -q '^proved: Black, to move.* wins Connect(19,19,6,2,1)' "$work/out" || fail "no proof: $(cat "$work/out")"
    "$prefix/bin/hexad" check "$work/$kind.cert" >/dev/null || fail "the program rejects the certificate"
done
"$work/analyse-shared" "$work/exact.sgf" "$work/exact.cert" >"$work/out" || fail "the example fails on an exact game"
grep -q '^proved: Black.* wins Connect(15,15,5,1,1,exact)' "$work/out" || fail "no proof: $(cat "$work/out")"
"$work/play-shared" tictactoe random engine:level=3 >"$work/played.sgf" 2>/dev/null || fail "nobody plays"
grep -q 'PW\[engine:level=3\]' "$work/played.sgf" || fail "no record: $(cat "$work/played.sgf")"
"$work/play-shared" go:5 random mcts:playouts=10 2>/dev/null | grep -q '^[A-EJ][1-5] ' || fail "nobody plays Go"
"$work/variations-shared" "$work/game.txt" >"$work/out.sgf" 2>"$work/err" || fail "no variations: $(cat "$work/err")"
grep -q 'C\[100%\]' "$work/out.sgf" || fail "nothing is added: $(cat "$work/out.sgf")"
"$work/puzzle-shared" 1 </dev/null >"$work/out" && fail "a puzzle is solved by nothing"
grep -q 'rated [0-9]*: ' "$work/out" || fail "no puzzle: $(cat "$work/out")"
"$work/planes-shared" "$work/game.txt" "$work/planes" >"$work/out" || fail "no planes"
[ "$(stat -c %s "$work/planes")" = $((12 * 48 * 361)) ] || fail "the planes are $(stat -c %s "$work/planes") bytes"

echo "== find_package"
mkdir "$work/project"
cat >"$work/project/CMakeLists.txt" <<PROJECT
cmake_minimum_required(VERSION 3.20)
project(user C)
find_package(hexad $version REQUIRED)
add_executable(user "$examples/play.c")
target_link_libraries(user PRIVATE hexad::hexad)
PROJECT
cmake -S "$work/project" -B "$work/project/build" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null || fail "find_package finds nothing"
cmake --build "$work/project/build" >/dev/null || fail "nothing is built by find_package"
(unset LD_LIBRARY_PATH && "$work/project/build/user" tictactoe random random >/dev/null 2>&1) || fail "what was built does not run"

echo "== the Python package"
eval "PYTHONPATH=$(pkg-config --variable=pythondir hexad)"
export PYTHONPATH PYTHONDONTWRITEBYTECODE=1
there "$PYTHONPATH/hexad/__init__.py"
there "$prefix/include/hexad_players.h"
(
    unset LD_LIBRARY_PATH # it finds the library by itself
    cd "$work"
    HEXAD_INCLUDE="$prefix/include" python3 "$source/tests/python/test_hexad.py"
)

echo "== completion"
complete() { # the words before the cursor, the word at it
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hexad; echo "${COMPREPLY[@]}"' bash \
        "$prefix/share/bash-completion/completions/hexad" "$prefix/bin/hexad" "$@"
}
[ "$(complete thr)" = threats ] || fail "thr is not completed: $(complete thr)"
[ "$(complete threats --mo)" = "--most=" ] || fail "--mo is not completed: $(complete threats --mo)"
[ "$(complete book l)" = learn ] || fail "book l is not completed: $(complete book l)"
[ "$(complete book learn --js)" = "--json" ] || fail "--js is not completed: $(complete book learn --js)"
[ "$(complete threats game.sgf --mo)" = "--most=" ] || fail "--mo is not completed after a file"
there "$prefix/share/zsh/site-functions/_hexad"

echo "== uninstall"
other="$work/another prefix"
empty() {
    [ -z "$(find "$1" ! -type d)" ] || fail "left behind: $(find "$1" ! -type d)"
}
cmake --install "$build" --prefix "$other" >/dev/null
DESTDIR="$work/a stage" cmake --install "$build" --prefix "$prefix" >/dev/null
there "$work/a stage$prefix/bin/hexad"
if "$source/tools/uninstall" "$build" "$work/nowhere" 2>"$work/err"; then fail "uninstalled from nowhere"; fi
grep -qF "$other" "$work/err" || fail "does not say where something was installed: $(cat "$work/err")"
"$source/tools/uninstall" "$build" "$prefix/"
empty "$prefix"
[ ! -e "$prefix/share/hexad" ] || fail "share/hexad is left behind"
there "$other/bin/hexad"
there "$work/a stage$prefix/bin/hexad"
(cd "$work" && "$source/tools/uninstall" "$build" "another prefix")
empty "$other"
there "$work/a stage$prefix/bin/hexad"
DESTDIR="$work/a stage" "$source/tools/uninstall" "$build" "$prefix"
empty "$work/a stage"

echo "== the Makefile hands on names with spaces"
mkdir "$work/bin"
cat >"$work/bin/cmake" <<STUB
#!/bin/sh
printf '[%s]\n' "\$@" "DESTDIR=\${DESTDIR:-}" >>"$work/asked"
STUB
chmod +x "$work/bin/cmake"
PATH="$work/bin:$PATH" make -s -C "$source" install PREFIX="$prefix" DESTDIR="$work/a stage" BUILD="$work/build" \
    -o setup-build -o web/dist/index.html >/dev/null
grep -qxF "[-DCMAKE_INSTALL_PREFIX=$prefix]" "$work/asked" || fail "PREFIX is torn: $(cat "$work/asked")"
grep -qxF "[DESTDIR=$work/a stage]" "$work/asked" || fail "DESTDIR is lost: $(cat "$work/asked")"
if make -s -C "$source" uninstall PREFIX="$prefix" DESTDIR="$work/a stage" BUILD="$work/build" 2>"$work/err"; then
    fail "make uninstall finds what is not there"
fi
grep -qF "to $work/a stage$prefix" "$work/err" || fail "make uninstall looks elsewhere: $(cat "$work/err")"
echo "installed, used and removed"
