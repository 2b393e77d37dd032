"""Outlines of leaves by their length (0 to 1), and smooth lines through points."""
import math

from mathutils import Vector

GOLDEN = 2.39996


def lance(t): return math.sin(math.pi * min(1, t * 0.6 + 0.34)) * (1 - t ** 3.2) ** 0.8
def ovate(t): return math.sin(math.pi * (0.04 + 0.96 * t) ** 0.72) ** 0.85
def heart(t): return math.sin(math.pi * (0.12 + 0.88 * t) ** 0.6) ** 0.9
def spoon(t): return (math.sin(math.pi * min(1, 0.12 + 0.88 * t) ** 1.7) ** 0.7) * 0.9 + 0.1 * (1 - t)
def strap(t): return (1 - t ** 6) * (0.8 + 0.2 * t)
def petal(t): return math.sin(math.pi * (0.10 + 0.86 * t) ** 1.25) ** 0.7
def paddle(t): return math.sin(math.pi * (0.05 + 0.95 * t) ** 0.85) ** 0.62


def smooth(points, between):
    """A line through the points without corners (Catmull-Rom)."""
    line = []
    for i in range(len(points) - 1):
        a, b, c, d = points[max(i - 1, 0)], points[i], points[i + 1], points[min(i + 2, len(points) - 1)]
        for k in range(between):
            t = k / between
            line.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - a - 3 * c + d) * t ** 3))
    return line + [points[-1]]
