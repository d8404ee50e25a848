#!/bin/sh
# The Debian packages and the wheel, as strangers get them: `tests/packages.sh SOURCE BUILD [--promise]` (make check-packages), with what `make deb` and
# `make wheel` left in BUILD. lintian finds nothing but what overrides explain; the library is that which was promised (abidiff), and has the same bytes
# from whatever folder it is built in; in a bare Debian 12 the packages are installed, answer, and leave nothing behind, and the wheel answers in an
# environment of its own. --promise writes down what the library has, before it is compared (tests/data/abi.xml).
set -eu
export LC_ALL=C.UTF-8
source=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)
. "$source/tests/bare.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "packages: $1" >&2
    exit 1
}
debs=$build/deb
version=$(sed -n 's/^#define HEXAD_VERSION "\(.*\)".*/\1/p' "$source/include/hexad.h")
major=${version%%.*}
for package in hexad "libhexad$major" libhexad-dev python3-hexad; do
    [ -s "$(echo "$debs/${package}_$version"-*.deb)" ] || fail "there is no $package of $version in $debs: make deb"
done

echo "== lintian"
lintian --allow-root --tag-display-limit 0 --fail-on error,warning "$debs"/hexad_"$version"-*.changes || fail "lintian finds something (above)"

echo "== the library is as promised"
for package in "libhexad$major" "libhexad$major-dbgsym" libhexad-dev; do
    dpkg-deb -x "$(echo "$debs/${package}_$version"-*.deb)" "$work/root"
done
library=$(echo "$work"/root/usr/lib/*/"libhexad.so.$major")
promised=$source/tests/data/abi.xml
read_abi="--drop-private-types --exported-interfaces-only --no-show-locs --no-corpus-path --no-comp-dir-path"
if [ "${3:-}" = --promise ]; then
    # shellcheck disable=SC2086 # several words
    abidw $read_abi --headers-dir "$work/root/usr/include" --debug-info-dir "$work/root/usr/lib/debug" --out-file "$promised" "$library"
fi
same() { # what was promised, to be compared with the library
    abidiff --no-added-syms --debug-info-dir2 "$work/root/usr/lib/debug" "$1" "$library"
}
if [ "$(dpkg --print-architecture)" != amd64 ]; then
    echo "packages: not compared: what was promised was read on amd64"
else
    same "$promised" || fail "abidiff finds changes (above); of a new major version --promise writes another"
    # It sees a structure that grows.
    sed "/class-decl name='hexad_threats'/s/size-in-bits='[0-9]*'/size-in-bits='8256'/" "$promised" >"$work/other.xml"
    if same "$work/other.xml" >"$work/log"; then fail "abidiff finds nothing wrong with anything: $(cat "$work/log")"; fi
fi
cat >"$work/user.c" <<'USER'
#include <hexad.h>
#include <stdio.h>
int main(void)
{
    hexad_error error;
    hexad_game *game = hexad_game_new("connect6", &error);
    char *text = game && hexad_game_play_text(game, "j10 k11 i11", &error) == HEXAD_OK ? hexad_game_describe(game, &error) : NULL;
    puts(text ? text : error.text);
    hexad_free(text);
    hexad_game_free(game);
    return text ? 0 : 1;
}
USER
pc=$(echo "$work"/root/usr/lib/*/pkgconfig)
# What pkg-config says with a root before it.
flags=$(PKG_CONFIG_PATH=$pc pkg-config --define-variable=prefix="$work/root/usr" --cflags --libs hexad)
# shellcheck disable=SC2086 # several words
cc "$work/user.c" $flags -o "$work/user"
LD_LIBRARY_PATH=$(dirname "$library") "$work/user" | grep -q '^Black to move' || fail "a program with libhexad-dev says nothing"

