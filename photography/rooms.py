"""Seven places in an Indian house, each lived in and each in its own light. The stage is the floor, sill or table top at z = 0."""
import math

import bpy

import daylight
import furniture
import outdoors
import vessels
from mesh import Clay
from nodes import plain
from sets import area, sky, sun
from surfaces import athangudi, block_print, iron, limewash, plain_cloth, red_oxide, slabs, striped, teak


def here(make, at=(0, 0, 0), turn=0.0, tilt=(0, 0)):
    """Makes something at the origin and sets it down in the room."""
    before = set(bpy.data.objects)
    make()
    stand = bpy.data.objects.new('stand', None)
    bpy.context.scene.collection.objects.link(stand)
    for part in set(bpy.data.objects) - before - {stand}:
        part.parent = stand
    stand.location = at
    stand.rotation_euler = tuple(math.radians(angle) for angle in (*tilt, turn))


def slab(material, centre, size, bevel=0.002, smooth=20):
    clay = Clay()
    clay.box((0, 0, 0), size)
    thing = clay.object('slab', [material], smooth, bevel)
    thing.location = centre
    return thing


def flat(material, corners):
    clay = Clay()
    clay.disc(corners)
    return clay.object('flat', [material], 0)


def ground(material, z=0.0, far=6.0):
    flat(material, [(-far, -far, z), (far, -far, z), (far, far, z), (-far, far, z)])


def wall_behind(material, y, low=0.0, high=5.0):
    flat(material, [(-6, y, low), (6, y, low), (6, y, high), (-6, y, high)])


def frame_on_wall(x, y, z, wide, high, picture):
    slab(teak('picture frame', along='x'), (x, y - 0.014, z), (wide, 0.028, high), 0.003)
    slab(plain('mount', '#efe6d6', 0.9), (x, y - 0.0285, z), (wide - 0.04, 0.002, high - 0.04), 0)
    clay = Clay()
    w, h = wide / 2 - 0.085, high / 2 - 0.085
    clay.sheet([[(-w, 0, -h), (w, 0, -h)], [(-w, 0, h), (w, 0, h)]], [[(0, 0), (2 * w, 0)], [(0, 2 * h), (2 * w, 2 * h)]])
    clay.object('picture', [picture], 0).location = (x, y - 0.031, z)


def balcony():
    """Washing on the line, an iron grille, and the street behind it in the morning."""
    flat(slabs('terracotta tiles', '#a9694a', '#b87a57', '#7c5743', (0.23, 0.23), 0.5, 0.6, gap=0.004), [(-6, -6, 0), (6, -6, 0), (6, 1.30, 0), (-6, 1.30, 0)])
    slab(slabs('kerb', '#b7a78f', '#c2b49d', '#8c7f6d', (0.6, 0.6)), (0, 1.20, 0.03), (12, 0.16, 0.06), 0.006)
    outdoors.grille(-4.4, 4.4, 1.20)

    def street(paint):
        paint.sky('#f6dfbb', '#b9d2e4')
        for x0, x1, top, wall in ((-0.02, 0.15, 0.80, '#d6a86f'), (0.14, 0.27, 0.62, '#e7d3b4'), (0.30, 0.42, 0.72, '#c9826a'), (0.44, 0.60, 0.57, '#ead9bd'), (0.61, 0.74, 0.78, '#cfae86'), (0.76, 0.88, 0.60, '#dfb98f'), (0.87, 1.02, 0.70, '#c98f78')):
            paint.house(x0, x1, top, wall)
        paint.tree(0.33, 0.42, 0.17)
        paint.tree(0.52, 0.36, 0.20)
        paint.tree(0.70, 0.40, 0.16)
        paint.tree(0.10, 0.30, 0.18)
        paint.tree(0.92, 0.34, 0.16)
    daylight.view(9, 13, -2.4, 4.4, street, 0.75, 7, 4)
    outdoors.line(-3, 3, 0.98, 1.63, 0.02)
    outdoors.hung(block_print('sari', '#e9dcc4', '#2f4f73', '#a34a37', 0.075, 0.45, 0.12), -2.10, -1.16, 0.98, 1.615, 0.50, 5, 0.035, 3, 0.5)
    outdoors.kurta(-0.70, 0.98, 1.612)
    outdoors.hung(striped('gamcha', ('#b4503f', '#ead9c0', '#b4503f', '#86392e'), (0.020, 0.012, 0.020, 0.012), 0.45, check=True), -0.22, 0.22, 0.98, 1.612, 0.94, 3, 0.022, 6, 0.5)
    outdoors.pegs((-1.95, -1.6, -1.26, -0.84, -0.56, -0.17, 0.16), 0.98, 1.62)
    sun((-0.52, -0.50, -0.56), 5.2, 0.4, '#ffdcae')
    area((-1.6, -3.4, 2.2), (0.2, 0.4, 0.4), 2.4, 105, '#fff0dc')
    sky('#e6ecf4', 0.62)


