"""Familiar things to stand beside the pots, at their true size in metres, each on z = 0."""
import math
import random

from mathutils import Vector

import leaves
from forms import HOLE
from furniture import mooda
from mesh import Clay, rounded
from nodes import Graph, plain, tint
from turned import lathe
from vessels import VESSELS


# Thinner than the free space under a pot, so that a pot with its plug in stands level.
PLUG_FLANGE = 0.003


def wood(name='oak', dark='#9a7448', light='#c79f6d', along=(2.0, 34, 34)):
    g = Graph(name)
    p = g.stretch(g.place(), along)
    base = g.ramp(g.noise(p, 1.3, 4, 0.6, 0.4), (0.3, dark), (0.65, light))
    base = g.mix(base, tint(dark), 0.12)
    return g.surface(g.principled(base_color=base, roughness=0.5, specular=0.3, normal=g.bump(g.noise(p, 3.0, 3), 0.0006)))


def cloth(name, shade, weave=900.0):
    g = Graph(name)
    p = g.place()
    warp = g.math('SINE', g.math('MULTIPLY', g.node('SeparateXYZ', {0: p}).outputs[0], weave))
    weft = g.math('SINE', g.math('MULTIPLY', g.node('SeparateXYZ', {0: p}).outputs[2], weave))
    base = g.mix(tint(shade), tuple(c * 0.72 for c in tint(shade)), g.noise(p, 90, 3))
    return g.surface(g.principled(base_color=base, roughness=0.95, specular=0.1, normal=g.bump(g.math('ADD', warp, weft), 0.0005)))


def mug():
    clay = Clay()
    lathe(clay, rounded([(0, 0.004, 0), (0.028, 0.002, 0), (0.038, 0, 0.006), (0.041, 0.095, 0.0015), (0.0375, 0.095, 0.0015), (0.035, 0.012, 0.008), (0, 0.012, 0)]))
    lathe(clay, [(0, 0.082), (0.037, 0.082)], 1)
    handle = [Vector((0.039 + 0.028 * math.sin(a), 0, 0.05 + 0.030 * math.cos(a))) for a in (math.pi * k / 16 for k in range(17))]
    clay.tube(handle, [0.0055] * 17, 12)
    clay.object('mug', [plain('glaze', '#e9e2d6', 0.25), plain('coffee', '#2a1509', 0.15)], 50)


def books():
    rng = random.Random(4)
    z = 0.0
    for shade, w, d, h, turn in (('#7a3b2e', 0.215, 0.15, 0.026, 3), ('#d8c9ae', 0.20, 0.14, 0.019, -5), ('#3f5a53', 0.19, 0.13, 0.022, 7)):
        clay = Clay()
        clay.box((0, 0, h / 2), (w, d, h * 0.72), 1)
        clay.box((0, 0, h * 0.07), (w + 0.008, d + 0.008, h * 0.14))
        clay.box((0, 0, h * 0.93), (w + 0.008, d + 0.008, h * 0.14))
        clay.box((-w / 2 - 0.002, 0, h / 2), (0.005, d + 0.008, h))
        thing = clay.object('book', [plain('cover', shade, 0.7, grain=0.0003), plain('pages', '#efe7d6', 0.9)], 20, 0.001)
        thing.location, thing.rotation_euler = (rng.uniform(-0.006, 0.006), 0, z), (0, 0, math.radians(turn))
        z += h


def stool():
    clay = Clay()
    lathe(clay, rounded([(0, 0.418, 0), (0.165, 0.418, 0.01), (0.165, 0.45, 0.012), (0, 0.45, 0)]))
    for k in range(4):
        a = math.pi / 4 + k * math.pi / 2
        clay.tube([(0.165 * math.cos(a), 0.165 * math.sin(a), 0), (0.115 * math.cos(a), 0.115 * math.sin(a), 0.42)], [0.013, 0.017], 16, slot=1)
        b = a + math.pi / 2
        clay.tube([(0.147 * math.cos(a), 0.147 * math.sin(a), 0.15), (0.147 * math.cos(b), 0.147 * math.sin(b), 0.15)], [0.009, 0.009], 12, slot=1)
    clay.object('stool', [wood('seat'), wood('legs', along=(34, 34, 2))], 40)


