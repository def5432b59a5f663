"""The networks. They use only layers that OpenCV 4.6's dnn module loads from ONNX: convolution, also transposed, batch norm, ReLU, nearest
upsampling by 2, sums, products with constants, slices, concatenation, pooling, fully connected layers, products of two-dimensional matrices and
softmax."""

import copy
import functools

import torch
import torch.nn.functional as F
from torch import nn

# Terrains before the castle bear crowns; a town's crowns are on its buildings.
TERRAINS = ["wheat", "forest", "lake", "grassland", "swamp", "mine", "castle", "empty", "town"]
CASTLE, EMPTY, TOWN = (TERRAINS.index(name) for name in ("castle", "empty", "town"))
MAX_CROWNS = 3
# A clockwise quarter turn takes each side to the next.
SIDES = ["right", "down", "left", "up"]
# What may stand on a town square: nothing (a building site), or a kind in the order of crates/kingdomino/src/domain/building.rs.
BUILDINGS = [
    "site", "bakery", "sawmill", "fishery", "tailor", "wizard-school", "foundry", "church", "tax-office", "treasure-chest",
    "small-tavern", "large-tavern", "watchtower", "fortress", "travelling-castle", "training-ground", "statue", "queens-tower",
]
# The most towers on a square that are told apart.
MAX_TOWERS = 4

# Training shows castles and holes about e times as often as kingdoms do (11 % and 13 % of a batch, see squares_augment.py; some 4 % in kingdoms). The
# exported squares network's logits of both are therefore lowered by this much; Queendomino's second part learns their frequency from whole kingdoms.
SHARE_CORRECTION = 1.0


def conv_bn_relu(inputs, outputs, stride=1, kernel=3):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions whose output is added to their input (n, channels, rows, cols). At first they add nothing, so that they can be put into a
    trained network."""

    def __init__(self, channels):
        super().__init__()
        self.first = conv_bn_relu(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels))
        nn.init.zeros_(self.second[1].weight)

    def forward(self, features):
        return F.relu(features + self.second(self.first(features)))


def load_folded(network, tensors, examples):
    """Puts the weights of an exported network into `network`, to train it further. `tensors`: the weight and bias of every convolution in the
    graph's order, which is that of `forward`; the export folded the batch norms into them. Each batch norm gets the mean and deviation of its
    input on `examples` and undoes them, so that the outputs stay."""
    pairs = iter(zip(tensors[::2], tensors[1::2]))

    @torch.no_grad()
    def fill(conv, _):
        weight, bias = next(pairs)
        conv.weight.copy_(weight)
        if conv.bias is not None:
            conv.bias.copy_(bias)
        conv.folded_bias = bias

    @torch.no_grad()
    def undo(norm, inputs, conv):
        values = inputs[0].transpose(0, 1).flatten(1)
        norm.running_mean.copy_(values.mean(1))
        norm.running_var.copy_(values.var(1))
        norm.weight.copy_((norm.running_var + norm.eps).sqrt())
        norm.bias.copy_(norm.running_mean + conv.folded_bias)

    convolutions = [layer for layer in network.modules() if isinstance(layer, (nn.Conv2d, nn.ConvTranspose2d))]
    hooks = [layer.register_forward_pre_hook(fill) for layer in convolutions]
    for block in network.modules():
        if isinstance(block, nn.Sequential) and isinstance(block[0], nn.Conv2d):
            hooks.append(block[1].register_forward_pre_hook(functools.partial(undo, conv=block[0])))
    with torch.no_grad():
        network.eval()(examples)
    for hook in hooks:
        hook.remove()
    if next(pairs, None) is not None:
        raise ValueError("the exported network has more convolutions than this one")
    return network


class CropNetwork(nn.Module):
    """Crops (n, 3, side, side) to features, and from these to logits, with one head for each of `outputs`, name -> number of classes. `layers`:
    channels, stride and kernel of each convolution; `residuals`: the indices of convolutions that a Residual follows; `poolings`: how the last
    outputs become features, each of them one per channel."""

    def __init__(self, layers, outputs, poolings=(F.adaptive_avg_pool2d,), residuals=()):
        super().__init__()
        self.poolings = poolings
        convolutions, inputs = [], 3
        for number, (channels, stride, kernel) in enumerate(layers):
            convolutions.append(conv_bn_relu(inputs, channels, stride, kernel))
            if number in residuals:
                convolutions.append(Residual(channels))
            inputs = channels
        self.features = nn.Sequential(*convolutions)
        self.outputs = list(outputs)
        for name, classes in outputs.items():
            self.add_module(name, nn.Linear(len(poolings) * inputs, classes))

    def forward(self, crops):
        return self.heads(self.pooled(crops))

    def pooled(self, crops):
        features = self.features(crops)
        return torch.cat([pool(features, 1).flatten(1) for pool in self.poolings], 1)

    def heads(self, features):
        return tuple(self.get_submodule(name)(features) for name in self.outputs)


WIDE = [(24, 2, 3), (32, 1, 3), (48, 2, 3), (48, 1, 3), (96, 2, 3), (96, 1, 3), (128, 2, 3), (128, 1, 3)]
# OpenCV 4.6 gathers a convolution's inputs one by one, about a quarter of a scan's time, so few wide layers are faster than many narrow ones.
# Measured with it: 0.35 of WIDE's time.
FAST = [(16, 2, 5), (32, 2, 3), (64, 2, 3), (64, 1, 3), (128, 2, 3), (128, 1, 3)]

# For crops of 160 px. Without residuals, and with more augmentation against relying on a style, the network told 83 % of the buildings on 600 squares
# of scenes that it was trained on, and 83 % on 600 others: it could not learn more. With them, and with less of that, 88 % and 86 %. They follow the
# layers without a stride; others were not tried.
DETAILED = [(32, 2, 5), (48, 2, 3), (64, 1, 3), (96, 2, 3), (128, 1, 3), (160, 2, 3), (192, 1, 3)]
RESIDUALS = (2, 4, 6)
# The same for WIDE, except after its second layer, where a residual would cost three quarters of what all the others do.
QUEENDOMINO_RESIDUALS = (3, 5, 7)


def outputs_of_square(terrains):
    return {"terrain": terrains, "crowns": MAX_CROWNS + 1, "seam": len(SIDES)}


class SquaresNetwork(CropNetwork):
    """Crops of 64 px to logits of the terrain (n, 8: no town), of the number of crowns (n, 4), and of the seam (n, 4): the side, in the order of
    SIDES, of the other half of the square's domino."""

    def __init__(self):
        super().__init__(WIDE, outputs_of_square(TOWN))


