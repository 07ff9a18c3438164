# Needs a Swift 6.2 toolchain or newer on the PATH; what else is missing comes from apt-get and PyPI.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

PORT ?= 8080
# As in the Dockerfile: calls of a standard library that is linked in take no detour.
release := -c release --static-swift-stdlib
# As there too; a turn of an event loop takes and gives back more blocks of a size than the 7 that glibc has at hand.
run bench: export GLIBC_TUNABLES ?= glibc.malloc.tcache_count=127
export DEBIAN_FRONTEND := noninteractive
export PYTHONDONTWRITEBYTECODE := 1
export CHART_SURFACE_BIN := $(CURDIR)/.build/debug/chart-surface

python := .build/python/bin/python
# SwiftPM puts the traits of a package onto the command line in the order of a set. Where that order changes from build to
# build, the compiler builds swift-configuration, and all that stands on it, again.
swift-build := SWIFT_DETERMINISTIC_HASHING=1 swift build
swift-tests := swift test --skip-build --disable-xctest
core := GesturesTests ChartSeriesTests ChartEngineTests ChartSceneTests ChartWireTests
# Each suite from outside, and what it runs against the debug build.
crash := Tests/Store/crash_test.py Tests/Store/session_crash_test.py Tests/Store/pipeline_test.py Tests/Store/backup_test.py Tests/Store/power_test.py
contract := Tests/Contract/generated_client_test.py Tests/Contract/contract_test.py Tests/Contract/statistics_test.py \
	Tests/Contract/datasets_test.py
access := Tests/Access/access_test.py Tests/Access/key_fetch_test.py Tests/Access/team_server_test.py
load := Tests/Load/load_test.py
operations := Tests/Operations/operations_test.py Tests/Operations/traces_test.py Tests/Operations/standard_error_test.py
attack := Tests/Attack/protocol_test.py Tests/Attack/http2_test.py Tests/Attack/texts_test.py Tests/Attack/keep_alive_test.py Tests/Attack/unread_test.py Tests/Attack/long_work_test.py Tests/Attack/cost_test.py Tests/Attack/damage_test.py
pictures := Tests/Pictures/pictures_test.py Tests/Pictures/scenes_test.py
readme := Tests/Documentation/readme_test.py
dist-test := Tests/Dist/dist_test.py
image := Tests/Docker/image_test.py Tests/Docker/build_test.py
cluster := Tests/Cluster/laws_test.py Tests/Cluster/rig_test.py Tests/Cluster/article_test.py \
	Tests/Cluster/bad_days_test.py Tests/Cluster/restart_test.py Tests/Cluster/first_key_test.py \
	Tests/Cluster/cluster_test.py
screen-reader := Tests/ScreenReader/screen_reader_test.py
suites := crash contract access load operations attack pictures readme dist-test image cluster

.PHONY: help run test core one lint imports examples describe docs sbom dist version build unit units laws browser fuzz sanitize bench bundle clean \
	$(suites) screen-reader cluster-serve swift packages dist-packages python

help: ## Tells what there is to make.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: swift ## Builds a release and serves the demo page and the bundled data (PORT=8080).
	.ci/install-packages run
	$(swift-build) $(release) --product chart-surface
	@echo
	@echo 'The page will be at http://127.0.0.1:$(PORT)/ as soon as the server says that it listens.'
	@echo 'To open a chart of your own, from another terminal:'
	@echo
	@echo "  curl -s -H 'Content-Type: application/json' -d '{\"surfaces\":[{\"dataset\":\"seattle-weather\"}]}' 'http://127.0.0.1:$(PORT)/v1/sessions?window=none'"
	@echo
	@exec .build/release/chart-surface serve --http-port $(PORT)

core: swift ## Builds and tests the pure targets alone, without any package (LAWS=all tries all random cases).
	export CHART_PART=core LAWS=$${LAWS:-short}; \
		$(swift-build) --build-tests </dev/null && $(swift-tests) </dev/null

