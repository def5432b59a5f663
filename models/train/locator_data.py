"""Draws training pictures for the locator: rendered scenes, sheets of tiles, and photographed boards, framed as the program does it: the whole
photo (first pass) or a kingdom's box with a margin (closer pass). Everything follows from (seed, index)."""

from dataclasses import dataclass

import cv2
import numpy as np

import places
from locator_targets import PICTURE_PX, Targets, targets_of, transformed
from photometric import harsh, photographed, uniform
from places import PHOTOS, scaling, shrink, translation, warp
from synthetic import draw_table

# Shares of the sources of training pictures. Boards are few, so most pictures are rendered.
BOARD_SHARE = 0.12
BARE_TABLE_SHARE = 0.03
REAL_SCENES_SHARE = 0.5

# Tiles that lie in rows with gaps, as `learn` gets them: without them 6 of 8 photos of an unseen box's towns were not found.
SHEETS_SHARE = 0.04

# The share of scenes with a kingdom that are cropped closer; the others show the whole photo.
CLOSER_SHARE = 0.4

# Margins, as shares of a box's side. The program leaves 1.2 squares around a box, 0.17 of the side of a 7x7 and 0.24 of a 5x5, and 0.3 around what
# only the mask calls a kingdom.
USUAL_MARGIN, WIDE_MARGIN = (0.03, 0.18), (0.1, 0.4)
WIDE_MARGIN_SHARE = 0.25

# Near-black scenes and strong blur: a network trained without failed on them.
HARSH_SHARE = 0.12

# Corners of kingdoms that fill their picture lie a little outside it, and are to be found all the same.
BESIDE_PX = 8

# One scene in so many of each folder is kept from the training, to validate on.
VALIDATION_STEP = 90


@dataclass
class Scene:
    """A picture and its kingdoms: for each the homography lattice -> picture and the (rows, cols) grid of tiles."""

    picture: np.ndarray
    lattices: list

    def boxes(self):
        """(n, 4): x0, y0, x1, y1 of each kingdom in picture px."""
        outlines = [outline(to_px, occupied) for to_px, occupied in self.lattices]
        return np.array([np.concatenate([corners.min(0), corners.max(0)]) for corners in outlines])


def outline(to_px, occupied):
    """(4, 2) corners of the lattice in picture px."""
    rows, cols = occupied.shape
    return transformed([[0, 0], [cols, 0], [cols, rows], [0, rows]], to_px)


def of_pictures(labels):
    """The labels, grouped by picture."""
    pictures = {}
    for label in labels:
        pictures.setdefault(label.path, []).append(label)
    return list(pictures.values())


