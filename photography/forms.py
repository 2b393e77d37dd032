"""The seven forms, each at the size that its code is sold in. Walls, rims and feet keep the thickness that a maker would give them."""
import math
from dataclasses import dataclass, replace

from mesh import Clay, rounded
from sizes import SIZES

# Radius of the drainage hole, the same in all pots, so that one plug fits each.
HOLE = 0.011
# How far the ground under a pot's middle stays free, so that water runs off.
RECESS = 0.004
FLOOR = 0.012


@dataclass
class Pot:
    thing: object
    family: str
    width: float
    depth: float
    height: float
    soil_z: float
    floor_z: float
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

    def scaled(self, by):
        edge = [(angle, x * by, y * by) for angle, x, y in self.edge]
        return replace(self, width=self.width * by, depth=self.depth * by, height=self.height * by, soil_z=self.soil_z * by, floor_z=self.floor_z * by, edge=edge)


def pot(code, material, around=128, steps=5):
    """The pot of that code, empty, its drainage hole open. `around` and `steps` say how finely curves are cut."""
    size = SIZES[code]
    shape = FORMS[size.family](size, around)
    clay = Clay()
    floor_z = hollow(clay, shape, size.height, steps)
    for add in shape.feet:
        add(clay)
    level = size.height - shape.soil
    inset = inset_at(shape.outline, level) + shape.wall - 0.002
    edge = [(math.atan2(y, x), x, y) for x, y in shape.ring(inset)[:-1]]
    return Pot(clay.object('pot', [material], smooth=35), size.family, size.width, size.depth, size.height, level, floor_z, edge)


@dataclass
class Shape:
    """`outline` climbs the outside from foot to rim as (inset, z, rounding); `soil` is how far below the rim the soil lies.

    The inside of a `curved` form follows its outside, else it is straight. `foot` is the height of a ring that is narrower than the body above it.
    """
    ring: object
    outline: list
    wall: float
    rim: float
    soil: float
    feet: tuple = ()
    foot: float = 0.0
    curved: bool = False
    floor: float = FLOOR


def hollow(clay, shape, height, steps):
    """Outside, rim, inside, floor and drainage hole of a pot, one closed skin. Gives the height of the floor inside."""
    ring, wall, (stand, ground, bend) = shape.ring, shape.wall, shape.outline[0]
    under, floor_z = ground + RECESS, ground + RECESS + shape.floor
    inset, reach = shape.outline[-1][0], max(0.008, bend * 1.7)
    skirt = [(stand + reach + 0.002, under, 0), (stand + reach, ground, 0.002)]
    rim = [(inset, height, shape.rim), (inset + wall, height, shape.rim)]
    inside = [(x + wall, z, 0) for x, z, _ in reversed(shape.outline) if shape.curved and floor_z + 0.01 < z < height - 0.02]
    corner = inset_at(shape.outline, floor_z + 0.004) + wall
    line = rounded([*skirt, *shape.outline[:-1], *rim, *inside, (corner, floor_z + 0.004, 0.004), (corner + 0.006, floor_z, 0)], steps)
    # Rounding the rim has narrowed the widest place a little, so restore the pot's full width.
    least = min(x for x, _ in line)
    profile = [(x - least, z) for x, z in line]
    loft(clay, ring, profile, shape.foot)

    lip = 0.0015
    tube = rounded([(HOLE + lip, floor_z - 0.002, 0), (HOLE, floor_z - 0.002, lip), (HOLE, under, lip), (HOLE + lip, under, 0)], 3)
    plate(clay, [level(ring(profile[-1][0]), floor_z), level(circle(ring, HOLE + lip), floor_z - 0.002)])
    drain = [level(circle(ring, r), z) for r, z in tube]
    clay.sheet(drain, [[(HOLE * 2 * math.pi * k / (len(row) - 1), z) for k in range(len(row))] for row, (_, z) in zip(drain, tube)])
    plate(clay, [level(circle(ring, HOLE + lip), under), level(ring(profile[0][0]), under)])
    return floor_z


