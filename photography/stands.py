"""Where the pots of the front pictures stand: a table top, the floor before a wall, a low block. Light as on the paper."""
import bpy

from darkroom import GROUND
from mesh import Clay
from nodes import Graph, colour
from props import wood
from sets import area, sky

# White pots stand before a darker wall, which gives them an edge.
WALLS = {'grey-stone': '#e6ddd0', 'marble-white': '#b3a494', 'sandstone': '#cfd2c4', 'mosaic-grey': '#e3d3c4'}


def table(unit, front, back):
    """A table of oak: its edge runs before the pot, so that one sees how near a hand would be."""
    edge, far = front - 0.10, back + 0.24
    board(wood('table', '#8e683f', '#c09865', along=(1.3, 26, 26)), (0, (edge + far) / 2, -0.018), (6, far - edge, 0.036))
    wall(far + 0.55, -3)
    light(unit)


def floor(unit, front, back):
    """Tiles of 60 cm and a skirting board of 10 cm, sizes that everybody knows."""
    wall(back + 0.20, 0, skirting=True)
    tiles(0)
    light(unit)


def block(unit, front, back):
    """A block of oak, 14 cm high, on the floor."""
    half = (back - front) / 2 + 0.10
    board(wood('block', '#8e683f', '#c09865', along=(1.3, 26, 26)), (0, (front + back) / 2, -0.07), (half * 2 if back - front > 0.4 else 0.52, half * 2, 0.14), 0.006)
    wall(back + 0.34, -0.14, skirting=True)
    tiles(-0.14)
    light(unit)


STANDS = {make.__name__: make for make in (table, floor, block)}


def board(material, centre, size, bevel=0.004):
    clay = Clay()
    clay.box((0, 0, 0), size)
    thing = clay.object('board', [material], 20, bevel)
    thing.location = centre


def paint(finish):
    """Walls and floors in the colour that suits a finish."""
    for material in bpy.data.materials:
        if SHADE in material.node_tree.nodes:
            material.node_tree.nodes[SHADE].outputs[0].default_value = colour(WALLS[finish])


SHADE = 'shade'


def painted(name, life, rough=0.0):
    """A material in the wall's colour, times `life`. It is rendered to the layer `ground` too, so that the colour can be changed later."""
    g = Graph(name)
    shade = g.node('RGB')
    shade.name = SHADE
    base = g.mix(shade.outputs[0], life(g), 1.0, 'MULTIPLY')
    g.node('OutputAOV', {'Color': base}, name=GROUND)
    if rough:
        return g.surface(g.principled(base_color=base, roughness=rough, specular=0.35))
    return g.surface(g.node('BsdfDiffuse', {'Color': base}).outputs[0])


def grey(value):
    return (value, value, value)


def wall(y, ground, skirting=False):
    plaster = painted('plaster', lambda g: g.mix(grey(1.0), grey(0.93), g.noise(g.place(), 1.6, 3, 0.6)))
    clay = Clay()
    clay.disc([(-8, y, ground), (8, y, ground), (8, y, ground + 9), (-8, y, ground + 9)])
    clay.object('wall', [plaster], 0)
    if skirting:
        board(painted('skirting', lambda g: grey(1.2), 0.5), (0, y - 0.008, ground + 0.05), (16, 0.016, 0.10), 0.004)


def tiles(z):
    def stone(g):
        p = g.place()
        brick = g.node('TexBrick', {'Vector': g.node('Mapping', {'Vector': p, 'Location': (0.17, 0.22, 0)}).outputs[0], 'Color1': grey(0.80), 'Color2': grey(0.76), 'Mortar': grey(0.5), 'Scale': 1.0,
                                    'Mortar Size': 0.0022, 'Mortar Smooth': 0.2, 'Brick Width': 0.6, 'Row Height': 0.6}, offset=0.0)
        return g.mix(brick.outputs['Color'], grey(0.64), g.ease(g.noise(p, 3.2, 4, 0.65), 0.45, 0.8, 0.0, 0.45))

    clay = Clay()
    clay.disc([(-8, -8, z), (8, -8, z), (8, 6, z), (-8, 6, z)])
    clay.object('tiles', [painted('tiles', stone, 0.42)], 0)


def light(unit):
    power = unit * unit
    area((-2.0 * unit, -1.25 * unit, 2.1 * unit), (0, 0, 0.35 * unit), 1.25 * unit, 150 * power, '#fff1e0')
    area((2.4 * unit, -1.8 * unit, 1.3 * unit), (0, 0, 0.4 * unit), 2.2 * unit, 16 * power, '#eef3ff')
    strip((1.15 * unit, -0.95 * unit, 0.75 * unit), (0, 0, 0.3 * unit), (0.20 * unit, 1.5 * unit), 14 * power)
    sky('#f3f2f4', 0.32)


def strip(at, towards, size, watts):
    """A tall narrow softbox: what polished stone mirrors as a long streak."""
    lamp = area(at, towards, size[0], watts, '#fff8f0')
    lamp.shape, lamp.size_y = 'RECTANGLE', size[1]