class ScenePool:
    def __init__(self):
        scenes = {artwork: of_pictures(places.read_scenes(artwork)) for artwork in ("ours", "real", "sheets")}
        self.validation = [scene for of_artwork in scenes.values() for scene in of_artwork[::VALIDATION_STEP]]
        for of_artwork in scenes.values():
            del of_artwork[::VALIDATION_STEP]
        self.training = scenes
        self.boards = places.read_boards()
        self.board_pictures = [board.read() for board in self.boards]
        self.textures = [cv2.imread(str(path)) for path in sorted((PHOTOS / "textures").glob("*.jpg"))]

    def example(self, rng):
        """(picture (256, 256, 3) uint8, Targets), augmented."""
        draw = rng.random()
        photographed_share = 0.85
        if draw < BARE_TABLE_SHARE:
            scene = Scene(self.table(480, 640, rng), [])
        elif draw < BARE_TABLE_SHARE + BOARD_SHARE:
            scene = self.board(rng)
        else:
            photographed_share = 0.45  # the renderer has photographed them once already
            scenes = self.training[drawn_artwork(rng)]
            scene = read_scene(scenes[rng.integers(len(scenes))])
        picture, targets, content = framed(scene, window_of(scene, rng), rng)
        if rng.random() < photographed_share:
            picture[content] = photographed(picture[content], rng)
        if rng.random() < HARSH_SHARE:
            picture[content] = harsh(picture[content], rng)
        return picture, targets

    def board(self, rng):
        """A photographed board: as it is (it fills its picture) or laid on a table."""
        index = rng.integers(len(self.boards))
        label, picture = self.boards[index], self.board_pictures[index]
        scene = Scene(picture, [(label.lattice_to_px(), label.occupied())])
        return scene if rng.random() < 0.4 else self.laid_on_table(scene, rng)

    def laid_on_table(self, scene, rng):
        width, height = [(640, 480), (480, 640), (560, 560), (700, 400)][rng.integers(4)]
        table = self.table(height, width, rng)
        to_table = view(scene.picture.shape, width, height, rng)
        factor = 1 / np.sqrt(abs(np.linalg.det(to_table[:2, :2])))
        picture, to_table_of_small = scene.picture, to_table
        if factor > 1.4:
            picture, to_table_of_small = shrink(picture, to_table, factor)
        laid = warp(picture, to_table_of_small, width, height)
        cover = warp(np.full(picture.shape[:2], 255, np.uint8), to_table_of_small, width, height, cv2.BORDER_CONSTANT)
        shadow = cv2.GaussianBlur(np.roll(cover, tuple(rng.integers(-5, 6, 2)), (0, 1)), (0, 0), uniform(rng, 1, 6))
        table = table * (1 - shadow[..., None] / np.float32(255) * np.float32(uniform(rng, 0, 0.6)))
        alpha = cover[..., None] / np.float32(255)
        mixed = (table * (1 - alpha) + laid * alpha).astype(np.uint8)
        return Scene(mixed, [(to_table @ to_px, occupied) for to_px, occupied in scene.lattices])

    def table(self, height, width, rng):
        if rng.random() < 0.4:
            return draw_table(height, width, rng)
        texture = np.rot90(self.textures[rng.integers(len(self.textures))], rng.integers(4))
        if rng.random() < 0.5:
            return cv2.resize(texture, (width, height), interpolation=cv2.INTER_CUBIC)
        mirrored = np.concatenate([texture, texture[:, ::-1]], 1)
        mirrored = np.concatenate([mirrored, mirrored[::-1]], 0)
        mirrored = cv2.resize(mirrored, None, fx=uniform(rng, 0.5, 1.5), fy=uniform(rng, 0.5, 1.5))
        repeats = (height // mirrored.shape[0] + 1, width // mirrored.shape[1] + 1, 1)
        return np.tile(mirrored, repeats)[:height, :width]


def drawn_artwork(rng):
    if rng.random() < SHEETS_SHARE:
        return "sheets"
    return "real" if rng.random() < REAL_SCENES_SHARE else "ours"


def read_scene(labels):
    """The scene that the labels of one picture describe."""
    return Scene(labels[0].read(), [(label.lattice_to_px(), label.occupied()) for label in labels if label.rows])


def view(shape, width, height, rng):
    """A homography that lays a picture of `shape` tilted and turned into a width x height one, wholly visible."""
    rows, cols = shape[:2]
    tilt, direction, turn = np.radians(uniform(rng, 0, 40)), uniform(rng, 0, 2 * np.pi), uniform(rng, 0, 2 * np.pi)
    cos, sin = np.cos(tilt), np.sin(tilt)
    rotation = rotation_z(direction) @ np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]]) @ rotation_z(turn - direction)
    distance = max(rows, cols) * uniform(rng, 1.2, 2.5)
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], rotation @ [-cols / 2, -rows / 2, 0] + [0, 0, distance]])
    outline = transformed([[0, 0], [cols, 0], [cols, rows], [0, rows]], plane)
    low, size = outline.min(0), np.ptp(outline, axis=0)
    scale = uniform(rng, 0.4, 0.98) * min(width / size[0], height / size[1])
    room = np.array([width, height]) - scale * size
    offset = room * rng.random(2) - scale * low
    return translation(*offset) @ scaling(scale) @ plane


