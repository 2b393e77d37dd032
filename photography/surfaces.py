"""Materials of a house: limewash, floor tiles, teak, printed and striped cloth, cane, brass. All at true scale."""
from nodes import Graph, tint


def faded(shade, share):
    return tuple(c * share for c in tint(shade))


def limewash(shade, other=None, depth=1.0):
    """Plaster put on by hand: the trowel leaves waves, the brush leaves clouds."""
    g = Graph('limewash')
    p = g.place()
    clouds = g.mix(tint(shade), tint(other) if other else faded(shade, 0.86), g.ease(g.noise(p, 1.1, 4, 0.62, 0.6), 0.35, 0.75))
    strokes = g.noise(g.stretch(p, (9, 9, 3.2)), 1.0, 3, 0.6, 0.8)
    base = g.mix(clouds, faded(shade, 1.08), g.ease(strokes, 0.5, 0.8, 0.0, 0.35))
    waves = g.bump(g.noise(p, 5.0, 2, 0.5), 0.006 * depth)
    return g.surface(g.principled(base_color=base, roughness=0.92, specular=0.12, normal=g.bump(g.noise(p, 34, 3, 0.6), 0.0012 * depth, normal=waves)))


def axes(g, flat):
    """The two directions of a surface: floor (x, y), wall (x, z) or cloth (`skin`)."""
    parts = g.node('SeparateXYZ', {0: g.attribute('skin').outputs['Vector'] if flat == 'skin' else g.place()}).outputs
    return (parts[0], parts[2]) if flat == 'wall' else (parts[0], parts[1])


def cell(g, value, size, shift=0.0):
    """Where in its tile a point lies, -0.5 to 0.5."""
    return g.math('SUBTRACT', g.math('FRACT', g.math('ADD', g.math('DIVIDE', value, size), shift)), 0.5)


def far(g, u, v):
    return g.math('SQRT', g.math('ADD', g.math('MULTIPLY', u, u), g.math('MULTIPLY', v, v)))


def flower(g, u, v, petals, inner, outer, soft=0.012, turn=0.0):
    """1 inside a flower of that many petals round the middle of the tile."""
    wave = g.math('COSINE', g.math('ADD', g.math('MULTIPLY', g.math('ARCTAN2', v, u), petals), turn))
    edge = g.math('ADD', g.math('MULTIPLY', wave, (outer - inner) / 2), (outer + inner) / 2)
    return g.ease(g.math('SUBTRACT', edge, far(g, u, v)), -soft, soft)


def within(g, value, size, soft=0.01):
    return g.ease(value, size + soft, size - soft)


def slabs(name, first, second, joint, size, offset=0.0, rough=0.7, grain=(1, 1, 1), gap=0.0025):
    """Boards or stone: joints, a shade for each piece, a grain along it."""
    g = Graph(name)
    p = g.place()
    brick = g.node('TexBrick', {'Vector': p, 'Color1': tint(first), 'Color2': tint(second), 'Mortar': tint(joint), 'Scale': 1.0, 'Mortar Size': gap, 'Mortar Smooth': 0.2, 'Brick Width': size[0], 'Row Height': size[1]}, offset=offset)
    life = g.noise(g.stretch(p, grain), 3, 4, 0.65)
    base = g.mix(brick.outputs['Color'], (0.0, 0.0, 0.0), g.ease(life, 0.4, 0.85, 0.0, 0.34))
    worn = g.ease(g.noise(p, 2.3, 3, 0.6), 0.3, 0.75, rough - 0.1, rough + 0.12)
    return g.surface(g.principled(base_color=base, roughness=worn, specular=0.35, normal=g.bump(brick.outputs['Fac'], -0.0018, normal=g.bump(g.noise(p, 7, 3), 0.0016))))


def athangudi(ground='#dccaa6', petal='#8a4032', core='#c08a3a', corner='#49665c', size=0.25):
    """Cement tiles cast by hand on glass: a flower in each, quarter rings that meet in the corners."""
    g = Graph('athangudi tiles')
    p = g.place()
    x, y = axes(g, 'floor')
    u, v = cell(g, x, size), cell(g, y, size)
    base = tint(ground)
    cu, cv = g.math('SUBTRACT', 0.5, g.math('ABSOLUTE', u)), g.math('SUBTRACT', 0.5, g.math('ABSOLUTE', v))
    to_corner = far(g, cu, cv)
    for shade, reach in ((corner, 0.27), (ground, 0.205), (petal, 0.16), (core, 0.075)):
        base = g.mix(base, tint(shade), within(g, to_corner, reach))
    for shade, petals, inner, outer, turn in ((petal, 4, 0.13, 0.36, 0.0), (ground, 4, 0.09, 0.27, 0.0), (corner, 4, 0.05, 0.21, 3.14159), (core, 8, 0.05, 0.075, 0.0)):
        base = g.mix(base, tint(shade), flower(g, u, v, petals, inner, outer, 0.01, turn))
    joint = g.math('MINIMUM', cu, cv)
    base = g.mix(base, tint('#6f5f4c'), g.ease(joint, 0.008, 0.003, 0.0, 0.8))
    base = g.mix(base, (0.03, 0.02, 0.015), g.ease(g.noise(p, 2.6, 5, 0.68), 0.42, 0.85, 0.0, 0.4))
    rough = g.ease(g.noise(p, 3.1, 3, 0.6), 0.3, 0.7, 0.26, 0.5)
    return g.surface(g.principled(base_color=base, roughness=rough, specular=0.4, normal=g.bump(joint, 0.004, normal=g.bump(g.noise(p, 6, 2), 0.001))))