class GlanceNetwork(CropNetwork):
    """The same in a third of the time: it is asked first, and the squares network where it is in doubt."""

    def __init__(self):
        super().__init__(FAST, outputs_of_square(TOWN))


class QueendominoNetwork(CropNetwork):
    """The same for Queendomino's kingdoms, with towns: terrain (n, 9)."""

    # The layers that give the looks, as indices of `features`, where a residual counts as a layer: WIDE's second, and the residuals behind its fourth
    # and its sixth.
    EARLY = (1, 4, 7)

    def __init__(self):
        super().__init__(WIDE, outputs_of_square(len(TERRAINS)), residuals=QUEENDOMINO_RESIDUALS)

    def features_and_looks(self, crops):
        """The features (n, 128), and the looks (n, 352): means of early layers' outputs over the crop and along the square's edges. They tell
        colours and strokes, and the ground, in which squares of a terrain are alike whatever stands on them."""
        looks, answers = [], crops
        for number, layer in enumerate(self.features):
            answers = layer(answers)
            if number in self.EARLY:
                looks += [mean_within(answers, 0), mean_along_edges(answers)]
        return mean_within(answers, 0), torch.cat(looks, 1)

    def early_layers(self, crops):
        """The outputs of the layers EARLY, (n, channels, rows, cols) each."""
        answers = [crops]
        for layer in self.features[: self.EARLY[-1] + 1]:
            answers.append(layer(answers[-1]))
        return [answers[number + 1] for number in self.EARLY]


def mean_within(features, share):
    """The means (n, channels) of (n, channels, side, side), without this share of the side at each edge."""
    side = features.shape[-1]
    inner = slice(int(side * share), side - int(side * share))
    return F.adaptive_avg_pool2d(features[:, :, inner, inner], 1).flatten(1)


def mean_along_edges(features):
    """The means (n, channels) over a band inside the square, from an eighth of the crop's side to a quarter: what is within the former, nine
    sixteenths of the crop, less what is within the latter, four sixteenths."""
    return (9 * mean_within(features, 1 / 8) - 4 * mean_within(features, 1 / 4)) / 5