one: swift ## Runs one test: TEST=PanGestureRecognizerTests, or a suite from outside: TEST=Tests/Access/access_test.py.
	@[ -n '$(TEST)' ] || { echo 'usage: make one TEST=NAME, where NAME is a test, a suite of tests, or a Python file' >&2; exit 64; }
	case '$(TEST)' in \
	Tests/Browser/*) $(MAKE) browser TESTS='$(TEST)' ;; \
	*.py) $(MAKE) build python && $(python) $(TEST) ;; \
	*) part=; grep -rqF -- '$(TEST)' $$(ls -d Tests/*Tests Fuzz/Tests | grep -vxE 'Tests/($(subst $() ,|,$(core)))') || part=core; \
		export CHART_PART=$$part; $(swift-build) --build-tests </dev/null && $(swift-tests) --filter '$(TEST)' </dev/null ;; \
	esac

test: swift ## Runs every check and test but make sanitize, make screen-reader, make fuzz and the long forms.
	.ci/run-stages

lint: python ## Checks Swift with .swift-format, Python with ruff.toml, shell scripts with shellcheck, the page's types with tsc.
	swift format lint --strict --recursive --parallel --configuration .swift-format Package.swift Plugins Sources Tests Fuzz Benchmarks/Sources Clients/swift/Package.swift Clients/swift/Sources Clients/swift/Tests
	$(python) -m ruff check .
	$(python) -m ruff format --check .
	.ci/check-shell
	tsc -p .ci/tsconfig.json
	.ci/bundle --check
	.ci/set-version --check
	$(python) .ci/make-client-types --check

imports: swift ## Holds each target to what the manifest lets it import.
	.ci/check-imports

examples: build ## Compiles and runs the examples in the documentation of the pure targets.
	.ci/check-examples

build: swift packages ## Builds the server and the tests for debugging.
	$(if $(STAGED),,$(swift-build) --build-tests </dev/null)

unit: units laws ## Runs the unit and HTTP tests, then those of the commands and the laws by themselves.

# A server in the process of the tests has two seconds to end, and the laws would keep tests with clocks from their turn.
# All tests at once would let a store that has five seconds wait for its turn longer than that.
units: build
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 $(swift-tests) --skip LawTests --skip CommandTests </dev/null
	$(swift-tests) --filter CommandTests </dev/null

laws: build ## Runs the laws of the unit tests alone (LAWS=long simulates 100,000 histories of several nodes in place of 1,000).
	$(swift-tests) --filter LawTests </dev/null

crash: ## Kills the server while it writes, takes its power, fills its disk, and tries backups (CRASH_ROUNDS=100 INTERLEAVINGS=10000 POWER_POINTS=1000 BACKUP_ROUNDS=50 for long).
contract: $(if $(STAGED),,docs) ## Holds the server, and a client made from it, to the OpenAPI document (CONTRACT_EXAMPLES=200 for long).
access: ## Tries keys, and JWTs of another implementation (ACCESS_CREDENTIALS=100000 ACCESS_ADDRESSES=100000 for long).
load: ## Loads the server with curl in short form, and holds every answer to what it must be.
operations: ## Runs the server as an operator does: metrics, log, slow clients, TLS, SIGTERM.
attack: ## Attacks the server in short form: rule-breaking messages, dear sessions, damaged files (ATTACK=long for long).
pictures: ## Holds the pictures of the documentation to what the server draws, and draws scenes in a terminal.
readme: ## Follows README and the first article, and compares what their commands print with what they show.
dist-test: $(if $(filter long,$(DIST)),dist-packages) ## Installs what make dist writes into empty places, and draws with it (DIST=long: npm, Swift, a bare Debian).
image dist-test: $(if $(STAGED),,docs)
image: ## Holds the Dockerfile to what the image copies and needs (DOCKER_BUILD=1 builds it).
cluster: ## Runs nodes with faults, and holds what clients saw to laws (CLUSTER=long ROUNDS=100 for long).
$(suites): build python
	for suite in $($@); do $(python) $$suite </dev/null || exit 1; done

cluster-serve: build python ## Keeps a cluster of three nodes up, for a look at it.
	CLUSTER=serve $(python) Tests/Cluster/cluster_test.py </dev/null

browser: build python ## Runs the page in a real browser (TESTS=Tests/Browser/test_keys.py for some).
	$(python) -m pytest $(or $(TESTS),Tests/Browser) -o cache_dir=$(CURDIR)/.build/pytest </dev/null

screen-reader: build python ## Lets the screen reader Orca read the page in Chromium, and looks for what it says.
	.ci/install-packages reader
	$(python) $(screen-reader) </dev/null

describe: build python ## Writes the parts of files that come from the code: tables, schemas, lists of words.
	DESCRIBE=write $(swift-tests) --filter GeneratedDocumentationTests </dev/null
	$(python) .ci/make-client-types

docs: swift packages ## Builds the documentation, which the server serves at /docs.
	.ci/make-docs .build/docs </dev/null

sbom: swift packages ## Writes the bill of materials, as CycloneDX in JSON, to .build/chart-surface.cdx.json.
	.ci/make-sbom .build/chart-surface.cdx.json </dev/null

dist: docs ## Writes the server's tar ball, the clients, checksums and the bill of materials to .build/dist (DIST_BINARY=FILE).
	$(if $(DIST_BINARY),,$(swift-build) $(release) --product chart-surface)
	.ci/make-dist .build/dist </dev/null

version: ## Raises the version everywhere: VERSION=0.3.0.
	.ci/set-version $(VERSION)

fuzz: swift packages ## Lets libFuzzer make up inputs for the decoders (FUZZ_RUNS=1000000 each; a build of its own).
	Fuzz/fuzz </dev/null

sanitize: swift packages ## Runs the tests of what goes on at once under the thread sanitizer (a build of its own).
	Tests/Sanitizer/sanitize </dev/null

bench: swift packages python ## Builds the benchmarks for release and runs them (BENCH='--only m4' for a part).
	$(python) -m pip install --quiet --disable-pip-version-check --no-input -r Benchmarks/Peers/requirements.txt </dev/null
	CHART_PART=benchmarks $(swift-build) $(release) --product chart-benchmarks
	stdbuf -oL .build/release/chart-benchmarks $(BENCH) --peer-python $(python)

bundle: ## Joins the page's modules into the files that browsers load (needs esbuild).
	@command -v esbuild >/dev/null || { echo 'There is no esbuild on the PATH: apt-get install esbuild' >&2; exit 1; }
	.ci/bundle

clean: ## Removes what was built.
	rm -rf .build

swift:
	@command -v swift >/dev/null || { echo 'There is no swift on the PATH: see https://www.swift.org/install' >&2; exit 1; }

# All packages come before the first build; see the script.
packages:
	$(if $(STAGED),,@.ci/install-packages test)

dist-packages: packages
	@.ci/install-packages dist

python: packages .build/python/installed

# One environment for all suites, which find the modules that they share.
.build/python/installed: Tests/requirements.txt
	rm -rf .build/python
	python3 -m venv .build/python
	$(python) -m pip install --quiet --disable-pip-version-check --no-input -r $< </dev/null
	echo $(CURDIR)/Tests/Shared >"$$(echo .build/python/lib/python3*/site-packages)/tests.pth"
	touch $@
