# Needs a Swift 6.2 toolchain or newer on the PATH; whatever else is missing is installed with apt-get.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test lint bundle imports docs build unit crash fuzz fuzz-corpus sanitize contract access load operations attack cluster image pictures browser screen-reader bench clean \
	swift run-packages build-packages bundle-packages lint-packages browser-packages reader-packages bench-packages load-packages operations-packages attack-packages cluster-packages image-packages

PORT ?= 8080
# As in the Dockerfile: calls of a standard library that is linked in take no detour.
release := -c release --static-swift-stdlib
# As there too; without it the server needs no libpq.
traits := --traits PostgreSQL
# As there too: a turn of an event loop takes and gives back more blocks of a size than the 7 that glibc has at hand.
run bench: export GLIBC_TUNABLES ?= glibc.malloc.tcache_count=127
export DEBIAN_FRONTEND := noninteractive

venv := .build/browser-venv
peers := .build/peers-venv
schemas := .build/contract-venv
linters := .build/lint-venv
issuers := .build/access-venv
buckets := .build/cluster-venv
sources := Package.swift Sources Tests Fuzz Benchmarks/Package.swift Benchmarks/Sources

help: ## Tells what there is to make.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: swift run-packages ## Builds a release and serves the demo page and the bundled data (PORT=8080).
	swift build $(release) --product chart-surface
	@echo
	@echo 'The page will be at http://127.0.0.1:$(PORT)/ as soon as the server says that it listens.'
	@echo 'To open a chart of your own, from another terminal:'
	@echo
	@echo "  curl -s -H 'Content-Type: application/json' -d '{\"surfaces\":[{\"dataset\":\"seattle-weather\"}]}' 'http://127.0.0.1:$(PORT)/v1/sessions?window=none'"
	@echo
	@exec "$$(swift build $(release) --product chart-surface --show-bin-path)/chart-surface" serve --http-port $(PORT)

test: browser-packages $(venv)/installed $(schemas)/installed $(issuers)/installed $(buckets)/installed lint imports unit crash fuzz-corpus docs contract access load \
		operations attack cluster image pictures browser ## Runs every check and test, but make sanitize, make screen-reader and the long forms.

lint: swift lint-packages $(linters)/installed ## Checks Swift with .swift-format, Python with ruff.toml, shell scripts with shellcheck, the page's types with tsc.
	swift format lint --strict --recursive --parallel --configuration .swift-format $(sources)
	$(linters)/bin/ruff check .
	$(linters)/bin/ruff format --check .
	.ci/check-shell
	tsc -p .ci/tsconfig.json
	.ci/bundle --check

bundle: bundle-packages ## Joins the page's modules into the files that browsers load.
	.ci/bundle

imports: ## Holds the pure targets to the standard library.
	.ci/check-imports

build: swift run-packages build-packages ## Builds the server and the tests for debugging.
	swift build --build-tests $(traits) </dev/null

# A server in the process of the tests has two seconds to end, and the laws would keep tests with clocks from their turn.
# All tests at once would let a store that has five seconds wait for its turn longer than that.
unit: build ## Runs the unit and HTTP tests, then those of the commands and the laws by themselves.
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 \
		swift test $(traits) --skip-build --disable-xctest --skip LawTests --skip CommandTests </dev/null
	swift test $(traits) --skip-build --disable-xctest --filter CommandTests </dev/null
	swift test $(traits) --skip-build --disable-xctest --filter LawTests </dev/null

crash: build ## Kills the server while rows and sessions are written, and fills its disk (CRASH_ROUNDS=100 for long).
	CHART_SURFACE_BIN="$$(swift build --show-bin-path)/chart-surface" PYTHONDONTWRITEBYTECODE=1 \
		python3 Tests/Store/crash_test.py </dev/null
	CHART_SURFACE_BIN="$$(swift build --show-bin-path)/chart-surface" PYTHONDONTWRITEBYTECODE=1 \
		python3 Tests/Store/session_crash_test.py </dev/null

contract: build browser-packages $(schemas)/installed ## Holds the server, and a client made from it, to the OpenAPI document (CONTRACT_EXAMPLES=200 for long).
	CHART_SURFACE_BIN="$$(swift build --show-bin-path)/chart-surface" PYTHONDONTWRITEBYTECODE=1 \
		$(schemas)/bin/python Tests/Contract/generated_client_test.py .build/contract-client </dev/null
	CHART_SURFACE_BIN="$$(swift build --show-bin-path)/chart-surface" PYTHONDONTWRITEBYTECODE=1 \
		$(schemas)/bin/python Tests/Contract/contract_test.py </dev/null