class Attention(nn.Module):
    """Attention of tokens (..., n, width) to each other, in several heads (`ways`), and a feed-forward layer. Each head is a layer of its own
    and nothing is normalised, so that OpenCV 4.6 can load it; it took a scale before the softmax wrongly, so the layers learn that, too."""

    def __init__(self, width, ways, hidden):
        super().__init__()

        def layers():
            return nn.ModuleList(nn.Linear(width, width // ways) for _ in range(ways))

        self.asks, self.offers, self.values = layers(), layers(), layers()
        self.joins = nn.Linear(width, width)
        self.thinks = nn.Sequential(nn.Linear(width, hidden), nn.ReLU(), nn.Linear(hidden, width))
        for ask in self.asks:
            nn.init.normal_(ask.weight, std=0.1 / width**0.5)

    def forward(self, tokens, hidden=None):
        """`hidden` (..., 1, n): 0 for a token, -inf where there is none."""
        answers = []
        for ask, offer, value in zip(self.asks, self.offers, self.values):
            likeness = torch.matmul(ask(tokens), offer(tokens).transpose(-1, -2))
            weights = torch.softmax(likeness if hidden is None else likeness + hidden, -1)
            answers.append(torch.matmul(weights, value(tokens)))
        tokens = tokens + self.joins(torch.cat(answers, -1))
        return tokens + self.thinks(tokens)


class ContextNetwork(nn.Module):
    """Reads the squares of a kingdom together: all are of one box under one lamp. For each square it gets what is seen (..., n, 480), features
    and looks, and the logits of terrain (..., n, 9) and crowns (..., n, 4) of QueendominoNetwork; it returns the same logits, corrected."""

    WIDTH, WAYS, HIDDEN, LAYERS = 96, 4, 192, 2
    # What is seen: the features, then the looks, which are twice the channels of QueendominoNetwork.EARLY.
    FEATURES = 128
    SEEN = FEATURES + 2 * (32 + 48 + 96)

    def __init__(self):
        super().__init__()
        inputs = self.SEEN + len(TERRAINS) + MAX_CROWNS + 1
        self.enters = nn.Linear(inputs, self.WIDTH)
        self.layers = nn.ModuleList(Attention(self.WIDTH, self.WAYS, self.HIDDEN) for _ in range(self.LAYERS))
        self.terrain = nn.Linear(self.WIDTH, len(TERRAINS))
        self.crowns = nn.Linear(self.WIDTH, MAX_CROWNS + 1)
        for head in self.terrain, self.crowns:
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    @torch.no_grad()
    def normalise(self, tokens):
        """Scales the input so that these tokens (n, inputs) have a mean of 0 and a deviation of 1."""
        deviation, mean = torch.std_mean(tokens, 0)
        self.enters.weight /= deviation + 1e-3
        self.enters.bias -= self.enters.weight @ mean

    def forward(self, seen, terrain, crowns, hidden=None):
        tokens = self.enters(torch.cat([seen, terrain, crowns], -1))
        for layer in self.layers:
            tokens = layer(tokens, hidden)
        return terrain + self.terrain(tokens), crowns + self.crowns(tokens)


class PiecesNetwork(CropNetwork):
    """What stands on a square, from crops of 160 px: logits of the building, if it is a town square (n, 18), of a knight (n, 2: no, yes), of the
    number of towers (n, 5) and of the Queen (n, 2). The crops show the surroundings: the square's pieces lean into them, and the neighbours'
    pieces into the square. The features are means over the places, each place with its own weight. A shield is a small part of a tile, which a
    mean forgets: the features also hold the maximum over the square.

    With `knows_a_set` a second branch behind the early layers adds to the logits what it knows of the printed set; for other artwork it adds
    nothing.

    In one training step of four each picture gets a mean and a deviation between its own and another's channels in an early layer, which carry
    how an edition is drawn and coloured, not what is drawn (MixStyle, Zhou et al. 2021, who do it in one of two)."""

    # The last convolution has so many outputs in a row, one at either end outside the square.
    PLACES = 10
    MIXED_LAYER = 1
    MIXED_SHARE = 0.25
    # So many convolutions and residuals come before what the second branch sees first, and before the two branches.
    MIDDLE, EARLY = 4, 7

    def __init__(self, knows_a_set=False):
        outputs = {"building": len(BUILDINGS), "knight": 2, "towers": MAX_TOWERS + 1, "queen": 2}
        super().__init__(DETAILED, outputs, (self._weighted_mean, self._most_on_the_square), RESIDUALS)
        channels = DETAILED[-1][0]
        # (channels, 1, rows, cols): at first only the square's own places count.
        self.weights_of_places = nn.Parameter(F.pad(torch.ones(channels, 1, self.PLACES - 2, self.PLACES - 2), (1, 1, 1, 1)))
        self.features[self.MIXED_LAYER].register_forward_hook(self._mixed)
        self.known_set = KnownSet(self.features[self.EARLY :], outputs) if knows_a_set else None

    def forward(self, crops):
        if self.known_set is None:
            return super().forward(crops)
        late, more = self.both(crops)
        return tuple(logits + beyond(values, least) for logits, values, least in zip(late, more, KnownSet.LEAST.values()))

    def both(self, crops):
        """The logits without the second branch, and what it says."""
        middle = self.features[: self.MIDDLE](crops)
        early = self.features[self.MIDDLE : self.EARLY](middle)
        answers = self.features[self.EARLY :](early)
        late = self.heads(torch.cat([pool(answers, 1).flatten(1) for pool in self.poolings], 1))
        return late, self.known_set(middle, early)

    def _weighted_mean(self, features, _):
        return F.conv2d(features, self.weights_of_places / (self.PLACES - 2) ** 2, groups=features.shape[1])

    def _most_on_the_square(self, features, size):
        return F.adaptive_max_pool2d(features[:, :, 1:-1, 1:-1], size)

    def _mixed(self, _, inputs, features):
        if self.training and torch.rand(()) < self.MIXED_SHARE:
            return styles_mixed(features)


def beyond(values, least):
    """How far values go beyond so much from 0."""
    return F.relu(values - least) - F.relu(-values - least)


class KnownSet(nn.Module):
    """From the middle and the early layers' outputs of PiecesNetwork (n, 64, 40, 40) and (n, 128, 20, 20) to what is added to its logits; at first
    nothing. `late`: layers to begin with."""

    # What changes a logit by less is not added: so little it says of drawings, too. A choice made before the training, which knows it.
    LEAST = {"building": 2.0, "knight": 2.0, "towers": 2.0, "queen": 2.0}
    # Channels of its own layers, which see what the early layers, trained on drawings, pass over. All layers together then take 1.09 times as many
    # products as without them.
    OWN = 64

    def __init__(self, late, outputs):
        super().__init__()
        middle, early = DETAILED[2][0], DETAILED[4][0]
        own = [nn.Conv2d(middle, self.OWN, 3, 2, 1), nn.ReLU()]
        for _ in range(2):
            own += [nn.Conv2d(self.OWN, self.OWN, 3, padding=1), nn.ReLU()]
        self.own = nn.Sequential(*own)
        self.late = copy.deepcopy(late)
        with torch.no_grad():
            first = self.late[0][0]
            joint = nn.Conv2d(early + self.OWN, first.out_channels, 3, 2, 1, bias=False)
            joint.weight[:, :early] = first.weight
            self.late[0][0] = joint
        self.adds = nn.ModuleDict({name: nn.Linear(2 * DETAILED[-1][0], classes) for name, classes in outputs.items()})
        for head in self.adds.values():
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def forward(self, middle, early):
        on_the_square = self.late(torch.cat([early, self.own(middle)], 1))[:, :, 1:-1, 1:-1]
        pooled = torch.cat([pool(on_the_square, 1).flatten(1) for pool in (F.adaptive_avg_pool2d, F.adaptive_max_pool2d)], 1)
        return tuple(head(pooled) for head in self.adds.values())


def styles_mixed(features, strength=0.1):
    """Each picture's features (n, channels, rows, cols), with a mean and a deviation between its own and another's."""
    values = features.float()
    deviation, mean = torch.std_mean(values, (2, 3), keepdim=True)
    own = torch.distributions.Beta(strength, strength).sample((len(features), 1, 1, 1))
    other = torch.randperm(len(features))
    mixed_mean, mixed_deviation = (own * part + (1 - own) * part[other] for part in (mean, deviation))
    return ((values - mean) / (deviation + 1e-5) * mixed_deviation + mixed_mean).to(features.dtype)


class SeenHead(nn.Module):
    """How much of a square is covered, and whether it is misread because of that: added to the glance network, whose weights stay as they are.
    Its input is that network's second, fourth and sixth layer for a crop, (n, 32, 16, 16), (n, 64, 8, 8) and (n, 128, 4, 4); its output the
    logits that each cell of the crop is covered (n, 1, 8, 8), and that the square is misread (n, 1)."""

    LAYERS = (1, 3, 5)
    CELLS = 8
    CHANNELS, HIDDEN = 40, 48

    def __init__(self):
        super().__init__()
        early, middle, late = (FAST[layer][0] for layer in self.LAYERS)
        self.enters = nn.Sequential(nn.Conv2d(early + middle + late, self.CHANNELS, 1), nn.ReLU())
        self.joins = nn.Sequential(nn.Conv2d(self.CHANNELS, self.CHANNELS, 3, padding=1), nn.ReLU())
        self.covered = nn.Conv2d(self.CHANNELS, 1, 1)
        self.misread = nn.Sequential(nn.Linear(2 * self.CHANNELS + late, self.HIDDEN), nn.ReLU(), nn.Linear(self.HIDDEN, 1))

    def forward(self, early, middle, late):
        seen = torch.cat([F.avg_pool2d(early, 2), middle, F.interpolate(late, scale_factor=2.0)], 1)
        seen = self.joins(self.enters(seen))
        pooled = [F.adaptive_avg_pool2d(seen, 1), F.max_pool2d(seen, self.CELLS), F.adaptive_avg_pool2d(late, 1)]
        return self.covered(seen), self.misread(torch.cat([part.flatten(1) for part in pooled], 1))


class StandingHead(nn.Module):
    """Whether a knight, a tower or the Queen stands on a square: added to Queendomino's squares network, whose weights stay as they are. Its input
    is the layers that give that network's looks, (n, 32, 32, 32), (n, 48, 16, 16) and (n, 96, 8, 8); its output three logits (n, 3)."""

    CHANNELS, HIDDEN = 48, 64
    OUTPUTS = ("knight", "towers", "queen")

    def __init__(self):
        super().__init__()
        seen = [channels for channels, _, _ in (WIDE[1], WIDE[3], WIDE[5])]
        self.enters = conv_bn_relu(sum(seen), self.CHANNELS, kernel=1)
        self.joins = nn.Sequential(conv_bn_relu(self.CHANNELS, self.HIDDEN, 2), conv_bn_relu(self.HIDDEN, self.HIDDEN))
        self.stands = nn.Linear(2 * self.HIDDEN, len(self.OUTPUTS))

    def forward(self, early, middle, late):
        seen = torch.cat([F.avg_pool2d(early, 2), middle, F.interpolate(late, scale_factor=2.0)], 1)
        seen = self.joins(self.enters(seen))
        pooled = [F.adaptive_avg_pool2d(seen, 1), F.adaptive_max_pool2d(seen, 1)]
        return self.stands(torch.cat([part.flatten(1) for part in pooled], 1))


class LocatorNetwork(nn.Module):
    """A U-Net with added skips: a picture (n, 3, 256, 256) to `heat` (n, 2, 128, 128) and `frame` (n, 6, 64, 64).

    heat: logits of lattice corners and of square centres.
    frame: logit of "kingdom here", log(side / 20 px), then the real and imaginary parts of p and q (see locator_targets.py).
    """

    WIDTHS = (16, 32, 64, 96, 128)

    def __init__(self):
        super().__init__()
        w0, w1, w2, w3, w4 = self.WIDTHS
        self.down0 = conv_bn_relu(3, w0, 2)
        self.down1 = nn.Sequential(conv_bn_relu(w0, w1, 2), conv_bn_relu(w1, w1))
        self.down2 = nn.Sequential(conv_bn_relu(w1, w2, 2), conv_bn_relu(w2, w2))
        self.down3 = nn.Sequential(conv_bn_relu(w2, w3, 2), conv_bn_relu(w3, w3))
        self.down4 = nn.Sequential(conv_bn_relu(w3, w4, 2), conv_bn_relu(w4, w4), conv_bn_relu(w4, w4))
        self.narrow3, self.up3 = conv_bn_relu(w4, w3, kernel=1), conv_bn_relu(w3, w3)
        self.narrow2, self.up2 = conv_bn_relu(w3, w2, kernel=1), conv_bn_relu(w2, w2)
        self.narrow1, self.up1 = conv_bn_relu(w2, w1, kernel=1), conv_bn_relu(w1, w1)
        # No further level with the skip from half the size: with that, and two layers here, a pass takes 1.5 times as long.
        self.heat = nn.ConvTranspose2d(w1, 2, 4, 2, 1)
        self.frame = nn.Conv2d(w1, 6, 1)

    def forward(self, picture):
        quarter = self.down1(self.down0(picture))
        eighth = self.down2(quarter)
        sixteenth = self.down3(eighth)
        features = self.down4(sixteenth)
        features = self.up3(self._double(self.narrow3(features)) + sixteenth)
        features = self.up2(self._double(self.narrow2(features)) + eighth)
        features = self.up1(self._double(self.narrow1(features)) + quarter)
        return self.heat(features), self.frame(features)

    @staticmethod
    def _double(features):
        return F.interpolate(features, scale_factor=2, mode="nearest")
