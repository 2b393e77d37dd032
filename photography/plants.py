"""One planting for each family; written for one size in metres, and grown to the pot that it gets."""
import math
import random
from dataclasses import dataclass

import bpy
from mathutils import Vector, noise

import foliage
import garden
import leaves
from mesh import Clay
from outlines import GOLDEN, heart, lance, ovate, smooth, spoon, strap

def bed(pot, rng, kind='soil', growth=1.0):
    """The ground in the pot: crumbly soil, gravel, still water, or moss that swells towards the middle."""
    clay, rings, around = Clay(), 10, 48
    swell = 0.022 * growth if kind == 'moss' else 0.006
    rows = []
    for i in range(rings + 1):
        share = i / rings
        row = []
        for k in range(around + 1):
            x, y, z = pot.spot(share, 2 * math.pi * (k % around) / around)
            bump = noise.noise(Vector((x, y, 0)) * 28) * 0.006 + noise.noise(Vector((x, y, 3)) * 90) * 0.003
            row.append((x, y, z) if kind == 'water' else (x, y, z + swell * (1 - share ** 2) + bump * (share < 1)))
        rows.append(row)
    clay.sheet(rows, [[p[:2] for p in row] for row in rows])
    clay.object('ground', [GROUNDS.get(kind, leaves.soil)()])
    if kind == 'water':
        return
    area = pot.width * pot.depth
    stones = Clay()
    if kind == 'gravel':
        for _ in range(int(area * 9000)):
            size = rng.uniform(0.004, 0.009)
            x, y, z = pot.scatter(rng, 0.98)
            stones.pebble((x, y, z + 0.004 + size * 0.3), size, rng, rng.random())
        stones.object('gravel', [leaves.gravel()])
    else:
        for _ in range(int(area * (1200 if kind == 'moss' else 7000))):
            x, y, z = pot.scatter(rng, 0.98)
            size = rng.uniform(0.0015, 0.0045)
            stones.pebble((x, y, z + 0.005), size, rng, rng.random() ** 2)
        stones.object('crumbs', [leaves.chips()])


GROUNDS = {'moss': leaves.moss, 'water': leaves.water}


def snake_plant(pot, rng):
    clay = Clay()
    for k in range(23):
        share = 0.68 * math.sqrt(k / 23)
        x, y, z = pot.spot(share, k * GOLDEN)
        tall = rng.uniform(0.22, 0.43) * (1.1 - 0.4 * share) * (0.62 if k % 6 == 5 else 1)
        clay.leaf((x, y, z - 0.01), k * GOLDEN + rng.uniform(-0.6, 0.6), 1.53 - 0.26 * share - rng.uniform(0, 0.06), tall, rng.uniform(0.042, 0.056),
                  lance, droop=rng.uniform(-0.02, 0.22), fold=rng.uniform(0.16, 0.34), twist=rng.uniform(-1.5, 1.5), tone=rng.random(), n=22, m=6, wave=0.03)
    clay.object('snake plant', [leaves.snake()]).modifiers.new('thick', 'SOLIDIFY').thickness = 0.0014


def zz_plant(pot, rng):
    clay = Clay()
    for k in range(13):
        yaw, share = k * GOLDEN, 0.5 * math.sqrt(k / 13)
        tall, pitch, droop = rng.uniform(0.42, 0.60) * (1 - 0.25 * share), 1.52 - 0.5 * share - rng.uniform(0, 0.15), rng.uniform(0.15, 0.6)
        at, points = Vector(pot.spot(share, yaw)) - Vector((0, 0, 0.02)), []
        tone = rng.random()
        for i in range(25):
            t = i / 24
            angle = pitch - droop * t * t
            ahead = Vector((math.cos(yaw) * math.cos(angle), math.sin(yaw) * math.cos(angle), math.sin(angle)))
            points.append(at.copy())
            at += ahead * tall / 24
            if 5 < i < 24 and i % 2 == 0 or i == 24:
                size = 0.085 * (0.72 + 0.55 * math.sin(math.pi * (t - 0.2) / 0.85))
                for hand in ((-1, 1) if i < 24 else (0,)):
                    clay.leaf(at, yaw + hand * (1.05 - 0.4 * t) + rng.uniform(-0.12, 0.12), angle * 0.62 + rng.uniform(-0.1, 0.25), size * rng.uniform(0.9, 1.1), size * 0.44,
                              ovate, droop=0.35, fold=0.28, tone=min(1, max(0, tone * 0.6 + rng.uniform(0, 0.4))), n=8, m=4)
        clay.tube(points, [0.0075 - 0.005 * i / 24 for i in range(25)], 7, 0.5, 1)
    clay.object('zz plant', [leaves.zamia(), leaves.stem()])


