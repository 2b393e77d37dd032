"""Furniture: a cane stool, a swing, cushions, a cupboard, a durrie. In metres, each on z = 0."""
import math
import random

from mathutils import Vector

from mesh import Clay
from nodes import plain
from surfaces import brass, cane, teak
from turned import lathe, swept


def panel(clay, corners, slot):
    """A flat piece of cane or cloth; `corners` go round, its skin is in metres."""
    a, b, c, d = (Vector(p) for p in corners)
    wide, high = (b - a).length, (d - a).length
    clay.sheet([[a, b], [d, c]], [[(0, 0), (wide, 0)], [(0, high), (wide, high)]], slot=slot)


def mooda():
    """A stool of cane and rope, drawn in at the waist."""
    clay, high = Clay(), 0.42
    for hand in (-1, 1):
        for k in range(44):
            a = 2 * math.pi * k / 44
            line = [Vector((0.205 * math.cos(a), 0.205 * math.sin(a), 0.02)), Vector((0.205 * math.cos(a + hand * 1.7), 0.205 * math.sin(a + hand * 1.7), high - 0.02))]
            clay.tube([line[0], (line[0] + line[1]) / 2, line[1]], [0.0042] * 3, 6)
    for z, r, thick in ((0.018, 0.208, 0.017), (high - 0.018, 0.208, 0.017), (high / 2, 0.137, 0.012), (high / 2 + 0.02, 0.139, 0.008), (high / 2 - 0.02, 0.139, 0.008)):
        clay.tube([(r * math.cos(a), r * math.sin(a), z) for a in (2 * math.pi * n / 64 for n in range(65))], [thick] * 65, 10, slot=1)
    for k in range(13):
        r = 0.20 - 0.0155 * k
        clay.tube([(r * math.cos(a), r * math.sin(a), high - 0.006 + 0.004 * (k % 2)) for a in (2 * math.pi * n / 48 for n in range(49))], [0.0095] * 49, 7, slot=2)
    clay.object('mooda', [plain('cane', '#c39a5c', 0.5), plain('binding', '#8a4a34', 0.85, grain=0.0006, grain_scale=150.0), plain('rope', '#d0b07c', 0.85, grain=0.0008, grain_scale=150.0)], 60)


def pillow(material, w=0.44, d=0.44, plump=0.085, seed=1):
    """A cushion lying on z = 0; its four corners are drawn out."""
    clay, rng, n = Clay(), random.Random(seed), 26
    creases = [(rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(0, 6.28)) for _ in range(5)]
    for side in (1, -1):
        rows, uvs = [], []
        for i in range(n + 1):
            v = 2 * i / n - 1
            row, uv_row = [], []
            for k in range(n + 1):
                u = 2 * k / n - 1
                full = (max(0, 1 - abs(u) ** 2.6) * max(0, 1 - abs(v) ** 2.6)) ** 0.55
                fold = sum(math.sin(a * 3 * u + b * 3 * v + c) for a, b, c in creases) * 0.004 * full
                pull = 1 - 0.07 * (1 - u * u) * v * v, 1 - 0.07 * (1 - v * v) * u * u
                row.append((u * w / 2 * pull[1], v * d / 2 * pull[0], plump + side * (plump * full + fold)))
                uv_row.append((u * w / 2, v * d / 2))
            rows.append(row if side == 1 else row[::-1])
            uvs.append(uv_row if side == 1 else uv_row[::-1])
        clay.sheet(rows, uvs)
    clay.object('cushion', [material], 80)


def swing(top=3.2):
    """A jhoola: a broad plank of teak on four rods of brass; its seat is at 0.46."""
    plank = Clay()
    plank.box((0, 0, 0.435), (1.36, 0.56, 0.045))
    for y in (-0.235, 0.235):
        plank.box((0, y, 0.395), (1.30, 0.05, 0.05))
    plank.object('swing', [teak('swing', '#4a2b17', '#8a5a31')], 30, 0.012)
    rods = Clay()
    for x in (-0.60, 0.60):
        for y in (-0.23, 0.23):
            knots = [(0.0, 0.40), (0.022, 0.402), (0.026, 0.415), (0.018, 0.43), (0.02, 0.462), (0.03, 0.468), (0.022, 0.48)]
            z = 0.48
            while z < top:
                knots += [(0.0075, z + 0.03), (0.0075, z + 0.26), (0.013, z + 0.285), (0.021, z + 0.305), (0.021, z + 0.315), (0.013, z + 0.335), (0.0075, z + 0.36)]
                z += 0.36
            start = len(rods.verts)
            lathe(rods, swept(knots, 3), sides=20)
            rods.verts[start:] = [(px + x, py + y, pz) for px, py, pz in rods.verts[start:]]
    rods.object('swing rods', [brass()], 50)


