"""Light that comes from beyond the frame: through a jaali, a bamboo blind, coloured panes, leaves; and the view outside."""
import math
import random

import bpy
import numpy
from mathutils import Vector

from mesh import Clay
from nodes import Graph, plain, tint
from sets import sun
from surfaces import cell, within


def screen(direction, at, size, holes, strength, softness=0.7, shade='#ffe9cc', away=1.9):
    """Sun through a screen out of frame. `holes(graph, u, v)` gives the colour that passes, u and v in metres from its middle."""
    way = Vector(direction).normalized()
    centre = Vector(at) - way * away
    side = way.cross(Vector((0, 0, 1))).normalized()
    up = side.cross(way)
    g = Graph('screen')
    skin = g.node('SeparateXYZ', {0: g.attribute('skin').outputs['Vector']}).outputs
    inside = g.math('MULTIPLY', within(g, g.math('ABSOLUTE', skin[0]), size[0] / 2, 0.002), within(g, g.math('ABSOLUTE', skin[1]), size[1] / 2, 0.002))
    passing = g.mix((0.0, 0.0, 0.0), holes(g, skin[0], skin[1]), inside)
    material = g.surface(g.node('BsdfTransparent', {'Color': passing}).outputs[0])
    clay, reach = Clay(), 5.0
    corners = [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]
    clay.sheet([[centre + side * u + up * v for u, v in pair] for pair in (corners[:2], corners[:1:-1])], [corners[:2], corners[:1:-1]])
    card = clay.object('screen', [material], 0)
    card.visible_camera = card.visible_diffuse = card.visible_glossy = card.visible_transmission = False
    sun(direction, strength, softness, shade)


def jaali(size=0.105, bar=0.105):
    """Stone lattice: three sets of bars that cross in six-pointed stars, with a rosette in each."""
    def holes(g, u, v):
        open_ = 1.0
        for k in range(3):
            a = math.pi / 2 + k * 2 * math.pi / 3
            across = g.math('ADD', g.math('MULTIPLY', u, math.cos(a)), g.math('MULTIPLY', v, math.sin(a)))
            stone = g.math('ABSOLUTE', cell(g, across, size))
            open_ = g.math('MULTIPLY', open_, g.ease(stone, 0.5 - bar + 0.012, 0.5 - bar - 0.012))
        return g.mix((0.0, 0.0, 0.0), (1.0, 1.0, 1.0), open_)
    return holes


def blind(pitch=0.060, share=0.31):
    """A bamboo blind: thin slits between the sticks, and the cords that hold them."""
    def holes(g, u, v):
        slit = within(g, g.math('ABSOLUTE', cell(g, v, pitch)), share, 0.05)
        cord = g.ease(g.math('ABSOLUTE', cell(g, u, 0.44)), 0.02, 0.035)
        return g.mix((0.03, 0.022, 0.012), (1.0, 0.96, 0.9), g.math('MULTIPLY', slit, cord))
    return holes


def panes(size=(0.30, 0.36), bar=0.045, glass=('#f6efe2', '#d9943a', '#f6efe2', '#4f8f78', '#f3e4c4', '#b8503c')):
    """Small panes, some of coloured glass."""
    def holes(g, u, v):
        column = g.math('FLOOR', g.math('DIVIDE', u, size[0]))
        row = g.math('FLOOR', g.math('DIVIDE', v, size[1]))
        which = g.math('FRACT', g.math('ADD', g.math('MULTIPLY', column, 0.5), g.math('MULTIPLY', row, 0.3334)))
        shade = tint(glass[0])
        for k, tone in enumerate(glass[1:], 1):
            shade = g.mix(shade, tint(tone), g.math('GREATER_THAN', which, (k - 0.5) / len(glass)))
        open_ = g.math('MULTIPLY', *(within(g, g.math('ABSOLUTE', cell(g, value, pane)), 0.5 - bar, 0.01) for value, pane in ((u, size[0]), (v, size[1]))))
        return g.mix((0.0, 0.0, 0.0), shade, open_)
    return holes


def leaf_shade(direction, at=(0, 0, 0.5), count=150, spread=1.5, seed=1):
    """Branches of a tree that is out of frame; their shadow falls on the wall."""
    rng, way, clay = random.Random(seed), Vector(direction).normalized(), Clay()
    for _ in range(count):
        p = Vector(at) - way * rng.uniform(2.0, 3.2) + Vector((rng.gauss(0, spread), rng.gauss(0, 0.3), rng.gauss(0, spread * 0.6)))
        clay.leaf(p, rng.uniform(0, 6.28), rng.uniform(-0.8, 0.8), rng.uniform(0.12, 0.24), rng.uniform(0.05, 0.09), lambda t: math.sin(math.pi * t), n=5, m=2)
    tree = clay.object('tree', [plain('leaf', '#3d5a2a')])
    tree.visible_camera = False


