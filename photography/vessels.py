"""Small things of an Indian house, at true size in metres, each on z = 0: brass, books, marigolds, clay."""
import math
import random

from mathutils import Vector

import leaves
from garden import marigold, marigolds
from mesh import Clay
from nodes import Graph, plain, tint
from plants import GOLDEN, lance, ovate
from surfaces import brass, petals, terracotta
from turned import lathe, swept

def lota():
    clay = Clay()
    lathe(clay, [(0, 0), (0.034, 0), (0.036, 0.004)] + swept([(0.031, 0.010), (0.054, 0.028), (0.064, 0.056), (0.052, 0.086), (0.031, 0.102), (0.029, 0.112), (0.044, 0.130)]) + [(0.045, 0.133), (0.042, 0.133)] + swept([(0.040, 0.130), (0.026, 0.112), (0.028, 0.100), (0.05, 0.08)]))
    clay.object('lota', [brass()], 60)


def urli():
    """A wide bowl of brass with water and floating flowers."""
    clay, rng = Clay(), random.Random(5)
    lathe(clay, swept([(0, 0.012), (0.10, 0.012), (0.155, 0.03), (0.195, 0.075), (0.20, 0.105), (0.212, 0.118)]) + [(0.238, 0.121), (0.239, 0.126), (0.21, 0.125)] + swept([(0.198, 0.118), (0.188, 0.085), (0.15, 0.04), (0, 0.024)]), sides=72)
    lathe(clay, [(0.09, 0), (0.105, 0), (0.11, 0.014)])
    lathe(clay, [(0, 0.098), (0.194, 0.098)], 1)
    clay.object('urli', [brass(), plain('water', '#2c3430', 0.04)], 50)
    heads = Clay()
    for k in range(13):
        a, r = k * GOLDEN, 0.155 * math.sqrt((k + 0.4) / 13)
        marigold(heads, (r * math.cos(a), r * math.sin(a), 0.098), rng.uniform(0.024, 0.031), rng, k % 3 == 0)
    for _ in range(60):
        a, r = rng.uniform(0, 6.28), 0.18 * math.sqrt(rng.random())
        heads.leaf((r * math.cos(a), r * math.sin(a), 0.0995), rng.uniform(0, 6.28), 0.05, rng.uniform(0.018, 0.028), rng.uniform(0.014, 0.019), ovate, droop=-0.2, fold=0.1, tone=rng.random(), n=4, m=3, slot=2)
    heads.object('flowers', marigolds() + [petals('#b03a4a', '#7e1f30')])


def samai():
    """A standing oil lamp of brass."""
    clay = Clay()
    lathe(clay, [(0, 0), (0.125, 0), (0.13, 0.012)] + swept([(0.12, 0.022), (0.06, 0.05), (0.026, 0.08), (0.018, 0.12)]))
    knots = [(0.018, 0.12)]
    for k in range(5):
        z = 0.12 + 0.094 * k
        knots += [(0.016, z + 0.02), (0.017, z + 0.05), (0.030, z + 0.066), (0.036, z + 0.074), (0.030, z + 0.082), (0.017, z + 0.092)]
    lathe(clay, swept(knots, 4))
    lathe(clay, swept([(0.016, 0.585), (0.03, 0.60), (0.085, 0.612), (0.108, 0.63), (0.112, 0.642), (0.10, 0.638), (0.03, 0.622), (0.014, 0.64)], 5))
    lathe(clay, swept([(0.014, 0.64), (0.026, 0.66), (0.028, 0.675), (0.012, 0.69), (0.02, 0.71), (0.012, 0.735), (0.003, 0.765), (0, 0.768)], 5))
    clay.object('samai', [brass()], 50)