def sill():
    """A deep window with bars and a painted shutter, a garden in the shade behind it."""
    left, right = -0.56, 1.06
    slab(slabs('sill stone', '#6d726a', '#757a72', '#5f635b', (6, 6), rough=0.34, grain=(2, 9, 1)), (0, 0.03, -0.02), (6, 0.50, 0.04), 0.008)
    wash = limewash('#e2d2b8', '#d5c19f')
    flat(wash, [(-6, -0.21, -3), (6, -0.21, -3), (6, -0.21, -0.04), (-6, -0.21, -0.04)])
    paint = plain('window paint', '#4a7a75', 0.5, grain=0.0004, grain_scale=40.0)
    slab(paint, (right, 0.24, 0.9), (0.075, 0.07, 1.9), 0.004)
    slab(paint, (left + 0.01, 0.21, 0.9), (0.10, 0.14, 1.9), 0.004)
    slab(paint, ((left + right) / 2, 0.24, 0.0225), (right - left, 0.07, 0.045), 0.004)
    bars = Clay()
    for k in range(1, 12):
        x = left + (right - left) * k / 12
        bars.tube([(x, 0.25, 0.03), (x, 0.25, 2.0)], [0.0055] * 2, 12)
    bars.box(((left + right) / 2, 0.25, 1.05), (right - left, 0.007, 0.026))
    bars.object('bars', [iron('#3a4642')], 50)
    for s, x in ((-1, left), (1, right)):
        edge = x + s * 0.04
        flat(wash, [(edge, 0.28, 0), (edge, -0.21, 0), (edge, -0.21, 3), (edge, 0.28, 3)])
        flat(wash, [(edge, -0.21, -3), (s * 6, -0.21, -3), (s * 6, -0.21, 3), (edge, -0.21, 3)])

    def shutter():
        leaf = Clay()
        for x in (0.03, 0.36):
            leaf.box((x, 0, 0.92), (0.06, 0.032, 1.78))
        for z in (0.07, 0.70, 1.5):
            leaf.box((0.195, 0, z), (0.27, 0.032, 0.08))
        for k in range(60):
            leaf.box((0.195, 0.004 * (-1) ** k, 0.115 + k * 0.0235), (0.28, 0.016, 0.012))
        leaf.object('shutter', [paint], 20, 0.002)
    here(shutter, (left + 0.058, 0.155, -0.022), -76)

    def garden(paint):
        paint.sky('#2f4a22', '#f4e7b6')
        paint.house(0.66, 0.86, 0.97, '#d9b98c', floors=2, columns=2, base=0.3)
        for x, y, size in ((0.08, 0.62, 0.36), (0.34, 0.78, 0.26), (0.50, 0.55, 0.24), (0.95, 0.62, 0.30), (0.74, 0.40, 0.20), (0.24, 0.36, 0.24), (0.58, 0.24, 0.22), (0.90, 0.26, 0.24), (0.08, 0.22, 0.24), (0.40, 0.14, 0.2)):
            paint.tree(x, y, size, ('#1a2c15', '#2d4a25', '#4b6c34', '#86a352'), 300)
        paint.sparks(0.36, 0.8, 0.28, '#fff2c8', 22, 2.0)
        paint.sparks(0.62, 0.45, 0.25, '#e8e6a8', 16, 1.2)
    daylight.view(6.5, 9, -1.6, 3.0, garden, 0.42, 10, 7)
    sun((-0.66, -0.40, -0.46), 5.2, 0.5, '#ffdcae')
    area((-1.2, -2.6, 1.5), (0, 0, 0.2), 2.0, 44, '#fff1de')
    sky('#efe9de', 0.45)


def living():
    """A swing with printed cushions on patterned tiles; coloured panes throw their light on the wall."""
    ground(athangudi())
    wall_behind(limewash('#dcb98c', '#cfa676'), 1.45)
    flat(limewash('#a8694a', '#96593d', 0.6), [(-6, 1.444, 0), (6, 1.444, 0), (6, 1.444, 0.34), (-6, 1.444, 0.34)])
    slab(plain('line', '#efe4cf', 0.8), (0, 1.442, 0.347), (12, 0.006, 0.014), 0)
    here(furniture.swing, (-0.85, 0.86, 0))
    indigo = block_print('indigo', '#e9dfca', '#2c4768', '#8a3b30', 0.07)
    here(lambda: furniture.pillow(block_print('madder', '#a5432f', '#ecd9b6', '#d79a3c', 0.06), 0.42, 0.42), (-0.46, 1.02, 0.660), 12, (70, 0))
    here(lambda: furniture.pillow(indigo, 0.46, 0.46, 0.09, 4), (-1.28, 1.02, 0.678), -10, (70, 0))
    here(lambda: furniture.pillow(plain_cloth('ochre', '#c58f3c'), 0.36, 0.36, 0.075, 7), (-0.97, 0.94, 0.630), 4, (64, 0))
    here(lambda: furniture.rug(1.9, 1.15, striped('durrie', ('#dccdb0', '#a06a58', '#dccdb0', '#6f7d84', '#dccdb0', '#bf9f70'), (0.11, 0.035, 0.02, 0.05, 0.02, 0.035), across=True, threads=420.0)), (-0.75, 0.30, 0), 3)
    frame_on_wall(0.62, 1.45, 1.62, 0.50, 0.62, block_print('textile', '#eadfc8', '#7f3a2f', '#3f6256', 0.088))
    daylight.screen((0.66, 0.64, -0.44), (0.72, 1.44, 0.85), (1.5, 1.44), daylight.panes(), 5.2, 0.55)
    area((-2.6, -2.0, 2.4), (0, 0.3, 0.5), 2.2, 105, '#fff0dc')
    area((2.6, -2.4, 1.4), (0.2, 0.4, 0.4), 1.8, 22, '#ffe6c8')
    sky('#f3e8da', 0.55)