def view(y, wide, low, high, paint, strength=1.0, blur=9, seed=1):
    """A painted view far behind, out of focus: a picture of `paint` between the heights low and high, softened by a round lens."""
    rows, columns = 320, round(320 * wide / (high - low))
    canvas = numpy.zeros((rows, columns, 3))
    paint(Painter(canvas, random.Random(seed)))
    soft = lens_blur(canvas, blur)
    picture = bpy.data.images.new('view', columns, rows, float_buffer=True)
    picture.colorspace_settings.name = 'Linear'
    picture.pixels.foreach_set(numpy.dstack([soft[::-1], numpy.ones((rows, columns))]).astype(numpy.float32).ravel())
    g = Graph('view')
    texture = g.node('TexImage', {'Vector': g.attribute('skin').outputs['Vector']}, image=picture, interpolation='Cubic', extension='EXTEND')
    clay = Clay()
    clay.sheet([[(-wide / 2, y, low), (wide / 2, y, low)], [(-wide / 2, y, high), (wide / 2, y, high)]], [[(0, 0), (1, 0)], [(0, 1), (1, 1)]])
    # Half emission, half lit by the sky, because the denoiser can only handle light on a surface.
    glow = g.node('Emission', {'Color': texture.outputs['Color'], 'Strength': strength}).outputs[0]
    lit = g.node('AddShader', {0: glow, 1: g.node('BsdfDiffuse', {'Color': texture.outputs['Color']}).outputs[0]}).outputs[0]
    card = clay.object('view', [g.surface(lit)], 0)
    card.visible_shadow = False


class Painter:
    """A canvas in linear light; x and y run from 0 to 1, y upwards."""

    def __init__(self, canvas, rng):
        self.canvas, self.rng = canvas, rng
        rows, columns, _ = canvas.shape
        self.aspect = columns / rows
        self.y, self.x = numpy.mgrid[1:0:rows * 1j, 0:1:columns * 1j]

    def lay(self, where, shade, share=1.0):
        self.canvas[where] = self.canvas[where] * (1 - share) + numpy.array(tint(shade)) * share

    def sky(self, low, high):
        t = self.y[..., None] ** 0.8
        self.canvas[:] = numpy.array(tint(low)) * (1 - t) + numpy.array(tint(high)) * t

    def box(self, x0, x1, y0, y1, shade, share=1.0):
        self.lay((self.x >= x0) & (self.x < x1) & (self.y >= y0) & (self.y < y1), shade, share)

    def house(self, x0, x1, top, wall, windows='#4a4038', floors=3, columns=3, base=0.0):
        self.box(x0, x1, base, top, wall)
        self.box(x0, x0 + (x1 - x0) * 0.28, base, top, '#5a4a3c', 0.28)
        self.box(x0 - 0.004, x1 + 0.004, top - 0.018, top, '#f2e6d2')
        for i in range(floors):
            for k in range(columns):
                w, h = (x1 - x0) / columns, (top - base) / floors
                x, y = x0 + w * (k + 0.3), base + h * (i + 0.25)
                self.box(x, x + w * 0.4, y, y + h * 0.5, windows, 0.8)
                self.box(x - w * 0.04, x + w * 0.44, y + h * 0.5, y + h * 0.56, '#efe2cc')

    def tree(self, x, y, size, shades=('#22381b', '#3f5f2a', '#6f8f43'), count=420):
        for k in range(count):
            a, r = self.rng.uniform(0, 6.28), size * self.rng.random() ** 0.5
            px, py = x + r * math.cos(a) / self.aspect, y + r * 0.8 * math.sin(a)
            lit = max(0.0, min(0.999, 0.5 + 0.5 * math.sin(a) * r / size + self.rng.uniform(-0.35, 0.35)))
            spot = size * self.rng.uniform(0.05, 0.12)
            self.lay(((self.x - px) * self.aspect) ** 2 + (self.y - py) ** 2 < spot ** 2, shades[int(lit * len(shades))])

    def sparks(self, x, y, size, shade, count=40, strength=1.0):
        """Points of light between leaves, which the lens turns into discs."""
        for _ in range(count):
            a, r = self.rng.uniform(0, 6.28), size * self.rng.random() ** 0.5
            px, py = x + r * math.cos(a) / self.aspect, y + r * 0.8 * math.sin(a)
            where = ((self.x - px) * self.aspect) ** 2 + (self.y - py) ** 2 < 0.004 ** 2
            self.canvas[where] = numpy.array(tint(shade)) * strength


def lens_blur(canvas, radius):
    rows, columns, _ = canvas.shape
    pad = 2 * radius
    padded = numpy.pad(canvas, ((pad, pad), (pad, pad), (0, 0)), mode='edge')
    y, x = numpy.indices(padded.shape[:2])
    y, x = numpy.minimum(y, padded.shape[0] - y), numpy.minimum(x, padded.shape[1] - x)
    disc = 1 / (1 + numpy.exp((numpy.hypot(x, y) - radius) * 1.6))
    disc /= disc.sum()
    kernel = numpy.fft.rfft2(disc)
    soft = numpy.stack([numpy.fft.irfft2(numpy.fft.rfft2(padded[..., c]) * kernel, padded.shape[:2]) for c in range(3)], axis=-1)
    return numpy.clip(soft[pad:-pad, pad:-pad], 0, None)
