"""Plants that one product's picture shows: house plants, herbs, flowers and fruit; written for the pots that `plants.py` names beside them."""
import math

from mathutils import Vector, noise

import leaves
from foliage import bow, cloud, heading, taper
from mesh import Clay
from outlines import GOLDEN, heart, lance, ovate, paddle, petal, smooth, spoon, strap
from surfaces import petals


def spider_plant(pot, rng):
    """Chlorophytum: striped straps that arch over, and young plants on two runners."""
    clay = Clay()

    def tuft(at, size, count, droop):
        for k in range(count):
            share = math.sqrt((k + 0.5) / count)
            clay.leaf(at, k * GOLDEN + rng.uniform(-0.25, 0.25), 1.5 - 0.75 * share, size * rng.uniform(0.75, 1.1), 0.014 + 0.018 * size, lance, droop=droop * (0.55 + share * rng.uniform(0.6, 1.0)),
                      fold=0.3, twist=rng.uniform(-0.3, 0.3), tone=rng.random(), n=16, m=4)

    tuft((0, 0, pot.soil_z), 0.40, 120, 1.5)
    for yaw, long in ((-1.2, 0.30), (-2.3, 0.22), (-0.6, 0.25)):
        line, _ = bow((0, 0, pot.soil_z + 0.05), yaw, 1.2, 3.0, long + 0.12, 18)
        clay.tube(line, taper(0.0022, 0.0014, 19), 6, 0.9, 1)
        tuft(line[-1], 0.10, 14, 1.2)
    clay.object('spider plant', [leaves.spider(), leaves.stem()])


def caladium(pot, rng):
    """Large thin hearts, rose within and green at the edge, on bare stalks."""
    clay = Clay()
    for k in range(30):
        share, yaw = math.sqrt((k + 0.5) / 30), k * GOLDEN + rng.uniform(-0.3, 0.3)
        line, pitch = bow(Vector(pot.spot(0.45 * share, yaw)) - Vector((0, 0, 0.01)), yaw, 1.52 - 0.5 * share, 0.2 + 0.3 * share, rng.uniform(0.20, 0.29) * (1.08 - 0.45 * share), 10)
        clay.tube(line, taper(0.0030, 0.0020, 11), 6, 0.3, 1)
        size = rng.uniform(0.13, 0.19)
        clay.leaf(line[-1], yaw + rng.uniform(-0.3, 0.3), pitch - 1.0, size, size * 0.76, heart, droop=rng.uniform(0.3, 0.7), fold=0.07, cup=-0.1, lobe=0.26, tone=rng.random(), n=18, m=10, wave=0.014)
    clay.object('caladium', [leaves.caladium(), leaves.stem()])


def cactus(pot, rng):
    """Ribbed columns and two globes, with pale spines along the ribs."""
    clay = Clay()
    for x, y, tall, wide, ribs in ((-0.03, 0.035, 0.30, 0.047, 11), (0.055, 0.03, 0.21, 0.040, 10), (-0.075, -0.015, 0.13, 0.034, 9), (0.03, -0.062, 0.095, 0.058, 15), (0.085, -0.035, 0.060, 0.036, 12)):
        rows, steps, around = [], 26, ribs * 8
        radius = lambda t: wide * min(1, (0.72 + 1.3 * t)) * math.sqrt(max(0.0, 1 - max(0, (t - 1 + 0.5 * wide / tall * 2) / (wide / tall)) ** 2)) if tall > wide * 2.4 else wide * math.sqrt(max(0, 1 - (2 * t - 1) ** 2)) * 1.02
        for i in range(steps + 1):
            t, r = i / steps, max(0.0008, radius(i / steps))
            rows.append([(x + r * (1 + 0.09 * math.cos(ribs * a)) * math.cos(a), y + r * (1 + 0.09 * math.cos(ribs * a)) * math.sin(a), pot.soil_z - 0.006 + tall * t) for a in (2 * math.pi * k / around for k in range(around + 1))])
        clay.sheet(rows, [[(math.cos(ribs * 2 * math.pi * k / around), i / steps) for k in range(around + 1)] for i in range(steps + 1)], rng.random() * 0.6)
        for k in range(ribs):
            a = 2 * math.pi * k / ribs
            for j in range(round(tall / 0.011)):
                t = (j + 0.7) / (tall / 0.011)
                r = radius(min(t, 1)) * 1.09
                at = Vector((x + r * math.cos(a), y + r * math.sin(a), pot.soil_z - 0.006 + tall * t))
                for _ in range(5):
                    clay.tube([at, at + heading(a + rng.uniform(-0.9, 0.9), rng.uniform(-0.5, 0.9)) * rng.uniform(0.006, 0.011)], [0.0006, 0.0002], 3, 0.5, 1)
    clay.object('cactus', [leaves.cactus(), leaves.spine()])