def terrace():
    """A courtyard under a mango tree: whitewash with a red foot, and the tulsi on its pedestal."""
    ground(slabs('paving', '#b9a98f', '#c6b79d', '#8a7c67', (0.62, 0.46), 0.5, 0.7, gap=0.004))
    wall_behind(limewash('#a3b9c4', '#8ea8b6', 1.4), 1.10)
    flat(limewash('#a25a3f', '#8f4d36', 0.8), [(-6, 1.094, 0), (6, 1.094, 0), (6, 1.094, 0.16), (-6, 1.094, 0.16)])
    here(outdoors.vrindavan, (-0.06, 0.66, 0), 8)
    here(vessels.diya, (-0.06, 0.56, 0.255), 200)
    here(lambda: vessels.kolam(0.24), (-0.22, 0.10, 0))
    here(vessels.lota, (-0.42, 0.46, 0), 0)
    way = (0.60, 0.52, -0.62)
    daylight.leaf_shade(way, (0.2, 1.05, 1.1), 170, 1.25)
    sun(way, 5.0, 0.8, '#ffe2b8')
    area((-2, -3.2, 2.6), (0, 0, 0.3), 3, 34, '#fff1de')
    sky('#dfe6ee', 0.42)


def desk():
    """A writing table before a wall on which a stone lattice draws its stars."""
    slab(teak('desk', '#573419', '#93633a'), (0, -0.4, -0.02), (4.0, 1.8, 0.04), 0.006)
    wall_behind(limewash('#a5b09c', '#95a18c'), 0.62, -0.75)
    daylight.screen((0.70, 0.60, -0.40), (0.04, 0.62, 0.46), (1.30, 0.96), daylight.jaali(), 5.6, 0.45, '#ffdfb2', 1.7)
    area((-1.6, -1.6, 1.5), (0, 0, 0.15), 1.4, 44, '#ffefdc')
    sky('#f1e8dc', 0.5)


def entrance():
    """A front door of teak under a toran, a kolam before the step, brass with flowers."""
    ground(slabs('kota stone', '#6f746b', '#7b8076', '#565b54', (0.56, 0.56), 0.0, 0.5, gap=0.004))
    slab(red_oxide(), (0.85, 0.56, 0.05), (1.75, 0.40, 0.10), 0.014)
    wall_behind(limewash('#dcae6c', '#cb9650', 1.3), 0.78)
    border = limewash('#efe5d2', '#e3d4bb')
    for x in (0.055, 1.645):
        flat(border, [(x - 0.09, 0.776, 0), (x + 0.09, 0.776, 0), (x + 0.09, 0.776, 2.52), (x - 0.09, 0.776, 2.52)])
    flat(border, [(-0.035, 0.7755, 2.27), (1.735, 0.7755, 2.27), (1.735, 0.7755, 2.52), (-0.035, 0.7755, 2.52)])
    flat(limewash('#8c4a33', '#7b3f2b', 0.8), [(-6, 0.774, 0), (6, 0.774, 0), (6, 0.774, 0.13), (-6, 0.774, 0.13)])
    here(lambda: outdoors.double_door(0.30, 1.40, 0.78, 2.02), (0, 0, 0.10))
    here(lambda: vessels.toran(1.36, 0.10), (0.85, 0.63, 2.18))
    here(lambda: vessels.kolam(0.34), (0.85, 0.0, 0))
    way = (0.68, 0.56, -0.50)
    daylight.leaf_shade(way, (-0.7, 0.7, 1.75), 130, 0.8, 5)
    sun(way, 4.6, 0.9, '#ffe0b0')
    area((-2, -3.4, 2.6), (0.4, 0, 0.6), 3, 62, '#fff0dc')
    sky('#e4eaf2', 0.55)


def shelf():
    """A cupboard with doors of cane in the stripes of a bamboo blind."""
    here(furniture.sideboard, (0.15, 0.02, 0))
    wall_behind(limewash('#c98f6c', '#ba7d5b'), 0.24, -2.0)
    ground(red_oxide(), -0.78)
    daylight.screen((0.72, 0.52, -0.46), (0.06, 0.22, 0.30), (1.9, 1.5), daylight.blind(), 6.0, 0.7, '#ffdcae', 1.3)
    area((-1.8, -1.9, 1.6), (0, 0, 0.1), 1.6, 46, '#ffefdc')
    sky('#f3e9dd', 0.5)


ROOMS = {make.__name__: make for make in (balcony, sill, living, terrace, desk, entrance, shelf)}
