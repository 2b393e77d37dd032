"""Washing on a line, an iron grille, a front door, the tulsi of a courtyard. In metres, each on z = 0 unless said."""
import math
import random

from mathutils import Vector

import leaves
from mesh import Clay
from nodes import plain
from plants import GOLDEN, ovate, smooth
from surfaces import brass, iron, limewash, plain_cloth, teak, terracotta
from turned import lathe


def hung(material, x0, x1, y, top, low, folds=4, deep=0.03, seed=1, fall=0.0):
    """Cloth over a line at height `top`, its hem at `low`; `fall`: how far the other side comes down behind."""
    rng, clay, n, m = random.Random(seed), Clay(), 90, 16
    waves = [(rng.uniform(0.6, 1.5) * folds, rng.uniform(0, 6.28), rng.uniform(0.4, 1)) for _ in range(3)]
    sway = rng.uniform(-0.03, 0.03)

    def side(bottom, back):
        rows, uvs = [], []
        for i in range(m + 1):
            t = i / m
            z = top + (bottom - top) * t
            gather = 1 - 0.06 * math.sin(math.pi * min(1, t * 1.3))
            mid = (x0 + x1) / 2
            row = []
            for k in range(n + 1):
                u = k / n
                wave = sum(math.sin(f * 6.28 * u + p + 0.5 * t) * s for f, p, s in waves) / 2
                row.append((mid + (x0 + (x1 - x0) * u - mid) * gather + sway * t * t, y + (0.012 if back else -0.004) + deep * wave * (0.25 + 0.75 * t) * (1 if not back else 0.8), z + 0.006 * math.sin(9 * u + p_(t))))
            rows.append(row)
            uvs.append([((x1 - x0) * k / n, (top - bottom) * (1 - t)) for k in range(n + 1)])
        clay.sheet(rows, uvs)

    def p_(t):
        return 2.0 * t
    side(low, False)
    if fall:
        side(top - fall, True)
    clay.object('washing', [material], 80)


def pegs(places, y, z):
    clay = Clay()
    for x in places:
        clay.box((x, y - 0.008, z - 0.012), (0.011, 0.012, 0.06))
    clay.object('pegs', [plain('peg', '#c79f68', 0.7)], 20, 0.001)


def line(x0, x1, y, z, sag=0.03):
    clay = Clay()
    clay.tube([(x0 + (x1 - x0) * t, y, z - sag * (1 - (2 * t - 1) ** 2)) for t in (k / 24 for k in range(25))], [0.0028] * 25, 8)
    clay.object('line', [plain('rope', '#d9cdb4', 0.9)], 60)


def kurta(x, y, top, seed=3, shade='#efe8da'):
    """A long shirt, hung by its shoulders."""
    material = plain_cloth('kurta', shade, 0.4)
    hung(material, x - 0.25, x + 0.25, y, top, top - 0.86, 2.4, 0.03, seed)
    clay = Clay()
    for s in (-1, 1):
        rows = []
        for i in range(13):
            t = i / 12
            a = Vector((x + s * (0.21 + 0.20 * t), y - 0.006 + 0.02 * math.sin(t * 5 + seed), top - 0.005 - 0.40 * t))
            wide = 0.16 - 0.05 * t
            rows.append([a + Vector((-s * wide * 0.5 * (1 - c) * 1.0, 0.012 * math.sin(c * 6), -wide * 0.55 * (1 - c))) for c in (0, 0.33, 0.66, 1)])
        clay.sheet(rows, [[(0, 0)] * 4] * 13)
    clay.object('sleeves', [material], 80)


def grille(x0, x1, y, high=1.0, gap=0.11):
    """An iron balcony grille: uprights, rings under the rail, collars."""
    clay = Clay()
    mid = (x0 + x1) / 2
    for z, t in ((high, 0.034), (high - 0.13, 0.016), (0.20, 0.016), (0.08, 0.022)):
        clay.box((mid, y, z), (x1 - x0, t, t * 0.8))
    count = round((x1 - x0) / gap)
    for k in range(count + 1):
        x = x0 + (x1 - x0) * k / count
        clay.tube([(x, y, 0.0 if k % 8 == 0 else 0.08), (x, y, high)], [0.0095 if k % 8 == 0 else 0.0065] * 2, 10)
        lift = 0.54 if k % 2 else 0.42
        clay.tube([(x, y, lift - 0.03), (x, y, lift - 0.012), (x, y, lift), (x, y, lift + 0.012), (x, y, lift + 0.03)], [0.0065, 0.011, 0.016, 0.011, 0.0065], 12)
        if k < count:
            c = x + (x1 - x0) / count / 2
            for z, r in ((high - 0.072, 0.045), (0.14, 0.045)):
                clay.tube([(c + r * math.cos(a), y, z + r * math.sin(a)) for a in (2 * math.pi * n / 24 for n in range(25))], [0.0052] * 25, 8)
    clay.object('grille', [iron()], 50)


