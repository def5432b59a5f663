# Training and measuring the networks. The photos are not part of the project: KINGDOM_PHOTOS says where they are.
# Two processes of one thread each run side by side; everything is resumable, and `make train-clean` starts anew.

KINGDOM_PHOTOS ?= ../shared/photos
TRAIN_DIR ?= target/train
TRAIN_SCENES ?= 6000
TRAIN_PYTHON ?= $(TRAIN_DIR)/venv/bin/python
export KINGDOM_PHOTOS TRAIN_DIR

TRAIN_SUITE := fixtures/suites/training.json
TRAIN_CODE := models/train
RENDER := target/release/kingdom-scanner render --suite $(TRAIN_SUITE) --count $(TRAIN_SCENES)

.PHONY: train evaluate train-squares train-locator train-scenes train-clean

train: train-squares train-locator
	$(TRAIN_PYTHON) $(TRAIN_CODE)/export.py squares
	$(TRAIN_PYTHON) $(TRAIN_CODE)/export.py locator

evaluate: $(TRAIN_DIR)/squares.npz
	$(TRAIN_PYTHON) $(TRAIN_CODE)/squares_train.py folds
	$(TRAIN_PYTHON) $(TRAIN_CODE)/squares_evaluate.py

train-squares: $(TRAIN_DIR)/squares.npz
	$(TRAIN_PYTHON) $(TRAIN_CODE)/squares_train.py shipped

train-locator: $(TRAIN_DIR)/scenes/done
	$(TRAIN_PYTHON) $(TRAIN_CODE)/locator_train.py

train-scenes: $(TRAIN_DIR)/scenes/done

$(TRAIN_DIR)/squares.npz: $(TRAIN_DIR)/scenes/done
	$(TRAIN_PYTHON) $(TRAIN_CODE)/squares_data.py

$(TRAIN_DIR)/scenes/done: | $(TRAIN_DIR)/venv/bin/python
	cargo build --release
	mkdir -p $(TRAIN_DIR)/scenes/ours $(TRAIN_DIR)/scenes/real
	$(RENDER) --seed 1 -o $(TRAIN_DIR)/scenes/ours
	$(RENDER) --seed 2 -o $(TRAIN_DIR)/scenes/real --faces $(KINGDOM_PHOTOS)/dominoes --textures $(KINGDOM_PHOTOS)/textures
	touch $@

$(TRAIN_DIR)/venv/bin/python: $(TRAIN_CODE)/requirements.txt
	python3 -m venv $(TRAIN_DIR)/venv
	$@ -m pip install --quiet -r $<
	touch $@

train-clean:
	rm -rf $(TRAIN_DIR)