def diya():
    """A lamp of clay with a small flame."""
    clay, flame = Clay(), Clay()
    lathe(clay, swept([(0, 0), (0.022, 0), (0.036, 0.016), (0.041, 0.025), (0.037, 0.025), (0.02, 0.012), (0, 0.010)], 4))
    clay.object('diya', [terracotta('#8f4a2c')], 60)
    lathe(flame, swept([(0, 0.022), (0.006, 0.028), (0.0075, 0.037), (0.004, 0.052), (0, 0.064)], 5), sides=16)
    g = Graph('flame')
    # The flame also has a white surface, because the denoiser can only handle light on a surface.
    burning = g.node('AddShader', {0: g.node('Emission', {'Color': tint('#ffb648'), 'Strength': 6.0}).outputs[0], 1: g.node('BsdfDiffuse', {'Color': (1.0, 1.0, 1.0)}).outputs[0]}).outputs[0]
    glow = flame.object('flame', [g.surface(burning)], 60)
    glow.location = (0.028, 0, 0)


def tumbler():
    """Coffee in a tumbler of brass, in its saucer."""
    clay = Clay()
    lathe(clay, [(0, 0.004), (0.034, 0.002), (0.037, 0)] + swept([(0.038, 0.006), (0.042, 0.034), (0.050, 0.038)], 3) + [(0.050, 0.040), (0.040, 0.036), (0.035, 0.008), (0, 0.008)])
    lathe(clay, [(0, 0.009), (0.0235, 0.009), (0.0255, 0.014), (0.031, 0.092), (0.0355, 0.097), (0.0355, 0.099), (0.0295, 0.094), (0.028, 0.08)])
    lathe(clay, [(0, 0.083), (0.029, 0.083)], 1)
    clay.object('tumbler', [brass(rough=0.2), plain('coffee', '#6b4226', 0.35)], 60)


def book(clay, x, y, z, thick, tall, deep, slots, bands=(), hollow=0.004):
    """A bound book standing with its spine to the front (-y), its corner at x, y, z; covers stand out beyond the pages."""
    cover, pages, gold = slots
    board = 0.0028
    clay.box((x + thick / 2, y + deep / 2 + 0.002, z + tall / 2), (thick - 2 * board, deep - hollow - 0.004, tall - 2 * hollow), pages)
    for side in (0, 1):
        clay.box((x + (board / 2 if side == 0 else thick - board / 2), y + deep / 2, z + tall / 2), (board, deep, tall), cover)
    rows = []
    for end in (0, tall):
        rows.append([(x + thick / 2 - thick / 2 * math.cos(a), y + 0.002 - min(0.008, thick * 0.28) * math.sin(a), z + end) for a in (math.pi * k / 10 for k in range(11))])
    clay.sheet(rows, [[(0, 0)] * 11] * 2, slot=cover)
    clay.disc(rows[0], cover)
    clay.disc(rows[1][::-1], cover)
    for low, high in bands:
        rows = [[(x + thick / 2 - thick * 0.505 * math.cos(a), y + 0.0017 - min(0.0084, thick * 0.285) * math.sin(a), z + tall * end) for a in (math.pi * k / 10 for k in range(1, 10))] for end in (low, high)]
        clay.sheet(rows, [[(0, 0)] * 9] * 2, slot=gold)


COVERS = ('#27433e', '#8a3a2c', '#c9b48c', '#3b4f68', '#a9782f', '#5b2f35', '#d9cbb0', '#5f6f53', '#202b3a', '#b5653f')


def pages():
    g = Graph('pages')
    sheets = g.noise(g.stretch(g.place(), (900, 3, 3)), 1.0, 2)
    return g.surface(g.principled(base_color=g.mix(tint('#eadfc6'), tint('#b9a584'), g.ease(sheets, 0.45, 0.7)), roughness=0.95))


def bookcloth(shade):
    return plain('book cloth', shade, 0.75, grain=0.0002, grain_scale=260.0)


def binding(rng):
    gold = 0.03
    return rng.choice((((0.10, 0.10 + gold / 3), (0.62, 0.78), (0.90, 0.90 + gold / 3)), ((0.16, 0.17), (0.19, 0.20), (0.80, 0.81), (0.83, 0.84)), ((0.55, 0.80),), ((0.12, 0.125), (0.70, 0.86))))