def rosette(clay, at, size, rng, slot, count=34, plump=0.22, wide=0.42, tilt=0.0):
    tone = rng.random() * 0.5
    for k in range(count):
        age = (k + 0.5) / count
        pitch = 1.35 - 1.2 * age ** 0.8
        length = size * (0.30 + 0.70 * age ** 0.7)
        clay.leaf((at[0], at[1], at[2] + size * 0.30 * (1 - age)), k * GOLDEN + rng.uniform(-0.08, 0.08), pitch + rng.uniform(-0.05, 0.05) + tilt, length, length * wide * (1.25 - 0.3 * age),
                  spoon, droop=-0.45, fold=0.22, thick=length * plump, tone=min(1, tone + 0.5 * (1 - age) + rng.uniform(0, 0.15)), n=8, m=4, slot=slot)


def succulents(pot, rng):
    clay = Clay()
    big = [(-0.085, -0.055, 0.115, 0), (0.095, -0.075, 0.095, 1), (0.02, 0.095, 0.12, 2), (0.155, 0.065, 0.075, 0), (-0.16, 0.06, 0.08, 1), (0.0, -0.165, 0.062, 2)]
    for x, y, size, slot in big:
        rosette(clay, (x, y, pot.soil_z + 0.012), size, rng, slot, 40 if size > 0.09 else 30, wide=(0.44, 0.34, 0.46)[slot])
    for k in range(9):
        x, y, z = pot.spot(rng.uniform(0.72, 0.9), k * 0.7 + 0.3)
        rosette(clay, (x, y, z + 0.006), rng.uniform(0.024, 0.038), rng, k % 3, 18)
    # Fingers at the back give the bowl a height to look up to.
    for k in range(11):
        x, y = -0.055 + rng.uniform(-0.05, 0.05), 0.12 + rng.uniform(-0.04, 0.05)
        top = rng.uniform(0.10, 0.21)
        lean = (rng.uniform(-0.035, 0.035), rng.uniform(-0.02, 0.03))
        line = [(x + lean[0] * t, y + lean[1] * t, pot.soil_z + top * t) for t in (i / 12 for i in range(13))]
        clay.tube(line, [0.004] * 13, 7, 0.4, 1)
        for i in range(26):
            t = 0.12 + 0.88 * i / 26
            p = Vector((x + lean[0] * t, y + lean[1] * t, pot.soil_z + top * t))
            clay.leaf(p, i * GOLDEN, 0.35 + 0.8 * t, 0.026, 0.010, spoon, droop=-0.3, fold=0, thick=0.008, tone=0.3 + 0.6 * t, n=5, m=3, slot=1)
    clay.object('succulents', [leaves.echeveria(), leaves.jade(), leaves.dusky()])


