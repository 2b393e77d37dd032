"""Meshes for the 3D models: blender -b -P photography/models.py -- FOLDER CODE...

Writes FOLDER/CODE.mesh, the pot as it is sold, and for three families FOLDER/CODE-planted.mesh, what stands in it.
README.md describes the format.
"""
import json
import math
import os
import random
import struct
import sys

import bpy
import numpy
from mathutils import Matrix

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from forms import HOLE, plate, pot  # noqa: E402
from mesh import Clay  # noqa: E402
from plants import PLANTS, bed, grow, growth_in  # noqa: E402
from shots import FRONTS, TURN  # noqa: E402
from sizes import SIZES  # noqa: E402
from studio import FAMILY_SEED  # noqa: E402
from tiles import TONES  # noqa: E402

# Points round a pot: at 64 the largest bowl is 0.4 mm off its circle.
AROUND = 64
# The pictures of tiles.py on the plant and on the ground.
PICTURES = {'cubee': ('snake-plant', 'soil'), 'tubo': ('zz-plant', 'gravel'), 'triya': ('pothos', 'soil')}
# How far the viewer turns each pot, in degrees (camera.ts). Round ones are turned back, so that their plants and legs look as in the photographs.
VIEWED = 27
ROUND = ('tubo', 'triya')
# A leaf's points along and across, and the sides of a stalk.
COARSE = {'cubee': (14, 4, 3), 'tubo': (4, 2, 4), 'triya': (4, 2, 3)}
# Steps of a metre, of a unit normal, and of a metre or share on the skin.
POSITION, NORMAL, SKIN = 2 ** 14, 2 ** 8, 2 ** 13


def main(folder, *codes):
    for code in codes or SIZES:
        made = stage(code)
        write(os.path.join(folder, f'{code}.mesh'), [part('stone', made.thing, in_metres, made.family)])
        if made.family in COARSE:
            write(os.path.join(folder, f'{code}-planted.mesh'), planted(code))
        print(f'model: {code}', flush=True)


def stage(code):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    return pot(code, bpy.data.materials.new('stone'), AROUND, 3)


def planted(code):
    family = SIZES[code].family
    rng = chance_after_ground(family)
    made = stage(code)
    Clay.coarse = COARSE[family]
    grow(family, made, rng, growth_in(family, made))
    Clay.coarse = None
    green = next(thing for thing in bpy.data.objects if thing.type == 'MESH' and thing is not made.thing)
    green.modifiers.clear()
    green.data.transform(green.matrix_basis)
    green.matrix_basis.identity()
    foliage, soil = PICTURES[family]
    return [part(soil, earth(made), in_metres, family), part(foliage, green, on_atlas, family)]