def double_door(left, right, y, high=2.1):
    """Two leaves of teak in a carved frame: sunk panels, studs of brass, a ring on each."""
    wood, studs, trim = Clay(), Clay(), Clay()
    mid = (left + right) / 2
    for x0, x1 in ((left, mid - 0.002), (mid + 0.002, right)):
        w = x1 - x0
        wood.box(((x0 + x1) / 2, y, high / 2), (w, 0.05, high))
        rows = (0.06, 0.52, 0.98, 1.50, high - 0.04)
        for z0, z1 in zip(rows, rows[1:]):
            for s, inset, lift in ((1, 0.055, 0.012), (1, 0.085, 0.020), (1, 0.13, 0.030)):
                wood.box(((x0 + x1) / 2, y - 0.025 - lift / 2, (z0 + z1) / 2), (w - 2 * inset, lift, z1 - z0 - 2 * inset + 0.05))
        for z in rows:
            for k in range(5):
                x = x0 + 0.035 + (w - 0.07) * k / 4
                stud(studs, x, y - 0.026, min(max(z, 0.035), high - 0.03), 0.014)
    wood.object('door leaves', [teak('door', '#43260f', '#7d4d27', 'z')], 25, 0.004)
    for s in (-1, 1):
        x, z = mid + s * 0.055, 1.02
        stud(studs, x, y - 0.03, z + 0.05, 0.026)
        studs.tube([(x + 0.042 * math.sin(a), y - 0.05, z + 0.008 - 0.042 * math.cos(a)) for a in (2 * math.pi * n / 32 for n in range(33))], [0.0062] * 33, 10)
    studs.object('brass', [brass()], 60)
    for x in (left - 0.075, right + 0.075):
        trim.box((x, y - 0.02, high / 2 + 0.02), (0.15, 0.11, high + 0.04))
        trim.box((x, y - 0.085, high / 2 + 0.02), (0.07, 0.03, high + 0.04))
        for k in range(19):
            trim.box((x, y - 0.105, 0.10 + k * 0.112), (0.042, 0.016, 0.065))
    trim.box((mid, y - 0.02, high + 0.09), (right - left + 0.34, 0.11, 0.18))
    trim.box((mid, y - 0.085, high + 0.14), (right - left + 0.34, 0.03, 0.05))
    for k in range(15):
        trim.box((left - 0.06 + (right - left + 0.12) * k / 14, y - 0.085, high + 0.065), (0.06, 0.022, 0.06))
    trim.object('door frame', [teak('door frame', '#3a2110', '#6b4120', 'z')], 25, 0.005)


def stud(clay, x, y, z, r):
    start = len(clay.verts)
    lathe(clay, [(r * math.cos(a), r * 0.7 * math.sin(a)) for a in (math.pi / 2 * k / 6 for k in range(7))], sides=18)
    clay.verts[start:] = [(px + x, y - pz, py + z) for px, py, pz in clay.verts[start:]]


def vrindavan(high=0.78):
    """The whitewashed pedestal of a courtyard's tulsi, with a niche for a lamp, and the tulsi itself."""
    stone, bands, rng = Clay(), Clay(), random.Random(8)
    for z, w, h in ((0.04, 0.56, 0.08), (0.10, 0.48, 0.05), (high - 0.15, 0.44, 0.04), (high - 0.10, 0.50, 0.06), (high - 0.02, 0.46, 0.10)):
        stone.box((0, 0, z), (w, w, h))
    for x in (-0.145, 0.145):
        stone.box((x, 0, high / 2 - 0.02), (0.09, 0.38, high - 0.28))
    stone.box((0, 0.05, high / 2 - 0.02), (0.20, 0.28, high - 0.28))
    stone.box((0, -0.10, 0.19), (0.20, 0.18, 0.13))
    stone.box((0, -0.10, high - 0.22), (0.20, 0.18, 0.12))
    stone.object('vrindavan', [limewash('#ece4d4', '#dccdb4')], 25, 0.006)
    for z, w in ((0.127, 0.484), (high - 0.128, 0.446), (high - 0.067, 0.504)):
        bands.box((0, 0, z), (w, w, 0.014))
    bands.object('bands', [terracotta('#9a4a30')], 20)
    earth = Clay()
    earth.disc([(0.2 * x, 0.2 * y, high + 0.031) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    earth.object('earth', [leaves.soil()], 0)
    tulsi(high + 0.02, rng)


def tulsi(foot, rng, high=0.46):
    """Holy basil: a shrub of small soft leaves with slender flower spikes."""
    clay = Clay()
    for k in range(52):
        yaw, out = k * GOLDEN, 0.23 * math.sqrt((k + 0.5) / 52)
        tall = high * rng.uniform(0.72, 1.05) * (1 - 0.4 * (out / 0.23) ** 2)
        points = smooth([Vector((0.02 * math.cos(yaw), 0.02 * math.sin(yaw), foot)), Vector((out * 0.45 * math.cos(yaw), out * 0.45 * math.sin(yaw), foot + tall * 0.45)), Vector((out * math.cos(yaw), out * math.sin(yaw), foot + tall))], 8)
        clay.tube(points, [0.0042 - 0.0028 * i / 16 for i in range(17)], 6, 0.4, 1)
        for i, p in enumerate(points[3:], 3):
            for hand in (0, math.pi):
                length = rng.uniform(0.05, 0.075) * (1.15 - 0.025 * i)
                clay.leaf(p, yaw + i * math.pi / 2 + hand + rng.uniform(-0.4, 0.4), rng.uniform(0.0, 0.7), length, length * 0.55, ovate, droop=rng.uniform(0.3, 0.9), fold=0.22, tone=rng.random(), n=5, m=3)
        if k % 3 == 0:
            tip = points[-1]
            clay.tube([tip, tip + Vector((0, 0, 0.07))], [0.002, 0.001], 5, 0.6, 2)
            for n in range(7):
                for hand in range(4):
                    clay.leaf(tip + Vector((0, 0, 0.01 * n)), hand * 1.57 + n * 0.7, 0.5, 0.009, 0.006, ovate, tone=rng.random(), n=2, m=2, slot=2)
    clay.object('tulsi', [leaves.leaf('tulsi', '#35602a', '#6c9446', rib='#93b06a', gloss=0.5, through=0.25), leaves.bark('stems', '#4a3626', '#6d5a44'), leaves.leaf('spikes', '#6b5f58', '#9a8a80', through=0.1)])