def chair():
    clay = Clay()
    clay.box((0, 0, 0.445), (0.42, 0.40, 0.028))
    for x in (-0.185, 0.185):
        clay.tube([(x * 1.06, -0.175, 0), (x, -0.165, 0.44)], [0.014, 0.019], 14, slot=1)
        clay.tube([(x * 1.08, 0.215, 0), (x, 0.175, 0.44), (x * 0.98, 0.205, 0.62), (x * 0.97, 0.25, 0.80)], [0.014, 0.019, 0.018, 0.014], 14, slot=1)
        clay.tube([(x * 1.04, -0.17, 0.22), (x * 1.05, 0.19, 0.22)], [0.01, 0.01], 10, slot=1)
    for z, bow in ((0.60, 0.205), (0.685, 0.225), (0.77, 0.245)):
        rows = [[(x, bow + 0.022 - 0.5 * x * x + dy, z + dz) for dy, dz in ((-0.008, -0.022), (0.008, -0.022), (0.008, 0.022), (-0.008, 0.022), (-0.008, -0.022))] for x in (-0.19 + 0.38 * k / 12 for k in range(13))]
        clay.sheet(rows, [[(0, 0)] * 5] * 13)
    clay.object('chair', [wood('seat'), wood('legs', along=(34, 34, 2))], 40, 0.004)


def watering_can():
    clay = Clay()
    lathe(clay, rounded([(0, 0.003, 0), (0.098, 0, 0.004), (0.10, 0.012, 0.004), (0.088, 0.19, 0.006), (0.082, 0.19, 0.003), (0.08, 0.17, 0)]))
    lathe(clay, [(0, 0.165), (0.084, 0.165)], 1)
    spout = [Vector(p) for p in ((0.085, 0, 0.045), (0.15, 0, 0.075), (0.22, 0, 0.16), (0.29, 0, 0.225))]
    clay.tube(spout, [0.019, 0.0155, 0.0125, 0.011], 20)
    clay.tube([spout[-1] - Vector((0.012, 0, 0.011)), spout[-1], spout[-1] + Vector((0.03, 0, 0.028)), spout[-1] + Vector((0.033, 0, 0.031))], [0.011, 0.013, 0.032, 0.0], 28)
    bow = [Vector((-0.075 - 0.078 * math.sin(a), 0, 0.115 + 0.075 * math.cos(a))) for a in (math.pi * k / 18 for k in range(19))]
    clay.tube(bow, [0.0075] * 19, 14)
    over = [Vector((0.083 * math.cos(a), 0, 0.188 + 0.085 * math.sin(a))) for a in (math.pi * k / 18 for k in range(19))]
    clay.tube(over, [0.006] * 19, 14)
    clay.object('watering can', [plain('enamel', '#50635a', 0.32), plain('water', '#39443f', 0.05)], 40)


def water():
    """Water that runs from the tilted can: a few thin arcs."""
    g = Graph('water')
    glass = g.principled(base_color=tint('#e8f0f2'), roughness=0.05, transmission=0.85, ior=1.33)
    clay, rng = Clay(), random.Random(2)
    for k in range(13):
        a, out = rng.uniform(0, 6.28), rng.uniform(0.25, 0.5)
        start = Vector((0.02 * math.cos(a), 0.02 * math.sin(a), 0))
        line = [start + Vector((out * t + 0.05 * math.cos(a) * t, 0.06 * math.sin(a) * t, 0.1 * t - 4.9 * t * t)) for t in (0.2 * i / 14 for i in range(15))]
        clay.tube(line, [0.0011 + 0.0005 * math.sin(i * 2 + k) for i in range(15)], 6)
    clay.object('water', [g.surface(glass)])


