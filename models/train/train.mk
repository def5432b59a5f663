# Training and measuring the networks. The photos are not part of the project: KINGDOM_PHOTOS says where they are.
# Two trainings run side by side, each with one thread, the locator's and that of the pieces with a process
# beside it that draws their pictures.
# Everything is resumable, and `make train-clean` starts anew.

TRAIN_DIR ?= target/train
TRAIN_PYTHON ?= $(TRAIN_DIR)/venv/bin/python
export KINGDOM_PHOTOS TRAIN_DIR
export OPENBLAS_NUM_THREADS := 1
export OMP_NUM_THREADS := 1

TRAIN_CODE := models/train
RENDER := target/release/kingdom-painter
RENDER_LOCATOR := $(RENDER) --suite fixtures/suites/training.json
RENDER_SQUARES := $(RENDER) --suite $(TRAIN_CODE)/squares-suite.json
RENDER_PIECES := $(RENDER) --suite $(TRAIN_CODE)/queendomino-suite.json
TRAIN_SQUARES := $(TRAIN_PYTHON) $(TRAIN_CODE)/squares_train.py
TRAINED := $(TRAIN_DIR)/squares
FOLDS := fold1 fold2 fold3 fold4 fold5
# Sheets of building and of town tiles, so many boxes of each style that is trained on.
OTHER_STYLES := flat ink watercolour paper glass heraldic
STYLES := painted $(OTHER_STYLES)
BOXES := 150
REAL_ARTWORK := --faces $(KINGDOM_PHOTOS)/dominoes --textures $(KINGDOM_PHOTOS)/textures

.PHONY: train evaluate train-seen train-standing train-squares train-queendomino train-queendomino-squares train-pieces train-pieces-further train-locator \
  train-locator-further train-scenes train-clean

train: train-scenes
	$(MAKE) -j2 train-squares train-locator
	$(TRAIN_PYTHON) $(TRAIN_CODE)/export.py squares
	$(TRAIN_PYTHON) $(TRAIN_CODE)/export.py glance
	$(MAKE) train-seen
	$(TRAIN_PYTHON) $(TRAIN_CODE)/export.py locator
	$(TRAIN_PYTHON) $(TRAIN_CODE)/round_weights.py locator glance squares
	$(MAKE) train-queendomino
	$(MAKE) train-standing

evaluate: $(TRAINED)/base/run.json
	cargo build --release --locked --workspace --bin kingdom-scanner
	$(MAKE) -j2 $(FOLDS:%=$(TRAINED)/glance-%/crops.npz)
	$(TRAIN_PYTHON) $(TRAIN_CODE)/squares_evaluate.py
	$(TRAIN_PYTHON) $(TRAIN_CODE)/glance_evaluate.py
	$(TRAIN_PYTHON) $(TRAIN_CODE)/program_evaluate.py

# Both networks that read Kingdomino's squares.
train-squares: $(TRAINED)/glance-shipped/run.json

# Both networks of Queendomino; the one of its squares goes on from Kingdomino's as it is shipped.
train-queendomino: $(TRAIN_DIR)/squares.npz $(TRAIN_DIR)/pieces.npz
	$(MAKE) -j2 train-queendomino-squares train-pieces
	$(TRAIN_PYTHON) $(TRAIN_CODE)/export.py queendomino
	$(TRAIN_PYTHON) $(TRAIN_CODE)/export.py pieces
	$(TRAIN_PYTHON) $(TRAIN_CODE)/round_weights.py queendomino pieces

train-queendomino-squares: $(TRAIN_DIR)/squares.npz
	$(TRAIN_PYTHON) $(TRAIN_CODE)/queendomino_train.py
	$(TRAIN_PYTHON) $(TRAIN_CODE)/context_train.py

train-pieces: $(TRAIN_DIR)/pieces.npz
	$(TRAIN_PYTHON) $(TRAIN_CODE)/pieces_train.py

