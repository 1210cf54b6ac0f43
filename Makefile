# Thin: every target is one line of what a developer would type. The build itself is CMake's (CMakePresets.json).
JOBS ?= $(shell nproc)
# Seeds of `make soak`: SOAK=500 stops after 500 Csmith programs, empty goes on until Ctrl-C.
SOAK ?=

# Where the programs of the benchmarks are fetched and built.
SUBJECTS ?= build/subjects

.PHONY: all setup demo install package test bench bench-smoke bench-solver bench-ippc bench-subjects bench-strategies bench-prune soak format asan ubsan tsan clean

all: build/build.ninja
	@ninja -C build -j$(JOBS)

setup:
	@tools/setup

build/build.ninja: CMakePresets.json | setup
	@cmake --preset release

demo: build/build.ninja
	@ninja -C build -j$(JOBS) tools
	@examples/demo/run build/bin

# Below PREFIX; the folder can be moved afterwards.
PREFIX ?= /usr/local
install: build/build.ninja
	@ninja -C build -j$(JOBS) tools
	@cmake --install build --prefix $(PREFIX) | tail -n 3

# build/cairn_VERSION_amd64.deb, for apt install.
package: build/build.ninja
	@ninja -C build -j$(JOBS) tools
	@cd build && cpack -G DEB | tail -n 1

# The server of the cluster's tests becomes a service of this machine (for itself only): not for those who only build.
test: all
	@tools/setup nats-server
	@ctest --test-dir build --output-on-failure -j$(JOBS)

bench: all
	@ninja -C build -j$(JOBS) bench_measure bench_search bench_prune
	@bench/run --build build
	@bench/whole --build build --subjects $(SUBJECTS)
	@bench/search --build build
	@build/bench/prune 1000000 200

# The solver chain against plain Z3 on recorded queries, and the subjects of the paper on partial constraints.
bench-solver: build/build.ninja
	@ninja -C build -j$(JOBS) bench_replay bench_limits
	@build/bench/limits
	@bench/solver/run --build build

bench-ippc: build/build.ninja
	@ninja -C build -j$(JOBS) tools
	@bench/ippc/run --build build

# A few ratios in a few minutes; fails when one is more than a quarter worse than the committed one (bench/smoke.json).
bench-smoke: build/build.ninja
	@ninja -C build -j$(JOBS) tools bench_measure
	@bench/smoke --build build

bench-subjects: build/build.ninja
	@ninja -C build -j$(JOBS) tools
	@bench/subjects/prepare --into $(SUBJECTS) --jobs $(JOBS)

# Tables that take days: every strategy on five programs (38 hours of one processor), and the best two plain ones with every kind of
# pruning on the programs of the HOMI paper that Debian has (35 hours). CELLS=bench/measured/pruning.jsonl goes on with what was measured
# before and adds to it; PRUNE="--runs 1500 --repeat 1" is a taste of it.
CELLS ?=
PRUNE ?= --time 10m --repeat 3 --at 60s,300s --memory 10000
STRATEGIES ?= --time 5m --repeat 3 --at 30s,60s
bench-strategies: build/build.ninja
	@ninja -C build -j$(JOBS) tools
	@build/bin/cairn bench run -o build/bench-strategies --subjects $(SUBJECTS)/index.json $(STRATEGIES) --jobs $(JOBS) --set cut,expr,od,pr,tr \
	  $(if $(CELLS),--cells $(CELLS))

bench-prune: build/build.ninja
	@ninja -C build -j$(JOBS) tools
	@build/bin/cairn bench run -o build/bench-prune --subjects $(SUBJECTS)/index.json $(PRUNE) --jobs $(JOBS) --set grep,gawk,pr,ptx,vdir,dd,trueprint \
	  --strategies portfolio,portfolio:homi,portfolio:random,portfolio:rounds,portfolio:auto,generational,generational:homi,generational:random,generational:rounds,generational:auto \
	  $(if $(CELLS),--cells $(CELLS))

soak: all
	@build/tests/models_agree 100000
	@if [ -e $(SUBJECTS)/index.json ]; then tests/whole/whole.py --build build --subjects $(SUBJECTS); \
	else echo "soak: real programs are left out: make bench-subjects fetches them"; fi
	@tests/programs/probes.py --build build
	@tests/kill9/kill9.py --build build --moments 50
	@tests/selfcheck/selfcheck.py --build build all
	@tests/update/update.py --build build --all pairs
	@tests/units/units.py --build build mutants
	@tests/csmith/csmith.py --build build --soak $(SOAK)

format:
	@tools/format

# The whole test suite under a sanitizer, in a build of its own.
asan ubsan tsan: | setup
	@cmake --preset $@
	@ninja -C build/$@ -j$(JOBS)
	@ctest --test-dir build/$@ --output-on-failure -j$(JOBS)

clean:
	@rm -rf build
