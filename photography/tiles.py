"""Pictures for the 3D models: blender -b -P photography/tiles.py -- FOLDER [NAME...]

One seamless tile of each finish at true scale, as colours and normals; soil and gravel from above; leaves of three plants.
"""
import os
import random
import sys

import bpy
import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import leaves  # noqa: E402
from finishes import FINISHES, GROUT, MOSAIC, PIECES_PER_METRE, RANDOMNESS, TILT  # noqa: E402
from mesh import Clay  # noqa: E402
from nodes import tint  # noqa: E402

# Metres of a tile; marble's veins are long. The server has them too.
SIDES = {'grey-stone': 1 / 3, 'marble-white': 1.0, 'sandstone': 1 / 3, 'mosaic-grey': 1 / 3}
GROUND_SIDE = 0.25
PIXELS = 1024
# What is baked beyond the tile fades into its other end.
OVERLAP = 0.25


def main(folder, *names):
    makers = {**{finish: stone for finish in SIDES}, 'mosaic-grey': mosaic, 'soil': ground, 'gravel': ground, **{plant: foliage for plant in LEAVES}}
    for name in names or makers:
        for kind, pixels in makers[name](name).items():
            save(os.path.join(os.path.abspath(folder), f'{name}-{kind}.png'), pixels)
        print(f'tile: {name}', flush=True)


def stone(finish):
    wide = SIDES[finish] * (1 + OVERLAP)
    clay = Clay()
    # A wall that faces the front, as a pot's side does: strata lie level in it.
    clay.sheet([[(0, 0, 0), (wide, 0, 0)], [(0, 0, wide), (wide, 0, wide)]], [[(0, 0), (wide, 0)], [(0, wide), (wide, wide)]])
    baked = bake(clay, FINISHES[finish], lambda v: (v.x / wide, v.z / wide), round(PIXELS * (1 + OVERLAP)))
    normal = seamless(baked['normal'])
    xy = normal[..., :2] * 2 - 1
    z = numpy.sqrt(numpy.clip(1 - (xy ** 2).sum(2, keepdims=True), 0.01, 1))
    return {'color': seamless(baked['color']), 'normal': (numpy.concatenate([xy, z], 2) + 1) / 2}


def bake(clay, material, place, pixels, kinds=('color', 'normal')):
    clear()
    made = material()
    thing = clay.object('wall', [made], smooth=0)
    layer = thing.data.uv_layers.new(name='place')
    for loop in thing.data.loops:
        layer.data[loop.index].uv = place(thing.data.vertices[loop.vertex_index].co)
    bpy.context.view_layer.objects.active = thing
    thing.select_set(True)
    out = {}
    for kind in kinds:
        image = bpy.data.images.new(kind, pixels, pixels)
        image.colorspace_settings.name = 'sRGB' if kind == 'color' else 'Non-Color'
        node = made.node_tree.nodes.new('ShaderNodeTexImage')
        node.image = image
        made.node_tree.nodes.active = node
        if kind == 'color':
            bpy.ops.object.bake(type='DIFFUSE', pass_filter={'COLOR'}, margin=0)
        else:
            bpy.ops.object.bake(type='NORMAL', margin=0)
        out[kind] = pixels_of(image)
    return out


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    # Debian's Blender has no denoiser: with denoising on, every bake is blank, without any error.
    scene.cycles.samples, scene.cycles.use_denoising = 4, False
    scene.render.threads_mode, scene.render.threads = 'FIXED', 2


def seamless(image):
    """Folds what lies beyond the tile over its other end, and keeps the contrast there."""
    mean = image.mean((0, 1))
    image = image - mean
    for axis in (0, 1):
        image = numpy.swapaxes(image, 0, axis)
        size = PIXELS
        beyond = image[size:]
        share = (numpy.arange(len(beyond)) / len(beyond))[:, None, None]
        image = image[:size].copy()
        image[:len(beyond)] = (image[:len(beyond)] * share + beyond * (1 - share)) / numpy.hypot(share, 1 - share)
        image = numpy.swapaxes(image, 0, axis)
    return numpy.clip(image + mean, 0, 1)


