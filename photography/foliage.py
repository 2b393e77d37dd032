"""Plants of the large pots; each is written for the width and depth that `plants.py` names beside it."""
import math

from mathutils import Vector, noise

import leaves
from mesh import Clay
from outlines import GOLDEN, lance, ovate, paddle, smooth, strap


def heading(yaw, pitch):
    return Vector((math.cos(yaw) * math.cos(pitch), math.sin(yaw) * math.cos(pitch), math.sin(pitch)))


def bow(start, yaw, pitch, droop, length, steps):
    """Points of a stalk that bends under its weight; gives the last direction's pitch too."""
    points, at = [Vector(start)], Vector(start)
    for i in range(steps):
        at = at + heading(yaw, pitch - droop * ((i + 1) / steps) ** 1.5) * (length / steps)
        points.append(at.copy())
    return points, pitch - droop


def taper(first, last, count):
    return [first + (last - first) * i / (count - 1) for i in range(count)]


def rubber_tree(pot, rng):
    """Ficus elastica: upright stems, leaves of dark leather, a red sheath at each tip."""
    clay = Clay()
    for k, (share, yaw, tall) in enumerate(((0.05, 0.4, 0.74), (0.34, 2.2, 0.60), (0.36, 4.0, 0.50), (0.36, 5.5, 0.63), (0.42, 0.9, 0.42))):
        foot = Vector(pot.spot(share, yaw)) - Vector((0, 0, 0.02))
        line, _ = bow(foot, yaw + rng.uniform(-0.4, 0.4), 1.55 - 0.34 * share, -0.1 + rng.uniform(0, 0.2), tall, 20)
        clay.tube(line, taper(0.011, 0.006, 21), 9, 0.2, 1)
        count = round(tall / 0.036)
        for i in range(count):
            t = 0.16 + 0.82 * i / count
            at = line[int(t * 20)]
            size = 0.265 * (0.62 + 0.5 * math.sin(math.pi * min(1, 0.15 + 0.75 * t))) * rng.uniform(0.85, 1.1)
            turn = i * GOLDEN + k
            lift = 0.1 + 0.95 * t ** 2.5
            stalk = heading(turn, lift + 0.25) * 0.035
            clay.tube([at, at + stalk], [0.0032, 0.0026], 6, 0.7, 1)
            clay.leaf(at + stalk, turn + rng.uniform(-0.2, 0.2), lift, size, size * 0.55, ovate, droop=rng.uniform(0.25, 0.7), fold=0.10, cup=0.16, twist=rng.uniform(-0.25, 0.25),
                      tone=min(1, 0.6 * rng.random() + 0.4 * t), n=14, m=8)
        clay.leaf(line[-1], yaw, 1.5, 0.10, 0.014, lance, droop=0.1, fold=0, thick=0.011, tone=0.5, n=8, m=4, slot=2)
    clay.object('rubber tree', [leaves.rubber(), leaves.bark('young bark', '#4a3a2a', '#7c6a4e'), leaves.sheath()])


def strelitzia(pot, rng):
    """Bird of paradise: paddles on long stalks, spread like a fan."""
    clay = Clay()
    for k in range(13):
        age = k / 12
        yaw = (0.25 if k % 2 else 3.35) + rng.uniform(-0.75, 0.75) + (0.0 if k % 3 else 1.5)
        foot = Vector(pot.spot(0.42 * math.sqrt(age), yaw)) - Vector((0, 0, 0.02))
        long = (0.64 - 0.34 * age) * rng.uniform(0.9, 1.1)
        line, pitch = bow(foot, yaw, 1.55 - 0.36 * age, 0.16 + 0.25 * age, long, 14)
        clay.tube(line, taper(0.0105, 0.0055, 15), 9, 0.35, 1)
        size = rng.uniform(0.34, 0.45) * (1 - 0.22 * age)
        clay.leaf(line[-1], yaw, pitch + 0.12, size, size * 0.46, paddle, droop=rng.uniform(0.6, 1.0) + 0.3 * age, fold=0.42, twist=rng.uniform(-0.7, 0.7), tone=min(1, 0.3 + 0.5 * rng.random()),
                  n=26, m=8, wave=0.03)
    # The youngest leaf is still rolled.
    line, pitch = bow(pot.spot(0.1, 0.5), 0.6, 1.56, 0.1, 0.62, 14)
    clay.tube(line, taper(0.009, 0.006, 15), 9, 0.5, 1)
    clay.leaf(line[-1], 0.6, pitch, 0.30, 0.026, lance, droop=0.1, fold=0, thick=0.022, tone=1.0, n=12, m=5)
    clay.object('strelitzia', [leaves.strelitzia(), leaves.stem()])


