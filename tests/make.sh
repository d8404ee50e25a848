#!/bin/sh
# What the Makefile and its tools promise when something goes wrong: `tests/make.sh SOURCE PROGRAM`.
set -eu
export LC_ALL=C.UTF-8
source=$1
program=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "make: $1" >&2
    exit 1
}

echo "== the opening database is whole or not there"
certs="$source/proofs/connect-4-1-1.cert $source/proofs/connect-5-2-2.cert"
# shellcheck disable=SC2086 # two words
make_openings() {
    "$source/tools/openings" "$1" "$work/openings.stamp" $certs
}
# A program that is killed in the middle of its work.
cat >"$work/killed" <<'STUB'
#!/bin/sh
while [ "$1" != -f ]; do shift; done
printf half >"$2"
kill -9 $$
STUB
chmod +x "$work/killed"
if make_openings "$work/killed" 2>/dev/null; then fail "made by a program that was killed"; fi
[ ! -e "$work/openings.db" ] || fail "there is a database, made by a program that was killed"
# Two at once, after that.
make_openings "$program" &
make_openings "$program" || fail "the second of two fails"
wait $! || fail "the first of two fails"
"$program" openings check -f "$work/openings.db" >/dev/null || fail "the database is wrong"
[ "$("$program" openings list -f "$work/openings.db" | grep -c 'connect-')" = 2 ] || fail "not two proofs"
before=$(stat -c %i "$work/openings.db")
make_openings "$program"
[ "$(stat -c %i "$work/openings.db")" = "$before" ] || fail "made again with nothing new"
certs="$certs $work/new.cert"
cp "$source/proofs/connect-6-4-1.cert" "$work/new.cert"
touch -d '1 hour' "$work/new.cert"
make_openings "$program"
[ "$("$program" openings list -f "$work/openings.db" | grep -c .)" -ge 3 ] || fail "a new certificate is not in it"

echo "== a release: the same bytes twice, and no npm"
if git -C "$source" rev-parse 2>/dev/null && [ -s "$source/web/dist/index.html" ]; then
    "$source/tools/release" "$work/one" >/dev/null
    "$source/tools/release" "$work/two" >/dev/null
    cmp "$work/one"/hexad-*.tar.gz "$work/two"/hexad-*.tar.gz || fail "two releases differ"
    mkdir "$work/release"
    tar -xzf "$work/one"/hexad-*.tar.gz -C "$work/release" --strip-components=1
    diff -r "$source/web/dist" "$work/release/web/dist" || fail "another page is in the release"
    make -n -C "$work/release" web/dist/index.html >"$work/out" 2>&1 || fail "make has no way: $(cat "$work/out")"
    if grep -E 'npm|node ' "$work/out"; then fail "a release is built by npm (above)"; fi
    rm "$work/release/web/released"
    make -n -C "$work/release" web/dist/index.html 2>&1 | grep -q npm || fail "without its mark it is built without npm, too"
else
    echo "make: not tested: there is no git, or no page"
fi

echo "== debian/ is of this version, and promises no other functions"
version=$(sed -n 's/^#define HEXAD_VERSION "\(.*\)".*/\1/p' "$source/include/hexad.h")
noted=$(sed -n '1s/^hexad (\(.*\)-[^-]*) .*/\1/p' "$source/debian/changelog")
[ "$noted" = "$version" ] || fail "the first entry of debian/changelog is of $noted, not of $version"
symbols=$source/debian/libhexad${version%%.*}.symbols
sed -n 's/^ \(hexad_[a-z_]*\)@Base .*/\1/p' "$symbols" | sort >"$work/symbols"
cat "$source"/include/*.h | tr '\n' ' ' | grep -oE 'HEXAD_API [^(;]*\(' | grep -oE 'hexad_[a-z_]+\($' | tr -d '(' | sort >"$work/functions"
gone=$(comm -13 "$work/functions" "$work/symbols")
[ -z "$gone" ] || fail "$symbols promises what is not there: $gone"

echo "== packages that cannot be fetched: why"
mkdir -p "$work/tree/web"
cp -r "$source/Makefile" "$source/tools" "$work/tree"
cp "$source/web/package.json" "$source/web/package-lock.json" "$source/web/.npmrc" "$work/tree/web"
mkdir "$work/tree/web/src"
for f in build.mjs build-alone.mjs build-languages.mjs tsconfig.json; do
    touch "$work/tree/web/$f"
done
if npm_config_registry=http://127.0.0.1:9/ npm_config_cache="$work/cache" npm_config_fetch_retries=0 \
    make -s -C "$work/tree" web/node_modules/.stamp -o setup-build >"$work/out" 2>&1; then
    fail "packages without a registry"
fi
grep -q '127\.0\.0\.1:9' "$work/out" || fail "does not say what failed: $(cat "$work/out")"
grep -q 'could not be fetched' "$work/out" || fail "does not say what it was for: $(cat "$work/out")"
echo "all as promised"