def mosaic(finish, pixels=2 * PIXELS):
    """Hand-set pieces as in finishes.py, but whole at the tile's edges, which a baked pattern would not be."""
    cells = round(PIECES_PER_METRE * SIDES[finish])
    rng = numpy.random.default_rng(7)
    seeds, shade, tilt = rng.random((cells, cells, 2)) * RANDOMNESS, rng.random((cells, cells)), (rng.random((cells, cells, 2)) - 0.5) * TILT
    x, y = numpy.meshgrid((numpy.arange(pixels) + 0.5) / pixels * cells, (numpy.arange(pixels) + 0.5) / pixels * cells)
    col, row = x.astype(int), y.astype(int)

    def towards(i, j):
        seed = seeds[(row + j) % cells, (col + i) % cells]
        return numpy.stack([col + i + seed[..., 0] - x, row + j + seed[..., 1] - y], 2)

    near, own = numpy.full(x.shape, 9.0), numpy.zeros((*x.shape, 2))
    piece = numpy.zeros((*x.shape, 2), int)
    for j in (-1, 0, 1):
        for i in (-1, 0, 1):
            way = towards(i, j)
            far = (way ** 2).sum(2)
            closer = far < near
            near, own[closer] = numpy.where(closer, far, near), way[closer]
            piece[closer] = numpy.stack([(row + j) % cells, (col + i) % cells], 2)[closer]
    gap = numpy.full(x.shape, 9.0)
    for j in (-2, -1, 0, 1, 2):
        for i in (-2, -1, 0, 1, 2):
            way = towards(i, j)
            across = way - own
            length = numpy.hypot(across[..., 0], across[..., 1])
            edge = ((own + way) / 2 * across).sum(2) / numpy.maximum(length, 1e-9)
            gap = numpy.where(length > 1e-6, numpy.minimum(gap, edge), gap)
    which = shade[piece[..., 0], piece[..., 1]]
    stops = [at for at, _ in MOSAIC]
    tiles = numpy.stack([numpy.interp(which, stops, [tint(colour)[k] for _, colour in MOSAIC]) for k in range(3)], 2)
    cover = ease(gap, 0.045, 0.085)[..., None]
    colour = numpy.array(tint(GROUT)) * (1 - cover) + tiles * cover
    height, step = ease(gap, 0.03, 0.13) * 0.0016 * 0.9, SIDES[finish] / pixels
    lean = tilt[piece[..., 0], piece[..., 1]]
    slope = lambda axis: (numpy.roll(height, -1, axis) - numpy.roll(height, 1, axis)) / (2 * step)
    normal = numpy.stack([lean[..., 0] - slope(1), lean[..., 1] - slope(0), numpy.ones(x.shape)], 2)
    normal /= numpy.sqrt((normal ** 2).sum(2, keepdims=True))
    halve = lambda image: image.reshape(pixels // 2, 2, pixels // 2, 2, 3).mean((1, 3))
    return {'color': to_srgb(halve(colour)), 'normal': (halve(normal) + 1) / 2}


def ease(value, start, end):
    t = numpy.clip((value - start) / (end - start), 0, 1)
    return t * t * (3 - 2 * t)


def to_srgb(linear):
    return numpy.where(linear <= 0.0031308, linear * 12.92, 1.055 * numpy.maximum(linear, 1e-9) ** (1 / 2.4) - 0.055)


def ground(kind):
    """Soil or gravel from above, in even light; what sticks out on one side comes in on the other."""
    clear()
    scene, rng, side = bpy.context.scene, random.Random(1), GROUND_SIDE
    base = Clay()
    base.sheet([[(-0.1, -0.1, 0), (side + 0.1, -0.1, 0)], [(-0.1, side + 0.1, 0), (side + 0.1, side + 0.1, 0)]], [[(0, 0), (1, 0)], [(0, 1), (1, 1)]])
    base.object('base', [leaves.soil()])
    stones, (low, high) = Clay(), (0.0015, 0.0045) if kind == 'soil' else (0.004, 0.009)
    for _ in range(900 if kind == 'soil' else 1400):
        x, y, size, tone = rng.uniform(0, side), rng.uniform(0, side), rng.uniform(low, high), rng.random()
        state = rng.getstate()
        for dx in (-side, 0, side):
            for dy in (-side, 0, side):
                if -0.02 < x + dx < side + 0.02 and -0.02 < y + dy < side + 0.02:
                    rng.setstate(state)
                    stones.pebble((x + dx, y + dy, size * 0.3), size, rng, tone if kind == 'gravel' else tone ** 2)
    stones.object('stones', [leaves.chips() if kind == 'soil' else leaves.gravel()])
    world = bpy.data.worlds.new('sky')
    world.use_nodes = True
    world.node_tree.nodes['Background'].inputs[0].default_value = (1, 1, 1, 1)
    scene.world = world
    lens = bpy.data.cameras.new('camera')
    lens.type, lens.ortho_scale = 'ORTHO', side
    camera = bpy.data.objects.new('camera', lens)
    camera.location = (side / 2, side / 2, 1)
    scene.collection.objects.link(camera)
    scene.camera, scene.cycles.samples = camera, 24
    scene.render.resolution_x = scene.render.resolution_y = 512
    scene.view_settings.view_transform = 'Standard'
    scene.render.filepath = os.path.join(bpy.app.tempdir, 'ground.png')
    bpy.ops.render.render(write_still=True)
    return {'color': pixels_of(bpy.data.images.load(scene.render.filepath))}


LEAVES = {'snake-plant': leaves.snake, 'zz-plant': leaves.zamia, 'pothos': leaves.pothos}
TONES = 4


def foliage(plant):
    """Four leaves of different tones side by side, as upright strips, and one of stalk."""
    clay, along = Clay(), 24
    for k in range(TONES):
        rows = [[(k + j / 8, 0, i / along * 5) for j in range(9)] for i in range(along + 1)]
        clay.sheet(rows, [[(j / 4 - 1, i / along) for j in range(9)] for i in range(along + 1)], tone=(k + 0.5) / TONES)
    wide = TONES + 1
    image = bake(clay, LEAVES[plant], lambda v: (v.x / wide, v.z / 5), 640, ['color'])['color']
    stalk = numpy.array(tint('#5a7f3a'))
    image[:, round(640 * TONES / wide):] = to_srgb(stalk)
    return {'color': image}


def pixels_of(image):
    values = numpy.empty(len(image.pixels), 'f4')
    image.pixels.foreach_get(values)
    return values.reshape(image.size[1], image.size[0], 4)[..., :3].astype(float)


def save(path, pixels):
    image = bpy.data.images.new('tile', pixels.shape[1], pixels.shape[0])
    image.colorspace_settings.name = 'Non-Color'
    image.pixels.foreach_set(numpy.concatenate([pixels, numpy.ones((*pixels.shape[:2], 1))], 2).astype('f4').ravel())
    image.filepath_raw, image.file_format = path, 'PNG'
    image.save()


if __name__ == '__main__':
    main(*sys.argv[sys.argv.index('--') + 1:])