def plug():
    """The stopper of a drainage hole, standing on its flange; it is pushed in from below."""
    clay, f = Clay(), PLUG_FLANGE
    rib = [(HOLE - 0.0012, 0), (HOLE + 0.0006, 0.0025), (HOLE - 0.0012, 0.005)]
    stem = [(r, f + 0.0005 + k * 0.005 + z) for k in range(3) for r, z in rib]
    lathe(clay, rounded([(0, 0.001, 0), (0.010, 0.001, 0), (0.011, 0, 0.0005), (0.0165, 0, 0.0012), (0.0165, f, 0.0012), (HOLE - 0.0012, f, 0), *((x, z, 0) for x, z in stem), (HOLE - 0.003, f + 0.0185, 0.001), (HOLE - 0.0045, f + 0.0185, 0.001), (HOLE - 0.0045, f + 0.004, 0.001), (0, f + 0.004, 0)], 3))
    return clay.object('plug', [plain('rubber', '#3a3b3c', 0.75, grain=0.0001)], 50)


def trowel():
    clay = Clay()
    clay.tube([(-0.27, 0, 0.016), (-0.25, 0, 0.016), (-0.19, 0, 0.017), (-0.145, 0, 0.016), (-0.142, 0, 0.016)], [0.001, 0.015, 0.013, 0.0155, 0.001], 18)
    clay.tube([(-0.145, 0, 0.016), (-0.06, 0, 0.022), (0.0, 0, 0.012)], [0.005] * 3, 10, slot=1)
    rows = []
    for i in range(13):
        t = i / 12
        w = 0.036 * (1 - max(0, t - 0.55) ** 2 / 0.2) * min(1, 0.55 + t * 2)
        rows.append([(-0.01 + 0.15 * t, w * c, 0.006 + 0.020 * c * c * (1 - 0.5 * t)) for c in (-1, -0.5, 0, 0.5, 1)])
    clay.sheet(rows, [[(0, 0)] * 5] * 13, slot=1)
    clay.object('trowel', [wood('handle'), plain('steel', '#8f9190', 0.35, 0.9)], 50)


def heap():
    """Fresh soil beside a pot that is being filled."""
    rng, clay, crumbs = random.Random(6), Clay(), Clay()
    rows = []
    for i in range(13):
        r = 0.15 * i / 12
        rows.append([(r * math.cos(a) * 1.2, r * math.sin(a), 0.075 * (1 - (i / 12) ** 1.3) * (1 + 0.2 * math.sin(3 * a))) for a in (2 * math.pi * k / 40 for k in range(41))])
    clay.sheet(rows, [[(0, 0)] * 41] * 13)
    clay.object('heap', [leaves.soil()])
    for _ in range(900):
        a, r = rng.uniform(0, 6.28), 0.19 * rng.random() ** 0.6
        crumbs.pebble((r * 1.2 * math.cos(a), r * math.sin(a), max(0.002, 0.076 * (1 - (r / 0.15) ** 1.3))), rng.uniform(0.002, 0.006), rng, rng.random() ** 2)
    crumbs.object('crumbs', [leaves.chips()])


def stones():
    rng, clay = random.Random(8), Clay()
    for _ in range(150):
        a, r = rng.uniform(0, 6.28), 0.085 * rng.random() ** 0.5
        size = rng.uniform(0.006, 0.011)
        clay.pebble((r * math.cos(a), r * math.sin(a), size * 0.5 + max(0, 0.02 - r * 0.3)), size, rng, rng.random())
    clay.object('stones', [leaves.gravel()])


def towel():
    """A folded cleaning cloth."""
    clay = Clay()
    for layer, (w, d) in enumerate(((0.19, 0.13), (0.188, 0.127), (0.183, 0.124))):
        rows = []
        for i in range(25):
            x = w * (i / 24 - 0.5)
            rows.append([(x, d * (k / 16 - 0.5), 0.006 + layer * 0.009 + 0.0025 * math.sin(x * 60 + k * 0.3 + layer) - 0.006 * max(0, abs(k / 8 - 1) - 0.8) * 5) for k in range(17)])
        clay.sheet(rows, [[(0, 0)] * 17] * 25)
    clay.object('towel', [cloth('linen', '#c8a98a')], 60).modifiers.new('thick', 'SOLIDIFY').thickness = 0.006


