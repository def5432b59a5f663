# Commands for developers and CI. `make demo` and `make test` install missing requirements (scripts/setup.sh).

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:

# The folder of real photographs and labels. They are not part of this repository; targets that need them
# report when they are skipped.
export KINGDOM_PHOTOS ?= ../shared/photos
BIN := target/release/kingdom-scanner
PAINTER := target/release/kingdom-painter
VALIDATOR := target/release/kingdom-validator
HELD_OUT := target/held-out
LOCATOR_SUITE := target/locator-suite
TABLES_SUITE := target/tables-suite
TOURNAMENT := target/tournament
LEARN_SUITE := target/learn-suite
PORTABLE := target/portable/kingdom-scanner
BUILDS_SUITE := target/builds-suite
GOLDEN_SUITE := target/golden-suite
QUEENDOMINO_SUITE := target/queendomino-suite
QUEENDOMINO_SAMPLE := target/queendomino-sample
DOCS_PICTURES := target/docs-pictures
WITH_DEBUG_INFO := target/with-debug-info

# Budgets: they may be raised, never lowered. The pictures were never used in training. The boards were, so
# their budget only guards against regressions.
PICTURES_BUDGET := --min-located 1 --min-squares 0.99 --max-silent 0 --max-doubts 0.15
BOARDS_BUDGET := --min-located 1 --min-squares 0.999 --max-silent 0 --max-doubts 0.15
# One grid and one square less than measured (all of 40 grids, 1286 of 1288 squares), because processors round
# the networks' sums differently.
HELD_OUT_BUDGET := --min-located 0.975 --min-squares 0.9976 --max-silent 0 --max-doubts 0.15
# One percentage point of squares less than measured (1388 of 1450), for the same reason. 50 of 51 grids are
# found.
QUEENDOMINO_BUDGET := --min-located 0.98 --min-squares 0.947 --max-silent 0

.PHONY: demo test test-all check bench build debug-info painter validator setup setup-tests tournament validate validate-photos validate-held-out validate-queendomino measure measure-locator measure-tables \
  measure-learn measure-queendomino measure-serve measure-speed measure-portable measure-web docs-pictures package check-package check-arm64 portable web compare-builds compare-fixtures compare-web golden

demo: build
	mkdir -p target/demo
	$(BIN) scan fixtures/photos/five.jpg --annotate target/demo/five.jpg
	@echo "The photo with what was read on it: target/demo/five.jpg" >&2

test: setup-tests
	cargo test --release --workspace --locked

# All tests, with ten times as many random cases as `make test`.
test-all: setup-tests
	TEST_ALL=1 cargo test --release --workspace --locked

setup:
	@scripts/setup.sh

setup-tests:
	@scripts/setup.sh --tests
	@scripts/axe.sh

# The release build, with the features of the whole workspace, so that tests and program share one build.
build: setup
	cargo build --release --locked --workspace --bin kingdom-scanner

# The program with its debug information in a separate file, where debuggers and profilers find it; takes
# minutes.
debug-info: setup
	cargo build --release --locked --bin kingdom-scanner --target-dir $(WITH_DEBUG_INFO) \
	  --config 'profile.release.debug="line-tables-only"' --config 'profile.release.strip=false'
	cd $(WITH_DEBUG_INFO)/release && objcopy --only-keep-debug kingdom-scanner kingdom-scanner.debug \
	  && strip kingdom-scanner && objcopy --add-gnu-debuglink=kingdom-scanner.debug kingdom-scanner
	@echo "$(WITH_DEBUG_INFO)/release/kingdom-scanner and kingdom-scanner.debug" >&2

# The program that draws kingdoms and renders photos of them.
painter: setup
	cargo build --release --locked --workspace --bin kingdom-painter

# The program that measures how well pictures are read.
validator: setup
	cargo build --release --locked --workspace --bin kingdom-validator