def loft(clay, ring, profile, foot):
    """The skin is measured round the widest ring; up to the height of the `foot` round that, else its chips would be squeezed."""
    rows, up = [level(ring(inset), z) for inset, z in profile], [0.0]
    for p, q in zip(profile, profile[1:]):
        up.append(up[-1] + math.dist(p, q))
    split = next(i for i, (_, z) in enumerate(profile) if z > foot + 1e-6) if foot else 0
    for part in (slice(0, split + 1), slice(split, None))[not split:]:
        around = [0.0]
        widest = ring(min(inset for inset, _ in profile[part]))
        for p, q in zip(widest, widest[1:]):
            around.append(around[-1] + math.dist(p, q))
        clay.sheet(rows[part], [[(u, v) for u in around] for v in up[part]])


def plate(clay, rows):
    clay.sheet(rows, [[p[:2] for p in row] for row in rows])


def level(points, z):
    return [(x, y, z) for x, y in points]


def circle(ring, radius):
    """A circle with the points of the ring, each in its direction, so that no quad between them is twisted."""
    points = ring(0)
    half_w, half_d = max(x for x, _ in points), max(y for _, y in points)
    turned = [(x / half_w, y / half_d) for x, y in points]
    return [(radius * x / math.hypot(x, y), radius * y / math.hypot(x, y)) for x, y in turned]


def inset_at(outline, z):
    """How far the outside stands back at that height."""
    for (a, low, _), (b, high, _) in zip(outline, outline[1:]):
        if low <= z <= high and high > low:
            return a + (b - a) * (z - low) / (high - low)
    return outline[0][0]


def superellipse(half_w, half_d, power, around):
    def ring(inset):
        a, b = max(half_w - inset, 0.001), max(half_d - inset, 0.001)
        points = []
        for k in range(around + 1):
            # The seam lies at the back, where no camera looks.
            angle = math.pi / 2 + 2 * math.pi * k / around
            c, s = math.cos(angle), math.sin(angle)
            points.append((a * math.copysign(abs(c) ** (2 / power), c), b * math.copysign(abs(s) ** (2 / power), s)))
        return points
    return ring


def rectangle(half_w, half_d, corner, around):
    """Straight sides with rounded corners; every inset keeps the same number of points."""
    turns, pieces = around // 16, max(2, around // 22)

    def ring(inset):
        a, b = max(half_w - inset, 0.002), max(half_d - inset, 0.002)
        r = max(min(corner - inset * 0.6, a * 0.9, b * 0.9), 0.0015)
        points = [(0, b)]
        for turn, (sx, sy) in enumerate(((-1, 1), (-1, -1), (1, -1), (1, 1))):
            for k in range(turns + 1):
                angle = math.pi / 2 + (turn + k / turns) * math.pi / 2
                points.append((sx * (a - r) + r * math.cos(angle), sy * (b - r) + r * math.sin(angle)))
        return subdivided([*points, (0, b)], turns + 1, pieces)
    return ring


def subdivided(points, every, pieces):
    # Long straight runs get points too, so that bump and tiles are measured along them evenly.
    out = []
    for i, (p, q) in enumerate(zip(points, points[1:])):
        n = pieces if i % every == 0 else 1
        out += [(p[0] + (q[0] - p[0]) * k / n, p[1] + (q[1] - p[1]) * k / n) for k in range(n)]
    return out + [points[-1]]


def foot(x, y, top_r, bottom_r, top_z, splay, sides):
    """A leg that spreads outwards towards the ground."""
    def add(clay):
        length = math.hypot(x, y)
        out = (x / length * splay, y / length * splay)
        steps = [(0, bottom_r * 0.8), (0.004, bottom_r), *((top_z * k / 5, bottom_r + (top_r - bottom_r) * k / 5) for k in range(1, 6))]
        points = [(x + out[0] * (1 - z / top_z), y + out[1] * (1 - z / top_z), z) for z, _ in steps]
        turn = [2 * math.pi * k / sides for k in range(sides + 1)]
        rows = [[(p[0] + r * math.cos(a), p[1] + r * math.sin(a), p[2]) for a in turn] for p, (_, r) in zip(points, steps)]
        clay.sheet(rows, [[(a * top_r, p[2]) for a in turn] for p in points])
        clay.disc(rows[0][-2::-1])
    return add


def block(x, y, width, depth, height):
    return lambda clay: clay.box((x, y, height / 2), (width, depth, height))


