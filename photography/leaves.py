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


def stem():
    return leaf('stems', '#48702c', '#6f8f44', gloss=0.5, through=0.0)


def moss():
    g = Graph('moss')
    p = g.place()
    base = g.ramp(g.noise(p, 60, 4, 0.7), (0.3, '#2f421d'), (0.55, '#4c642a'), (0.75, '#74843f'))
    return g.surface(g.principled(base_color=base, roughness=1.0, specular=0.1, normal=g.bump(g.noise(p, 420, 3, 0.7), 0.004)))