def red_oxide(shade='#7c3d2e'):
    """A floor of coloured cement, polished by years of feet."""
    g = Graph('red oxide')
    p = g.place()
    base = g.mix(tint(shade), faded(shade, 0.62), g.ease(g.noise(p, 1.7, 5, 0.65, 0.5), 0.35, 0.8))
    base = g.mix(base, faded('#b07a62', 0.9), g.ease(g.noise(p, 4.5, 4, 0.7), 0.6, 0.85, 0.0, 0.3))
    return g.surface(g.principled(base_color=base, roughness=g.ease(g.noise(p, 2.5, 3), 0.3, 0.7, 0.28, 0.5), specular=0.4, normal=g.bump(g.noise(p, 8, 2), 0.0014)))


def teak(name='teak', dark='#5d3a20', light='#96663a', along='x', rough=0.45):
    """Oiled wood: year rings drawn out along the board, and fine dark pores."""
    g = Graph(name)
    stretch = {'x': (1.1, 15, 15), 'y': (15, 1.1, 15), 'z': (15, 15, 1.1)}[along]
    p = g.stretch(g.place(), stretch)
    rings = g.noise(p, 1.0, 4, 0.55, 1.2)
    base = g.ramp(rings, (0.3, dark), (0.5, light), (0.58, dark), (0.72, light))
    base = g.mix(base, tint(light), 0.45)
    pores = g.ease(g.noise(g.stretch(p, (4, 7, 7)), 2.0, 2, 0.5), 0.58, 0.72)
    base = g.mix(base, faded(dark, 0.6), g.math('MULTIPLY', pores, 0.45))
    return g.surface(g.principled(base_color=base, roughness=rough, specular=0.35, normal=g.bump(pores, -0.0003, normal=g.bump(rings, 0.0005))))


def weave(g, u, v, threads=700.0):
    warp = g.math('SINE', g.math('MULTIPLY', u, threads))
    return g.math('ADD', warp, g.math('SINE', g.math('MULTIPLY', v, threads)))


def fabric(g, base, u, v, glow, threads=700.0):
    skin = g.principled(base_color=base, roughness=0.95, specular=0.1, sheen=0.3, normal=g.bump(weave(g, u, v, threads), 0.0004))
    if glow:
        thin = g.node('BsdfTranslucent', {'Color': base}).outputs[0]
        skin = g.node('MixShader', {0: glow, 1: skin, 2: thin}).outputs[0]
    return g.surface(skin)


def block_print(name, ground, ink, second, size=0.062, glow=0.0, border=0.0, threads=700.0):
    """Cotton printed by hand with a carved block: flowers in half drop, uneven ink; `border`: a band at the hem, in metres."""
    g = Graph(name)
    u, v = axes(g, 'skin')
    column = g.math('FLOOR', g.math('DIVIDE', u, size))
    drop = g.math('MULTIPLY', g.math('FRACT', g.math('DIVIDE', column, 2.0)), 1.0)
    cu, cv = cell(g, u, size), cell(g, g.math('ADD', v, g.math('MULTIPLY', drop, size)), size)
    press = g.ease(g.noise(g.place(), 55, 3, 0.6), 0.3, 0.6, 0.6, 1.0)
    base = g.mix(tint(ground), faded(ground, 0.9), g.noise(g.place(), 12, 3))
    base = g.mix(base, tint(ink), g.math('MULTIPLY', flower(g, cu, cv, 6, 0.14, 0.36, 0.03), press))
    base = g.mix(base, tint(second), g.math('MULTIPLY', within(g, far(g, cu, cv), 0.10, 0.02), press))
    dots = within(g, far(g, g.math('SUBTRACT', 0.5, g.math('ABSOLUTE', cu)), g.math('SUBTRACT', 0.5, g.math('ABSOLUTE', cv))), 0.07, 0.02)
    base = g.mix(base, tint(second), g.math('MULTIPLY', dots, press))
    if border:
        hem = within(g, v, border, 0.002)
        base = g.mix(base, tint(second), hem)
        fu, fv = cell(g, u, border), cell(g, v, border)
        base = g.mix(base, tint(ground), g.math('MULTIPLY', hem, flower(g, fu, fv, 4, 0.12, 0.4, 0.03)))
    return fabric(g, base, u, v, glow, threads)


