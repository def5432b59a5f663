"""Makes the pieces network of several that came out of each other by further training: the mean of their weights, which reads other
styles better than the last of them does (model soups, Wortsman et al. 2022).

    python pieces_mean.py NETWORK.pt NETWORK.pt ...     writes network.pt under TRAIN_DIR/pieces
"""

import sys

import numpy as np
import torch
import torch.nn.functional as F

from networks import PiecesNetwork
from pieces_data import Standing
from pieces_train import BATCH, FOLDER, LABEL_SMOOTHING, OUTPUTS, Sampler, is_kept, strangely_drawn
from training import MEMORY_FORMAT, autocast, to_network_input

# Batches to mend what the mean of the weights leaves wrong: the batch norms' means and deviations, and how often something is answered.
NORM_SEED, NORM_BATCHES = 99, 60
HEADS_SEED, HEADS_BATCHES = 77, 240
# Without the buildings: the mean tells them better as it is (a fitted head was not tried). The mean saw twice as many knights where none stand as the
# last network did; after fitting, as many.
FITTED = OUTPUTS[1:]
# Weight of the squared distance between a head's weights and the mean's. A choice.
STAY_NEAR = 3e-3


def mean_of(paths):
    states = [torch.load(path, weights_only=True) for path in paths]
    network = PiecesNetwork()
    network.load_state_dict({
        name: sum(state[name] for state in states) / len(states) if value.dtype.is_floating_point else value
        for name, value in states[0].items()
    })
    return network.to(memory_format=MEMORY_FORMAT).eval()


def batches(sampler, seed, count):
    for number in range(count):
        crops, *truths = sampler.batch(BATCH, np.random.default_rng([seed, number]))
        torch.manual_seed(number)
        yield strangely_drawn(to_network_input(crops)), truths


@torch.no_grad()
def measure_norms(network, sampler):
    """Measures the batch norms' statistics again, because averaged weights give other sums than those of any of the networks."""
    norms = [module for module in network.modules() if isinstance(module, torch.nn.BatchNorm2d)]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None  # all batches count alike
        norm.train()
    with autocast():
        for pictures, _ in batches(sampler, NORM_SEED, NORM_BATCHES):
            network(pictures)
    network.eval()


def fit_heads(network, sampler):
    with torch.no_grad(), autocast():
        seen = [(network.pooled(pictures).float(), torch.from_numpy(np.stack(truths, 1)))
                for pictures, truths in batches(sampler, HEADS_SEED, HEADS_BATCHES)]
    features, truths = (torch.cat(part) for part in zip(*seen))
    for name in FITTED:
        head, wanted = network.get_submodule(name), truths[:, OUTPUTS.index(name)]
        before = head.weight.detach().clone()
        optimizer = torch.optim.LBFGS(head.parameters(), max_iter=60, line_search_fn="strong_wolfe")

        def loss():
            optimizer.zero_grad()
            value = F.cross_entropy(head(features), wanted, label_smoothing=LABEL_SMOOTHING)
            value = value + STAY_NEAR * (head.weight - before).square().sum()
            value.backward()
            return value

        optimizer.step(loss)


def main():
    network, standing = mean_of(sys.argv[1:]), Standing.load()
    sampler = Sampler(standing, ~is_kept(standing))
    measure_norms(network, sampler)
    fit_heads(network, sampler)
    torch.save(network.state_dict(), FOLDER / "network.pt")


if __name__ == "__main__":
    main()