def sideboard(wide=1.7, deep=0.42, high=0.78):
    """A cupboard of teak with doors of cane; its top is at z = 0."""
    frame, doors, web = Clay(), Clay(), Clay()
    frame.box((0, 0, -0.014), (wide + 0.03, deep + 0.02, 0.028))
    for x in (-wide / 2 + 0.012, wide / 2 - 0.012):
        frame.box((x, 0, -high / 2), (0.024, deep, high - 0.15))
    frame.box((0, 0.02, -high + 0.14), (wide, deep - 0.04, 0.022))
    frame.box((0, deep / 2 - 0.01, -high / 2), (wide, 0.01, high - 0.2))
    for x in (-wide / 2 + 0.09, wide / 2 - 0.09):
        for y in (-deep / 2 + 0.06, deep / 2 - 0.06):
            frame.tube([(x, y, -high), (x, y, -high + 0.14)], [0.013, 0.022], 16)
    count = 4
    w = (wide - 0.06) / count
    for k in range(count):
        x0, x1, z0, z1, y = -wide / 2 + 0.03 + w * k + 0.002, -wide / 2 + 0.03 + w * (k + 1) - 0.002, -high + 0.155, -0.032, -deep / 2 + 0.005
        for x in (x0 + 0.022, x1 - 0.022):
            doors.box((x, y, (z0 + z1) / 2), (0.044, 0.022, z1 - z0))
        for z in (z0 + 0.022, z1 - 0.022):
            doors.box(((x0 + x1) / 2, y, z), (x1 - x0 - 0.088, 0.022, 0.044))
        panel(web, ((x0 + 0.04, y + 0.004, z0 + 0.04), (x1 - 0.04, y + 0.004, z0 + 0.04), (x1 - 0.04, y + 0.004, z1 - 0.04), (x0 + 0.04, y + 0.004, z1 - 0.04)), 0)
    frame.object('sideboard', [teak('sideboard', '#54331c', '#8c5d35')], 25, 0.003)
    doors.object('doors', [teak('doors', '#54331c', '#8c5d35', 'z')], 25, 0.002)
    web.object('cane doors', [cane(open_=False)], 0)
    knobs = Clay()
    for k in range(count):
        x = -wide / 2 + 0.03 + w * (k + (0.92 if k % 2 == 0 else 0.08))
        start = len(knobs.verts)
        lathe(knobs, swept([(0.006, 0), (0.006, 0.01), (0.013, 0.018), (0.013, 0.026), (0, 0.03)], 4), sides=20)
        knobs.verts[start:] = [(px + x, -deep / 2 - 0.005 - pz, py - high / 2 + 0.06) for px, py, pz in knobs.verts[start:]]
    knobs.object('knobs', [brass()], 50)


def rug(wide, deep, material, thick=0.007):
    """A flat-woven durrie with a fringe at both ends; it lies a little unevenly."""
    clay, rng, n, m = Clay(), random.Random(2), 60, 40
    rows = [[(wide * (k / n - 0.5), deep * (i / m - 0.5), thick + 0.0025 * math.sin(k * 0.5 + 1.3 * math.sin(i * 0.4)) * math.sin(i * 0.23)) for k in range(n + 1)] for i in range(m + 1)]
    clay.sheet(rows, [[(x, y) for x, y, _ in row] for row in rows])
    thing = clay.object('durrie', [material], 80)
    thing.modifiers.new('thick', 'SOLIDIFY').thickness = thick
    fringe = Clay()
    for s in (-1, 1):
        for k in range(round(deep / 0.009)):
            y = deep * (k / round(deep / 0.009) - 0.5)
            a = Vector((s * wide / 2, y, thick * 0.6))
            fringe.tube([a, a + Vector((s * 0.028, rng.uniform(-0.004, 0.004), 0.001)), a + Vector((s * 0.052, rng.uniform(-0.012, 0.012), -0.002))], [0.0018] * 3, 5)
    fringe.object('fringe', [plain('fringe', '#e2d5bb', 0.95)], 60)