# Renders a tournament of 30 tables and 126 photos, reviews it, and compares the standings with the truth. The
# output stays in target/tournament, with results/report.html.
tournament: build
	rm -rf $(TOURNAMENT)
	TOURNAMENT=$(abspath $(TOURNAMENT)) KINGDOM_SCANNER_PROGRAM=$(abspath $(BIN)) \
	  cargo test --release --workspace --locked --test tournament -- --ignored --nocapture whole_tournament

# The installable packages: one program as a .deb, an archive and a wheel; in target/package.
package:
	scripts/package.sh

# Installs the packages on bare systems and scans there; run as root, takes minutes.
check-package:
	scripts/check-package.sh

# Compiles for arm64 and reads the fixtures in an emulator; run as root, takes minutes.
check-arm64:
	scripts/check-arm64.sh

# The program without OpenCV and libjpeg-turbo: target/portable/kingdom-scanner, static if possible.
portable:
	scripts/portable.sh

# The page without a server: target/web, for any web server (docs/phone.md).
web:
	scripts/web.sh

# Reads the fixtures with both programs; this portable one is linked like other programs of the system, which
# is quicker.
compare-fixtures: build
	cp $(BIN) target/kingdom-scanner-with-opencv
	scripts/portable.sh here
	scripts/compare-builds.sh target/kingdom-scanner-with-opencv $(PORTABLE) fixtures/photos

# Reads fixtures, held-out scenes, 200 other rendered scenes and the photographs with both programs, and
# prints differences in squares, totals and marks.
compare-builds: portable $(HELD_OUT)
	rm -rf $(BUILDS_SUITE)
	$(PAINTER) --suite fixtures/suites/held-out.json --seed 52 --count 200 -o $(BUILDS_SUITE)
	scripts/compare-builds.sh $(BIN) $(PORTABLE) fixtures/photos $(HELD_OUT) $(BUILDS_SUITE) \
	  $(wildcard $(KINGDOM_PHOTOS)/boards $(KINGDOM_PHOTOS)/pictures $(KINGDOM_PHOTOS)/queendomino/photos $(KINGDOM_PHOTOS)/reports)

# Reads the pictures of `compare-builds` and Queendomino into target/golden/now, and prints the differences
# from target/golden/before, which the first run creates.
golden: build painter $(HELD_OUT)
	rm -rf $(GOLDEN_SUITE) $(GOLDEN_SUITE)-queendomino
	$(PAINTER) --suite fixtures/suites/held-out.json --seed 52 --count 200 -o $(GOLDEN_SUITE)
	$(PAINTER) --suite fixtures/suites/queendomino.json --seed 52 --count 8 -o $(GOLDEN_SUITE)-queendomino
	scripts/golden.sh $(BIN) target/golden/now fixtures/photos $(HELD_OUT) $(GOLDEN_SUITE) $(GOLDEN_SUITE)-queendomino \
	  $(wildcard $(KINGDOM_PHOTOS)/boards $(KINGDOM_PHOTOS)/pictures $(KINGDOM_PHOTOS)/queendomino/photos $(KINGDOM_PHOTOS)/reports)
	[ -d target/golden/before ] || cp -r target/golden/now target/golden/before
	diff -rq target/golden/before target/golden/now

# Like `compare-builds`, but compares the page without a server with the program, on half as many scenes.
compare-web: build web $(HELD_OUT)
	rm -rf $(BUILDS_SUITE)
	$(PAINTER) --suite fixtures/suites/held-out.json --seed 54 --count 100 -o $(BUILDS_SUITE)
	scripts/compare-builds.sh $(BIN) scripts/scan-in-tab.sh fixtures/photos $(HELD_OUT) $(BUILDS_SUITE) \
	  $(wildcard $(KINGDOM_PHOTOS)/boards $(KINGDOM_PHOTOS)/pictures $(KINGDOM_PHOTOS)/queendomino/photos $(KINGDOM_PHOTOS)/reports)