def brush():
    clay, rng = Clay(), random.Random(3)
    clay.tube([(-0.09, 0, 0.045), (-0.085, 0, 0.045), (0.0, 0, 0.048), (0.085, 0, 0.045), (0.09, 0, 0.045)], [0.004, 0.02, 0.024, 0.02, 0.004], 20)
    for _ in range(900):
        x, y = rng.uniform(-0.078, 0.078), rng.uniform(-0.017, 0.017)
        clay.tube([(x, y, 0.036), (x * 1.06 + rng.uniform(-0.002, 0.002), y * 1.35, 0.001)], [0.0006, 0.0005], 4, rng.random(), 1)
    clay.object('brush', [wood('back'), plain('bristles', '#d9c7a2', 0.7)], 50)


def spray():
    clay = Clay()
    lathe(clay, rounded([(0, 0.002, 0), (0.036, 0, 0.005), (0.036, 0.12, 0.02), (0.013, 0.15, 0.004), (0.013, 0.162, 0), (0, 0.162, 0)]))
    lathe(clay, rounded([(0, 0.158, 0), (0.016, 0.158, 0.002), (0.016, 0.178, 0.003), (0, 0.178, 0)]), 1)
    clay.box((0.012, 0, 0.192), (0.07, 0.022, 0.03), 1)
    clay.tube([(0.047, 0, 0.195), (0.06, 0, 0.195)], [0.008, 0.007], 14, slot=1)
    clay.tube([(0.03, 0, 0.18), (0.04, 0, 0.16), (0.036, 0, 0.135)], [0.005, 0.006, 0.004], 10, slot=1)
    clay.object('spray', [plain('amber', '#6b3c1a', 0.12), plain('cap', '#23221f', 0.4)], 40, 0.002)


def tray():
    """A wooden carrying tray, empty."""
    clay = Clay()
    w, d, h, t = 0.62, 0.40, 0.075, 0.016
    clay.box((0, 0, 0.012), (w, d, 0.014))
    for s in (-1, 1):
        clay.box((0, s * (d / 2), h / 2 + 0.005), (w + t, t, h))
        clay.box((s * (w / 2), 0, h / 2 + 0.005), (t, d - t, h))
        arch = [Vector((s * w / 2, 0.075 * math.cos(a), 0.078 + 0.05 * math.sin(a))) for a in (math.pi * k / 16 for k in range(17))]
        clay.tube(arch, [0.0065] * 17, 12, slot=1)
    clay.object('tray', [wood('tray', '#a37f54', '#cfac7d'), plain('brass', '#a9854a', 0.3, 0.9)], 40, 0.003)


def lamp():
    """A desk lamp with a dome of brass."""
    clay = Clay()
    lathe(clay, rounded([(0, 0, 0), (0.085, 0, 0.004), (0.085, 0.018, 0.006), (0.012, 0.022, 0), (0, 0.022, 0)]))
    clay.tube([(0, 0, 0.02), (0, 0, 0.30), (-0.02, 0, 0.36), (-0.08, 0, 0.395), (-0.14, 0, 0.385)], [0.007] * 5, 14)
    dome = Clay()
    lathe(dome, [(0.0, 0.06), (0.03, 0.058), (0.06, 0.045), (0.082, 0.02), (0.09, -0.015)])
    shade = dome.object('dome', [plain('brass', '#b08b4c', 0.28, 0.95)], 60)
    shade.location, shade.rotation_euler = (-0.155, 0, 0.36), (0, 0.25, 0)
    clay.object('lamp', [plain('black', '#1f1e1c', 0.45, 0.3)], 40)


HERE = (mug, books, stool, chair, watering_can, water, plug, trowel, heap, stones, towel, brush, spray, tray, lamp)
PROPS = {make.__name__: make for make in HERE} | VESSELS | {'mooda': mooda}
