"""The four finishes as materials at true scale: a grain of stone is as big on a tray as on a trough."""
from nodes import Graph, tint

# The mosaic's pieces, which tiles.py sets as well.
PIECES_PER_METRE, RANDOMNESS, TILT = 66.0, 0.62, 0.13
MOSAIC = ((0.0, '#5f6166'), (0.35, '#7f8083'), (0.6, '#97979a'), (0.85, '#b5b3b0'), (1.0, '#cfccc6'))
GROUT = '#c2bcb2'


def grey_stone():
    g = Graph('grey stone')
    p = g.place()
    cloud = g.noise(p, 9, 3)
    base = g.ramp(cloud, (0.3, '#74757a'), (0.7, '#8b8b8d'))
    grains = g.node('TexVoronoi', {'Vector': p, 'Scale': 330.0})
    dark = g.ease(g.node('SeparateColor', {0: grains.outputs['Color']}).outputs[0], 0.72, 0.8)
    light = g.ease(g.node('SeparateColor', {0: grains.outputs['Color']}).outputs[1], 0.78, 0.86)
    base = g.mix(base, tint('#4b4c50'), g.math('MULTIPLY', dark, 0.75))
    base = g.mix(base, tint('#b9b7b2'), g.math('MULTIPLY', light, 0.6))
    holes = g.node('TexVoronoi', {'Vector': p, 'Scale': 90.0})
    pit = g.ease(holes.outputs['Distance'], 0.10, 0.22)
    base = g.mix(tint('#55555a'), base, g.math('ADD', g.math('MULTIPLY', pit, 0.6), 0.4))
    rough = g.bump(g.noise(p, 420, 2, 0.6), 0.0009, 0.8)
    normal = g.bump(pit, 0.0012, 0.6, rough)
    return g.surface(g.principled(base_color=base, roughness=0.72, specular=0.3, normal=normal))


def marble_white():
    g = Graph('marble white')
    p = g.place()
    drift = g.node('TexNoise', {'Vector': p, 'Scale': 4.0, 'Detail': 3.0})
    bent = g.node('VectorMath', {0: p, 1: g.node('VectorMath', {0: drift.outputs['Color'], 3: 0.28}, operation='SCALE').outputs[0]}, operation='ADD').outputs[0]
    slant = g.node('Mapping', {'Vector': bent, 'Rotation': (0.5, 0.35, 0.6), 'Scale': (1, 1, 0.45)}).outputs[0]

    def veins(scale, width, detail):
        away = g.math('ABSOLUTE', g.math('SUBTRACT', g.noise(slant, scale, detail, 0.45), 0.5))
        return g.ease(away, width, 0.0)

    breath = g.ease(g.noise(p, 7, 2), 0.38, 0.62)
    main = g.math('MULTIPLY', veins(4.2, 0.02, 4), breath)
    halo = g.math('MULTIPLY', veins(4.2, 0.12, 2), 0.30)
    fine = g.math('MULTIPLY', veins(11.0, 0.016, 4), g.math('MULTIPLY', g.ease(g.noise(p, 5, 1), 0.5, 0.7), 0.4))
    base = g.ramp(g.noise(p, 6, 3), (0.3, '#e6e3de'), (0.7, '#f2f0ec'))
    base = g.mix(base, tint('#c4c2c0'), halo)
    base = g.mix(base, tint('#9b9a9c'), g.math('MULTIPLY', main, 0.62))
    base = g.mix(base, tint('#b1ada8'), fine)
    normal = g.bump(g.noise(p, 160, 2), 0.0003, 0.5)
    return g.surface(g.principled(base_color=base, roughness=0.34, specular=0.42, clearcoat=0.7, clearcoat_roughness=0.12, normal=normal))


def sandstone():
    g = Graph('sandstone')
    p = g.place()
    warp = g.node('VectorMath', {0: p, 1: g.node('VectorMath', {0: g.node('TexNoise', {'Vector': p, 'Scale': 5.0, 'Detail': 2.0}).outputs['Color'], 3: 0.035}, operation='SCALE').outputs[0]}, operation='ADD').outputs[0]
    layers = g.noise(g.stretch(warp, (3.5, 3.5, 13)), 1.7, 2, 0.5)
    fine = g.noise(g.stretch(warp, (30, 30, 120)), 1.3, 3, 0.6)
    cloud = g.noise(p, 13, 3, 0.6)
    grain = g.noise(p, 560, 2, 0.6)
    coarse = g.noise(p, 170, 3, 0.7)
    base = g.ramp(layers, (0.34, '#c2a582'), (0.48, '#cab08c'), (0.58, '#d2bc99'), (0.70, '#c5aa86'))
    base = g.mix(base, tint('#b99a76'), g.math('MULTIPLY', g.ease(cloud, 0.50, 0.72), 0.4))
    base = g.mix(base, tint('#a58467'), g.math('MULTIPLY', g.ease(fine, 0.55, 0.72), 0.16))
    base = g.mix(base, tint('#836750'), g.math('MULTIPLY', g.ease(coarse, 0.43, 0.33), 0.6))
    base = g.mix(base, tint('#ece0c6'), g.math('MULTIPLY', g.ease(grain, 0.54, 0.64), 0.7))
    base = g.mix(base, tint('#765b45'), g.math('MULTIPLY', g.ease(grain, 0.45, 0.36), 0.65))
    normal = g.bump(fine, 0.001, 0.35, g.bump(coarse, 0.0012, 0.6, g.bump(grain, 0.0008, 0.9)))
    return g.surface(g.principled(base_color=base, roughness=0.85, specular=0.2, normal=normal))


def mosaic_grey():
    g = Graph('mosaic grey')
    uv = g.attribute('skin').outputs['Vector']
    shape = {'Vector': uv, 'Scale': PIECES_PER_METRE, 'Randomness': RANDOMNESS}
    gap = g.node('TexVoronoi', shape, feature='DISTANCE_TO_EDGE', voronoi_dimensions='2D').outputs['Distance']
    piece = g.node('TexVoronoi', shape, voronoi_dimensions='2D').outputs['Color']
    which = g.node('SeparateColor', {0: piece})
    stone = g.ease(gap, 0.045, 0.085)
    tile = g.ramp(which.outputs[0], *MOSAIC)
    tile = g.mix(tile, tint('#6d6e72'), g.math('MULTIPLY', g.ease(g.noise(g.place(), 130, 3), 0.5, 0.75), 0.35))
    base = g.mix(tint(GROUT), tile, stone)
    # Hand-set pieces never lie quite flat; each catches the light a little differently.
    tilt = g.node('VectorMath', {0: g.node('VectorMath', {0: piece, 1: (0.5, 0.5, 0.5)}, operation='SUBTRACT').outputs[0], 3: TILT}, operation='SCALE').outputs[0]
    normal = g.node('VectorMath', {0: g.node('NewGeometry').outputs['Normal'], 1: tilt}, operation='ADD').outputs[0]
    normal = g.node('VectorMath', {0: normal}, operation='NORMALIZE').outputs[0]
    normal = g.bump(g.ease(gap, 0.03, 0.13), 0.0016, 0.9, normal)
    rough = g.ease(stone, 0.0, 1.0, 0.9, 0.42)
    return g.surface(g.principled(base_color=base, roughness=rough, specular=0.4, normal=normal))


FINISHES = {'grey-stone': grey_stone, 'marble-white': marble_white, 'sandstone': sandstone, 'mosaic-grey': mosaic_grey}
