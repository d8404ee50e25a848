#!/bin/sh
# The Containerfile without a builder: `tests/container.sh SOURCE BUILD` (make check-packages). Its steps are done one after the other in bare Debian 12
# systems, each stage in a folder of its own, with the sources of a release (BUILD/hexad-VERSION.tar.gz), in which no npm is needed; what it
# starts in the end is started, and asked for the page. Instructions that it does not know fail.
set -eu
export LC_ALL=C.UTF-8
source=$1
build=$(cd "$2" && pwd)
. "$source/tests/bare.sh"
fail() {
    echo "container: $1" >&2
    exit 1
}
version=$(sed -n 's/^#define HEXAD_VERSION "\(.*\)".*/\1/p' "$source/include/hexad.h")
tarball=$build/hexad-$version.tar.gz
[ -s "$tarball" ] || fail "there is no $tarball: make release"
places=$build/bare
bare_base "$places"
work=$(mktemp -d)
server=
tidy() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || :
    rm -rf "$work"
    for stage in "$places"/stage-*; do
        rm -rf "$stage"
    done
}
trap tidy EXIT
mkdir "$work/context"
tar -xzf "$tarball" -C "$work/context" --strip-components=1
[ ! -e "$work/context/web/node_modules" ] || fail "the release has packages of npm"

stage=0
# ["a", "b"] as words, a line each
words() {
    printf '%s' "$1" | sed 's/^\[ *"//; s/" *\]$//; s/", *"/\n/g'
}
while read -r instruction rest; do
    case $instruction in
    '' | '#'*) ;;
    FROM)
        [ "${rest%% *}" = debian:12 ] || fail "FROM $rest is not Debian 12"
        stage=$((stage + 1)) directory=/ user=root entry='' command=''
        case $rest in
        *' AS '*) eval "stage_${rest##* AS }=$stage" ;;
        esac
        bare_new "$places" "stage-$stage"
        ;;
    WORKDIR)
        directory=$rest
        mkdir -p "$places/stage-$stage$directory"
        ;;
    RUN)
        echo "container: $rest"
        bare_as "$user" "$places/stage-$stage" sh -c "cd '$directory' && $rest" >"$work/log" 2>&1 || {
            tail -n 30 "$work/log" >&2
            fail "RUN $rest"
        }
        ;;
    COPY)
        to=$places/stage-$stage${rest##* }
        what=${rest% *}
        mkdir -p "$to"
        case $what in
        --from=*)
            eval "from=\$stage_$(printf %s "${what#--from=}" | sed 's/ .*//')"
            cp -a "$places/stage-$from${what#* }/." "$to/"
            ;;
        .) cp -a "$work/context/." "$to/" ;;
        *) fail "COPY $rest" ;;
        esac
        ;;
    USER) user=$rest ;;
    VOLUME | EXPOSE) ;;
    ENTRYPOINT) entry=$rest ;;
    CMD) command=$rest ;;
    *) fail "$instruction is not known here" ;;
    esac
done <"$source/Containerfile"

[ ! -e "$places/stage-$stage/hexad" ] || fail "the sources are in what is served"
if bare_run "$places/stage-$stage" sh -c 'command -v gcc || command -v npm || command -v node'; then fail "compilers are in what is served"; fi
IFS='
'
# shellcheck disable=SC2046 # a word a line
set -- $(words "$entry") $(words "$command") --port 0
unset IFS
bare_as "$user" "$places/stage-$stage" "$@" >"$work/said" 2>&1 &
server=$!
tries=0
until grep -q 'http://' "$work/said"; do
    kill -0 "$server" 2>/dev/null || fail "it ended: $(cat "$work/said")"
    tries=$((tries + 1))
    [ "$tries" -lt 3000 ] || fail "it says nothing"
    sleep 0.2
done
url=$(sed -n 's|.*\(http://[^ ]*\).*|\1|p' "$work/said" | head -n 1)
curl -sf -o "$work/page" -L -c "$work/cookies" "$url" || fail "no page at $url"
grep -q '<title>' "$work/page" || fail "no page: $(head -c 300 "$work/page")"
grep -q 'script' "$work/page" || fail "the page has no script"
token=${url##*token=}
base=${url%%/\?*}
curl -sf -H "Authorization: Bearer $token" -H 'Content-Type: application/json' -d '{"game":{"rules":"connect6","stones":["j10"]},"seconds":0.1}' \
    "$base/api/v1/analyse" >"$work/report" || fail "no analysis"
grep -q '"turn"' "$work/report" || fail "no turn: $(cat "$work/report")"
curl -sf -H "Authorization: Bearer $token" "$base/api/v1/proofs" | grep -q connect6-opening || fail "the proofs are not there"
echo "container: built without npm in $stage stages; the page and an analysis are served"
