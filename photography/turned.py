"""Round things, as turned on a lathe or thrown on a wheel."""
import math

from mathutils import Vector

from plants import smooth


def lathe(clay, profile, slot=0, sides=56):
    """`profile`: (radius, height) from the foot on."""
    rows = [[(r * math.cos(a), r * math.sin(a), z) for r, z in profile] for a in (2 * math.pi * k / sides for k in range(sides + 1))]
    clay.sheet(rows, [[(k / sides, z) for _, z in profile] for k in range(sides + 1)], slot=slot)


def swept(points, between=6):
    """A profile without corners."""
    return [(max(p.x, 0), p.y) for p in smooth([Vector((r, z, 0)) for r, z in points], between)]