def fan(clay, at, yaw, pitch, size, count, spread, width, rng):
    """A palm leaf: blades that leave one point in all directions of a plane."""
    ahead, side = heading(yaw, pitch), Vector((-math.sin(yaw), math.cos(yaw), 0))
    tone = rng.random() * 0.6
    for k in range(count):
        a = (k / (count - 1) - 0.5) * spread
        way = ahead * math.cos(a) + side * math.sin(a)
        clay.leaf(at, math.atan2(way.y, way.x), math.asin(max(-1, min(1, way.z))), size * (0.62 + 0.38 * math.cos(a * 0.62)) * rng.uniform(0.94, 1.04), width, strap if count < 12 else lance,
                  droop=rng.uniform(0.25, 0.7), fold=0.4, twist=rng.uniform(-0.2, 0.2), tone=min(1, tone + rng.uniform(0, 0.35)), n=9, m=2)


def fan_palm(pot, rng):
    """Livistona: round fans on long stalks, all out of one heart."""
    clay = Clay()
    for k in range(17):
        age, yaw = k / 16, k * GOLDEN + rng.uniform(-0.25, 0.25)
        line, pitch = bow(Vector(pot.spot(0.10, yaw)) - Vector((0, 0, 0.01)), yaw, 1.54 - 0.62 * age, 0.35 + 0.6 * age, rng.uniform(0.46, 0.58) * (1.05 - 0.28 * age), 14)
        clay.tube(line, taper(0.0070, 0.0042, 15), 7, 0.4, 1)
        fan(clay, line[-1], yaw, pitch - 0.15, rng.uniform(0.27, 0.33), 27, 4.4, 0.026, rng)
    clay.object('fan palm', [leaves.palm(), leaves.stem()])


def lady_palm(pot, rng):
    """Rhapis: thin upright canes, each with a few hands of broad fingers."""
    clay = Clay()
    for k in range(11):
        share, yaw = 0.62 * math.sqrt((k + 0.3) / 11), k * GOLDEN
        tall = rng.uniform(0.30, 0.56) * (1.1 - 0.4 * share)
        line, _ = bow(Vector(pot.spot(share, yaw)) - Vector((0, 0, 0.02)), yaw, 1.56 - 0.22 * share, 0.05, tall, 16)
        clay.tube(line, [0.0058 * (1 + 0.16 * (i % 3 == 0)) for i in range(17)], 8, 0.5, 1)
        for j in range(5):
            t = 0.40 + 0.58 * j / 4
            turn = yaw + j * GOLDEN + rng.uniform(-0.3, 0.3)
            stalk, pitch = bow(line[int(t * 16)], turn, 1.15 - 0.25 * (1 - t), 0.55, rng.uniform(0.09, 0.15), 6)
            clay.tube(stalk, taper(0.0022, 0.0016, 7), 5, 0.5, 2)
            fan(clay, stalk[-1], turn, pitch - 0.2, rng.uniform(0.15, 0.20), 8, 3.1, 0.030, rng)
    clay.object('lady palm', [leaves.rhapis(), leaves.cane(), leaves.stem()])


def lotus(pot, rng):
    """Round leaves on and over the water, three flowers and a bud."""
    clay = Clay()

    def pad(at, r, tilt, yaw, tone, cup):
        around, rings = 44, 7
        lean = heading(yaw, 0) * tilt
        rows = []
        for i in range(rings + 1):
            s = i / rings
            rows.append([(at[0] + r * s * math.cos(a), at[1] + r * s * math.sin(a), at[2] + cup * r * s * s + r * s * (lean.x * math.cos(a) + lean.y * math.sin(a)) + 0.025 * r * s * s * math.sin(5 * a + tone * 9)) for a in (2 * math.pi * k / around for k in range(around + 1))])
        clay.sheet(rows, [[(math.cos(20 * math.pi * k / around * 2), i / rings) for k in range(around + 1)] for i in range(rings + 1)], tone)

    for k in range(11):
        yaw, share = k * GOLDEN + 0.5, 0.78 * math.sqrt((k + 0.8) / 11)
        x, y, z = pot.spot(share, yaw)
        pad((x, y, z + 0.004 + 0.001 * k), rng.uniform(0.055, 0.085), 0, 0, rng.random(), 0.02)
    for k in range(10):
        yaw = k * GOLDEN
        line, _ = bow(pot.spot(0.30 * math.sqrt(k / 9), yaw), yaw, 1.5 - rng.uniform(0, 0.25), 0.15, rng.uniform(0.12, 0.34), 10)
        clay.tube(line, taper(0.0036, 0.0030, 11), 7, 0.5, 1)
        pad(line[-1], rng.uniform(0.085, 0.125), rng.uniform(0.05, 0.35), yaw, rng.random(), rng.uniform(0.06, 0.24))
    for yaw, tall, wide in ((-1.2, 0.30, 1.0), (0.4, 0.40, 0.8), (-2.6, 0.22, 0.95), (2.2, 0.36, 0.28)):
        line, _ = bow(pot.spot(0.30, yaw), yaw, 1.45, 0.1, tall, 10)
        clay.tube(line, taper(0.0036, 0.0030, 11), 7, 0.5, 1)
        for k in range(21):
            age = (k + 0.5) / 21
            clay.leaf(line[-1], k * GOLDEN, 1.5 - 1.15 * age * wide, 0.085 * (0.7 + 0.3 * age), 0.042, petal, droop=-0.5 - 0.4 * (1 - wide), fold=0.1, cup=0.5, tone=min(1, 0.2 + 0.7 * age + rng.uniform(0, 0.1)), n=10, m=6, slot=2)
        if wide > 0.5:
            clay.pebble(line[-1] + Vector((0, 0, 0.022)), 0.016, rng, 0.5, 3, 0.8)
    clay.object('lotus', [leaves.lotus_pad(), leaves.stem(), leaves.lotus_petal(), petals('#e3c04a', '#a98a1f')])


