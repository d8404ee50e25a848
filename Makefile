# Hexad. `make run` and `make check` need nothing but a Debian 12 with make: they install what is missing.
#
#   make          build build/hexad
#   make run      set up, build, serve the page and say its address
#   make check    set up, build with gcc and clang, test, test under sanitizers, fuzz for some seconds
#   make nightly  the same tests with many more random cases
#   make fuzz     every fuzz target for SECONDS (default 600)
#   make bench    measure, and compare with bench/results/baseline.md by eye
#   make format   lay out the source by .clang-format and web/.prettierrc.json
#   make install  program, library, header, manual: to PREFIX (default /usr/local), obeys DESTDIR
#   make uninstall  removes what it installed

BUILD := build
JOBS := $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
SECONDS ?= 600
CHECK_FUZZ_SECONDS ?= 5
CMAKE := cmake -G Ninja -S . -DCMAKE_INSTALL_PREFIX="$(PREFIX)"
CTEST := ctest --output-on-failure --no-tests=error -j $(JOBS) --timeout
SOURCES = $(shell find include src tests fuzz examples -name '*.[ch]')

PAGE := web/dist/index.html
PAGE_SOURCES = $(shell find web/src web/build.mjs web/tsconfig.json -type f)

.PHONY: all run check nightly fuzz bench format check-format install uninstall clean \
        setup-build setup-check build-gcc build-asan build-tsan build-fuzz

all: setup-build $(PAGE)
	@$(CMAKE) -B $(BUILD) --log-level=WARNING
	@cmake --build $(BUILD)

run: all
	@$(BUILD)/hexad serve

# The page: packages once for each lock file, the bundle again when a source of it is newer.
web/node_modules/.stamp: web/package-lock.json | setup-build
	@cd web && npm ci --silent --ignore-scripts && touch node_modules/.stamp

$(PAGE): web/node_modules/.stamp $(PAGE_SOURCES)
	@cd web && node build.mjs

setup-build:
	@tools/setup build

setup-check:
	@tools/setup check

build-gcc: setup-check $(PAGE)
	@$(CMAKE) -B $(BUILD)/gcc -DCMAKE_C_COMPILER=gcc -DHEXAD_TESTS=ON -DHEXAD_WERROR=ON --log-level=WARNING
	@cmake --build $(BUILD)/gcc

build-asan: setup-check
	@$(CMAKE) -B $(BUILD)/asan -DCMAKE_C_COMPILER=clang -DHEXAD_TESTS=ON -DHEXAD_WERROR=ON \
	    -DHEXAD_SANITIZE=address,undefined --log-level=WARNING
	@cmake --build $(BUILD)/asan

build-tsan: setup-check
	@$(CMAKE) -B $(BUILD)/tsan -DCMAKE_C_COMPILER=clang -DHEXAD_TESTS=ON -DHEXAD_WERROR=ON \
	    -DHEXAD_SANITIZE=thread --log-level=WARNING
	@cmake --build $(BUILD)/tsan

build-fuzz: setup-check
	@$(CMAKE) -B $(BUILD)/fuzz -DCMAKE_C_COMPILER=clang -DHEXAD_FUZZ=ON -DHEXAD_WERROR=ON \
	    -DHEXAD_SANITIZE=address,undefined --log-level=WARNING
	@cmake --build $(BUILD)/fuzz

check: check-format build-gcc build-asan build-tsan build-fuzz
	@echo "== tests, gcc"
	@cd $(BUILD)/gcc && $(CTEST) 400
	@echo "== tests of the page"
	@cd web && HEXAD=$(abspath $(BUILD)/gcc/hexad) npm test --silent
	@echo "== tests, clang with the address and undefined-behaviour sanitizers"
	@cd $(BUILD)/asan && $(CTEST) 400
	@echo "== tests with threads, clang with the thread sanitizer"
	@cd $(BUILD)/tsan && $(CTEST) 400 -L threads
	@echo "== fuzz targets, $(CHECK_FUZZ_SECONDS) s each"
	@tools/fuzz $(BUILD)/fuzz $(CHECK_FUZZ_SECONDS)
	@echo "make check: all passed"

nightly: build-gcc
	@cd $(BUILD)/gcc && HEXAD_NIGHTLY=1 $(CTEST) 20000

fuzz: build-fuzz
	@tools/fuzz $(BUILD)/fuzz $(SECONDS)

bench: all
	@$(BUILD)/hexad bench
	@$(BUILD)/hexad bench board

check-format: setup-check web/node_modules/.stamp
	@clang-format --dry-run -Werror $(SOURCES)
	@cd web && npm run --silent check-format

format: setup-check web/node_modules/.stamp
	@clang-format -i $(SOURCES)
	@cd web && npm run --silent format

install: all
	@DESTDIR="$(DESTDIR)" cmake --install $(BUILD)

uninstall:
	@DESTDIR="$(DESTDIR)" tools/uninstall $(BUILD)

clean:
	@rm -rf $(BUILD) web/dist web/out
