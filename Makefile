# Hexad. `make run` and `make check` need nothing but a Debian 12 with make: they install what is missing.
#
#   make          build build/hexad
#   make run      set up, build, serve the page and say its address
#   make check    set up, build with gcc and clang, test, test under sanitizers, fuzz for some seconds
#   make check-static  `make page`, and its tests; a part of `make check` where emscripten is installed
#   make check-quick  the tests that take no seconds, for between two changes
#   make nightly  the same tests with many more random cases
#   make fuzz     every fuzz target for SECONDS (default 600)
#   make page     build/page: the page with the engine inside, for any web host; needs no server
#   make lint     clang-tidy over src/ and eslint over web/; what has not changed is not looked at again
#   make bench    measure, and compare with bench/results/baseline.md by eye
#   make format   lay out the source by .clang-format and web/.prettierrc.json
#   make install  program, library, header, manual: to PREFIX (default /usr/local), obeys DESTDIR
#   make release  build/hexad-VERSION.tar.gz: the sources with the page built, for machines without npm
#   make docs     build/docs: the documents, the interface and the manual pages as a site
#   make wheel    build/wheel: the Python package with the library inside, for pip
#   make deb      build/deb: Debian packages of the program, the library and the Python package
#   make package  build/hexad-engine-VERSION.tgz: the engine for other people's pages, @hexad/engine, for npm
#   make check-packages  the Debian packages, the wheel, and the steps of the Containerfile, each in a bare Debian 12
#   make check-clients   clients that others generate from the description of the interface, and what redocly says of it
#   make uninstall  removes what it installed there: with the PREFIX and DESTDIR of `make install`

BUILD := build
JOBS := $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
SECONDS ?= 600
CHECK_FUZZ_SECONDS ?= 3
CMAKE := cmake -G Ninja -S . -DCMAKE_INSTALL_PREFIX="$(PREFIX)"
# After so many seconds a test is taken to hang. Three phases of `make check` share the machine, and every wait in a test gives up
# long before, with a word about what did not come.
TEST_SECONDS := 1800
CTEST := ctest --output-on-failure --no-tests=error -j $(JOBS)
# With QUIET set, a target writes into a log and says in one line how it went.
PHASE = $(if $(QUIET),tools/phase $@ $(BUILD)/$@.log)
# Compiled once, kept for the next time, where there is ccache.
ifneq ($(shell command -v ccache 2>/dev/null),)
export CMAKE_C_COMPILER_LAUNCHER ?= ccache
endif
SOURCES = $(shell find include src tests fuzz examples -name '*.[ch]')