def chance_after_ground(family):
    """The random numbers that are next when the ground of the family's photograph is laid, so that the same plant grows here."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    rng = random.Random(FAMILY_SEED[family])
    (shown, *_), _ = FRONTS[family]
    bed(pot(shown, bpy.data.materials.new('stone')), rng, PLANTS[family].ground)
    return rng


def earth(made):
    """The soil as seen from above, and through the drainage hole from below."""
    clay, rings, around = Clay(), 3, 40
    rows = [[made.spot(i / rings, 2 * math.pi * (k % around) / around) for k in range(around + 1)] for i in range(rings + 1)]
    plate(clay, [[(x, y, z + 0.006 * (1 - (i / rings) ** 2)) for x, y, z in row] for i, row in enumerate(rows)])
    stop = [(HOLE * 1.3 * math.cos(a), HOLE * 1.3 * math.sin(a), made.floor_z + 0.001) for a in (-math.pi * k / 4 for k in range(8))]
    clay.disc(stop)
    return clay.object('soil', [bpy.data.materials.new('soil')])


def in_metres(skin, _tone, _slot):
    return skin


def on_atlas(skin, tone, slot):
    """Places a leaf on one of the upright strips of the atlas; stalks take the strip behind the leaves."""
    strip = numpy.minimum(TONES - 1, (tone * TONES).astype(int))
    u = (strip + 0.5 + skin[:, 0] * 0.47) / (TONES + 1)
    v = 0.004 + numpy.clip(skin[:, 1], 0, 1) * 0.992
    return numpy.stack([numpy.where(slot > 0, (TONES + 0.5) / (TONES + 1), u), numpy.where(slot > 0, 0.5, v)], 1)


def part(name, thing, skin_of, family):
    """One vertex for each corner that has a normal and a skin of its own, as graphics cards need."""
    if family in ROUND:
        thing.data.transform(Matrix.Rotation(math.radians(TURN[family] - VIEWED), 4, 'Z'))
    bake_occlusion(thing)
    mesh = thing.data
    mesh.calc_normals_split()
    mesh.calc_loop_triangles()
    loops = len(mesh.loops)
    vertex, normal = numpy.empty(loops, int), numpy.empty(loops * 3)
    mesh.loops.foreach_get('vertex_index', vertex)
    mesh.loops.foreach_get('normal', normal)
    triangles = numpy.empty(len(mesh.loop_triangles) * 3, int)
    mesh.loop_triangles.foreach_get('loops', triangles)
    slots = numpy.empty(len(mesh.polygons), int)
    mesh.polygons.foreach_get('material_index', slots)
    slot = numpy.repeat(slots, [polygon.loop_total for polygon in mesh.polygons])
    at, skin, tone, light = (read(mesh, *layer) for layer in (('position', 3), ('skin', 3), ('tone', 1), ('occlusion', 4)))
    at, skin, tone, light = at[vertex], skin[vertex, :2], tone[vertex, 0], light[vertex, 0]
    normal = normal.reshape(-1, 3)
    up = lambda v: numpy.stack([v[:, 0], v[:, 2], -v[:, 1]], 1)
    # Foliage is rounded more coarsely, so that it compresses better; nobody sees the difference.
    grain = 1 if name == 'stone' else 4
    corners = numpy.concatenate([
        numpy.round(up(at) * POSITION / grain) * grain, numpy.round(up(normal) * NORMAL), numpy.round(skin_of(skin, tone, slot) * SKIN), numpy.round(light[:, None] * 255),
    ], 1).astype(int)
    used, place = numpy.unique(corners[triangles], axis=0, return_inverse=True)
    # In the sequence of their first use, neighbours differ little and compress well.
    first = numpy.full(len(used), len(place))
    numpy.minimum.at(first, place, numpy.arange(len(place)))
    order = numpy.argsort(first)
    rank = numpy.empty(len(used), int)
    rank[order] = numpy.arange(len(used))
    faces = rank[place].reshape(-1, 3)
    a, b, c = faces.T
    faces = faces[(a != b) & (b != c) & (a != c)]
    around = float(skin[:, 0].max()) if name == 'stone' else 0
    return {'name': name, 'around': around, 'vertices': used[order], 'faces': faces}


def read(mesh, name, width):
    if name == 'position':
        values = numpy.empty(len(mesh.vertices) * 3)
        mesh.vertices.foreach_get('co', values)
        return values.reshape(-1, 3)
    layer = mesh.attributes[name]
    values = numpy.empty(len(mesh.vertices) * width)
    layer.data.foreach_get({1: 'value', 3: 'vector', 4: 'color'}[width], values)
    return values.reshape(-1, width)


def bake_occlusion(thing):
    """How much of the sky each vertex sees, from 0 to 1."""
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.render.threads_mode, scene.render.threads = 'FIXED', 2
    # Debian's Blender has no denoiser: with denoising on, every bake is blank, without any error.
    scene.cycles.use_denoising, scene.cycles.samples = False, 64
    if not scene.world:
        scene.world = bpy.data.worlds.new('sky')
    # In a pot, shade reaches across its whole depth; among leaves only what is near takes light away.
    scene.world.light_settings.distance = (1.0 if thing.name == 'pot' else 0.35) * max(thing.dimensions)
    layer = thing.data.color_attributes.new('occlusion', 'FLOAT_COLOR', 'POINT')
    thing.data.color_attributes.active_color = layer
    bpy.ops.object.select_all(action='DESELECT')
    thing.select_set(True)
    bpy.context.view_layer.objects.active = thing
    scene.render.bake.target = 'VERTEX_COLORS'
    bpy.ops.object.bake(type='AO')


def write(path, parts):
    head = json.dumps([{'name': p['name'], 'around': round(p['around'], 5), 'vertices': len(p['vertices']), 'faces': len(p['faces'])} for p in parts]).encode()
    with open(path, 'wb') as file:
        file.write(struct.pack('<4sI', b'POT1', len(head)) + head)
        for p in parts:
            vertices = p['vertices'].T
            file.write(b''.join(numpy.diff(row, prepend=0).astype('<i2').tobytes() for row in vertices))
            file.write(numpy.diff(p['faces'].ravel(), prepend=0).astype('<i2').tobytes())


if __name__ == '__main__':
    main(*sys.argv[sys.argv.index('--') + 1:])
