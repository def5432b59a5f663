"""Shows a whole batch of pictures once more under another light and through another camera, where it lies: on an accelerator drawing anew would
take longer than learning. Pictures are (n, 3, side, side), from -1 to 1. All ranges are choices, within those of photometric.py and
squares_augment.py: what is shown was photographed once already.

A network must not tell drawn from rendered pictures by how they were made, so both are shown through this."""

import math

import torch
import torch.nn.functional as F

LUMA = (0.114, 0.587, 0.299)
BLUR_GROUPS, BLUR_REACH = 8, 5


def between(low, high, count, device):
    return torch.empty(count, 1, 1, 1).uniform_(low, high).to(device)


def some(share, count, device):
    """(count, 1, 1, 1): 1 for about this share, else 0."""
    return (torch.rand(count, 1, 1, 1) < share).float().to(device)


def photographed_again(pictures):
    count, device = len(pictures), pictures.device
    values = (moved(pictures) + 1) / 2
    values = covered(values)
    luma = (values * torch.tensor(LUMA, device=device).view(1, 3, 1, 1)).sum(1, keepdim=True)
    saturation = 1 + some(0.5, count, device) * between(-0.5, 0.35, count, device)
    values = luma + (values - luma) * saturation
    gain = some(0.5, count, device) * between(-1.0, 0.4, count, device) + between(-0.15, 0.15, count, device)
    balance = torch.randn(count, 3, 1, 1).to(device) * 0.08
    gamma = between(-0.3, 0.3, count, device).exp()
    values = values.clamp(1e-4, 1) ** gamma * (gain + balance).exp() * light_across(values)
    values = blurred(values.clamp(0, 1))
    noise = torch.randn_like(values) * between(0, 0.035, count, device) * some(0.5, count, device)
    return (values + noise).clamp(0, 1) * 2 - 1


def moved(pictures):
    """Turned by quarters and a little more, larger or smaller, shifted. They are read nearly as well at any turn, and are never mirrored: a 2
    would be a 5."""
    count, device = len(pictures), pictures.device
    angle = torch.randint(4, (count,)) * (math.pi / 2) + 0.05 * torch.randn(count)
    scale = torch.empty(count).uniform_(-0.06, 0.06).exp()
    cosine, sine = angle.cos() * scale, angle.sin() * scale
    shift = torch.empty(2, count).uniform_(-0.05, 0.05)
    matrix = torch.stack([torch.stack([cosine, -sine, shift[0]], 1), torch.stack([sine, cosine, shift[1]], 1)], 1).to(device)
    grid = F.affine_grid(matrix, pictures.shape, align_corners=False)
    return F.grid_sample(pictures, grid, padding_mode="reflection", align_corners=False)


def covered(values, share=0.15):
    """At times a part of another picture of the batch lies over a small rectangle."""
    count, side, device = len(values), values.shape[-1], values.device
    middle = torch.empty(count, 2, 1, 1).uniform_(0, 1).to(device)
    half = torch.empty(count, 2, 1, 1).uniform_(0.04, 0.14).to(device)
    along = ((torch.arange(side, device=device) + 0.5) / side).view(1, 1, 1, side)
    in_x = ((along - middle[:, :1]).abs() < half[:, :1]).float()
    in_y = ((along.transpose(2, 3) - middle[:, 1:]).abs() < half[:, 1:]).float()
    mask = in_x * in_y * some(share, count, device)
    return values * (1 - mask) + values.flip(0).roll(side // 3, 2) * mask


def light_across(values, share=0.3):
    """(n, 1, side, side): a light that falls off to one side, by half at most."""
    count, side, device = len(values), values.shape[-1], values.device
    angle = between(0, 2 * math.pi, count, device)
    along = torch.linspace(-1, 1, side, device=device).view(1, 1, 1, side)
    across = along * angle.cos() + along.transpose(2, 3) * angle.sin()
    softness, place = between(-2.5, 0, count, device).exp(), between(-0.6, 0.6, count, device)
    return 1 - some(share, count, device) * between(0, 0.5, count, device) * torch.sigmoid((across - place) / softness * 3)


def blurred(values, share=0.4):
    """Groups of a batch out of focus. The order of a batch says little, so each kind of picture is in each group sooner or later."""
    order = torch.randperm(len(values)).to(values.device)
    groups = []
    for group in values[order].chunk(BLUR_GROUPS):
        if torch.rand(()) < share:
            reach = torch.arange(-BLUR_REACH, BLUR_REACH + 1, device=values.device).float()
            weights = torch.exp(-0.5 * (reach / torch.empty(()).uniform_(0.4, 2.0).item()) ** 2)
            weights = (weights / weights.sum()).view(1, 1, 1, -1).repeat(3, 1, 1, 1)
            group = F.pad(group, (BLUR_REACH,) * 4, mode="reflect")
            group = F.conv2d(F.conv2d(group, weights, groups=3), weights.transpose(2, 3), groups=3)
        groups.append(group)
    return torch.cat(groups)[order.argsort()]