def shelf_of_books(count=9, seed=9):
    """Books of several publishers in a row, spines to the front; the last leans on the others."""
    rng, x = random.Random(seed), 0.0
    for k in range(count):
        thick, tall, deep = rng.uniform(0.016, 0.040), rng.uniform(0.185, 0.25), rng.uniform(0.13, 0.165)
        clay = Clay()
        book(clay, 0, 0, 0, thick, tall, deep, (0, 1, 2), binding(rng))
        thing = clay.object('book', [bookcloth(COVERS[(k * 7 + seed) % 10]), pages(), label(rng)], 40)
        lean = k == count - 1
        thing.location = (x + (0.052 if lean else 0), -0.075 + rng.uniform(-0.008, 0.008), 0)
        if lean:
            thing.rotation_euler = (0, math.radians(-13), 0)
        x += thick + 0.0012


def label(rng):
    return plain('gilding', rng.choice(('#c79f52', '#d9c79a', '#b98b45')), 0.4, 0.5)


def stack_of_books(seed=4):
    """Three or four books lying on one another, spines to the front."""
    rng, z = random.Random(seed), 0.0
    for k, (tall, deep, thick) in enumerate(((0.235, 0.165, 0.032), (0.21, 0.15, 0.022), (0.20, 0.14, 0.028))):
        clay = Clay()
        book(clay, -thick / 2, -deep / 2, -tall / 2, thick, tall, deep, (0, 1, 2), binding(rng))
        thing = clay.object('book', [bookcloth(COVERS[(k * 3 + seed) % 10]), pages(), label(rng)], 40)
        thing.rotation_euler = (0, math.pi / 2, math.radians(rng.uniform(-9, 9)))
        thing.location = (rng.uniform(-0.008, 0.008), 0, z + thick / 2)
        z += thick


def spectacles():
    clay = Clay()
    for s in (-1, 1):
        clay.tube([(s * 0.034 + 0.023 * math.cos(a), 0.019 * math.sin(a) * 0.25, 0.022 + 0.019 * math.sin(a)) for a in (2 * math.pi * k / 28 for k in range(29))], [0.0014] * 29, 8)
        clay.tube([(s * 0.057, 0, 0.026), (s * 0.062, 0.06, 0.02), (s * 0.055, 0.125, 0.004)], [0.0013] * 3, 8)
    clay.tube([(-0.011, 0, 0.026), (0, -0.003, 0.03), (0.011, 0, 0.026)], [0.0014] * 3, 8)
    clay.object('spectacles', [plain('horn', '#3a2416', 0.3)], 60)


def open_book():
    """A book lying open, its pages bowed."""
    clay, w, d = Clay(), 0.15, 0.215
    for s in (-1, 1):
        top = [(s * w * t, 0.010 + 0.014 * math.sin(math.pi * min(1, t * 1.25 + 0.12)) * (1 - t * 0.6)) for t in (k / 16 for k in range(17))]
        clay.sheet([[(x, y, z) for x, z in top] for y in (-d / 2, d / 2)], [[(x, y) for x, _ in top] for y in (-d / 2, d / 2)], slot=1)
        for y in (-d / 2, d / 2):
            clay.sheet([[(x, y, 0.003) for x, _ in top], [(x, y, z) for x, z in top]], [[(0, 0)] * 17] * 2, slot=2)
        clay.sheet([[(s * w, y, 0.003) for y in (-d / 2, d / 2)], [(s * w, y, top[-1][1]) for y in (-d / 2, d / 2)]], [[(0, 0)] * 2] * 2, slot=2)
        clay.box((s * (w / 2 + 0.002), 0, 0.0015), (w + 0.006, d + 0.008, 0.003), 0)
    g = Graph('print')
    skin = g.node('SeparateXYZ', {0: g.attribute('skin').outputs['Vector']}).outputs
    x = g.math('ABSOLUTE', skin[0])
    line = g.ease(g.math('ABSOLUTE', g.math('SUBTRACT', g.math('FRACT', g.math('DIVIDE', skin[1], 0.0075)), 0.5)), 0.16, 0.10)
    block = g.math('MULTIPLY', g.math('MULTIPLY', g.ease(x, 0.020, 0.021), g.ease(x, 0.132, 0.131)), g.ease(g.math('ABSOLUTE', skin[1]), 0.088, 0.087))
    words = g.ease(g.noise(g.stretch(g.place(), (170, 133, 1)), 1.0, 1), 0.40, 0.46)
    ink = g.math('MULTIPLY', g.math('MULTIPLY', line, block), g.math('MULTIPLY', words, 0.62))
    paper = g.surface(g.principled(base_color=g.mix(tint('#efe6d2'), tint('#4a4238'), ink), roughness=0.9))
    clay.object('open book', [bookcloth('#6f2f28'), paper, pages()], 60)