def papyrus(pot, rng):
    """Umbrella papyrus that stands in water between pebbles."""
    clay, stones = Clay(), Clay()
    for k in range(38):
        share, yaw = 0.34 * math.sqrt((k + 0.5) / 38), k * GOLDEN
        tall = rng.uniform(0.34, 0.66) * (1.1 - 0.5 * share)
        x, y, z = pot.spot(share, yaw)
        line, _ = bow((x, y + 0.05, z - 0.01), yaw, 1.56 - 0.9 * share, 0.25, tall, 14)
        clay.tube(line, taper(0.0030, 0.0020, 15), 6, 0.5, 1)
        for j in range(19):
            clay.leaf(line[-1], j * 2 * math.pi / 19 + rng.uniform(-0.1, 0.1), rng.uniform(0.05, 0.45), rng.uniform(0.12, 0.17), 0.0075, strap, droop=rng.uniform(0.4, 0.9), fold=0.3, tone=rng.random(), n=7, m=2)
    for k in range(60):
        x, y, z = pot.spot(rng.uniform(0.62, 0.97), rng.uniform(0, 6.28))
        stones.pebble((x, y, z + 0.002), rng.uniform(0.011, 0.026), rng, rng.random())
    clay.object('papyrus', [leaves.palm(), leaves.stem()])
    stones.object('pebbles', [leaves.gravel('pebbles')], 80)


def floret(clay, at, yaw, pitch, size, rng, slot, count=5, plump=0.9, tone=0.5):
    """An open flower of five petals that faces `yaw`, `pitch`."""
    ahead = heading(yaw, pitch)
    side = Vector((-math.sin(yaw), math.cos(yaw), 0))
    up = ahead.cross(side)
    for k in range(count):
        a = 2 * math.pi * k / count + yaw
        way = (side * math.cos(a) + up * math.sin(a)) * 0.94 + ahead * 0.34
        clay.leaf(at, math.atan2(way.y, way.x), math.asin(max(-1, min(1, way.z))), size, size * plump, petal, droop=0.3 * math.copysign(1, way.z), fold=0, cup=0.1, tone=min(1, tone + rng.uniform(0, 0.3)), n=5, m=4, slot=slot)


def bush(clay, centre, size, rng, count, leaf, width, outline=ovate, slot=0, droop=0.6, low=0.0):
    """Leaves in a round mass, thicker towards its skin; gives a point on its skin in the direction (yaw, pitch)."""
    size = Vector(size)
    skin = lambda yaw, pitch, share=1.0: Vector(centre) + Vector((math.cos(yaw) * math.cos(pitch) * size.x, math.sin(yaw) * math.cos(pitch) * size.y, math.sin(pitch) * size.z)) * share
    for k in range(count):
        yaw, pitch = k * GOLDEN, math.asin(min(1, max(-1, low + (1 - low) * (k + 0.5) / count)))
        lump = 0.86 + 0.28 * noise.noise(skin(yaw, pitch) * 14)
        depth = rng.random() ** 0.45
        long = leaf * rng.uniform(0.75, 1.15)
        clay.leaf(skin(yaw, pitch, depth * lump), yaw + rng.uniform(-0.9, 0.9), pitch * 0.5 + rng.uniform(-0.35, 0.5), long, long * width, outline, droop=droop * rng.uniform(0.6, 1.4), fold=0.18, twist=rng.uniform(-0.3, 0.3),
                  tone=min(1, max(0, 0.6 * depth * (0.35 + 0.65 * max(0, math.sin(pitch))) + rng.uniform(0, 0.4))), n=7, m=4, slot=slot)
    return skin