def striped(name, shades, widths, glow=0.0, across=False, check=False, threads=700.0):
    """Stripes that repeat, one of `widths` metres for each shade; `check` crosses them."""
    g = Graph(name)
    u, v = axes(g, 'skin')
    total = sum(widths)

    def bands(value):
        place = g.math('MULTIPLY', g.math('FRACT', g.math('DIVIDE', value, total)), total)
        base, at = tint(shades[0]), widths[0]
        for shade, width in zip(shades[1:], widths[1:]):
            base = g.mix(base, tint(shade), g.ease(place, at - 0.001, at + 0.001))
            at += width
        return base
    base = bands(u if across else v)
    if check:
        base = g.mix(base, bands(v if across else u), 0.5)
    base = g.mix(base, (0.0, 0.0, 0.0), g.ease(g.noise(g.place(), 40, 3), 0.4, 0.8, 0.0, 0.18))
    return fabric(g, base, u, v, glow, threads)


def plain_cloth(name, shade, glow=0.0):
    g = Graph(name)
    u, v = axes(g, 'skin')
    return fabric(g, g.mix(tint(shade), faded(shade, 0.86), g.noise(g.place(), 30, 3)), u, v, glow)


def cane(name='cane', open_=True, mesh=0.013, flat='skin'):
    """Webbing of split rattan: upright and level pairs, crossed by both slants; light falls through the holes."""
    g = Graph(name)
    u, v = axes(g, flat)

    def strand(value, size, width):
        return g.ease(g.math('ABSOLUTE', cell(g, value, size)), width + 0.05, width - 0.02)
    slant, other = g.math('ADD', u, v), g.math('SUBTRACT', u, v)
    straight = g.math('MAXIMUM', strand(u, mesh, 0.21), strand(v, mesh, 0.21))
    crossed = g.math('MAXIMUM', strand(slant, mesh, 0.10), strand(other, mesh, 0.10))
    there = g.math('MAXIMUM', straight, crossed)
    base = g.mix(tint('#a87b42'), tint('#d6b078'), g.noise(g.place(), 45, 2))
    base = g.mix(base, faded('#8f6737', 0.8), g.math('SUBTRACT', 1.0, straight))
    skin = g.principled(base_color=base, roughness=0.5, specular=0.35, normal=g.bump(there, 0.001))
    hole = g.node('BsdfTransparent').outputs[0] if open_ else g.principled(base_color=tint('#2a1c11'), roughness=0.9)
    return g.surface(g.node('MixShader', {0: there, 1: hole, 2: skin}).outputs[0])


def brass(name='brass', shade='#cbaa6c', rough=0.22):
    g = Graph(name)
    p = g.place()
    age = g.ease(g.noise(p, 22, 4, 0.65), 0.45, 0.8)
    base = g.mix(tint(shade), tint('#86683c'), g.math('MULTIPLY', age, 0.5))
    return g.surface(g.principled(base_color=base, metallic=1.0, roughness=g.math('ADD', g.math('MULTIPLY', age, 0.22), rough), normal=g.bump(g.noise(p, 34, 2), 0.0002)))


def iron(shade='#27302c'):
    g = Graph('iron')
    p = g.place()
    return g.surface(g.principled(base_color=g.mix(tint(shade), faded(shade, 0.6), g.noise(p, 30, 3)), roughness=0.5, specular=0.4, normal=g.bump(g.noise(p, 140, 3), 0.0004)))


def terracotta(shade='#a85f3d'):
    g = Graph('terracotta')
    p = g.place()
    base = g.mix(tint(shade), tint('#c98a63'), g.ease(g.noise(p, 9, 4, 0.65), 0.4, 0.8, 0.0, 0.6))
    return g.surface(g.principled(base_color=base, roughness=0.88, specular=0.15, normal=g.bump(g.noise(p, 90, 3), 0.0008)))


def petals(shade, deep):
    g = Graph('petals')
    base = g.mix(tint(deep), tint(shade), g.ease(g.attribute('tone').outputs['Fac'], 0.0, 1.0))
    thin = g.node('BsdfTranslucent', {'Color': base}).outputs[0]
    return g.surface(g.node('MixShader', {0: 0.25, 1: g.principled(base_color=base, roughness=0.8, specular=0.15), 2: thin}).outputs[0])
