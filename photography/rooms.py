"""Seven places in a house where a pot may stand. The stage is the floor, sill or table top at z = 0."""
import math
import random

from mathutils import Vector

from mesh import Clay
from nodes import Graph, plain, tint
from props import cloth, lathe, wood
from sets import area, sky, sun


def plaster(shade):
    g = Graph('plaster')
    p = g.place()
    base = g.mix(tint(shade), tuple(c * 0.9 for c in tint(shade)), g.noise(p, 2.2, 3, 0.6))
    return g.surface(g.principled(base_color=base, roughness=0.95, specular=0.1, normal=g.bump(g.noise(p, 26, 4, 0.6), 0.0012)))


def slabs(name, first, second, joint, size, offset=0.0, rough=0.7, grain=(1, 1, 1)):
    """Boards or tiles: joints, a shade for each piece, a grain along it."""
    g = Graph(name)
    p = g.place()
    brick = g.node('TexBrick', {'Vector': p, 'Color1': tint(first), 'Color2': tint(second), 'Mortar': tint(joint), 'Scale': 1.0, 'Mortar Size': 0.0025, 'Mortar Smooth': 0.2, 'Brick Width': size[0], 'Row Height': size[1]}, offset=offset)
    life = g.noise(g.stretch(p, grain), 3, 3, 0.6)
    base = g.mix(brick.outputs['Color'], (0.0, 0.0, 0.0), g.ease(life, 0.45, 0.85, 0.0, 0.35))
    return g.surface(g.principled(base_color=base, roughness=rough, specular=0.3, normal=g.bump(brick.outputs['Fac'], -0.0015)))


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


def wall_behind(material, y, floor_z=0.0, skirting='#efe9de'):
    flat(material, [(-6, y, floor_z), (6, y, floor_z), (6, y, floor_z + 5), (-6, y, floor_z + 5)])
    if skirting:
        slab(plain('skirting', skirting, 0.5), (0, y - 0.008, floor_z + 0.05), (12, 0.016, 0.10), 0.003)