def petunias(pot, rng):
    """A ring of petunias that hangs over the rim, round a fountain grass with its plumes."""
    clay = Clay()
    for k in range(330):
        share, yaw = math.sqrt((k + 0.5) / 330), k * GOLDEN
        clay.leaf((0.05 * share * math.cos(yaw), 0.05 * share * math.sin(yaw), pot.soil_z), yaw + rng.uniform(-0.3, 0.3), 1.53 - 0.6 * share, rng.uniform(0.40, 0.62), 0.0062, strap, droop=rng.uniform(0.5, 1.0) + 1.2 * share ** 2, fold=0.3, tone=rng.random(), n=12, m=2, slot=1)
    for k in range(16):
        yaw = k * GOLDEN
        line, _ = bow((0, 0, pot.soil_z), yaw, 1.5 - rng.uniform(0, 0.35), 0.8, rng.uniform(0.56, 0.74), 20)
        clay.tube(line, taper(0.0016, 0.0010, 21), 5, 0.8, 1)
        for i in range(150):
            at = line[14 + i * 6 // 150] + (line[20] - line[14]) * (i % 25) / 150
            clay.leaf(at, i * GOLDEN, rng.uniform(0.2, 1.0), 0.022, 0.0022, strap, tone=rng.random(), n=2, m=2, slot=3)
    for k in range(15):
        yaw = 2 * math.pi * k / 15 + rng.uniform(-0.1, 0.1)
        x, y, z = pot.spot(0.84, yaw)
        skin = bush(clay, (x, y, z + 0.025), (0.085, 0.085, 0.085), rng, 150, 0.042, 0.6)
        for j in range(15):
            a, p = yaw + rng.uniform(-1.9, 1.9), rng.uniform(0.0, 1.3)
            at = skin(a, p, 1.02)
            floret(clay, at, a, p, rng.uniform(0.027, 0.034), rng, 2 if k % 3 else 4, plump=1.05, tone=rng.random() * 0.6)
    clay.object('petunias', [leaves.mint(), leaves.chive(), petals('#8d2f8f', '#4a1152'), petals('#d9c7a6', '#a5825c'), petals('#f2e9f0', '#c9a7c4')])


def calathea(pot, rng):
    """Calathea: painted leaves, upright in the middle and out to the sides below."""
    clay = Clay()
    for k in range(34):
        share, yaw = math.sqrt((k + 0.5) / 34), k * GOLDEN + rng.uniform(-0.25, 0.25)
        line, pitch = bow(Vector(pot.spot(0.42 * share, yaw)) - Vector((0, 0, 0.01)), yaw, 1.52 - 0.62 * share, 0.2, rng.uniform(0.14, 0.24) * (1.1 - 0.45 * share), 8)
        clay.tube(line, taper(0.0034, 0.0024, 9), 6, 0.3, 1)
        size = rng.uniform(0.17, 0.23)
        clay.leaf(line[-1], yaw + rng.uniform(-0.25, 0.25), pitch - 0.1, size, size * 0.56, ovate, droop=rng.uniform(0.7, 1.1), fold=0.1, cup=0.1, twist=rng.uniform(-0.5, 0.5), tone=rng.random(), n=18, m=8, wave=0.02)
    clay.object('calathea', [leaves.calathea(), leaves.wine_stem()])


def marigold(clay, at, r, rng, slot=0):
    """A full round head of ruffled petals."""
    for k in range(64):
        age = (k + 0.5) / 64
        yaw, pitch = k * GOLDEN, 1.5 - 2.7 * age ** 0.9
        base = (at[0] + r * 0.25 * age * math.cos(yaw), at[1] + r * 0.25 * age * math.sin(yaw), at[2] + r * 0.55 * (1 - age))
        clay.leaf(base, yaw + rng.uniform(-0.2, 0.2), pitch, r * (0.5 + 0.38 * age), r * 0.55, lambda t: min(1.0, 0.4 + t * 0.9), droop=-0.5, fold=0.35, tone=min(1.0, 0.25 + 0.6 * age * rng.random() + 0.2 * rng.random()), n=3, m=3, slot=int(slot))


def marigolds():
    return [petals('#e8931f', '#b3520c'), petals('#f0b928', '#c4780f')]


def marigold_row(pot, rng):
    """Five bushes of marigolds in a trough."""
    clay = Clay()
    for k in range(5):
        x, tall = (k - 2) * pot.width * 0.178, rng.uniform(0.105, 0.125)
        skin = bush(clay, (x, rng.uniform(-0.008, 0.008), pot.soil_z + 0.05), (0.075, 0.085, tall), rng, 620, 0.034, 0.26, lance, slot=2, low=-0.4)
        for j in range(15):
            yaw, pitch = j * GOLDEN + k, math.asin(0.12 + 0.86 * (j + 0.5) / 15)
            at = skin(yaw, pitch, 1.16)
            clay.tube([skin(yaw, pitch, 0.6), at], [0.0018, 0.0018], 5, 0.5, 3)
            marigold(clay, at, rng.uniform(0.020, 0.027), rng, k % 2)
    clay.object('marigolds', [*marigolds(), leaves.mint(), leaves.stem()])


def geraniums(pot, rng):
    """Round scalloped leaves, and balls of red and rose flowers over them."""
    clay = Clay()
    for k in range(5):
        x = (k - 2) * pot.width * 0.185
        skin = bush(clay, (x, 0, pot.soil_z + 0.045), (0.085, 0.095, 0.105), rng, 190, 0.052, 1.05, heart, low=-0.35)
        for j in range(6):
            yaw, pitch = j * 1.05 + k, rng.uniform(0.55, 1.35)
            line = smooth([skin(yaw, pitch, 0.5), skin(yaw, pitch, 1.1), skin(yaw, min(1.5, pitch + 0.2), 1.45)], 4)
            clay.tube(line, taper(0.0026, 0.0020, len(line)), 6, 0.5, 3)
            for i in range(26):
                a, p = i * GOLDEN, math.asin(-0.5 + 1.5 * (i + 0.5) / 26)
                floret(clay, line[-1] + heading(a, p) * 0.024, a, p, 0.0125, rng, 1 if (k + j) % 3 else 2, plump=0.95, tone=rng.random() * 0.6)
    clay.object('geraniums', [leaves.geranium(), petals('#d5272f', '#8f0d1c'), petals('#ef8fa6', '#c94c70'), leaves.stem()])


def kitchen_garden(pot, rng):
    """Cherry tomatoes on canes, and chillies between them."""
    clay = Clay()
    for k in range(7):
        x, climbs = (k - 3) * pot.width * 0.133, k % 2 == 0
        foot, tall = Vector((x, rng.uniform(-0.03, 0.03), pot.soil_z - 0.01)), rng.uniform(0.56, 0.64) if climbs else rng.uniform(0.26, 0.32)
        if climbs:
            clay.tube([foot + Vector((0.01, 0.015, 0)), foot + Vector((0.012, 0.018, tall + 0.08))], [0.0042, 0.0036], 8, 0.5, 4)
        line = smooth([foot + Vector((0.014 * math.sin(t * 9 + k), 0.012 * math.cos(t * 7 + k), tall * t)) for t in (0, 0.2, 0.4, 0.6, 0.8, 1)], 4)
        clay.tube(line, taper(0.0050, 0.0022, len(line)), 8, 0.5, 1)
        for i in range(4, len(line)):
            for _ in range(2 if climbs else 4):
                t, yaw = i / len(line), rng.uniform(0, 6.28)
                stalk, pitch = bow(line[i], yaw, rng.uniform(0.2, 0.7), 0.7, rng.uniform(0.05, 0.11) * (1.2 - 0.5 * t), 6)
                clay.tube(stalk, taper(0.0014, 0.0008, 7), 5, 0.6, 1)
                for j in (3, 4, 5, 6):
                    for hand in ((-1, 1) if j < 6 else (0,)):
                        size = rng.uniform(0.034, 0.05) if climbs else rng.uniform(0.040, 0.055)
                        clay.leaf(stalk[j], yaw + hand * rng.uniform(0.8, 1.2), pitch + rng.uniform(-0.1, 0.5), size, size * (0.5 if climbs else 0.42), ovate, droop=rng.uniform(0.5, 1.1), fold=0.15, tone=min(1, 0.6 * rng.random() + 0.35 * t), n=7, m=4)
        for i in range(7 if climbs else 9):
            yaw, at = rng.uniform(-2.6, -0.5), line[rng.randrange(7, len(line) - 3)]
            if climbs:
                truss, _ = bow(at, yaw, 0.5, 2.2, 0.085, 7)
                clay.tube(truss, taper(0.0014, 0.0010, 8), 5, 0.6, 1)
                for j in range(3, 8):
                    ball(clay, truss[j] + Vector((0.009 * (-1) ** j, 0, -0.012)), rng.uniform(0.0105, 0.0135), 2 if rng.random() < 0.75 else 3, rng.random())
            else:
                drop, _ = bow(at + heading(yaw, 0.2) * 0.05, yaw, -0.6, 0.9, rng.uniform(0.045, 0.06), 8)
                clay.tube(drop, [0.0030, 0.0052, 0.0054, 0.0052, 0.0048, 0.0040, 0.0030, 0.0018, 0.0004], 8, 0.5, 2)
                clay.tube([drop[0], line[min(len(line) - 1, 10)]], [0.0012, 0.0012], 5, 0.5, 1)
    clay.object('kitchen garden', [leaves.basil(), leaves.stem(), leaves.fruit('tomatoes', '#c2211a'), leaves.fruit('green tomatoes', '#9aa83c'), leaves.bark('canes', '#8a7444', '#b79c66')])


def ball(clay, at, r, slot, tone=0.5, long=1.0):
    rows = [[(at[0] + r * math.cos(b) * math.cos(a), at[1] + r * math.cos(b) * math.sin(a), at[2] + r * long * math.sin(b)) for a in (2 * math.pi * k / 14 for k in range(15))] for b in (math.pi * (i / 9 - 0.5) for i in range(10))]
    clay.sheet(rows, [[(0, 0)] * 15] * 10, tone, slot)


def hibiscus(pot, rng):
    """A round shrub of shoe flowers, the shop's red: five ruffled petals and a long column."""
    clay = Clay()
    for k in range(7):
        a = k * GOLDEN
        line, _ = bow(pot.spot(0.18, a), a, 1.45 - 0.1 * (k % 3), 0.3, 0.30, 10)
        clay.tube(line, taper(0.009, 0.004, 11), 8, 0.5, 2)
    skin = bush(clay, (0, 0, pot.soil_z + 0.27), (0.30, 0.24, 0.25), rng, 950, 0.074, 0.62, low=-0.75)
    for k in range(13):
        yaw, pitch = -1.57 + rng.uniform(-1.5, 1.5), -0.35 + 1.55 * (k + 0.5) / 13
        at = skin(yaw, pitch, 1.06)
        ahead = heading(yaw, pitch * 0.7)
        floret(clay, at, yaw, pitch * 0.7, rng.uniform(0.055, 0.068), rng, 1, plump=1.0, tone=rng.random() * 0.5)
        column = [at + ahead * 0.07 * t + Vector((0, 0, 0.012 * t * t)) for t in (0, 0.5, 1)]
        clay.tube(column, [0.0024, 0.0022, 0.0018], 7, 0.5, 1)
        for j in range(12):
            clay.pebble(column[2] - ahead * 0.003 * (j % 6) + heading(j * GOLDEN, 0) * 0.004, 0.0022, rng, 0.5, 3)
    clay.object('hibiscus', [leaves.hibiscus(), petals('#d21f2c', '#8e0716'), leaves.bark(), petals('#f0cf52', '#d09a20')])


def lemon_tree(pot, rng):
    """A grafted lemon: a trunk, a round crown, fruit of all ages."""
    clay = Clay()
    trunk = smooth([Vector((x, y, pot.soil_z + z)) for x, y, z in ((0, 0, -0.02), (0.008, 0, 0.12), (-0.006, 0.004, 0.26), (0.004, 0, 0.40))], 5)
    clay.tube(trunk, taper(0.019, 0.012, len(trunk)), 11, 0.5, 1)
    for k in range(8):
        a = k * GOLDEN
        line, _ = bow(trunk[-1] - Vector((0, 0, 0.05 * (k % 3))), a, 0.9, -0.1, 0.24, 8)
        clay.tube(line, taper(0.008, 0.003, 9), 7, 0.5, 1)
    skin = bush(clay, (0, 0, pot.soil_z + 0.60), (0.29, 0.28, 0.27), rng, 1300, 0.078, 0.46, low=-0.9)
    for k in range(24):
        yaw, pitch = -1.57 + rng.uniform(-1.9, 1.9), math.asin(-0.8 + 1.5 * (k + 0.5) / 24)
        at = skin(yaw, pitch, rng.uniform(0.92, 1.04))
        ball(clay, at - Vector((0, 0, 0.03)), rng.uniform(0.024, 0.029), 2 if k % 5 else 3, rng.random(), 1.28)
    clay.object('lemon tree', [leaves.lemon(), leaves.bark('young bark', '#5a4a36', '#8d7a5c'), leaves.fruit('lemons', '#e9c52c'), leaves.fruit('limes', '#8fa63a')])


def croton(pot, rng):
    """Codiaeum: leathery leaves in yellow, red and green, close along upright stems."""
    clay = Clay()
    for k, (share, yaw, tall) in enumerate(((0.02, 0.4, 0.56), (0.36, 2.2, 0.46), (0.38, 4.0, 0.40), (0.36, 5.5, 0.50), (0.44, 0.9, 0.36), (0.42, 3.2, 0.30))):
        line, _ = bow(Vector(pot.spot(share, yaw)) - Vector((0, 0, 0.02)), yaw, 1.55 - 0.4 * share, 0.1, tall, 20)
        clay.tube(line, taper(0.010, 0.006, 21), 8, 0.3, 1)
        count = round(tall / 0.0125)
        for i in range(count):
            t = 0.16 + 0.84 * i / count
            size = rng.uniform(0.17, 0.22) * (1.1 - 0.3 * t)
            clay.leaf(line[int(t * 20)], i * GOLDEN + k, 0.15 + 1.0 * t ** 3, size, size * 0.38, ovate, droop=rng.uniform(0.4, 0.9), fold=0.12, cup=0.1, twist=rng.uniform(-0.3, 0.3), tone=rng.random(), n=12, m=6, wave=0.03)
    clay.object('croton', [leaves.croton(), leaves.bark('young bark', '#4a3a2a', '#7c6a4e')])


def cascade(pot, rng):
    """A juniper that leans over the edge of its tray, its pads one below the other."""
    wood, crown = Clay(), Clay()
    ground = pot.soil_z + 0.012
    bend = ((-0.06, 0, -0.01), (-0.065, 0, 0.04), (-0.03, 0, 0.105), (0.035, -0.005, 0.135), (0.105, -0.01, 0.115), (0.175, -0.015, 0.055), (0.235, -0.02, -0.005), (0.285, -0.02, -0.055), (0.325, -0.02, -0.085))
    trunk = smooth([Vector((x, y, z + ground)) for x, y, z in bend], 6)
    n = len(trunk)
    wood.tube(trunk, [(0.030 * (1 - i / n) ** 0.8 + 0.004) * (1 + 0.5 * max(0, 1 - i / 7) ** 2) * (1 + 0.08 * math.sin(i * 1.7)) for i in range(n)], 14)
    for start, (x, y, z), size in ((14, (-0.10, 0.0, 0.215), 0.075), (17, (0.0, 0.05, 0.235), 0.068), (21, (0.075, -0.06, 0.205), 0.064), (26, (0.16, 0.04, 0.165), 0.062), (31, (0.205, -0.065, 0.085), 0.058), (36, (0.285, 0.02, 0.045), 0.056), (41, (0.315, -0.05, -0.035), 0.050), (47, (0.36, -0.01, -0.085), 0.052)):
        end = Vector((x, y, z + ground))
        line = smooth([trunk[min(start, n - 1)], (trunk[min(start, n - 1)] + end) / 2 + Vector((0, 0, 0.018)), end - Vector((0, 0, size * 0.25))], 5)
        wood.tube(line, taper(0.009, 0.003, len(line)), 8)
        cloud(crown, end, size, rng)
    wood.object('trunk', [leaves.bark('grey bark', '#4a4038', '#8d8172')])
    crown.object('crown', [leaves.juniper()])


def jade_tree(pot, rng):
    """Crassula as a small tree: a thick pale trunk, fleshy round leaves."""
    wood, crown = Clay(), Clay()
    ground = pot.soil_z + 0.006
    trunk = smooth([Vector((x, y, z + ground)) for x, y, z in ((-0.02, 0, -0.01), (-0.024, 0, 0.05), (0.0, 0.005, 0.10), (0.03, 0, 0.15), (0.02, 0, 0.20))], 6)
    wood.tube(trunk, [0.030 - 0.016 * i / len(trunk) + 0.012 * max(0, 1 - i / 6) ** 2 for i in range(len(trunk))], 14)
    for k in range(9):
        start = trunk[6 + 2 * k]
        yaw, reach = k * GOLDEN, 0.17 - 0.011 * k
        end = start + Vector((math.cos(yaw) * reach, math.sin(yaw) * reach * 0.7, 0.06 + 0.013 * k))
        line = smooth([start, (start + end) / 2 + Vector((0, 0, 0.018)), end], 5)
        wood.tube(line, taper(0.011, 0.0055, len(line)), 9)
        for i in range(7):
            for j in range(5):
                twig = end + Vector((rng.gauss(0, 0.024), rng.gauss(0, 0.022), rng.uniform(-0.012, 0.042)))
                for hand in range(5):
                    clay_size = rng.uniform(0.022, 0.032)
                    crown.leaf(twig, hand * 1.257 + i, rng.uniform(0.2, 1.0), clay_size, clay_size * 0.72, spoon, droop=-0.3, fold=0.05, thick=0.007, tone=min(1, 0.5 * rng.random() + 0.4), n=5, m=3)
    wood.object('trunk', [leaves.bark('pale bark', '#6d5a44', '#a58d6c')])
    crown.object('crown', [leaves.jade_leaf()])


def jasmine(pot, rng):
    """Jasmine on a tripod of canes, with its white stars."""
    clay = Clay()
    top = Vector((0, 0, pot.soil_z + 0.86))
    for k in range(3):
        a = 2 * math.pi * k / 3 + 0.4
        foot = Vector(pot.spot(0.62, a)) - Vector((0, 0, 0.03))
        clay.tube([foot, top + (top - foot) * 0.07], [0.0055, 0.0042], 8, 0.5, 3)
    for k in range(14):
        turn, rise = k * 0.7, rng.uniform(0.86, 1.06)
        line = []
        for i in range(61):
            t = i / 60
            r = (0.155 * (1 - t) + 0.05) * (1 + 0.16 * math.sin(t * 21 + k))
            a = turn + t * (5.2 if k % 2 else -4.6)
            line.append(Vector((r * math.cos(a), r * math.sin(a), pot.soil_z + 0.84 * rise * t)))
        clay.tube(line, taper(0.0030, 0.0012, 61), 6, 0.5, 1)
        for i in range(3, 61):
            out = math.atan2(line[i].y, line[i].x)
            for hand in (-1, 1):
                for _ in range(2):
                    size = rng.uniform(0.040, 0.062)
                    clay.leaf(line[i] + heading(out, 0) * rng.uniform(-0.01, 0.025), out + hand * rng.uniform(0.2, 1.3), rng.uniform(-0.2, 0.7), size, size * 0.56, ovate, droop=rng.uniform(0.5, 1.0), fold=0.14, tone=min(1, 0.6 * rng.random() + 0.3 * i / 60), n=6, m=4)
            if i % 3 == k % 3 and i > 8:
                at = line[i] + heading(out, 0.4) * rng.uniform(0.045, 0.065)
                clay.tube([line[i], at], [0.0009, 0.0012], 5, 0.8, 1)
                floret(clay, at, out + rng.uniform(-0.6, 0.6), rng.uniform(0.0, 0.8), 0.024, rng, 2, 6, 0.6, 0.6)
    clay.object('jasmine', [leaves.jasmine(), leaves.stem(), petals('#fbf8ee', '#e9e2cd'), leaves.bark('canes', '#8a7444', '#b79c66')])


def orchids(pot, rng):
    """Phalaenopsis in bark: broad leaves at the foot, arching sprays of white and rose."""
    clay, chunks = Clay(), Clay()
    for x, y, slot, face in ((-0.105, 0.02, 2, -1.9), (0.10, 0.03, 3, -1.1), (0.0, -0.03, 2, -1.5)):
        foot = Vector((x, y, pot.soil_z))
        for k in range(7):
            clay.leaf(foot, k * 2.5 + x * 9, 0.62 - 0.04 * k, rng.uniform(0.13, 0.19), rng.uniform(0.050, 0.062), paddle, droop=rng.uniform(0.5, 0.9), fold=0.2, thick=0.003, tone=rng.random(), n=12, m=6)
        for spray in range(2):
            yaw = (3.3 if (x < 0) == (spray == 0) else -0.15) + rng.uniform(-0.3, 0.3)
            line, _ = bow(foot, yaw, 1.5, 1.35, rng.uniform(0.40, 0.50), 24)
            clay.tube(line, taper(0.0028, 0.0014, 25), 7, 0.3, 1)
            for i in range(12, 25, 2):
                hand = 1 if i % 4 else -1
                at = line[i] + heading(face + hand * 0.7, -0.2) * 0.022
                clay.tube([line[i], at], [0.0012, 0.0010], 5, 0.5, 1)
                size = 0.036 * (1.05 - 0.028 * (i - 12))
                floret(clay, at, face + rng.uniform(-0.35, 0.35), rng.uniform(-0.2, 0.15), size, rng, slot, plump=0.92, tone=rng.random() * 0.5)
                clay.pebble(at + heading(face, 0) * 0.008, 0.0055, rng, 0.5, 4)
    for _ in range(420):
        x, y, z = pot.scatter(rng, 0.97)
        chunks.pebble((x, y, z + 0.006), rng.uniform(0.006, 0.013), rng, rng.random(), flat=0.5)
    clay.object('orchids', [leaves.lily(), leaves.stem(), petals('#faf6f4', '#e6d3de'), petals('#d873ac', '#a3286f'), petals('#e0b13f', '#a4284a')])
    chunks.object('bark chips', [leaves.gravel('bark chips', ((0.0, '#3a2417'), (0.5, '#6b4529'), (1.0, '#94693f')))])


def sprig(clay, at, rng, tall, size, slot, pairs, wide, lean, stalk):
    """A stalk with pairs of leaves that turn by a right angle from pair to pair."""
    yaw0 = rng.uniform(0, 6.28)
    points = [Vector(at) + Vector((lean * math.cos(yaw0) * t * t * tall, lean * math.sin(yaw0) * t * t * tall, tall * t)) for t in (i / pairs for i in range(pairs + 1))]
    clay.tube(points, taper(0.0026, 0.0012, pairs + 1), 6, 0.5, stalk)
    for i, p in enumerate(points[1:], 1):
        t = i / pairs
        for hand in (0, math.pi):
            yaw = yaw0 + i * math.pi / 2 + hand + rng.uniform(-0.3, 0.3)
            length = size * (0.55 + 0.6 * math.sin(math.pi * min(1, t * 0.75 + 0.2))) * rng.uniform(0.85, 1.15)
            clay.leaf(p, yaw, 0.25 + 0.75 * t ** 3 + rng.uniform(-0.1, 0.2), length, length * wide, ovate, droop=rng.uniform(0.4, 1.0), fold=-0.22 if slot == 0 else 0.2, tone=min(1, 0.35 * rng.random() + 0.6 * t ** 2), n=7, m=4, slot=slot)


def herb_bowl(pot, rng):
    """Tulsi at the back, mint to the right, coriander to the left and in front."""
    clay = Clay()
    for _ in range(46):
        x, y = rng.gauss(0.01, 0.045), 0.075 + rng.gauss(0, 0.03)
        sprig(clay, (x, y, pot.soil_z), rng, rng.uniform(0.16, 0.29), 0.046, 2, 9, 0.55, 0.35, 3)
    for _ in range(60):
        sprig(clay, (0.105 + rng.gauss(0, 0.038), -0.03 + rng.gauss(0, 0.042), pot.soil_z), rng, rng.uniform(0.08, 0.17), 0.046, 1, 6, 0.62, 0.6, 3)
    for _ in range(120):
        at, yaw = Vector((-0.085 + rng.gauss(0, 0.05), -0.045 + rng.gauss(0, 0.045), pot.soil_z)), rng.uniform(0, 6.28)
        stalk, _ = bow(at, yaw, 1.45 - rng.uniform(0, 0.3), 0.35, rng.uniform(0.09, 0.17), 7)
        clay.tube(stalk, taper(0.0014, 0.0010, 8), 5, 0.6, 3)
        for j in range(3):
            twig = stalk[-1 - j]
            for hand in (-0.9, 0, 0.9):
                clay.leaf(twig, yaw + hand + j * 2.1, rng.uniform(0.0, 0.5), rng.uniform(0.020, 0.028), 0.024, heart, droop=0.5, fold=0.1, tone=rng.random(), n=6, m=6, wave=0.16, slot=0)
    clay.object('herb bowl', [leaves.basil(), leaves.mint(), leaves.tulsi(), leaves.stem()])


def salad(pot, rng):
    """Green and red lettuce in heads, spring onions behind them."""
    clay = Clay()
    for x, y, size, slot in ((-0.105, -0.02, 0.145, 0), (0.015, -0.095, 0.13, 1), (0.115, 0.0, 0.14, 0), (-0.035, 0.085, 0.125, 1), (0.075, 0.105, 0.115, 0), (-0.14, -0.135, 0.085, 1), (0.135, -0.115, 0.09, 0)):
        for k in range(26):
            age = (k + 0.5) / 26
            clay.leaf((x, y, pot.soil_z), k * GOLDEN, 1.4 - 0.95 * age, size * (0.7 + 0.3 * age) * rng.uniform(0.9, 1.1), size * 0.72, petal, droop=0.2 + 0.7 * age, fold=0.1, cup=0.35, tone=min(1, 0.9 - 0.6 * age + rng.uniform(0, 0.2)), n=12, m=10, wave=0.055, slot=slot)
    for _ in range(46):
        x, y = rng.gauss(0, 0.10), 0.155 + rng.gauss(0, 0.012)
        clay.leaf((x, y, pot.soil_z), rng.uniform(0, 6.28), 1.52 - rng.uniform(0, 0.22), rng.uniform(0.22, 0.33), 0.0075, strap, droop=rng.uniform(0.1, 0.5), fold=0, thick=0.007, tone=rng.random(), n=9, m=3, slot=2)
    clay.object('salad', [leaves.lettuce(), leaves.red_lettuce(), leaves.chive()])
