"""The seven forms, in metres, as the middle size of each family."""
import math
from dataclasses import dataclass

from mesh import Clay, rounded

AROUND = 128


@dataclass
class Pot:
    thing: object
    width: float
    depth: float
    height: float
    soil_z: float
    edge: list  # the wall at the height of the soil, as (angle, x, y)

    def spot(self, share, angle):
        """A point on the soil: `share` 0 in the middle, 1 at the wall."""
        away = lambda e: abs(math.remainder(e[0] - angle, 2 * math.pi))
        _, x, y = min(self.edge, key=away)
        return (x * share, y * share, self.soil_z)

    def scatter(self, rng, share=1.0):
        half_w, half_d = max(e[1] for e in self.edge), max(e[2] for e in self.edge)
        while True:
            x, y = rng.uniform(-half_w, half_w), rng.uniform(-half_d, half_d)
            wall = self.spot(1, math.atan2(y, x))
            if math.hypot(x, y) < math.hypot(*wall[:2]) * share:
                return (x, y, self.soil_z)


def superellipse(half_w, half_d, power):
    def ring(inset):
        a, b = max(half_w - inset, 0.001), max(half_d - inset, 0.001)
        points = []
        for k in range(AROUND + 1):
            # The seam lies at the back, where no camera looks.
            angle = math.pi / 2 + 2 * math.pi * k / AROUND
            c, s = math.cos(angle), math.sin(angle)
            points.append((a * math.copysign(abs(c) ** (2 / power), c), b * math.copysign(abs(s) ** (2 / power), s)))
        return points
    return ring


def rectangle(half_w, half_d, corner):
    """Straight sides with rounded corners; every inset keeps the same number of points."""
    def ring(inset):
        a, b = max(half_w - inset, 0.002), max(half_d - inset, 0.002)
        r = max(min(corner - inset * 0.6, a * 0.9, b * 0.9), 0.0015)
        points = []
        for turn, (sx, sy) in enumerate(((-1, 1), (-1, -1), (1, -1), (1, 1))):
            for k in range(9):
                angle = math.pi / 2 + (turn + k / 8) * math.pi / 2
                points.append((sx * (a - r) + r * math.cos(angle), sy * (b - r) + r * math.sin(angle)))
        return subdivided([(0, b)] + points + [(0, b)], 0.03)
    return ring


def subdivided(points, _step, pieces=6):
    # Long straight runs get points too, so that bump and tiles are measured along them evenly.
    out = []
    for i, (p, q) in enumerate(zip(points, points[1:])):
        n = pieces if i % 9 == 0 else 1
        out += [(p[0] + (q[0] - p[0]) * k / n, p[1] + (q[1] - p[1]) * k / n) for k in range(n)]
    return out + [points[-1]]


def loft(clay, ring, profile, lift=0.0):
    widest = ring(min(inset for inset, _ in profile))
    around = [0.0]
    for p, q in zip(widest, widest[1:]):
        around.append(around[-1] + math.dist(p, q))
    rows, uvs, up = [], [], 0.0
    for i, (inset, z) in enumerate(profile):
        up += math.dist(profile[i - 1], profile[i]) if i else 0
        rows.append([(x, y, z + lift) for x, y in ring(inset)])
        uvs.append([(u, up) for u in around])
    clay.sheet(rows, uvs)
    clay.disc(rows[0][-2::-1])


def finish_pot(clay, material, ring, inner, size, soil_z):
    edge = [(math.atan2(y, x), x, y) for x, y in ring(inner)[:-1]]
    return Pot(clay.object('pot', [material], smooth=35), *size, soil_z, edge)


def foot(clay, x, y, top_r, bottom_r, top_z, splay=0.0):
    length = math.hypot(x, y) or 1
    out = (x / length * splay, y / length * splay)
    steps = [(0, bottom_r * 0.8), (0.004, bottom_r), *((top_z * k / 5, bottom_r + (top_r - bottom_r) * k / 5) for k in range(1, 6))]
    points = [(x + out[0] * (1 - z / top_z), y + out[1] * (1 - z / top_z), z) for z, _ in steps]
    clay.tube(points, [r for _, r in steps], 24)
    clay.disc([(points[0][0] + steps[0][1] * math.cos(a / 4), points[0][1] + steps[0][1] * math.sin(a / 4), 0) for a in range(24, -1, -1)])


def walled(outline, wall, rim_r, height, soil_z):
    """The outside from the foot to the rim, over it, and down the inside past the soil."""
    inset, _, _ = outline[-1]
    return rounded([*outline[:-1], (inset, height, rim_r), (inset + wall, height, rim_r), (inset + wall + 0.004, soil_z - 0.05, 0)])