# Of the page: web/package.json.
SCRIPTS = tools/docs tests/docs.mjs tests/clients/*.mjs tests/clients/*.ts

EMCC := $(shell command -v emcc 2>/dev/null)

PAGE := web/dist/index.html
PAGE_SOURCES = $(shell find web/src web/build.mjs web/build-alone.mjs web/build-languages.mjs web/tsconfig.json -type f)

# What `make check` does, each a target of its own.
CHECKS := check-gcc check-asan check-format check-types check-page check-tsan check-fuzz

.PHONY: all program run docs release deb wheel package check-packages check-clients check check-quick $(CHECKS) check-alone check-static page build-wasm setup-page nightly fuzz bench lint format install uninstall clean \
        setup-build setup-check build-gcc build-asan build-tsan build-fuzz

all: program
	@cmake --build $(BUILD)

# The page is up as soon as there is a program. The opening database is made behind it, and asked when it is there.
run: program
	@nice tools/openings $(BUILD)/hexad $(BUILD)/openings-1.stamp proofs/*.cert & \
	    exec $(BUILD)/hexad serve --proofs proofs --openings $(BUILD)/openings.db

# What needs no page is compiled while its packages are fetched; how that went is told at the end.
program: setup-build
	@$(CMAKE) -B $(BUILD) --log-level=WARNING
	@mkdir -p $(BUILD); $(MAKE) -s --no-print-directory $(PAGE) >$(BUILD)/page.log 2>&1 & page=$$!; \
	    cmake --build $(BUILD) --target hexad_lib; built=$$?; \
	    wait $$page; paged=$$?; cat $(BUILD)/page.log; [ $$built = 0 ] && [ $$paged = 0 ]
	@cmake --build $(BUILD) --target hexad

# The page: packages once for each lock file, the bundle again when a source of it is newer. Its types are
# checked by check-types, which takes longer than all the rest.
web/node_modules/.stamp: web/package-lock.json | setup-build
	@cd web && npm ci --loglevel=error --ignore-scripts >/dev/null || \
	    { echo "make: the packages of the page could not be fetched; above, npm says why" >&2; exit 1; }
	@touch $@

# In the tarball of a release it is there.
ifeq ($(wildcard web/released),)
$(PAGE): web/node_modules/.stamp $(PAGE_SOURCES)
	@cd web && node build.mjs --quick
endif

# The engine for browsers. Debian's emscripten finds its own Node.js packages only with Debian's Node.js.
build-wasm: setup-page
	@NODE_PATH=/usr/share/nodejs emcmake cmake -G Ninja -S cmake/wasm -B $(BUILD)/wasm -DHEXAD_WERROR=ON --log-level=WARNING >/dev/null
	@$(PHASE) env NODE_PATH=/usr/share/nodejs cmake --build $(BUILD)/wasm

page: build-wasm web/node_modules/.stamp
	@cd web && node build.mjs --engine ../$(BUILD)/wasm --out ../$(BUILD)/page

package: build-wasm web/node_modules/.stamp
	@cd web && node build-package.mjs --engine ../$(BUILD)/wasm --out ../$(BUILD)/npm
	@cd $(BUILD)/npm && npm pack --silent --pack-destination ..

check-static: page package build-gcc
	@$(PHASE) env HEXAD=$(abspath $(BUILD)/gcc/hexad) node web/test/run.mjs wasm alone package

setup-page:
	@tools/setup page

setup-build:
	@tools/setup build

setup-check:
	@tools/setup check

build-gcc: setup-check $(PAGE)
	@$(CMAKE) -B $(BUILD)/gcc -DCMAKE_C_COMPILER=gcc -DHEXAD_TESTS=ON -DHEXAD_WERROR=ON --log-level=WARNING
	@$(PHASE) cmake --build $(BUILD)/gcc

build-asan: setup-check
	@$(CMAKE) -B $(BUILD)/asan -DCMAKE_C_COMPILER=clang -DHEXAD_TESTS=ON -DHEXAD_FUZZ=ON -DHEXAD_WERROR=ON \
	    -DHEXAD_SANITIZE=address,undefined --log-level=WARNING
	@$(PHASE) cmake --build $(BUILD)/asan

build-tsan: setup-check
	@$(CMAKE) -B $(BUILD)/tsan -DCMAKE_C_COMPILER=clang -DHEXAD_TESTS=ON -DHEXAD_WERROR=ON \
	    -DHEXAD_SANITIZE=thread --log-level=WARNING
	@$(PHASE) cmake --build $(BUILD)/tsan

build-fuzz: setup-check
	@$(CMAKE) -B $(BUILD)/fuzz -DCMAKE_C_COMPILER=clang -DHEXAD_FUZZ=ON -DHEXAD_WERROR=ON \
	    -DHEXAD_SANITIZE=address,undefined --log-level=WARNING
	@$(PHASE) cmake --build $(BUILD)/fuzz

# Three at a time: while one waits for a clock or a disk, another builds. What measures waiting runs alone afterwards.
check: setup-check $(PAGE)
	@$(MAKE) --no-print-directory -j 3 QUIET=1 $(CHECKS) $(if $(EMCC),build-wasm)
	@$(MAKE) --no-print-directory QUIET=1 check-alone
	@if [ -n "$(EMCC)" ]; then $(MAKE) --no-print-directory QUIET=1 check-static; \
	    else echo "not tested: the page without a server (make check-static installs emscripten)"; fi
	@echo "make check: all passed"

check-gcc: build-gcc
	@$(PHASE) $(CTEST) --test-dir $(BUILD)/gcc --timeout $(TEST_SECONDS) -LE alone

# Tests that want the machine to themselves.
check-alone: build-gcc
	@$(PHASE) $(CTEST) --test-dir $(BUILD)/gcc --timeout $(TEST_SECONDS) -L alone

# Without the browser's engine, which may just be built: check-static tests that.
check-page: build-gcc
	@$(PHASE) env HEXAD=$(abspath $(BUILD)/gcc/hexad) HEXAD_WASM=none HEXAD_ALONE=none HEXAD_PACKAGE=none npm --prefix web test --silent

# Clang, with the address and undefined-behaviour sanitizers.
check-asan: build-asan
	@$(PHASE) $(CTEST) --test-dir $(BUILD)/asan --timeout $(TEST_SECONDS)

# What has threads, with the thread sanitizer.
check-tsan: build-tsan
	@$(PHASE) $(CTEST) --test-dir $(BUILD)/tsan --timeout $(TEST_SECONDS) -L threads

# Every fuzz target for some seconds, always with the same chance; `make fuzz` is for finding what is new, with a build of its own.
check-fuzz: build-asan
	@$(PHASE) tools/fuzz $(BUILD)/asan $(CHECK_FUZZ_SECONDS) 1

check-quick: build-gcc
	@$(CTEST) --test-dir $(BUILD)/gcc --timeout 60 -LE slow
	@env HEXAD=$(abspath $(BUILD)/gcc/hexad) npm --prefix web test --silent -- --units

nightly: build-gcc
	@HEXAD_NIGHTLY=1 $(CTEST) --test-dir $(BUILD)/gcc --timeout 20000

fuzz: build-fuzz
	@tools/fuzz $(BUILD)/fuzz $(SECONDS)

bench: all
	@$(BUILD)/hexad bench
	@$(BUILD)/hexad bench board

check-format: setup-check web/node_modules/.stamp
	@clang-format --dry-run -Werror $(SOURCES)
	@web/node_modules/.bin/prettier --log-level warn --config web/.prettierrc.json --check $(SCRIPTS)
	@cd web && npm run --silent check-format

lint: web/node_modules/.stamp web/lint/node_modules/.stamp
	@tools/setup lint
	@$(CMAKE) -B $(BUILD)/lint -DCMAKE_C_COMPILER=clang -DCMAKE_EXPORT_COMPILE_COMMANDS=ON --log-level=WARNING
	@tools/lint $(BUILD)/lint
	@npm --prefix web/lint run --silent lint

# eslint has a folder of its own, so that the page is built without it.
web/lint/node_modules/.stamp: web/lint/package-lock.json | setup-build
	@cd web/lint && npm ci --loglevel=error --ignore-scripts >/dev/null
	@touch $@

# Of the page and its tests. What has not changed since the last time is not looked at again.
check-types: web/node_modules/.stamp
	@$(PHASE) npm --prefix web run --silent types

format: setup-check web/node_modules/.stamp
	@clang-format -i $(SOURCES)
	@web/node_modules/.bin/prettier --log-level warn --config web/.prettierrc.json --write $(SCRIPTS)
	@cd web && npm run --silent format

install: all
	@DESTDIR="$(DESTDIR)" cmake --install $(BUILD)

docs: program
	@node tools/docs/build.mjs $(BUILD)/hexad $(BUILD)/docs

release: $(PAGE)
	@python3 tests/abi.py include tests/data/abi.txt --all
	@tools/release $(BUILD)

deb: $(PAGE)
	@tools/setup deb
	@DEB_BUILD_OPTIONS="$(or $(DEB_BUILD_OPTIONS),parallel=$(JOBS))" tools/deb $(BUILD)

# Some minutes, and a mirror of Debian: not a part of `make check`.
check-packages: deb wheel
	@tests/packages.sh . $(BUILD) || [ $$? = 77 ]
	@tests/container.sh . $(BUILD) || [ $$? = 77 ]

check-clients: build-gcc tests/clients/node_modules/.stamp
	@tools/setup clients
	@node tests/clients/run.mjs $(BUILD)/gcc/hexad

tests/clients/node_modules/.stamp: tests/clients/package-lock.json | setup-build
	@cd tests/clients && npm ci --loglevel=error --ignore-scripts >/dev/null
	@touch $@

# A build of its own, of the library alone, which needs nothing but a compiler.
wheel:
	@cmake -S . -B $(BUILD)/library -DHEXAD_LIBRARY_ONLY=ON --log-level=WARNING >/dev/null
	@cmake --build $(BUILD)/library --target hexad_shared --parallel $(JOBS) >/dev/null
	@python3 python/backend.py $(BUILD)/wheel $(BUILD)/library/libhexad.so

uninstall:
	@DESTDIR="$(DESTDIR)" tools/uninstall $(BUILD) "$(PREFIX)"

clean:
	@rm -rf $(BUILD) web/dist web/out