access: build browser-packages operations-packages $(issuers)/installed ## Tries keys, and JWTs of another implementation (ACCESS_CREDENTIALS=100000 ACCESS_ADDRESSES=100000 for long).
	CHART_SURFACE_BIN="$$(swift build --show-bin-path)/chart-surface" PYTHONDONTWRITEBYTECODE=1 \
		$(issuers)/bin/python Tests/Access/access_test.py </dev/null
	CHART_SURFACE_BIN="$$(swift build --show-bin-path)/chart-surface" PYTHONDONTWRITEBYTECODE=1 \
		$(issuers)/bin/python Tests/Access/key_fetch_test.py </dev/null
	CHART_SURFACE_BIN="$$(swift build --show-bin-path)/chart-surface" PYTHONDONTWRITEBYTECODE=1 \
		$(issuers)/bin/python Tests/Access/team_server_test.py </dev/null

load: build load-packages ## Loads the server with curl in short form, and holds every answer to what it must be.
	Tests/Load/run.sh "$$(swift build --show-bin-path)/chart-surface" </dev/null

operations: build operations-packages ## Runs the server as an operator does: metrics, log, slow clients, TLS, SIGTERM.
	CHART_SURFACE_BIN="$$(swift build --show-bin-path)/chart-surface" PYTHONDONTWRITEBYTECODE=1 \
		python3 Tests/Operations/operations_test.py </dev/null

attack: build attack-packages ## Attacks the server in short form: rule-breaking messages, dear sessions, damaged files (ATTACK=long for long).
	for attack in Tests/Attack/*_test.py; do \
		CHART_SURFACE_BIN="$$(swift build --show-bin-path)/chart-surface" PYTHONDONTWRITEBYTECODE=1 \
			python3 "$$attack" </dev/null || exit 1; \
	done

pictures: build attack-packages ## Holds the pictures of the documentation to what the server draws.
	CHART_SURFACE_BIN="$$(swift build --show-bin-path)/chart-surface" PYTHONDONTWRITEBYTECODE=1 \
		python3 Tests/Pictures/pictures_test.py </dev/null

# Which store the nodes of a cluster share; sqlite has one node alone.
CLUSTER_STORE ?= postgres
cluster: export CLUSTER_STORE := $(CLUSTER_STORE)
cluster: build cluster-packages $(buckets)/installed ## Runs nodes with faults, and holds what clients saw to laws (CLUSTER=long ROUNDS=100, or CLUSTER=serve).
	if [ "$${CLUSTER:-}" != serve ]; then \
		PYTHONDONTWRITEBYTECODE=1 python3 Tests/Cluster/laws_test.py </dev/null; \
		CHART_SURFACE_BIN="$$(swift build --show-bin-path)/chart-surface" PYTHONDONTWRITEBYTECODE=1 \
			python3 Tests/Cluster/rig_test.py </dev/null; \
		CHART_SURFACE_BIN="$$(swift build --show-bin-path)/chart-surface" PYTHONDONTWRITEBYTECODE=1 \
			$(buckets)/bin/python Tests/Cluster/bad_days_test.py </dev/null; \
	fi
	CHART_SURFACE_BIN="$$(swift build --show-bin-path)/chart-surface" PYTHONDONTWRITEBYTECODE=1 \
		python3 Tests/Cluster/cluster_test.py </dev/null

docs: swift run-packages ## Builds the documentation, which the server serves at /docs.
	.ci/make-docs .build/docs </dev/null

image: build docs image-packages ## Runs the Dockerfile's steps without Docker around the debug build (DOCKER_BUILD=1 for all).
	CHART_SURFACE_BIN="$$(swift build --show-bin-path)/chart-surface" PYTHONDONTWRITEBYTECODE=1 \
		python3 Tests/Docker/docker_test.py </dev/null

fuzz: swift ## Feeds the decoders with inputs that libFuzzer makes up (FUZZ_RUNS=1000000 each).
	Fuzz/fuzz </dev/null

fuzz-corpus: swift ## Feeds the decoders with the inputs that fuzzing has kept, and a few more.
	FUZZ_RUNS=20000 Fuzz/fuzz </dev/null

sanitize: swift run-packages ## Runs the tests of what goes on at once under the thread sanitizer (a build of its own).
	Tests/Sanitizer/sanitize </dev/null

browser: build browser-packages $(venv)/installed ## Runs the page in a real browser against the debug build.
	CHART_SURFACE_BIN="$$(swift build --show-bin-path)/chart-surface" PYTHONDONTWRITEBYTECODE=1 \
		$(venv)/bin/python -m pytest Tests/Browser -o cache_dir=$(CURDIR)/.build/pytest </dev/null

screen-reader: build browser-packages reader-packages ## Lets the screen reader Orca read the page in Chromium, and looks for what it says.
	CHART_SURFACE_BIN="$$(swift build --show-bin-path)/chart-surface" PYTHONDONTWRITEBYTECODE=1 \
		python3 Tests/ScreenReader/screen_reader_test.py </dev/null

bench: swift run-packages build-packages cluster-packages bench-packages $(peers)/installed ## Builds the benchmarks for release and runs them.
	swift build --package-path Benchmarks $(release)
	"$$(swift build --package-path Benchmarks $(release) --show-bin-path)/chart-benchmarks" \
		$(BENCH) --peer-python $(peers)/bin/python

clean: ## Removes what was built.
	rm -rf .build Benchmarks/.build

swift:
	@command -v swift >/dev/null || { echo 'There is no swift on the PATH: see https://www.swift.org/install' >&2; exit 1; }

run-packages:
	@.ci/install-packages 'git=git --version' 'ca-certificates=test -e /etc/ssl/certs/ca-certificates.crt' \
		'tzdata=test -e /usr/share/zoneinfo/America/New_York' \
		'libsqlite3-dev=test -e /usr/include/sqlite3.h' 'zlib1g-dev=test -e /usr/include/zlib.h'

build-packages:
	@.ci/install-packages 'libpq-dev=pkg-config --exists libpq' 'pkg-config=command -v pkg-config' \
		'postgresql=ls /usr/lib/postgresql/*/bin/postgres'