def trailing(pot, rng):
    """Golden pothos: a mound over the rim, and vines that fall over it, hang by their weight and lift their tips again."""
    clay = Clay()

    def put(at, out, rise, size, tone, reach=0.55):
        """A leaf on a stalk that heads `out`; the blade hangs from the stalk's end with its face to the light."""
        root, lift = Vector(at), rng.uniform(0.25, 0.6) + rise
        way = Vector((math.cos(out) * math.cos(lift), math.sin(out) * math.cos(lift), math.sin(lift)))
        tip = root + way * size * reach
        bend = root + way * size * reach * 0.55 + Vector((0, 0, size * 0.07))
        clay.tube(smooth([root, bend, tip], 3), [0.0016, 0.0015, 0.0015, 0.0014, 0.0014, 0.0013, 0.0012], 6, 0.5, 1)
        clay.leaf(tip, out + rng.uniform(-0.4, 0.4), rng.uniform(-0.55, 0.05) + 0.8 * rise, size, size * rng.uniform(0.72, 0.82), heart, droop=rng.uniform(0.45, 0.95),
                  fold=rng.uniform(0.04, 0.14), cup=-rng.uniform(0.10, 0.26), lobe=0.17, twist=rng.uniform(-0.35, 0.35), tone=tone, n=14, m=8, wave=0.012)

    for k in range(115):
        share, yaw = 0.95 * math.sqrt(k / 115), k * GOLDEN
        x, y, z = pot.spot(share, yaw)
        height = 0.02 + 0.15 * (1 - share ** 2) * rng.uniform(0.3, 1.15)
        put((x * 0.8, y * 0.8, z + height), yaw + rng.uniform(-0.5, 0.5), 0.55 * (1 - share) * rng.uniform(0.5, 1.2), rng.uniform(0.07, 0.115), rng.random(), 0.7)
    rim = pot.width / 2
    for yaw, long in ((-2.62, 0.36), (-2.18, 0.17), (-1.78, 0.29), (-1.32, 0.11), (-0.92, 0.22), (-0.42, 0.40), (0.15, 0.2), (0.7, 0.3), (2.45, 0.3), (3.05, 0.18)):
        # Out of the soil, over the rim and down: the fall is nearly plumb, the stem is not.
        line, side, phase = [], Vector((-math.sin(yaw), math.cos(yaw), 0)), rng.uniform(0, 6.28)
        lean = rng.uniform(-0.16, 0.16)
        away = lambda r: Vector((math.cos(yaw) * r, math.sin(yaw) * r, 0))
        for r, z in ((0.52, pot.soil_z), (0.70, pot.soil_z + 0.035), (0.90, pot.height + 0.016), (1.0, pot.height + 0.012)):
            line.append(away(rim * r) + Vector((0, 0, z)))
        steps = max(4, round(long / 0.035))
        for i in range(1, steps + 1):
            t, fall = i / steps, long * i / steps
            bulge = 0.028 * (1 - math.exp(-fall / 0.05)) + 0.014 * math.sin(fall * 13 + phase)
            curl = 0.045 * max(0, t - 0.72) ** 1.5 * 4
            sway = lean * fall + 0.017 * math.sin(fall * 17 + phase) * min(1, fall / 0.06)
            line.append(away(rim * 1.0 + bulge + curl) + side * sway + Vector((0, 0, pot.height + 0.012 - fall + curl * 0.9)))
        line = smooth(line, 4)
        clay.tube(line, [0.0030 - 0.0016 * i / len(line) for i in range(len(line))], 7, 0.5, 1)
        nodes = list(range(7, len(line) - 1, 5)) + [len(line) - 1]
        for i, at in enumerate(nodes):
            t = at / len(line)
            hand = 1 if i % 2 else -1
            put(line[at], yaw + hand * rng.uniform(0.35, 1.05), rng.uniform(-0.25, 0.1), rng.uniform(0.072, 0.10) * (1.06 - 0.5 * t), min(1, rng.random() * 0.7 + 0.3 * t))
    clay.object('pothos', [leaves.pothos(), leaves.stem()])


