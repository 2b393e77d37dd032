"""Materials of leaves, soil, bark and moss. Leaf `skin` is (-1..1 across, 0..1 along); `tone` differs from leaf to leaf."""
from nodes import Graph, tint


def leaf(name, dark, light, rib=None, tip=None, gloss=0.42, through=0.25, veins=0.0, paint=None):
    g = Graph(name)
    uv = g.node('SeparateXYZ', {0: g.attribute('skin').outputs['Vector']})
    across, along = uv.outputs[0], uv.outputs[1]
    tone = g.attribute('tone').outputs['Fac']
    away = g.math('ABSOLUTE', across)
    base = g.mix(tint(dark), tint(light), g.ease(g.math('ADD', tone, g.math('MULTIPLY', g.math('SUBTRACT', g.noise(g.place(), 30, 2), 0.5), 0.5)), 0.0, 1.0))
    if paint:
        base = paint(g, base, across, along, tone)
    normal_height = None
    if veins:
        # Side veins leave the midrib at a slant, so the pattern runs along v - |u|.
        slant = g.math('SUBTRACT', g.math('MULTIPLY', along, 11.0), g.math('MULTIPLY', away, 2.2))
        vein = g.math('ABSOLUTE', g.math('SUBTRACT', g.math('FRACT', slant), 0.5))
        normal_height = g.ease(vein, 0.0, 0.3)
        base = g.mix(base, tint(rib or light), g.math('MULTIPLY', g.ease(vein, 0.1, 0.02), veins))
    if rib:
        base = g.mix(base, tint(rib), g.math('MULTIPLY', g.ease(away, 0.09, 0.03), 0.7))
    if tip:
        base = g.mix(base, tint(tip), g.ease(g.math('ADD', along, g.math('MULTIPLY', away, 0.12)), 0.72, 1.05))
    inputs = {'base_color': base, 'roughness': gloss, 'specular': 0.4}
    if normal_height:
        inputs['normal'] = g.bump(normal_height, 0.0012, 0.7)
    skin = g.principled(**inputs)
    if through:
        glow = g.node('BsdfTranslucent', {'Color': g.mix(base, tint('#8fa83a'), 0.3)}).outputs[0]
        skin = g.node('MixShader', {0: through, 1: skin, 2: glow}).outputs[0]
    return g.surface(skin)


def banded(g, base, across, along, tone):
    """Snake plant: ragged cross bands and a pale yellow margin."""
    p = g.node('CombineXYZ', {0: g.math('MULTIPLY', across, 0.28), 1: g.math('MULTIPLY', along, 9.0), 2: g.math('MULTIPLY', tone, 40.0)}).outputs[0]
    bands = g.ease(g.noise(p, 2.4, 3, 0.6, 0.35), 0.46, 0.60)
    base = g.mix(base, tint('#86a070'), g.math('MULTIPLY', bands, 0.55))
    return g.mix(base, tint('#d3cb7a'), g.ease(g.math('ABSOLUTE', across), 0.80, 0.86))


def marbled(g, base, across, along, tone):
    """Golden pothos: splashes of cream that follow the leaf."""
    p = g.node('CombineXYZ', {0: g.math('MULTIPLY', across, 2.2), 1: g.math('MULTIPLY', along, 1.3), 2: g.math('MULTIPLY', tone, 60.0)}).outputs[0]
    return g.mix(base, tint('#cfd08a'), g.math('MULTIPLY', g.ease(g.noise(p, 1.9, 4, 0.6), 0.55, 0.62), 0.85))


def striped(g, base, across, along, tone):
    """Spider plant: a cream stripe along the middle."""
    return g.mix(base, tint('#e6e6b8'), g.ease(g.math('ABSOLUTE', across), 0.46, 0.38))


def blushing(g, base, across, along, tone):
    """Caladium: rose inside, with a ragged border to the green."""
    ragged = g.math('MULTIPLY', g.math('SUBTRACT', g.noise(g.place(), 60, 3), 0.5), 0.5)
    inside = g.math('ADD', g.math('MAXIMUM', g.math('ABSOLUTE', across), g.math('MULTIPLY', g.math('ABSOLUTE', g.math('SUBTRACT', along, 0.42)), 1.7)), ragged)
    return g.mix(base, g.mix(tint('#e59aa8'), tint('#c43a5c'), g.ease(g.math('ABSOLUTE', across), 0.30, 0.02)), g.ease(inside, 0.78, 0.62))


def brushed(g, base, across, along, tone):
    """Calathea: pale strokes that leave the midrib at a slant."""
    slant = g.math('SUBTRACT', g.math('MULTIPLY', along, 8.0), g.math('MULTIPLY', g.math('ABSOLUTE', across), 1.8))
    stroke = g.ease(g.math('ABSOLUTE', g.math('SUBTRACT', g.math('FRACT', slant), 0.5)), 0.26, 0.12)
    return g.mix(base, tint('#b7c98c'), g.math('MULTIPLY', g.math('MULTIPLY', stroke, g.ease(g.math('ABSOLUTE', across), 0.92, 0.7)), 0.85))