def rotation_z(angle):
    return np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])


def window_of(scene, rng):
    """x0, y0, x1, y1 of the part of the picture that the network sees."""
    height, width = scene.picture.shape[:2]
    whole = np.array([0, 0, width, height], np.float64)
    if not scene.lattices:
        low = rng.uniform(0, 0.4, 2) * [width, height]
        return np.concatenate([low, low + rng.uniform(0.5, 0.6, 2) * [width, height]]) if rng.random() < 0.5 else whole
    boxes = scene.boxes()
    if rng.random() < CLOSER_SHARE:
        box = boxes[rng.integers(len(boxes))]
        margins = WIDE_MARGIN if rng.random() < WIDE_MARGIN_SHARE else USUAL_MARGIN
        margin = np.tile(box[2:] - box[:2], 2) * rng.uniform(*margins, 4) * [-1, -1, 1, 1]
        return clipped(box + margin, whole)
    box = np.concatenate([boxes[:, :2].min(0), boxes[:, 2:].max(0)])
    room = (clipped(box, whole) - whole) * rng.uniform(0, 0.7, 4) * (rng.random(4) < 0.5)
    return clipped(whole + room, whole)


def clipped(window, whole):
    return np.array([max(window[0], 0), max(window[1], 0), min(window[2], whole[2]), min(window[3], whole[3])])


def framed(scene, window, rng=None):
    """The window scaled into the middle of a black 256x256 picture, with its targets and the slices that it fills. With `rng`: turned by quarter
    turns, mirrored, and skewed a little."""
    size = np.maximum(window[2:] - window[:2], 8)
    to_frame = translation(-window[0], -window[1])
    if rng is not None:
        to_frame = skew(size, rng) @ to_frame
        size, to_frame = turned(size, to_frame, rng)
    scale = PICTURE_PX / size.max()
    width, height = np.maximum(1, np.round(size * scale)).astype(int)
    to_frame = scaling(width / size[0], height / size[1]) @ to_frame
    picture = scene.picture
    if scale < 0.75:
        picture, to_frame_of_small = shrink(picture, to_frame, 0.9 / scale)
    else:
        to_frame_of_small = to_frame
    left, top = (PICTURE_PX - width) // 2, (PICTURE_PX - height) // 2
    frame = np.zeros((PICTURE_PX, PICTURE_PX, 3), np.uint8)
    content = (slice(top, top + height), slice(left, left + width))
    frame[content] = warp(picture, to_frame_of_small, int(width), int(height))
    to_frame = translation(left, top) @ to_frame
    targets = targets_of([(to_frame @ to_px, occupied) for to_px, occupied in scene.lattices])
    return frame, seen(targets, content), content


def seen(targets, content):
    """The targets without what lies more than BESIDE_PX outside the picture, of which the network sees nothing."""
    keep = np.zeros((PICTURE_PX, PICTURE_PX), np.float32)
    rows, cols = (slice(max(part.start - BESIDE_PX, 0), part.stop + BESIDE_PX) for part in content)
    keep[rows, cols] = 1
    return Targets(targets.heat * keep[::2, ::2], targets.mask * keep[::4, ::4], targets.frame)


def skew(size, rng):
    """Moves the window's corners by up to 3 % each way, in half of the draws."""
    corners = np.float32([[0, 0], [size[0], 0], size, [0, size[1]]])
    moved = corners + np.float32(rng.uniform(-0.03, 0.03, (4, 2)) * size)
    return cv2.getPerspectiveTransform(corners, moved) if rng.random() < 0.5 else np.eye(3)


def turned(size, to_frame, rng):
    for _ in range(int(rng.integers(4))):
        to_frame = np.array([[0, -1, size[1]], [1, 0, 0], [0, 0, 1.0]]) @ to_frame
        size = size[::-1]
    if rng.random() < 0.5:
        to_frame = np.array([[-1, 0, size[0]], [0, 1, 0], [0, 0, 1.0]]) @ to_frame
    return size, to_frame