# On from the shipped weights with real faces and pieces (KINGDOM_PHOTOS/queendomino), and shipped in their place; before that what each fold
# reads of the other. Fewer rendered squares than train-pieces, and in a folder of their own: they are there to keep what was learnt. All cores
# draw, and an accelerator trains where there is one (minutes instead of days).
train-pieces-further: $(TRAIN_DIR)/further/pieces.npz
	TRAIN_DIR=$(<D) $(TRAIN_PYTHON) $(TRAIN_CODE)/real_evaluate.py before > $(<D)/real-before.jsonl
	TRAIN_DIR=$(<D) $(TRAIN_PYTHON) $(TRAIN_CODE)/pieces_real.py draw
	TRAIN_DIR=$(<D) $(TRAIN_PYTHON) $(TRAIN_CODE)/pieces_real.py a
	TRAIN_DIR=$(<D) $(TRAIN_PYTHON) $(TRAIN_CODE)/pieces_real.py b
	TRAIN_DIR=$(<D) $(TRAIN_PYTHON) $(TRAIN_CODE)/pieces_real.py shipped
	TRAIN_DIR=$(<D) $(TRAIN_PYTHON) $(TRAIN_CODE)/real_evaluate.py folds > $(<D)/real-folds.jsonl
	TRAIN_DIR=$(<D) $(TRAIN_PYTHON) $(TRAIN_CODE)/export.py pieces-further
	$(TRAIN_PYTHON) $(TRAIN_CODE)/round_weights.py pieces
	$(TRAIN_PYTHON) $(TRAIN_CODE)/real_evaluate.py card $(<D)/real-before.jsonl $(<D)/real-folds.jsonl

# The head that tells where a knight, a tower or the Queen may stand, on Queendomino's shipped squares network, and put into its file. Before that
# what is told with the real pieces of one fold of the other's.
train-standing: $(TRAIN_DIR)/further/pieces.npz
	TRAIN_DIR=$(<D) $(TRAIN_PYTHON) $(TRAIN_CODE)/pieces_real.py draw a b
	TRAIN_DIR=$(<D) $(TRAIN_PYTHON) $(TRAIN_CODE)/standing_train.py gather
	for what in a b shipped; do TRAIN_DIR=$(<D) $(TRAIN_PYTHON) $(TRAIN_CODE)/standing_train.py $$what; done
	TRAIN_DIR=$(<D) $(TRAIN_PYTHON) $(TRAIN_CODE)/head_export.py standing
	$(TRAIN_PYTHON) $(TRAIN_CODE)/round_weights.py queendomino

# The head that tells how much of a square is seen, on the shipped fast network, and put into its file.
train-seen: $(TRAIN_DIR)/seen-1.npz
	$(TRAIN_PYTHON) $(TRAIN_CODE)/seen_train.py held-out
	$(TRAIN_PYTHON) $(TRAIN_CODE)/seen_train.py shipped
	$(TRAIN_PYTHON) $(TRAIN_CODE)/head_export.py seen

train-locator: $(TRAIN_DIR)/scenes/done
	$(TRAIN_PYTHON) $(TRAIN_CODE)/locator_train.py

# On from the shipped weights, and shipped in their place.
train-locator-further: $(TRAIN_DIR)/scenes/done
	$(TRAIN_PYTHON) $(TRAIN_CODE)/locator_train.py further
	$(TRAIN_PYTHON) $(TRAIN_CODE)/export.py locator
	$(TRAIN_PYTHON) $(TRAIN_CODE)/round_weights.py locator

train-scenes: $(TRAIN_DIR)/scenes/done

$(TRAINED)/base/run.json: $(TRAIN_DIR)/squares.npz
	$(TRAIN_SQUARES) base

$(TRAINED)/shipped/run.json: $(TRAINED)/base/run.json
	$(TRAIN_SQUARES) shipped

$(TRAINED)/glance-base/run.json: $(TRAINED)/base/run.json
	$(TRAIN_SQUARES) glance-base

$(TRAINED)/glance-shipped/run.json: $(TRAINED)/shipped/run.json $(TRAINED)/glance-base/run.json
	$(TRAIN_SQUARES) glance-shipped

$(FOLDS:%=$(TRAINED)/%/crops.npz): $(TRAINED)/%/crops.npz: $(TRAINED)/base/run.json
	$(TRAIN_SQUARES) $*

# What teaches a fold's glance network has not seen what the fold holds out either.
$(FOLDS:%=$(TRAINED)/glance-%/crops.npz): $(TRAINED)/glance-%/crops.npz: $(TRAINED)/%/crops.npz $(TRAINED)/glance-base/run.json
	$(TRAIN_SQUARES) glance-$*

# 17 GB of canvases before there was the class many-pieces; about 20 with it, by reckoning.
$(TRAIN_DIR)/pieces.npz: $(TRAIN_DIR)/scenes/done
	$(TRAIN_PYTHON) $(TRAIN_CODE)/pieces_data.py

