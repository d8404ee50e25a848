#!/bin/sh
# The Python package as strangers get it: `tests/python/wheel.sh SOURCE LIBRARY`. A wheel is made of the library, the same bytes twice;
# it is installed into a fresh environment without a network, and there the tests of tests/python are run, the examples of
# docs/library.md, and mypy, which is left out, and said so, where it is not installed.
set -eu
export LC_ALL=C.UTF-8
source=$1
library=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "wheel: $1" >&2
    exit 1
}
unset PYTHONPATH HEXAD_LIBRARY
python=$(command -v /usr/bin/python3 || command -v python3) # Debian's, where there is one: it has numpy and mypy as packages

echo "== a wheel, twice"
wheel=$("$python" "$source/python/backend.py" "$work/one" "$library")
"$python" "$source/python/backend.py" "$work/two" "$library" >/dev/null
cmp "$work/one/$wheel" "$work/two/$wheel" || fail "two wheels of one library differ"

echo "== installed without a network"
if ! "$python" -m venv --system-site-packages "$work/venv" >"$work/log" 2>&1; then
    echo "wheel: not tested: there is no python3-venv"
    exit 77
fi
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index "$work/one/$wheel" || fail "pip refuses the wheel"
PATH="$work/venv/bin:$PATH"
export PYTHONDONTWRITEBYTECODE=1
cd "$work"
HEXAD_INCLUDE="$source/include" python -m unittest discover -s "$source/tests/python" || fail "tests fail with the wheel"

echo "== the examples of docs/library.md"
sed -n '/^```python$/,/^```$/p' "$source/docs/library.md" | sed '/^```/d' >examples.py
[ -s examples.py ] || fail "there are no examples"
printf '(;GM[4]SZ[19]PB[Ada];B[jj](;W[ki];W[ii]C[good])(;W[aa]))(;SZ[19];B[bb];W[bb])' >games.sgf
python -W error examples.py >out || fail "the examples fail"

echo "== examples/games.py"
printf '(;GM[4]SZ[3]RU[tictactoe];B[aa];W[bb];B[ba];W[cc];B[ca])(;GM[4]SZ[19];B[jj];W[ki];W[ii];B[jk];B[jl])(;SZ[19];B[bb];W[bb])' >some.sgf
python "$source/examples/games.py" --processes 2 --nodes 50 --every 1 some.sgf >games.csv 2>err || fail "games.py: $(cat err)"
grep -q 'b18 is occupied' err || fail "games.py does not tell of the bad game: $(cat err)"
[ "$(grep -c '^[01],' games.csv)" = 7 ] || fail "games.py: $(cat games.csv)"
grep -q '^1,3,black,0\.[0-9]*,0\.[0-9]*' games.csv || fail "games.py: $(cat games.csv)"
grep -q '<polyline points="20' games.svg || fail "games.py draws nothing: $(cat games.svg)"

echo "== examples/games.ipynb"
mkdir pictures
HEXAD_GAMES=6 python "$source/tests/python/notebook.py" "$source/examples/games.ipynb" pictures >out || fail "the notebook fails: $(cat out)"
grep -q '^6 games, [1-9][0-9]* positions in' out || fail "the notebook analyses nothing: $(cat out)"
[ "$(grep -l '<polyline points="' pictures/*.svg | wc -l)" = 2 ] || fail "the notebook draws nothing: $(ls pictures)"

echo "== mypy"
if ! python -m mypy --version >/dev/null 2>&1; then
    echo "wheel: not tested: mypy is not installed"
    exit 0
fi
cp -r "$source/python/hexad" package
python -m mypy --strict --cache-dir "$work/cache" package >out || fail "mypy --strict: $(cat out)"
cat >user.py <<'USER'
import hexad

report = hexad.Engine("connect6").think(hexad.Game(), nodes=100, lines=3)
reveal_type(report.lines[0].turn)
hexad.Engine().think(hexad.Game(), secs=1)
USER
python -m mypy --strict --cache-dir "$work/cache" user.py >out && fail "mypy finds no error in secs=1"
grep -q 'Unexpected keyword argument "secs"' out || fail "mypy does not know the limits: $(cat out)"
grep -q 'note: Revealed type is "builtins.list\[Tuple\[' out || fail "mypy does not know the types: $(cat out)"
echo "wheel: installed, used and typed"