# Magenta, violet, coral and the palest rose.
BRACTS = (('#a3124f', '#e0458e'), ('#7a1a74', '#bd58b6'), ('#b8391c', '#ee8350'), ('#d79aa6', '#f8e3e2'))


def bougainvillea(pot, rng):
    """Canes that arch over the rim, green inside, papery bracts in threes outside."""
    clay = Clay()
    clay.tube([(0, 0, pot.soil_z - 0.02), (0.01, 0, pot.soil_z + 0.07), (-0.01, 0.01, pot.soil_z + 0.15)], [0.026, 0.02, 0.014], 10, 0.5, 2)
    for k in range(96):
        share, yaw = math.sqrt((k + 0.5) / 96), k * GOLDEN + rng.uniform(-0.2, 0.2)
        start = Vector((math.cos(yaw) * 0.10 * share, math.sin(yaw) * 0.10 * share, pot.soil_z + 0.08 * (1 - share)))
        long, droop = rng.uniform(0.34, 0.50) * (0.86 + 0.22 * share), 0.5 + 1.5 * share ** 2 + rng.uniform(-0.2, 0.3)
        line, _ = bow(start, yaw, 1.5 - 0.85 * share, droop, long, 22)
        clay.tube(line, taper(0.0032, 0.0012, 23), 5, 0.4, 2)
        for i in range(4, 23):
            t = i / 22
            for _ in range(2):
                turn = yaw + rng.uniform(-2.2, 2.2)
                if t > 0.52 and rng.random() < 0.5 + 0.5 * t:
                    twig = line[i] + heading(turn, rng.uniform(0.1, 1.1)) * rng.uniform(0.012, 0.035)
                    size, spin, tone = rng.uniform(0.028, 0.038), rng.uniform(0, 6.28), rng.random()
                    for j in range(3):
                        clay.leaf(twig, spin + j * 2.094, rng.uniform(0.25, 0.75), size, size * 0.74, ovate, droop=-0.5, fold=0.16, tone=min(1, 0.75 * tone + 0.25 * rng.random()), n=5, m=4, slot=1)
                    clay.tube([twig, twig + Vector((0, 0, size * 0.55))], [0.0011, 0.0018], 5, 1.0, 3)
                else:
                    size = rng.uniform(0.03, 0.05)
                    clay.leaf(line[i], turn, rng.uniform(-0.1, 0.7), size, size * 0.6, ovate, droop=0.6, fold=0.2, tone=min(1, 0.5 * rng.random() + 0.4 * t), n=6, m=4)
    clay.object('bougainvillea', [leaves.bougainvillea(), leaves.bract(*rng.choice(BRACTS)), leaves.bark(), leaves.spathe()])