bundle-packages:
	@.ci/install-packages 'esbuild=command -v esbuild'

lint-packages:
	@.ci/install-packages 'shellcheck=command -v shellcheck' 'node-typescript=command -v tsc' \
		'python3-venv=python3 -c "import ensurepip, venv"'

browser-packages:
	@.ci/install-packages 'chromium=command -v chromium' 'chromium-driver=command -v chromedriver' \
		'openssl=command -v openssl' 'librsvg2-bin=command -v rsvg-convert' \
		'python3-venv=python3 -c "import ensurepip, venv"' 'fonts-dejavu-core=find /usr/share/fonts -name "*.ttf" | grep -q .'

reader-packages:
	@.ci/install-packages 'python3=command -v python3' 'orca=command -v orca' 'speech-dispatcher=command -v speech-dispatcher' \
		'at-spi2-core=test -e /usr/libexec/at-spi-bus-launcher' 'xvfb=command -v Xvfb' 'openbox=command -v openbox' \
		'xdotool=command -v xdotool' 'dbus=command -v dbus-run-session' 'gsettings-desktop-schemas=test -e /usr/share/glib-2.0/schemas'

load-packages:
	@.ci/install-packages 'curl=command -v curl'

operations-packages:
	@.ci/install-packages 'curl=curl --version | grep -q HTTP2' 'openssl=command -v openssl' \
		'prometheus=command -v promtool' 'python3=command -v python3'

attack-packages:
	@.ci/install-packages 'python3=command -v python3'

cluster-packages:
	@.ci/install-packages 'python3=command -v python3' \
		'python3-venv=python3 -c "import ensurepip, venv"' 'nginx-light=test -x /usr/sbin/nginx' 'openssl=command -v openssl' 'faketime=ls /usr/lib/*/faketime/libfaketimeMT.so.1'

image-packages:
	@.ci/install-packages 'python3=command -v python3'

bench-packages:
	@.ci/install-packages 'python3-venv=python3 -c "import ensurepip, venv"'

$(venv)/installed: Tests/Browser/requirements.txt
$(peers)/installed: Benchmarks/Peers/requirements.txt
$(schemas)/installed: Tests/Contract/requirements.txt
$(issuers)/installed: Tests/Access/requirements.txt
$(buckets)/installed: Tests/Cluster/requirements.txt
$(linters)/installed: .ci/lint-requirements.txt
$(venv)/installed $(peers)/installed $(schemas)/installed $(issuers)/installed $(buckets)/installed $(linters)/installed:
	rm -rf $(@D)
	python3 -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check --no-input -r $< </dev/null
	touch $@
