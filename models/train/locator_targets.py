"""The locator's targets for a picture, computed exactly from the homography lattice -> picture.

`frame` describes the lattice around a pixel by its two axes: a and b are the steps (complex, x + iy, in px) that one square
to the right and one square down make at that place. With side^2 = |a x b| the outputs are log(side / 20 px) and
p = (a^2 + b^2) / side^2, q = a^2 b^2 / side^4: the same numbers whichever of the four quarter turns names the axes.
"""

from dataclasses import dataclass

import cv2
import numpy as np

PICTURE_PX = 256
HEAT_SIZE, HEAT_STRIDE = 128, 2
FRAME_SIZE, FRAME_STRIDE = 64, 4
REFERENCE_SIDE_PX = 20.0
FRAME_LIMIT = 4.0


@dataclass
class Targets:
    heat: np.ndarray  # (2, 128, 128) float32, 0..1
    mask: np.ndarray  # (64, 64) float32, 0..1
    frame: np.ndarray  # (5, 64, 64) float32


def no_kingdom():
    return Targets(
        np.zeros((2, HEAT_SIZE, HEAT_SIZE), np.float32), np.zeros((FRAME_SIZE, FRAME_SIZE), np.float32),
        np.zeros((5, FRAME_SIZE, FRAME_SIZE), np.float32),
    )


def transformed(points, homography):
    return cv2.perspectiveTransform(np.float64(points)[None], homography)[0]


def targets_of(lattices):
    """Targets for the kingdoms of a picture: pairs of a homography lattice -> 256x256 picture and a (rows, cols) grid of
    tiles."""
    parts = [targets_of_one(to_px, occupied) for to_px, occupied in lattices] or [no_kingdom()]
    frame = parts[0].frame
    for part in parts[1:]:
        frame = np.where(part.mask > 0, part.frame, frame)
    return Targets(
        np.maximum.reduce([part.heat for part in parts]), np.maximum.reduce([part.mask for part in parts]), frame
    )


def targets_of_one(to_px, occupied):
    cells = np.argwhere(occupied)[:, ::-1].astype(np.float64)  # (u, v) of each square's upper left corner
    if len(cells) == 0:
        return no_kingdom()
    outlines = [transformed(cell + [[0, 0], [1, 0], [1, 1], [0, 1]], to_px) for cell in cells]
    side_px = float(np.median([np.sqrt(abs(cv2.contourArea(np.float32(outline)))) for outline in outlines]))
    corners = np.unique(np.concatenate([cells + shift for shift in ((0, 0), (1, 0), (1, 1), (0, 1))]), axis=0)
    heat = np.stack([peaks(transformed(points, to_px), side_px) for points in (corners, cells + 0.5)])
    mask = np.zeros((PICTURE_PX, PICTURE_PX), np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(mask, np.int32(np.round(outline * 16 - 8)), 255, shift=4)
    mask = cv2.resize(mask, (FRAME_SIZE, FRAME_SIZE), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return Targets(heat, mask, axes_field(to_px) * (mask > 0))


def peaks(points, side_px):
    """A Gaussian peak of deviation 2.0 px (2.7 px where squares are larger than 17 px) at every point."""
    deviation = 2.0 if side_px < 17 else 2.7
    grid = (np.arange(HEAT_SIZE) + 0.5) * HEAT_STRIDE
    across = np.exp(-((grid[None] - points[:, :1]) ** 2) / (2 * deviation**2))
    down = np.exp(-((grid[None] - points[:, 1:]) ** 2) / (2 * deviation**2))
    return np.clip(down.T @ across, 0, 1).astype(np.float32)


def axes_field(to_px):
    """log(side / 20 px), p and q at the centre of every 4x4 block of the picture."""
    grid = (np.arange(FRAME_SIZE) + 0.5) * FRAME_STRIDE
    x, y = np.meshgrid(grid, grid)
    u, v, w = np.tensordot(np.linalg.inv(to_px), np.stack([x, y, np.ones_like(x)]), 1)
    depth = to_px[2, 0] * u / w + to_px[2, 1] * v / w + to_px[2, 2]
    step_u, step_v = (
        ((to_px[0, axis] - x * to_px[2, axis]) + 1j * (to_px[1, axis] - y * to_px[2, axis])) / depth for axis in (0, 1)
    )
    area = np.abs((step_u.conj() * step_v).imag) + 1e-6
    p = (step_u**2 + step_v**2) / area
    q = step_u**2 * step_v**2 / area**2
    field = np.stack([np.log(np.sqrt(area) / REFERENCE_SIDE_PX), p.real, p.imag, q.real, q.imag])
    return np.clip(field, -FRAME_LIMIT, FRAME_LIMIT).astype(np.float32)