$(TRAIN_DIR)/further/pieces.npz: $(TRAIN_CODE)/queendomino-suite.json | $(TRAIN_DIR)/venv/bin/python
	cargo build --release --locked --workspace --bin kingdom-painter
	seq 2001 2016 | xargs -P $$(nproc --all) -I{} $(RENDER_PIECES) --seed {} --count 11 -o $(@D)/scenes-for-pieces/queendomino/{}
	$(RENDER) --suite fixtures/suites/queendomino.json --count 3 -o $(@D)/scenes-never-trained-on
	mkdir -p $(@D)/scenes-for-pieces/sheets
	for style in $(STYLES); do for number in $$(seq 1 32); do \
	  $(RENDER) --building-sheet --style $$style --box-seed $$((5000 + number)) --seed $$number \
	    -o $(@D)/scenes-for-pieces/sheets/$${style}_$$(printf %05d $$number).jpg; \
	done; done
	TRAIN_DIR=$(@D) $(TRAIN_PYTHON) $(TRAIN_CODE)/pieces_data.py

$(TRAIN_DIR)/squares.npz: $(TRAIN_DIR)/scenes/done
	cargo build --release --locked --workspace --bin kingdom-scanner
	$(TRAIN_PYTHON) $(TRAIN_CODE)/squares_data.py

$(TRAIN_DIR)/seen-1.npz: $(TRAIN_DIR)/scenes-for-seen/done
	cargo build --release --locked --workspace --bin kingdom-scanner
	$(TRAIN_PYTHON) $(TRAIN_CODE)/seen_data.py

$(TRAIN_DIR)/scenes-for-seen/done: $(TRAIN_CODE)/seen-suite.json | $(TRAIN_DIR)/venv/bin/python
	cargo build --release --locked --workspace --bin kingdom-painter
	$(RENDER) --suite $< --seed 51 -o $(@D)/ours
	$(RENDER) --suite $< --seed 52 -o $(@D)/real $(REAL_ARTWORK)
	seed=61; for style in $(OTHER_STYLES); do \
	  $(RENDER) --suite $< --seed $$seed --count 25 --style $$style -o $(@D)/styles-$$style; seed=$$((seed + 1)); \
	done
	touch $@

$(TRAIN_DIR)/scenes/done: fixtures/suites/training.json $(TRAIN_CODE)/queendomino-suite.json | $(TRAIN_DIR)/venv/bin/python
	cargo build --release --locked --workspace --bin kingdom-painter
	$(RENDER_LOCATOR) --seed 1 -o $(TRAIN_DIR)/scenes/ours
	$(RENDER_LOCATOR) --seed 2 -o $(TRAIN_DIR)/scenes/real $(REAL_ARTWORK)
	mkdir -p $(TRAIN_DIR)/scenes/sheets
	for style in $(STYLES); do for number in $$(seq 1 $(BOXES)); do for sheet in building town; do \
	  $(RENDER) --$$sheet-sheet --style $$style --box-seed $$((7000 + number)) --seed $$((900 + number)) \
	    -o $(TRAIN_DIR)/scenes/sheets/$${sheet}_$${style}_$$(printf %05d $$number).jpg; \
	done; done; done
	$(RENDER_SQUARES) --seed 11 -o $(TRAIN_DIR)/scenes-for-squares/ours
	$(RENDER_SQUARES) --seed 12 -o $(TRAIN_DIR)/scenes-for-squares/real $(REAL_ARTWORK)
	$(RENDER_PIECES) -o $(TRAIN_DIR)/scenes-for-pieces/queendomino
	mkdir -p $(TRAIN_DIR)/scenes-for-pieces/sheets
	for style in $(STYLES); do for number in $$(seq 1 $(BOXES)); do \
	  $(RENDER) --building-sheet --style $$style --box-seed $$((5000 + number)) --seed $$number \
	    -o $(TRAIN_DIR)/scenes-for-pieces/sheets/$${style}_$$(printf %05d $$number).jpg; \
	done; done
	$(RENDER_PIECES) --seed 31 --count 825 -o $(TRAIN_DIR)/scenes-for-context/queendomino
	$(RENDER_SQUARES) --seed 32 --count 600 -o $(TRAIN_DIR)/scenes-for-context/real $(REAL_ARTWORK)
	touch $@

$(TRAIN_DIR)/venv/bin/python: $(TRAIN_CODE)/requirements.txt
	python3 -m venv $(TRAIN_DIR)/venv
	$@ -m pip install --quiet -r $<
	touch $@

train-clean:
	rm -rf $(TRAIN_DIR)