def areca_palm(pot, rng):
    """Golden cane palm: feathers that arch from a clump of canes."""
    clay = Clay()
    for k in range(19):
        age, yaw = k / 18, k * GOLDEN + rng.uniform(-0.25, 0.25)
        foot = Vector(pot.spot(0.38 * math.sqrt(age), yaw)) - Vector((0, 0, 0.02))
        long, steps = rng.uniform(0.98, 1.2) * (1 - 0.30 * age), 44
        line, _ = bow(foot, yaw, 1.56 - 0.42 * age, 0.75 + 0.95 * age + rng.uniform(-0.1, 0.2), long, steps)
        clay.tube(line, taper(0.0085, 0.0018, steps + 1), 7, rng.random(), 1)
        tone = 0.5 * rng.random()
        for i in range(12, steps + 1):
            t = (i - 12) / (steps - 12)
            ahead = (line[i] - line[i - 1]).normalized()
            pitch = math.asin(max(-1, min(1, ahead.z)))
            size = 0.225 * math.sin(math.pi * min(1, 0.2 + 0.76 * t)) ** 0.8 + 0.02
            for hand in (-1, 1):
                clay.leaf(line[i], yaw + hand * (1.12 - 0.62 * t) + rng.uniform(-0.06, 0.06), pitch * 0.55 + 0.34 + rng.uniform(-0.08, 0.08), size * rng.uniform(0.92, 1.06), 0.019, strap,
                          droop=rng.uniform(0.75, 1.15), fold=0.35, tone=min(1, tone + 0.35 * t + rng.uniform(0, 0.12)), n=7, m=2)
    clay.object('areca palm', [leaves.palm(), leaves.cane()])


def snake_hedge(pot, rng):
    """Snake plants in a row, as a screen."""
    clay = Clay()
    for k in range(88):
        x = (k / 87 - 0.5) * (pot.width - 0.14) + rng.uniform(-0.02, 0.02)
        y = rng.uniform(-0.5, 0.5) * (pot.depth - 0.13)
        clump = 0.5 + 0.5 * math.sin(k * 0.62)
        tall = rng.uniform(0.28, 0.40) + 0.24 * clump * rng.random()
        clay.leaf((x, y, pot.soil_z - 0.01), rng.uniform(0, 6.28), 1.54 - rng.uniform(0, 0.14), tall, rng.uniform(0.046, 0.062), lance, droop=rng.uniform(-0.02, 0.18), fold=rng.uniform(0.16, 0.34),
                  twist=rng.uniform(-1.5, 1.5), tone=rng.random(), n=22, m=6, wave=0.03)
    clay.object('snake hedge', [leaves.snake()]).modifiers.new('thick', 'SOLIDIFY').thickness = 0.0014


def peace_lily(pot, rng):
    """Spathiphyllum: glossy leaves that nod, white spathes above them."""
    clay = Clay()
    for k in range(74):
        share, yaw = math.sqrt((k + 0.5) / 74), k * GOLDEN + rng.uniform(-0.3, 0.3)
        foot = Vector(pot.spot(0.5 * share, yaw)) - Vector((0, 0, 0.01))
        line, pitch = bow(foot, yaw, 1.5 - 0.62 * share, 0.22 + 0.2 * share, rng.uniform(0.15, 0.27) * (1 - 0.18 * share), 8)
        clay.tube(line, taper(0.0036, 0.0024, 9), 6, 0.5, 1)
        size = rng.uniform(0.17, 0.235)
        clay.leaf(line[-1], yaw + rng.uniform(-0.25, 0.25), pitch, size, size * 0.40, ovate, droop=rng.uniform(0.9, 1.5), fold=0.16, cup=0.14, twist=rng.uniform(-0.4, 0.4), tone=rng.random(), n=14, m=6, wave=0.02)
    for k in range(7):
        yaw = k * GOLDEN + 0.7
        line, pitch = bow(pot.spot(0.3, yaw), yaw, 1.5 - rng.uniform(0, 0.2), 0.16, rng.uniform(0.36, 0.47), 12)
        clay.tube(line, taper(0.0034, 0.0026, 13), 7, 0.6, 1)
        top, face = line[-1], -1.57 + rng.uniform(-1.1, 1.1)
        clay.leaf(top - Vector((0, 0, 0.004)), face + math.pi, 1.25, rng.uniform(0.105, 0.13), 0.068, ovate, droop=-0.35, fold=0.1, cup=0.55, tone=rng.random(), n=14, m=8, slot=2)
        spike = [top + Vector((math.cos(face) * 0.008, math.sin(face) * 0.008, 0.006)) + Vector((0, 0, 0.062 * t)) for t in (0, 0.15, 0.5, 0.85, 1)]
        clay.tube(spike, [0.003, 0.0068, 0.0072, 0.0062, 0.001], 10, 0.5, 3)
    clay.object('peace lily', [leaves.lily(), leaves.stem(), leaves.spathe(), leaves.gravel('spadix', ((0.0, '#e3dcae'), (1.0, '#efe9c6')))])


