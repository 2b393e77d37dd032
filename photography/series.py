"""One planting in several finishes: everything is rendered once, the pot again in each finish, and the wall is repainted."""
import bpy
import numpy as np
from bpy_extras.object_utils import world_to_camera_view

import camera
import darkroom
import stands
from nodes import tint

MARGIN, SEAM = 48, 40


def render(finishes, pots, dress):
    """Yields the image in each finish; `dress` gives the pot its material."""
    first, *others = finishes
    stands.paint(first)
    layers = darkroom.render()
    whole_ground = layers.pop(darkroom.GROUND)
    whole = darkroom.denoise(**layers)
    whole_change = whole_ground / (layers['albedo'] + np.float32(0.02))
    yield whole
    if not others:
        return
    window = frame(pots, whole.shape)
    for finish in others:
        dress(finish)
        parts = darkroom.render()
        ground = parts.pop(darkroom.GROUND)
        part_change = ground / (parts['albedo'] + np.float32(0.02))
        part, share = darkroom.denoise(**parts), seam(ground.shape[:2])[..., None]
        # The scene keeps its first wall, so that its light is the same inside the frame and outside.
        change = np.array(tint(stands.WALLS[finish]), np.float32) / np.array(tint(stands.WALLS[first]), np.float32) - 1
        image = whole * (1 + whole_change * change)
        image[window] = part * (1 + part_change * change) * share + image[window] * (1 - share)
        yield image


def frame(pots, shape):
    """The part of the picture in which the pot is, as slices; only that is rendered from now on."""
    scene, (high, wide, _) = bpy.context.scene, shape
    seen = [world_to_camera_view(scene, scene.camera, p) for p in camera.outline(pots)]
    x0, x1 = (round(edge(p.x for p in seen) * wide) for edge in (min, max))
    y0, y1 = (round(edge(p.y for p in seen) * high) for edge in (min, max))
    x0, x1, y0, y1 = max(0, x0 - MARGIN), min(wide, x1 + MARGIN), max(0, y0 - MARGIN), min(high, y1 + MARGIN)
    render = scene.render
    render.use_border, render.use_crop_to_border = True, True
    # Blender cuts fractions of pixels off.
    render.border_min_x, render.border_max_x = (x0 + 0.25) / wide, (x1 + 0.25) / wide
    render.border_min_y, render.border_max_y = (y0 + 0.25) / high, (y1 + 0.25) / high
    return slice(y0, y1), slice(x0, x1)


def seam(shape):
    """1 inside, falling to 0 towards the border."""
    down, across = (np.minimum(1, np.minimum(np.arange(n), np.arange(n)[::-1]) / SEAM) for n in shape)
    return (down[:, None] * across[None, :]).astype(np.float32)