def flamed(g, base, across, along, tone):
    """Croton: yellow and red along the veins, more in some leaves than in others."""
    p = g.node('CombineXYZ', {0: g.math('MULTIPLY', across, 3.0), 1: g.math('MULTIPLY', along, 3.2), 2: g.math('MULTIPLY', tone, 50.0)}).outputs[0]
    hue = g.ramp(tone, (0.0, '#d8a51e'), (0.45, '#e2b93a'), (0.7, '#c4411f'), (1.0, '#8c1f24'))
    share = g.math('ADD', g.noise(p, 1.6, 3, 0.6), g.math('MULTIPLY', g.ease(g.math('ABSOLUTE', across), 0.35, 0.0), 0.35))
    return g.mix(base, hue, g.ease(share, 0.50, 0.58))


def ribbed(g, base, across, along, tone):
    """Cactus: paler on the ribs than between them."""
    return g.mix(base, tint('#8fae7c'), g.ease(across, 0.2, 1.0))


def snake(): return leaf('snake plant', '#1d3f26', '#2f5a33', gloss=0.38, through=0.0, paint=banded)
def zamia(): return leaf('zz plant', '#1c4420', '#3f7a2e', rib='#6d9a4c', gloss=0.22, through=0.12)
def echeveria(): return leaf('echeveria', '#6f9482', '#9bb8a4', tip='#c58c86', gloss=0.55, through=0.0)
def jade(): return leaf('green rosette', '#55813b', '#8eb257', tip='#b9694f', gloss=0.45, through=0.0)
def dusky(): return leaf('dusky rosette', '#6b5a6e', '#8f7c8d', tip='#b78f97', gloss=0.55, through=0.0)
def pothos(): return leaf('pothos', '#2c6426', '#579338', rib='#8fb45c', gloss=0.3, through=0.25, paint=marbled)
def basil(): return leaf('basil', '#3f7d22', '#78ac3a', rib='#9cc462', gloss=0.36, through=0.3, veins=0.25)
def mint(): return leaf('mint', '#35703a', '#5f9a52', rib='#86b374', gloss=0.6, through=0.3, veins=0.35)
def rosemary(): return leaf('rosemary', '#40583f', '#76896a', gloss=0.6, through=0.1)
def chive(): return leaf('chives', '#3b6f2a', '#6c9b45', gloss=0.45, through=0.15)
def fern(): return leaf('fern', '#3c7a26', '#7cae40', gloss=0.5, through=0.35)
def needle(): return leaf('bonsai leaves', '#203d1a', '#527530', gloss=0.55, through=0.15)
def rubber(): return leaf('rubber tree', '#16291a', '#2f4a26', rib='#7d8f4e', gloss=0.34, through=0.08)
def sheath(): return leaf('sheaths', '#7d2f25', '#a8473a', gloss=0.35, through=0.1)
def strelitzia(): return leaf('strelitzia', '#27513a', '#4f8152', rib='#a9c08a', gloss=0.42, through=0.2)
def palm(): return leaf('areca palm', '#3b7426', '#86ab3e', rib='#b3c765', gloss=0.36, through=0.3)
def cane(): return leaf('palm canes', '#8d8a3d', '#b9a84e', gloss=0.4, through=0.0)
def lily(): return leaf('peace lily', '#1d4a22', '#37722d', rib='#5f8f48', gloss=0.34, through=0.15)
def spathe(): return leaf('spathes', '#f1efe0', '#fbfaf1', tip='#cfdcae', gloss=0.45, through=0.3)
def bougainvillea(): return leaf('bougainvillea', '#33652c', '#5d9140', rib='#86ab58', gloss=0.45, through=0.25)
def bract(dark='#a3124f', light='#e0458e'): return leaf('bracts', dark, light, rib='#f0a0bf', gloss=0.6, through=0.4, veins=0.12)
def spider(): return leaf('spider plant', '#3f7a2c', '#6ba043', gloss=0.4, through=0.25, paint=striped)
def caladium(): return leaf('caladium', '#2f6b2c', '#4f8d3c', gloss=0.5, through=0.3, veins=0.15, paint=blushing)
def cactus(): return leaf('cactus', '#3c6a46', '#557f52', gloss=0.55, through=0.0, paint=ribbed)
def spine(): return leaf('spines', '#d9c9a0', '#efe6cc', gloss=0.6, through=0.0)
def rhapis(): return leaf('lady palm', '#234f22', '#4a8236', rib='#6d9a4c', gloss=0.36, through=0.2)
def lotus_pad(): return leaf('lotus leaves', '#4e7f52', '#83a878', gloss=0.6, through=0.25)
def lotus_petal(): return leaf('lotus petals', '#f2cdd6', '#e58aa8', tip='#d4527f', gloss=0.55, through=0.35)
def calathea(): return leaf('calathea', '#1f4a2c', '#2f6138', rib='#a9be7e', gloss=0.36, through=0.12, paint=brushed)
def wine_stem(): return leaf('wine-red stalks', '#5c2b31', '#7d4a45', gloss=0.5, through=0.0)
def geranium(): return leaf('geranium', '#3f752c', '#78a545', gloss=0.6, through=0.25, veins=0.25)
def hibiscus(): return leaf('hibiscus', '#1f5223', '#48852f', rib='#7ba052', gloss=0.3, through=0.2)
def lemon(): return leaf('lemon leaves', '#1f5124', '#4d8a31', rib='#86aa55', gloss=0.28, through=0.2)
def croton(): return leaf('croton', '#1f4a20', '#3c6b28', gloss=0.28, through=0.1, paint=flamed)
def juniper(): return leaf('juniper', '#2c4a33', '#64845a', gloss=0.6, through=0.1)
def jade_leaf(): return leaf('jade tree', '#3c6b33', '#7da356', tip='#a85c44', gloss=0.34, through=0.0)
def jasmine(): return leaf('jasmine', '#28592a', '#5c9440', rib='#8ab067', gloss=0.36, through=0.25)
def tulsi(): return leaf('tulsi', '#3f5f33', '#6d8750', rib='#7d5a6c', gloss=0.6, through=0.25, veins=0.2)
def lettuce(): return leaf('lettuce', '#7fae3a', '#b7d46a', rib='#dbe6a8', gloss=0.42, through=0.4, veins=0.2)
def red_lettuce(): return leaf('red lettuce', '#8fae4a', '#a9bf5c', tip='#6d2430', gloss=0.42, through=0.35, veins=0.2)
def grass(): return leaf('moss blades', '#3d5722', '#6d8538', gloss=0.8, through=0.2)