echo "== the same bytes from two folders"
tarball=$build/hexad-$version.tar.gz
for folder in one "another folder"; do
    mkdir -p "$work/$folder"
    tar -xzf "$tarball" -C "$work/$folder" --strip-components=1
    cmake -S "$work/$folder" -B "$work/$folder/build" -DHEXAD_LIBRARY_ONLY=ON --log-level=WARNING >"$work/log" 2>&1 || fail "$(tail "$work/log")"
    CCACHE_DISABLE=1 cmake --build "$work/$folder/build" --parallel 2 >"$work/log" 2>&1 || fail "$(tail "$work/log")"
done
for file in "libhexad.so.$version" libhexad.a; do
    cmp "$work/one/build/$file" "$work/another folder/build/$file" || fail "$file depends on the folder that it is built in"
done

echo "== installed in a bare Debian 12"
places=$build/bare
bare_base "$places"
bare_new "$places" packages
root=$places/packages
tidy() {
    rm -rf "$work" "$root"
}
trap tidy EXIT
bare_run "$root" sh -c 'apt-get update && apt-get install -y --no-install-recommends python3 python3-venv' >"$work/log" 2>&1 || fail "$(tail "$work/log")"
# What lies there, but for what apt and dpkg note of their own, and caches that are made in passing.
files() {
    (cd "$root" && find . -xdev ! -type d ! -path './proc/*' ! -path './var/cache/*' ! -path './var/lib/apt/*' ! -path './var/lib/dpkg/*' ! -path './var/log/*' \
        ! -path './etc/ld.so.cache' ! -name '*.pyc' ! -path './tmp/*' | sort)
}
files >"$work/before"
mkdir "$root/tmp/debs"
cp "$debs"/hexad_"$version"-*.deb "$debs/libhexad${major}_$version"-*.deb "$debs"/libhexad-dev_"$version"-*.deb "$debs"/python3-hexad_"$version"-*.deb "$root/tmp/debs"
bare_run "$root" sh -c 'apt-get install -y --no-install-recommends /tmp/debs/*.deb' >"$work/log" 2>&1 || fail "$(tail "$work/log")"
said=$(bare_as nobody "$root" hexad threats j10 a1 a3 j11 j12 c1 c5 j13 s1 e1 e3) || fail "hexad: $said"
echo "$said" | grep -qi threat || fail "hexad: $said"
[ "$(bare_as nobody "$root" hexad --version)" = "hexad $version" ] || fail "another version"
bare_as nobody "$root" hexad openings list -f /usr/share/hexad/openings.db | grep -q connect6 || fail "the opening database is not there"
said=$(bare_as nobody "$root" python3 -c 'import hexad; print(hexad.__version__, hexad.Engine().think(hexad.Game("connect6", "j10 k11 i11"), nodes=500).lines[0].turn)') ||
    fail "python3-hexad fails"
case $said in
"$version "*) ;;
*) fail "python3-hexad: $said" ;;
esac
[ -s "$root/usr/share/man/man1/hexad.1.gz" ] || fail "no manual page"
bare_run "$root" apt-get purge -y hexad "libhexad$major" libhexad-dev python3-hexad >"$work/log" 2>&1 || fail "$(tail "$work/log")"
bare_run "$root" apt-get autoremove --purge -y >"$work/log" 2>&1 || fail "$(tail "$work/log")"
files >"$work/after"
diff "$work/before" "$work/after" || fail "it leaves (>) or takes (<) what is not its own"

echo "== the wheel"
cp "$build/wheel/hexad-$version"-*.whl "$root/tmp/debs"
bare_as nobody "$root" sh -c 'python3 -m venv /tmp/venv && /tmp/venv/bin/pip install --quiet --no-index /tmp/debs/*.whl' >"$work/log" 2>&1 || fail "$(tail "$work/log")"
said=$(bare_as nobody "$root" /tmp/venv/bin/python -c 'import hexad; print(hexad.__version__, hexad.Game("9,9,5,2,2").solve(order=3).proof.check().name)') || fail "the wheel fails"
case $said in
"$version "*) ;;
*) fail "the wheel: $said" ;;
esac
echo "packages: clean, installed, used and removed"
