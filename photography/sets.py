"""Light, and the paper backdrop of the product images. The stage is at the origin, the camera looks along +y."""
import math

import bpy
from mathutils import Vector

from mesh import Clay
from nodes import Graph, colour, tint


def area(at, towards, size, watts, shade='#ffffff'):
    light = bpy.data.lights.new('area', 'AREA')
    light.size, light.energy, light.color = size, watts, tint(shade)
    thing = bpy.data.objects.new('area', light)
    thing.location = at
    thing.rotation_euler = (Vector(towards) - Vector(at)).to_track_quat('-Z', 'Y').to_euler()
    bpy.context.scene.collection.objects.link(thing)
    return light


def sun(towards, strength, softness_deg=1.5, shade='#ffe2bd'):
    light = bpy.data.lights.new('sun', 'SUN')
    light.energy, light.angle, light.color = strength, math.radians(softness_deg), tint(shade)
    thing = bpy.data.objects.new('sun', light)
    thing.rotation_euler = Vector(towards).to_track_quat('-Z', 'Y').to_euler()
    bpy.context.scene.collection.objects.link(thing)


def sky(shade, strength):
    world = bpy.data.worlds.new('sky')
    world.use_nodes = True
    inputs = world.node_tree.nodes['Background'].inputs
    inputs[0].default_value, inputs[1].default_value = colour(shade), strength
    bpy.context.scene.world = world


def matte(name, shade):
    g = Graph(name)
    return g.surface(g.node('BsdfDiffuse', {'Color': tint(shade)}).outputs[0])


def sweep(unit, shade):
    """A paper roll: floor and wall in one curve, so no horizon cuts the image."""
    bend, far = 1.1 * unit, 1.5 * unit
    line = [(-6 * unit, 0)]
    line += [(far + bend * math.sin(a), bend * (1 - math.cos(a))) for a in (math.pi / 2 * k / 24 for k in range(25))]
    line += [(far + bend, 9 * unit)]
    rows = [[(x, y, z) for x in (-12 * unit, 12 * unit)] for y, z in line]
    clay = Clay()
    clay.sheet(rows, rows and [[(0, 0), (0, 0)]] * len(rows))
    clay.object('sweep', [matte('paper', shade)], smooth=80)


def paper(unit, dark=False, within=False):
    """A paper backdrop; light and paper grow with the subject, so all look alike. White pots stand on a darker one.

    `within`: a lamp straight above, which reaches the floor of a deep pot.
    """
    sweep(unit, '#bcb0a2' if dark else '#ebe5db')
    power = unit * unit
    area((-2.0 * unit, -1.15 * unit, 2.1 * unit), (0, 0, 0.35 * unit), 1.25 * unit, 150 * power, '#fff1e0')
    area((2.4 * unit, -1.8 * unit, 1.3 * unit), (0, 0, 0.4 * unit), 2.2 * unit, 20 * power, '#eef3ff')
    area((0.9 * unit, 1.3 * unit, 2.4 * unit), (0, 0, 0.5 * unit), 1.0 * unit, 30 * power, '#fff6ea')
    if within:
        area((-0.12 * unit, -0.10 * unit, 2.6 * unit), (0, 0, 0), 0.35 * unit, 32 * power, '#fff6ea')
    sky('#f3f2f4', 0.30)