def soil():
    g = Graph('soil')
    p = g.place()
    base = g.ramp(g.noise(p, 120, 4, 0.7), (0.3, '#1f1712'), (0.6, '#3d2d22'), (0.75, '#57432f'))
    return g.surface(g.principled(base_color=base, roughness=0.95, specular=0.15, normal=g.bump(g.noise(p, 260, 3, 0.7), 0.003)))


def gravel(name='gravel', stops=((0.0, '#8d8579'), (0.4, '#b9b0a2'), (0.75, '#d9d2c6'), (1.0, '#6f6a64'))):
    g = Graph(name)
    base = g.ramp(g.attribute('tone').outputs['Fac'], *stops)
    base = g.mix(base, tint('#5d564d'), g.math('MULTIPLY', g.ease(g.noise(g.place(), 300, 3), 0.5, 0.75), 0.5))
    return g.surface(g.principled(base_color=base, roughness=0.75, specular=0.25))


def chips():
    return gravel('soil crumbs', ((0.0, '#1d1510'), (0.5, '#3a2b20'), (0.9, '#5b4632'), (1.0, '#8c7a62')))


def bark(name='bark', dark='#3e3026', light='#7d6956'):
    g = Graph(name)
    p = g.place()
    lines = g.noise(g.stretch(p, (90, 90, 22)), 1.4, 4, 0.65)
    base = g.ramp(lines, (0.35, dark), (0.65, light))
    return g.surface(g.principled(base_color=base, roughness=0.9, specular=0.15, normal=g.bump(lines, 0.006)))


def fruit(name, shade):
    g = Graph(name)
    base = g.mix(tint(shade), tuple(c * 0.72 for c in tint(shade)), g.attribute('tone').outputs['Fac'])
    return g.surface(g.principled(base_color=base, subsurface=0.05, subsurface_color=base, roughness=0.3, specular=0.45, normal=g.bump(g.noise(g.place(), 420, 2), 0.0003, 0.5)))


def water():
    """Still dark water, which mirrors the sky."""
    g = Graph('water')
    return g.surface(g.principled(base_color=tint('#2b3a33'), roughness=0.04, specular=0.6, normal=g.bump(g.noise(g.place(), 14, 2), 0.0015, 0.6)))


def stem():
    return leaf('stems', '#48702c', '#6f8f44', gloss=0.5, through=0.0)


def moss():
    g = Graph('moss')
    p = g.place()
    base = g.ramp(g.noise(p, 60, 4, 0.7), (0.3, '#2f421d'), (0.55, '#4c642a'), (0.75, '#74843f'))
    return g.surface(g.principled(base_color=base, roughness=1.0, specular=0.1, normal=g.bump(g.noise(p, 420, 3, 0.7), 0.004)))