def window_light(direction, strength, at=(0, 0, 0.6), panes=(3, 3), pane=(0.34, 0.42), softness=1.2, shade='#ffecd2'):
    """Sun through a window that is out of frame: only its light and the shadows of its bars come in."""
    way = Vector(direction).normalized()
    centre = Vector(at) - way * 3.2
    side, up = way.cross(Vector((0, 0, 1))).normalized(), None
    up = side.cross(way)
    card = Clay()

    def bar(u, v, w, h):
        ring = [centre + side * (u + du * w / 2) + up * (v + dv * h / 2) for du, dv in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        card.disc(ring)

    wide, high = panes[0] * pane[0], panes[1] * pane[1]
    for k in range(panes[0] + 1):
        bar(-wide / 2 + k * pane[0], 0, 0.035, high)
    for k in range(panes[1] + 1):
        bar(0, -high / 2 + k * pane[1], wide, 0.035)
    for s in (-1, 1):
        bar(s * (wide / 2 + 4), 0, 8, 16)
        bar(0, s * (high / 2 + 4), wide, 8)
    blind = card.object('window', [plain('frame', '#bbb3a6')], 0)
    blind.visible_camera = blind.visible_diffuse = blind.visible_glossy = False
    sun(direction, strength, softness, shade)


def leaf_shade(direction, at=(0, 0, 0.5), count=150, spread=1.5, seed=1):
    """Branches of a tree that is out of frame; their shadow falls on the wall."""
    rng, way, clay = random.Random(seed), Vector(direction).normalized(), Clay()
    for _ in range(count):
        p = Vector(at) - way * rng.uniform(2.0, 3.2) + Vector((rng.gauss(0, spread), rng.gauss(0, 0.3), rng.gauss(0, spread * 0.6)))
        clay.leaf(p, rng.uniform(0, 6.28), rng.uniform(-0.8, 0.8), rng.uniform(0.12, 0.24), rng.uniform(0.05, 0.09), lambda t: math.sin(math.pi * t), n=5, m=2)
    tree = clay.object('tree', [plain('leaf', '#3d5a2a')])
    tree.visible_camera = False


def outdoors(y, low, high, strength=1.0, horizon=0.2, span=9.0):
    """Out of focus greenery under a bright sky."""
    g = Graph('outdoors')
    p = g.place()
    z = g.node('SeparateXYZ', {0: p}).outputs[2]
    edge = g.math('ADD', z, g.math('MULTIPLY', g.math('SUBTRACT', g.noise(p, 0.55, 2), 0.5), 2.4))
    green = g.ramp(g.noise(p, 0.9, 1, 0.5), (0.3, '#5f7350'), (0.5, '#7f9268'), (0.72, '#b3bd94'))
    air = g.ramp(g.ease(z, horizon, span), (0.0, low), (1.0, high))
    shade = g.mix(green, air, g.ease(edge, horizon - 0.5, horizon + 0.7))
    flat(g.surface(g.node('Emission', {'Color': shade, 'Strength': strength}).outputs[0]), [(-22, y, -6), (22, y, -6), (22, y, 14), (-22, y, 14)])


def curtain(x0, x1, y, z0, z1, shade='#efe7da', folds=9):
    g = Graph('curtain')
    thin = g.node('MixShader', {0: 0.45, 1: g.node('BsdfDiffuse', {'Color': tint(shade)}).outputs[0], 2: g.node('BsdfTranslucent', {'Color': tint(shade)}).outputs[0]}).outputs[0]
    rows = [[(x0 + (x1 - x0) * k / 120, y + 0.035 * math.sin(k / 120 * folds * 6.28 + 0.6 * math.sin(k * 0.21)) * (0.75 + 0.25 * t), z0 + (z1 - z0) * t) for k in range(121)] for t in (0, 0.5, 1)]
    clay = Clay()
    clay.sheet(rows, [[(0, 0)] * 121] * 3)
    clay.object('curtain', [g.surface(thin)], 80)


def balcony():
    flat(slabs('stone tiles', '#a89a86', '#b5a894', '#7d7263', (0.4, 0.4)), [(-6, -6, 0), (6, -6, 0), (6, 1.22, 0), (-6, 1.22, 0)])
    flat(plaster('#cdb599'), [(-0.62, 1.25, 0), (-0.62, -6, 0), (-0.62, -6, 4), (-0.62, 1.25, 4)])
    flat(plaster('#cdb599'), [(-8, 1.25, 0), (-0.62, 1.25, 0), (-0.62, 1.25, 4), (-8, 1.25, 4)])
    rail, iron = Clay(), plain('iron', '#2a2a28', 0.5, 0.4)
    rail.box((3.4, 1.15, 1.0), (8, 0.05, 0.035))
    rail.box((3.4, 1.15, 0.09), (8, 0.03, 0.025))
    for k in range(72):
        rail.box((-0.57 + 0.11 * k, 1.15, 0.54), (0.014, 0.014, 0.9))
    rail.object('rail', [iron], 20, 0.001)
    outdoors(13, '#ffeed6', '#bcd4e8', 1.2, 1.1)
    leaf_shade((-0.62, 0.5, -0.55), (-1.4, 1.2, 1.2), 90, 0.7, 3)
    sun((-0.62, 0.5, -0.55), 3.6, 1.5, '#ffecd4')
    area((-1, -3.5, 2.6), (0, 0, 0.4), 3, 60, '#fff2e2')
    sky('#dfeaf7', 0.6)


def sill():
    slab(wood('sill', '#a98055', '#d3ad7d'), (0, 0.02, -0.02), (6, 0.46, 0.04), 0.006)
    flat(plaster('#ece4d8'), [(-6, -0.19, -3), (6, -0.19, -3), (6, -0.19, -0.04), (-6, -0.19, -0.04)])
    white = plain('window paint', '#f3efe7', 0.4)
    for x in (-1.55, -0.52, 0.52, 1.55):
        slab(white, (x, 0.23, 0.9), (0.055 if abs(x) > 1 else 0.07, 0.06, 1.9), 0.004)
    for z, high in ((0.03, 0.06), (0.78, 0.035), (1.8, 0.035)):
        slab(white, (0, 0.232, z), (3.15, 0.056, high), 0.004)
    for s in (-1, 1):
        flat(plaster('#ece4d8'), [(s * 1.58, 0.26, 0), (s * 1.58, -0.19, 0), (s * 1.58, -0.19, 3), (s * 1.58, 0.26, 3)])
        flat(plaster('#ece4d8'), [(s * 1.58, -0.19, -3), (s * 6, -0.19, -3), (s * 6, -0.19, 3), (s * 1.58, -0.19, 3)])
    curtain(-1.5, -0.62, 0.12, 0.01, 2.2)
    outdoors(7, '#fff4df', '#cfe2ef', 1.5, 0.9)
    sun((-0.55, -0.62, -0.5), 3.6, 2.0, '#ffecd4')
    area((-1.2, -2.6, 1.6), (0, 0, 0.2), 2.4, 52, '#fff3e6')
    sky('#f2efe9', 0.5)


def living():
    ground(slabs('oak floor', '#a67c50', '#b98d5e', '#5e4329', (1.5, 0.16), 0.37, 0.45, (2, 26, 1)))
    wall_behind(plaster('#dccbb6'), 1.15)
    rug = Clay()
    rug.disc([(0.85 * math.cos(a) + 0.15, 0.62 * math.sin(a) + 0.05, 0.008) for a in (2 * math.pi * k / 90 for k in range(90))])
    rug.object('rug', [cloth('jute', '#c4ab83', 420)], 0)
    linen, legs = cloth('armchair', '#7f8a78'), wood('chair legs', '#6e4b2c', '#8f6740')
    for centre, size, bevel in (((1.30, 0.55, 0.30), (0.62, 0.66, 0.17), 0.05), ((1.32, 0.84, 0.58), (0.64, 0.17, 0.56), 0.07), ((0.95, 0.55, 0.40), (0.13, 0.70, 0.36), 0.05), ((1.66, 0.55, 0.40), (0.13, 0.70, 0.36), 0.05)):
        slab(linen, centre, size, bevel, 60)
    for x in (0.96, 1.64):
        slab(legs, (x, 0.26, 0.10), (0.04, 0.04, 0.2))
    frame = slab(wood('picture frame'), (-0.10, 1.135, 1.62), (0.46, 0.025, 0.60), 0.002)
    slab(plain('paper', '#f0eadf', 0.9), (-0.10, 1.125, 1.62), (0.42, 0.02, 0.56), 0)
    for k, (x, z, r, shade) in enumerate(((-0.14, 1.58, 0.11, '#b0714a'), (-0.04, 1.70, 0.075, '#3f5a4c'), (-0.06, 1.50, 0.05, '#d4a95f'))):
        spot = Clay()
        spot.disc([(x + r * math.cos(a), 1.1135 - k * 0.0005, z + r * math.sin(a)) for a in (2 * math.pi * i / 48 for i in range(48))])
        spot.object('spot', [plain('print', shade, 0.9)], 0)
    window_light((0.74, 0.60, -0.46), 5.2, (0.1, 0.9, 0.75), (3, 4), (0.34, 0.36))
    area((-2.4, -2.2, 2.2), (0, 0, 0.4), 2.2, 95, '#fff4e8')
    sky('#f1ece6', 0.75)


def terrace():
    ground(slabs('paving', '#bfb5a5', '#cbc2b3', '#8f8676', (0.6, 0.6), 0.5))
    wall_behind(plaster('#e4dacb'), 0.55, skirting=None)
    way = (0.62, 0.55, -0.62)
    leaf_shade(way, (-0.3, 0.5, 1.15), 190, 1.2)
    sun(way, 4.2, 0.8, '#ffecd4')
    area((-2, -3.2, 2.6), (0, 0, 0.3), 3, 40, '#fff3e4')
    sky('#dbe6f4', 0.45)


def desk():
    slab(wood('desk', '#8a6238', '#b98c5a'), (0, 0.0, -0.02), (4.0, 1.0, 0.04), 0.005)
    wall_behind(plaster('#aab09a'), 0.62, -0.75, '#e9e4d8')
    window_light((0.72, 0.62, -0.42), 4.8, (-0.1, 0.6, 0.42), (3, 3), (0.26, 0.28))
    area((-1.6, -1.6, 1.5), (0, 0, 0.15), 1.4, 30, '#fff1e2')
    sky('#f1ece6', 0.5)


def entrance():
    ground(slabs('threshold stone', '#a89c8b', '#b5a998', '#756b5d', (0.45, 0.45), 0.5))
    wall_behind(plaster('#e6d3bb'), 0.7, skirting='#8d8273')
    paint, left, wide, high = plain('door', '#2f4b40', 0.42, grain=0.0002), 0.22, 0.96, 2.1
    slab(paint, (left + wide / 2, 0.70, high / 2 + 0.05), (wide, 0.05, high), 0.004)
    for z, h in ((0.62, 0.72), (1.52, 0.86)):
        for k in (0, 1):
            x = left + 0.27 + k * 0.42
            slab(paint, (x, 0.672, z), (0.32, 0.012, h), 0.005)
            slab(paint, (x, 0.664, z), (0.25, 0.012, h - 0.08), 0.005)
    trim = plain('door frame', '#efe8db', 0.5)
    for x in (left - 0.06, left + wide + 0.06):
        slab(trim, (x, 0.69, high / 2 + 0.06), (0.11, 0.07, high + 0.12), 0.006)
    slab(trim, (left + wide / 2, 0.69, high + 0.12), (wide + 0.26, 0.08, 0.12), 0.006)
    knob, brass = Clay(), plain('brass', '#b08b4c', 0.25, 0.95)
    lathe(knob, [(0.012, 0), (0.012, 0.03), (0.026, 0.045), (0.03, 0.06), (0.022, 0.075), (0, 0.08)])
    ball = knob.object('knob', [brass], 60)
    ball.location, ball.rotation_euler = (left + 0.07, 0.675, 1.04), (math.pi / 2, 0, 0)
    slab(cloth('door mat', '#7b6242', 500), (left + wide / 2, 0.32, 0.012), (0.85, 0.5, 0.024), 0.004)
    way = (0.66, 0.60, -0.55)
    leaf_shade(way, (-0.9, 0.6, 1.5), 120, 0.8, 5)
    sun(way, 4.6, 1.5, '#ffecd4')
    area((-2, -3, 2.4), (0, 0, 0.4), 3, 46, '#fff3e4')
    sky('#e4eaf2', 0.55)


def shelf():
    oak = wood('shelf', '#9d764a', '#c79d6a')
    slab(oak, (0.3, 0.03, -0.0225), (3.2, 0.40, 0.045), 0.005)
    wall_behind(plaster('#cf9f80'), 0.23, -1.6, None)
    for x in (-1.0, 0.1, 1.2):
        slab(plain('iron', '#2a2a28', 0.5, 0.4), (x, 0.07, -0.055), (0.025, 0.30, 0.02))
    window_light((0.70, 0.55, -0.48), 4.6, (0.0, 0.2, 0.35), (3, 3), (0.30, 0.32))
    area((-1.8, -1.8, 1.6), (0, 0, 0.15), 1.6, 38, '#fff1e2')
    sky('#f3ece4', 0.5)


ROOMS = {make.__name__: make for make in (balcony, sill, living, terrace, desk, entrance, shelf)}