def forest(pot, rng):
    """A grove in a tray: trunks of all ages lean out for light, moss between them."""
    wood, crown, blades = Clay(), Clay(), Clay()
    ground = pot.soil_z + 0.012
    for x, y, tall, girth in ((-0.02, 0.02, 0.40, 0.017), (0.075, -0.015, 0.33, 0.014), (-0.105, -0.02, 0.30, 0.013), (0.155, 0.035, 0.25, 0.010), (-0.175, 0.03, 0.21, 0.009), (0.03, 0.075, 0.28, 0.010), (0.205, -0.03, 0.17, 0.007), (-0.055, 0.085, 0.24, 0.009)):
        lean = (x * 0.42 + rng.uniform(-0.015, 0.015), y * 0.3)
        trunk = smooth([Vector((x + lean[0] * t + 0.010 * math.sin(t * 5 + x * 40) * t, y + lean[1] * t, ground + (tall * 0.86) * t - 0.01)) for t in (0, 0.2, 0.4, 0.6, 0.8, 1)], 4)
        n = len(trunk)
        wood.tube(trunk, [girth * ((1 - i / n) ** 0.8 * 0.85 + 0.12) * (1 + 0.7 * max(0, 1 - i / 3) ** 2) for i in range(n)], 11)
        for j in range(round(tall / 0.05)):
            t = 0.42 + 0.58 * j / round(tall / 0.05)
            base, turn = trunk[int(t * (n - 1))], j * GOLDEN + x * 30
            reach = (0.30 - 0.22 * t) * tall * rng.uniform(0.8, 1.15)
            end = base + Vector((math.cos(turn) * reach, math.sin(turn) * reach * 0.9, reach * 0.35))
            wood.tube(smooth([base, (base + end) / 2 + Vector((0, 0, 0.008)), end], 4), taper(girth * 0.3, girth * 0.1, 9), 6)
            cloud(crown, end, tall * rng.uniform(0.135, 0.175) * (1.15 - 0.35 * t), rng, 650)
        cloud(crown, trunk[-1] + Vector((0, 0, 0.004)), tall * 0.15, rng, 650)
    for _ in range(1600):
        x, y, z = pot.scatter(rng, 0.97)
        lift = 0.02 * (1 - (x / 0.27) ** 2) * (1 - (y / 0.19) ** 2)
        blades.leaf((x, y, z + lift), rng.uniform(0, 6.28), rng.uniform(0.5, 1.5), rng.uniform(0.004, 0.010), 0.0022, strap, tone=rng.random(), n=2, m=2)
    blades.object('moss blades', [leaves.grass()])
    wood.object('trunks', [leaves.bark('grey bark', '#4a4038', '#8d8172')])
    crown.object('crown', [leaves.needle()])


def cloud(crown, centre, size, rng, count=1350):
    """Small leaves in a flat cloud, lighter on top; `count` for a cloud of 8 cm."""
    x, y, z = centre
    for _ in range(int(count * (size / 0.08) ** 2) + 90):
        a, h = rng.uniform(0, 2 * math.pi), rng.random() ** 0.6
        r = size * math.sqrt(rng.random()) * (1.12 - 0.1 * h)
        lump = 0.8 + 0.4 * noise.noise(Vector((math.cos(a) * 2 + x * 40, math.sin(a) * 2, size * 50)))
        rise = math.sqrt(max(0, 1 - (r / (size * 1.15)) ** 2)) * size * 0.62 * h
        p = Vector(centre) + Vector((math.cos(a) * r * lump * 1.12, math.sin(a) * r * lump, rise - size * 0.16 * (1 - h)))
        crown.leaf(p, a + rng.uniform(-1.2, 1.2), rng.uniform(0.0, 1.2), rng.uniform(0.010, 0.016), rng.uniform(0.007, 0.010), ovate, droop=0.5, fold=0.25, tone=min(1, max(0, h * 0.75 + rng.uniform(-0.15, 0.3))), n=3, m=2)