# CI's checks apart from the tests.
check: setup
	cargo fmt --all --check
	cargo metadata --format-version 1 --locked --manifest-path web/Cargo.toml >/dev/null
	cargo clippy --release --workspace --locked --all-targets -- -D warnings
	cargo check --release --locked --no-default-features --features portable
	RUSTDOCFLAGS="-D warnings" cargo doc --release --workspace --locked --no-deps
	@if command -v cargo-deny >/dev/null; then cargo deny check licenses bans sources; \
	else echo "check: licences skipped, no cargo-deny (cargo install --locked cargo-deny)" >&2; fi

bench: setup
	cargo bench --workspace --locked --bench score
	cargo bench --workspace --locked --bench audit
	cargo bench --workspace --locked --bench reconstruct
	cargo bench --workspace --locked --bench cold
	cargo bench --workspace --locked --bench scan
	cargo bench --workspace --locked --bench batch
	cargo bench --workspace --locked --bench serve

# Redraws the pictures of docs/photos.md; they should not change.
docs-pictures: painter
	rm -rf $(DOCS_PICTURES)
	$(PAINTER) --suite fixtures/suites/docs.json -o $(DOCS_PICTURES)
	mkdir -p docs/pictures
	for picture in $(DOCS_PICTURES)/*_00000.jpg; do cp "$$picture" "docs/pictures/$$(basename "$$picture" _00000.jpg).jpg"; done

# Measures the shipped program: the photographs with their budgets, then rendered scenes that were never used
# in training.
validate: validate-photos validate-held-out validate-queendomino

validate-photos: validator
	@if [ -d "$(KINGDOM_PHOTOS)/pictures" ]; then \
	  $(VALIDATOR) "$(KINGDOM_PHOTOS)/pictures" $(PICTURES_BUDGET); \
	  $(VALIDATOR) "$(KINGDOM_PHOTOS)/boards" $(BOARDS_BUDGET); \
	else \
	  echo "validate-photos: skipped, no photographs at $(KINGDOM_PHOTOS) (set KINGDOM_PHOTOS)"; \
	fi

validate-held-out: $(HELD_OUT)
	$(VALIDATOR) $(HELD_OUT) $(HELD_OUT_BUDGET)

.PHONY: $(HELD_OUT)
$(HELD_OUT): validator painter
	rm -rf $@
	$(PAINTER) --suite fixtures/suites/held-out.json -o $@

# Measures the first scenes of each class in `make measure-queendomino`.
validate-queendomino: validator painter
	rm -rf $(QUEENDOMINO_SAMPLE)
	$(PAINTER) --suite fixtures/suites/queendomino.json --count 5 -o $(QUEENDOMINO_SAMPLE)
	$(VALIDATOR) --by-class $(QUEENDOMINO_SAMPLE) $(QUEENDOMINO_BUDGET)

# Records the shipped program's results, and updates the README's figures from them.
measure: $(HELD_OUT)
	mkdir -p models/measured
	$(VALIDATOR) --json "$(KINGDOM_PHOTOS)/pictures" > models/measured/pictures.json
	$(VALIDATOR) --json "$(KINGDOM_PHOTOS)/boards" > models/measured/boards.json
	$(VALIDATOR) --by-game --json "$(KINGDOM_PHOTOS)/boards" > models/measured/boards-by-game.json
	$(VALIDATOR) --json $(HELD_OUT) > models/measured/held-out.json
	README_UPDATE=1 cargo test --release --workspace --locked --test docs

# Measures the location of kingdoms by class of scene, and updates the table of models/locator.md.
measure-locator: validator painter
	mkdir -p models/measured
	rm -rf $(LOCATOR_SUITE)
	$(PAINTER) --suite fixtures/suites/locator.json -o $(LOCATOR_SUITE)
	$(VALIDATOR) --by-class --json $(LOCATOR_SUITE) > models/measured/locator-suite.json
	@if [ -d "$(KINGDOM_PHOTOS)/dominoes" ]; then \
	  rm -rf $(LOCATOR_SUITE)-real; \
	  $(PAINTER) --suite fixtures/suites/locator.json -o $(LOCATOR_SUITE)-real \
	    --faces "$(KINGDOM_PHOTOS)/dominoes" --textures "$(KINGDOM_PHOTOS)/textures"; \
	  $(VALIDATOR) --by-class --json $(LOCATOR_SUITE)-real > models/measured/locator-suite-real.json; \
	else \
	  echo "measure-locator: real faces skipped, no photographs at $(KINGDOM_PHOTOS) (set KINGDOM_PHOTOS)"; \
	fi
	README_UPDATE=1 cargo test --release --workspace --locked --test docs

# Measures realistic tables (neighbours, loose dominoes, small and dark photos, objects on tiles) by class of
# scene, with our artwork and with real faces, and updates the table of docs/measurements.md. Uses a seed that
# was never used for tuning.
measure-tables: validator painter
	mkdir -p models/measured
	scripts/measure-tables.sh $(VALIDATOR) $(PAINTER) $(TABLES_SUITE) "$(KINGDOM_PHOTOS)" > models/measured/tables.jsonl
	README_UPDATE=1 cargo test --release --workspace --locked --test docs

# Measures learning from corrections on an edition that was never used in training, and updates the table of
# models/learning.md.
measure-learn: build $(HELD_OUT)
	mkdir -p models/measured
	scripts/measure-learn.sh $(BIN) $(VALIDATOR) $(PAINTER) $(LEARN_SUITE) $(HELD_OUT) "$(KINGDOM_PHOTOS)" > models/measured/learning.jsonl
	README_UPDATE=1 cargo test --release --workspace --locked --test docs

# Measures the reading of rendered Queendomino, and updates the tables of models/queendomino.md,
# docs/measurements.md and README.md.
measure-queendomino: build validator painter
	mkdir -p models/measured
	scripts/measure-queendomino.sh $(BIN) $(VALIDATOR) $(PAINTER) $(QUEENDOMINO_SUITE) > models/measured/queendomino.jsonl
	README_UPDATE=1 cargo test --release --workspace --locked --test docs

# Measures the user's waiting time, and updates the table of docs/measurements.md; run on an otherwise idle
# machine.
measure-speed: setup
	mkdir -p models/measured
	rm -f models/measured/speed.jsonl
	for bench in cold scan batch; do \
	  SPEED=$(abspath models/measured/speed.jsonl) cargo bench --workspace --locked --bench $$bench; \
	done
	README_UPDATE=1 cargo test --release --workspace --locked --test docs

# Measures the portable program and its functions against OpenCV; run on an otherwise idle machine.
measure-portable: build portable
	mkdir -p models/measured
	rm -f models/measured/functions.jsonl
	SPEED=$(abspath models/measured/functions.jsonl) cargo bench --workspace --locked --bench functions
	python3 scripts/measure_builds.py $(BIN) $(PORTABLE) fixtures/photos/five.jpg fixtures/photos/seven.jpg fixtures/photos/queendomino.jpg \
	  | tee models/measured/builds.jsonl
	README_UPDATE=1 cargo test --release --workspace --locked --test docs

# Measures the page without a server, and updates the table of docs/measurements.md; run on an otherwise idle
# machine.
measure-web: build web
	mkdir -p models/measured
	rm -f models/measured/web.jsonl
	SPEED=$(abspath models/measured/web.jsonl) cargo test --release --workspace --locked --test page -- --ignored --exact web_figures::measure
	README_UPDATE=1 cargo test --release --workspace --locked --test docs

# Measures a server with eight clients, and updates the table of docs/measurements.md; run on an otherwise
# idle machine.
measure-serve: setup
	mkdir -p models/measured
	rm -f models/measured/serve.jsonl
	SPEED=$(abspath models/measured/serve.jsonl) cargo bench --workspace --locked --bench serve
	README_UPDATE=1 cargo test --release --workspace --locked --test docs

# The targets `train` and `evaluate`.
-include models/train/train.mk