def toran(width=1.2, sag=0.07, drops=7):
    """Marigolds and mango leaves on a thread, to hang over a door: its middle top is at the origin, it hangs down."""
    rng, clay = random.Random(11), Clay()

    def line(t):
        return Vector((width * (t - 0.5), 0, -sag * (1 - (2 * t - 1) ** 2)))
    count = round(width / 0.058)
    for k in range(count + 1):
        p = line(k / count)
        marigold(clay, (p.x, p.y - 0.006, p.z - 0.014), 0.036, rng, k % 2)
    for k in range(drops * 2 + 1):
        p = line(k / (drops * 2))
        if k % 2:
            for n, z in enumerate((0.07, 0.122, 0.174, 0.226)):
                marigold(clay, (p.x, p.y - 0.006, p.z - z), 0.034, rng, n % 2)
        else:
            for yaw, tilt in ((-1.4, -1.45), (-2.2, -1.3), (-0.9, -1.3)):
                clay.leaf((p.x, p.y - 0.012, p.z - 0.02), yaw, tilt, rng.uniform(0.17, 0.20), 0.040, lance, droop=rng.uniform(-0.1, 0.3), fold=0.3, tone=rng.random(), n=8, m=4, slot=2)
    for s in (-1, 1):
        for n in range(9):
            marigold(clay, (s * width / 2, -0.006, -0.06 - n * 0.054), 0.035, rng, n % 2)
    clay.object('toran', marigolds() + [leaves.leaf('mango', '#1d3f18', '#386326', gloss=0.6, through=0.05)])


def kolam(reach=0.42):
    """A figure drawn on the threshold with rice flour."""
    clay, g = Clay(), Graph('rice flour')
    for petals_, r, low in ((8, reach, 0.62), (8, reach * 0.78, 0.5), (4, reach * 0.42, 0.35)):
        ring = []
        for k in range(241):
            a = 2 * math.pi * k / 240
            s = r * (low + (1 - low) * abs(math.cos(petals_ * a / 2)) ** 0.7)
            ring.append(Vector((s * math.cos(a), s * math.sin(a), 0.0015)))
        ribbon(clay, ring, 0.007)
    for k in range(24):
        a = 2 * math.pi * k / 24
        clay.disc([(reach * 1.09 * math.cos(a) + 0.011 * math.cos(b), reach * 1.09 * math.sin(a) + 0.011 * math.sin(b), 0.0015) for b in (2 * math.pi * n / 12 for n in range(12))])
    grains = g.ease(g.noise(g.place(), 420, 2), 0.30, 0.42)
    skin = g.principled(base_color=tint('#f2ece0'), roughness=1.0)
    clay.object('kolam', [g.surface(g.node('MixShader', {0: g.math('MULTIPLY', grains, 0.9), 1: g.node('BsdfTransparent').outputs[0], 2: skin}).outputs[0])], 0)


def ribbon(clay, line, width):
    rows = []
    for i, p in enumerate(line):
        ahead = (line[min(i + 1, len(line) - 1)] - line[max(i - 1, 0)]).normalized()
        side = Vector((-ahead.y, ahead.x, 0)) * width / 2
        rows.append([p - side, p + side])
    clay.sheet(rows, [[(0, 0), (0, 0)]] * len(rows))


VESSELS = {make.__name__: make for make in (lota, urli, samai, diya, tumbler, shelf_of_books, stack_of_books, spectacles, open_book)}