def cubee(size, around):
    k, h = thickness(size, 0.28), size.height
    outline = [(0.006 * k, 0.0, 0.004), (0.004 * k, 0.012, 0.006), (0, h, 0)]
    return Shape(rectangle(size.width / 2, size.depth / 2, 0.016 * k, around), outline, 0.018 * k, 0.006 * k, 0.028 * k)


def tubo(size, around):
    k, a = thickness(size, 0.30), size.width / 2
    outline = [(0.413 * a, 0, 0.008), (0, size.height, 0)]
    return Shape(superellipse(a, size.depth / 2, 2, around), outline, 0.018 * k, 0.007 * k, 0.035 * k)


def widee(size, around):
    k, a, h, n = thickness(size, 0.50), size.width / 2, size.height, around // 7
    bowl = [(0.54 * a, 0, 0.006), (0.528 * a, 0.073 * h, 0.01)]
    bowl += [(0.5 * a * (1 - math.sin(t)), (0.083 + 0.917 * (1 - math.cos(t))) * h, 0) for t in (math.pi / 2 * i / n for i in range(1, n + 1))]
    return Shape(superellipse(a, size.depth / 2, 2, around), bowl, 0.024 * k, 0.010 * k, 0.032 * k, foot=0.073 * h, curved=True)


def triya(size, around):
    k, a, h, n = thickness(size, 0.42), size.width / 2, size.height, around // 6
    leg = 0.277 * h
    swell = [0.62 + 0.38 * math.sin(0.35 + 1.95 * i / n) for i in range(1, n + 1)]
    # The belly's widest ring is the pot's width.
    belly = [((max(swell) - s) * a, leg + 0.026 * h + (0.974 * h - leg) * i / n, 0) for i, s in enumerate(swell, 1)]
    outline = [(0.52 * a, leg, 0.143 * a), *belly]
    legs = tuple(foot(0.548 * a * math.cos(t), 0.548 * a * math.sin(t), 0.171 * a, 0.09 * a, leg + 0.064 * h, 0.167 * a, around // 5) for t in (math.pi * (2 * i / 3 + 7 / 6) for i in range(3)))
    # The floor covers the tops of the legs.
    return Shape(superellipse(a, size.depth / 2, 2, around), outline, 0.02 * k, 0.008 * k, 0.04 * k, legs, curved=True, floor=0.064 * h)


def boxa(size, around):
    k, h = thickness(size, 0.30, size.depth), size.height
    outline = [(0.024 * k, 0.018, 0.005), (0.008 * k, h - 0.052 * k, 0.003), (0.0, h - 0.05 * k, 0.004), (0, h, 0)]
    feet = tuple(block(side * 0.367 * size.width, 0, 0.07 * k, 0.667 * size.depth, 0.022) for side in (-1, 1))
    return Shape(rectangle(size.width / 2, size.depth / 2, 0.014 * k, around), outline, 0.022 * k, 0.006 * k, 0.032 * k, feet)


def ovalin(size, around):
    k, h, n = thickness(size, 0.44), size.height, around // 7
    swell = [math.sin(0.25 + 1.75 * i / n) for i in range(1, n + 1)]
    side = [(0.118 * size.width * (max(swell) - s), 0.012 + (h - 0.012) * i / n, 0) for i, s in enumerate(swell, 1)]
    outline = [(side[0][0] + 0.023 * size.width, 0, 0.006), *side]
    return Shape(superellipse(size.width / 2, size.depth / 2, 2.15, around), outline, 0.018 * k, 0.008 * k, 0.03 * k, curved=True)


def bonsai(size, around):
    k, h = thickness(size, 0.46), size.height
    outline = [(0.034 * k, 0.016, 0.008), (0.014 * k, h - 0.03 * k, 0.006), (0.0, h - 0.024 * k, 0.006), (0, h, 0)]
    feet = tuple(block(x * 0.326 * size.width, y * 0.288 * size.depth, 0.06 * k, 0.035 * k, 0.02) for x in (-1, 1) for y in (-1, 1))
    return Shape(rectangle(size.width / 2, size.depth / 2, 0.035 * k, around), outline, 0.02 * k, 0.006 * k, 0.012 * k, feet)


def thickness(size, usual, measure=None):
    """Larger pots have thicker walls, but not in proportion."""
    return math.sqrt((measure or size.width) / usual)


FORMS = {form.__name__: form for form in (cubee, tubo, widee, triya, boxa, ovalin, bonsai)}