def cubee(material):
    ring, h, soil = rectangle(0.14, 0.14, 0.016), 0.28, 0.252
    clay = Clay()
    loft(clay, ring, walled([(0.012, 0, 0), (0.006, 0.0, 0.004), (0.004, 0.012, 0.006), (0, 0, 0)], 0.018, 0.006, h, soil))
    return finish_pot(clay, material, ring, 0.02, (0.28, 0.28, h), soil)


def tubo(material):
    ring, h, soil = superellipse(0.15, 0.15, 2), 0.60, 0.565
    clay = Clay()
    loft(clay, ring, walled([(0.075, 0, 0), (0.062, 0, 0.008), (0.0, 0, 0)], 0.018, 0.007, h, soil))
    return finish_pot(clay, material, ring, 0.02, (0.30, 0.30, h), soil)


def widee(material):
    ring, h, soil = superellipse(0.25, 0.25, 2), 0.30, 0.268
    bowl = [(0.145, 0, 0), (0.135, 0, 0.006), (0.132, 0.022, 0.01)]
    bowl += [(0.25 - (0.125 + 0.125 * math.sin(a)), 0.025 + 0.275 * (1 - math.cos(a)), 0) for a in (math.pi / 2 * k / 14 for k in range(1, 15))]
    clay = Clay()
    loft(clay, ring, walled(bowl + [(0, 0, 0)], 0.026, 0.011, h, soil))
    return finish_pot(clay, material, ring, 0.03, (0.50, 0.50, h), soil)


def triya(material):
    ring, h, soil, leg = superellipse(0.21, 0.21, 2), 0.47, 0.43, 0.13
    belly = [(0.16, leg, 0), (0.11, leg, 0.03)]
    belly += [(0.21 - 0.21 * (0.62 + 0.38 * math.sin(0.35 + 1.95 * k / 16)), leg + 0.012 + (h - leg - 0.012) * k / 16, 0) for k in range(1, 17)]
    belly[2:] = [(x - min(p[0] for p in belly), z, r) for x, z, r in belly[2:]]
    clay = Clay()
    loft(clay, ring, walled(belly, 0.02, 0.008, h, soil))
    for k in range(3):
        a = math.pi * 2 * k / 3 + math.pi / 6 + math.pi
        foot(clay, 0.115 * math.cos(a), 0.115 * math.sin(a), 0.036, 0.019, leg + 0.03, 0.035)
    return finish_pot(clay, material, ring, belly[-1][0] + 0.024, (0.42, 0.42, h), soil)


def boxa(material):
    ring, h, soil = rectangle(0.45, 0.15, 0.014), 0.30, 0.268
    clay = Clay()
    loft(clay, ring, walled([(0.05, 0.018, 0), (0.024, 0.018, 0.005), (0.008, h - 0.052, 0.003), (0.0, h - 0.05, 0.004), (0, 0, 0)], 0.022, 0.006, h, soil))
    for x in (-0.33, 0.33):
        clay.box((x, 0, 0.011), (0.07, 0.2, 0.022))
    return finish_pot(clay, material, ring, 0.024, (0.90, 0.30, h), soil)


def ovalin(material):
    ring, h, soil = superellipse(0.22, 0.15, 2.15), 0.28, 0.25
    side = [(0.075, 0, 0), (0.062, 0, 0.006)] + [(0.052 * (1 - math.sin(0.25 + 1.75 * k / 14)), 0.012 + 0.268 * k / 14, 0) for k in range(1, 15)]
    clay = Clay()
    loft(clay, ring, walled(side, 0.018, 0.008, h, soil))
    return finish_pot(clay, material, ring, side[-1][0] + 0.02, (0.44, 0.30, h), soil)


def bonsai(material):
    ring, h, soil = rectangle(0.23, 0.165, 0.035), 0.12, 0.108
    outline = [(0.05, 0.016, 0), (0.034, 0.016, 0.008), (0.014, h - 0.03, 0.006), (0.0, h - 0.024, 0.006), (0, 0, 0)]
    clay = Clay()
    loft(clay, ring, walled(outline, 0.02, 0.006, h, soil))
    for x in (-0.15, 0.15):
        for y in (-0.095, 0.095):
            clay.box((x, y, 0.01), (0.06, 0.035, 0.02))
    return finish_pot(clay, material, ring, 0.024, (0.46, 0.33, h), soil)


FORMS = {form.__name__: form for form in (cubee, tubo, widee, triya, boxa, ovalin, bonsai)}