def herbs(pot, rng):
    """Basil, chives, mint and rosemary, side by side as in a kitchen trough."""
    clay = Clay()

    for _ in range(44):
        garden.sprig(clay, (-0.29 + rng.gauss(0, 0.06), rng.uniform(-0.08, 0.08), pot.soil_z), rng, rng.uniform(0.14, 0.31), 0.068, 0, 6, 0.62, 0.3, 4)
    for _ in range(230):
        x, y = -0.06 + rng.gauss(0, 0.036), rng.gauss(0, 0.036)
        clay.leaf((x, y, pot.soil_z), rng.uniform(0, 6.28), 1.5 - rng.uniform(0, 0.28), rng.uniform(0.22, 0.39), 0.0045, strap, droop=rng.uniform(0, 0.5), fold=0, thick=0.0042, tone=rng.random(), n=9, m=3, slot=1)
    for _ in range(54):
        garden.sprig(clay, (0.135 + rng.gauss(0, 0.055), rng.uniform(-0.085, 0.085), pot.soil_z), rng, rng.uniform(0.12, 0.27), 0.05, 2, 8, 0.55, 0.5, 4)
    for _ in range(34):
        x, y, yaw, tall = 0.33 + rng.gauss(0, 0.036), rng.gauss(0, 0.04), rng.uniform(0, 6.28), rng.uniform(0.18, 0.37)
        line = [Vector((x + math.cos(yaw) * 0.09 * t ** 2, y + math.sin(yaw) * 0.09 * t ** 2, pot.soil_z + tall * t)) for t in (i / 20 for i in range(21))]
        clay.tube(line, [0.002] * 21, 5, 0.2, 4)
        for i in range(84):
            p = line[2 + i * 18 // 84]
            clay.leaf(p, i * GOLDEN, 0.75 + rng.uniform(-0.15, 0.2), rng.uniform(0.02, 0.03), 0.0042, strap, droop=0.1, fold=0.4, tone=rng.random(), n=3, m=2, slot=3)
    clay.object('herbs', [leaves.basil(), leaves.chive(), leaves.mint(), leaves.rosemary(), leaves.stem()])


def boston_fern(pot, rng):
    clay = Clay()
    for k in range(72):
        share, yaw = math.sqrt(k / 72), k * GOLDEN + rng.uniform(-0.2, 0.2)
        x, y, z = pot.spot(0.35 * share, yaw)
        long, pitch, droop = rng.uniform(0.22, 0.33), 1.55 - 0.62 * share, rng.uniform(0.5, 1.2) + 0.9 * share ** 2
        at, tone, steps = Vector((x, y, z)), rng.random() * 0.6, 30
        points = []
        for i in range(steps + 1):
            t = i / steps
            angle = pitch - droop * t ** 1.3
            ahead = Vector((math.cos(yaw) * math.cos(angle), math.sin(yaw) * math.cos(angle), math.sin(angle)))
            points.append(at.copy())
            at = at + ahead * long / steps
            if i > 3:
                size = 0.040 * math.sin(math.pi * min(1, 0.16 + 0.84 * t)) ** 0.7 + 0.004
                for hand in (-1, 1):
                    clay.leaf(at, yaw + hand * (1.35 - 0.35 * t), angle * 0.35 + 0.1, size * rng.uniform(0.88, 1.08), 0.0115, strap, droop=0.5, fold=0.25, tone=min(1, tone + 0.4 * t + rng.uniform(0, 0.1)), n=3, m=2)
        clay.tube(points, [0.0014 - 0.001 * i / steps for i in range(steps + 1)], 5, 0.3, 1)
    clay.object('fern', [leaves.fern(), leaves.stem()])


def bonsai_tree(pot, rng):
    """A trunk bent by weather, foliage in clouds, moss at its feet."""
    wood, crown = Clay(), Clay()
    ground = pot.soil_z + 0.012
    bend = [(-0.045, 0.0, 0), (-0.055, 0.0, 0.03), (-0.03, 0.01, 0.075), (0.022, 0.005, 0.115), (0.045, -0.01, 0.155), (0.02, -0.005, 0.20), (-0.022, 0.005, 0.235), (-0.015, 0.0, 0.275), (0.01, 0.0, 0.31)]
    trunk = smooth([Vector((x, y, z + ground)) for x, y, z in bend], 6)
    n = len(trunk)
    wood.tube(trunk, [(0.030 * (1 - i / n) ** 0.85 + 0.004) * (1 + 0.55 * max(0, 1 - i / 7) ** 2) * (1 + 0.08 * math.sin(i * 1.7)) for i in range(n)], 14)
    for k in range(7):
        a = k * 0.92 + 0.3
        root = [trunk[2] + Vector((0, 0, -0.004)), trunk[0] + Vector((math.cos(a) * 0.04, math.sin(a) * 0.04, 0.006)), trunk[0] + Vector((math.cos(a) * rng.uniform(0.07, 0.09), math.sin(a + 0.3) * 0.075, -0.012))]
        wood.tube(smooth(root, 5), [0.014, 0.0125, 0.011, 0.0095, 0.008, 0.007, 0.006, 0.005, 0.004, 0.003, 0.002][:len(smooth(root, 5))], 8)
    pads = [(19, (-0.155, -0.02, 0.125), 0.078), (25, (0.165, 0.0, 0.165), 0.082), (30, (0.06, -0.095, 0.205), 0.066), (32, (-0.04, 0.1, 0.215), 0.07), (37, (-0.125, 0.01, 0.255), 0.07), (42, (0.105, 0.025, 0.285), 0.062), (47, (0.0, 0.0, 0.335), 0.085)]
    for start, (x, y, z), size in pads:
        start = trunk[min(start, n - 1)]
        end = Vector((x, y, z + ground))
        mid = (start + end) / 2 + Vector((0, 0, 0.022))
        wood.tube(smooth([start, mid, end - Vector((0, 0, size * 0.25))], 5), [0.010, 0.009, 0.008, 0.0075, 0.007, 0.006, 0.0055, 0.005, 0.004, 0.0035, 0.003][:11], 8)
        foliage.cloud(crown, end, size, rng)
    blades = Clay()
    for _ in range(1500):
        x, y, z = pot.scatter(rng, 0.97)
        lift = 0.02 * (1 - (x / 0.21) ** 2) * (1 - (y / 0.145) ** 2)
        blades.leaf((x, y, z + lift), rng.uniform(0, 6.28), rng.uniform(0.5, 1.5), rng.uniform(0.004, 0.009), 0.0022, strap, tone=rng.random(), n=2, m=2)
    blades.object('moss blades', [leaves.grass()])
    wood.object('trunk', [leaves.bark()])
    crown.object('crown', [leaves.needle()])


@dataclass
class Planting:
    """`width` and `depth` of the pot for which it was written."""
    grow: object
    width: float
    depth: float
    ground: str = 'soil'


PLANTS = {
    'cubee': Planting(snake_plant, 0.28, 0.28),
    'tubo': Planting(zz_plant, 0.30, 0.30, 'gravel'),
    'widee': Planting(succulents, 0.50, 0.50, 'gravel'),
    'triya': Planting(trailing, 0.42, 0.42),
    'boxa': Planting(herbs, 0.90, 0.30),
    'ovalin': Planting(boston_fern, 0.44, 0.30),
    'bonsai': Planting(bonsai_tree, 0.46, 0.33, 'moss'),
    'rubber tree': Planting(foliage.rubber_tree, 0.50, 0.50),
    'strelitzia': Planting(foliage.strelitzia, 0.38, 0.38, 'gravel'),
    'bougainvillea': Planting(foliage.bougainvillea, 0.64, 0.64),
    'areca palm': Planting(foliage.areca_palm, 0.56, 0.56),
    'hedge': Planting(foliage.snake_hedge, 1.10, 0.36, 'gravel'),
    'peace lily': Planting(foliage.peace_lily, 0.56, 0.38),
    'forest': Planting(foliage.forest, 0.58, 0.42, 'moss'),
    'spider plant': Planting(garden.spider_plant, 0.28, 0.28),
    'caladium': Planting(garden.caladium, 0.28, 0.28),
    'cactus': Planting(garden.cactus, 0.28, 0.28, 'gravel'),
    'lemon tree': Planting(garden.lemon_tree, 0.50, 0.50),
    'croton': Planting(garden.croton, 0.50, 0.50),
    'fan palm': Planting(garden.fan_palm, 0.50, 0.50),
    'lady palm': Planting(garden.lady_palm, 0.30, 0.30, 'gravel'),
    'jasmine': Planting(garden.jasmine, 0.38, 0.38),
    'herb bowl': Planting(garden.herb_bowl, 0.38, 0.38),
    'salad': Planting(garden.salad, 0.42, 0.42),
    'lotus': Planting(garden.lotus, 0.64, 0.64, 'water'),
    'papyrus': Planting(garden.papyrus, 0.64, 0.64, 'water'),
    'petunias': Planting(garden.petunias, 0.64, 0.64),
    'calathea': Planting(garden.calathea, 0.36, 0.36),
    'marigolds': Planting(garden.marigold_row, 0.60, 0.24),
    'geraniums': Planting(garden.geraniums, 0.60, 0.24),
    'kitchen garden': Planting(garden.kitchen_garden, 1.10, 0.36),
    'orchids': Planting(garden.orchids, 0.44, 0.30),
    'hibiscus': Planting(garden.hibiscus, 0.56, 0.38),
    'jade tree': Planting(garden.jade_tree, 0.46, 0.33, 'gravel'),
    'cascade': Planting(garden.cascade, 0.46, 0.33, 'moss'),
}


def plant(kind, pot, seed, mirrored=False):
    """Plants the pot; `soil` is a filled pot without a plant, `none` an empty one."""
    rng = random.Random(seed)
    if kind == 'none':
        return
    if kind == 'soil':
        return bed(pot, rng)
    growth = growth_in(kind, pot)
    bed(pot, rng, PLANTS[kind].ground, growth)
    grow(kind, pot, rng, growth, mirrored)


def growth_in(kind, pot):
    return math.sqrt(pot.width * pot.depth / PLANTS[kind].width / PLANTS[kind].depth)


def grow(kind, pot, rng, growth, mirrored=False):
    before = set(bpy.data.objects)
    PLANTS[kind].grow(pot.scaled(1 / growth), rng)
    for thing in set(bpy.data.objects) - before:
        thing.scale = (-growth if mirrored else growth, growth, growth)
