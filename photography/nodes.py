"""Shorthand for shader nodes: give sockets or values by input name, get the first output back."""
import bpy


class Graph:
    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()

    def node(self, kind, inputs=None, **settings):
        node = self.tree.nodes.new('ShaderNode' + kind)
        for key, value in settings.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, node.inputs[key])
            else:
                node.inputs[key].default_value = colour(value) if isinstance(value, tuple) and node.inputs[key].type == 'RGBA' else value
        return node

    def place(self):
        return self.node('TexCoord').outputs['Object']

    def attribute(self, name):
        return self.node('Attribute', attribute_name=name)

    def stretch(self, vector, scale):
        return self.node('Mapping', {'Vector': vector, 'Scale': scale}).outputs[0]

    def noise(self, vector, scale, detail=3.0, rough=0.5, distortion=0.0):
        return self.node('TexNoise', {'Vector': vector, 'Scale': scale, 'Detail': detail, 'Roughness': rough, 'Distortion': distortion}).outputs['Fac']

    def math(self, operation, a, b=0.0, clamp=False):
        return self.node('Math', {0: a, 1: b}, operation=operation, use_clamp=clamp).outputs[0]

    def ease(self, value, start, end, low=0.0, high=1.0):
        """`low` up to start, `high` from end on, a smooth step between."""
        return self.node('MapRange', {'Value': value, 'From Min': start, 'From Max': end, 'To Min': low, 'To Max': high}, interpolation_type='SMOOTHSTEP').outputs[0]

    def mix(self, a, b, share, blend='MIX'):
        return self.node('MixRGB', {'Fac': share, 'Color1': a, 'Color2': b}, blend_type=blend).outputs[0]

    def ramp(self, value, *stops):
        node = self.node('ValToRGB', {'Fac': value})
        ends = node.color_ramp.elements
        while len(ends) < len(stops):
            ends.new(0.5)
        for end, (position, tint) in zip(ends, stops):
            end.position, end.color = position, colour(tint)
        return node.outputs[0]

    def bump(self, height, depth_m, strength=1.0, normal=None):
        inputs = {'Height': height, 'Distance': depth_m, 'Strength': strength}
        if normal:
            inputs['Normal'] = normal
        return self.node('Bump', inputs).outputs[0]

    def surface(self, shader):
        self.tree.links.new(shader, self.node('OutputMaterial').inputs['Surface'])
        return self.material

    def principled(self, **inputs):
        names = {key.replace('_', ' ').title().replace('Ior', 'IOR'): value for key, value in inputs.items()}
        return self.node('BsdfPrincipled', names).outputs[0]


def colour(value):
    """'#c9b79c' as sRGB, or linear numbers as they are."""
    if isinstance(value, str):
        srgb = [int(value[i:i + 2], 16) / 255 for i in (1, 3, 5)]
        value = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in srgb]
    return (*value[:3], 1.0)


def tint(value):
    return tuple(colour(value)[:3])


def plain(name, base, rough=0.6, metal=0.0, grain=0.0, grain_scale=60.0):
    """A painted, glazed or woven material: one colour that varies slightly."""
    g = Graph(name)
    tone = g.noise(g.place(), grain_scale, 3)
    shade = g.mix(tint(base), tuple(c * 0.8 for c in tint(base)), tone)
    inputs = {'base_color': shade, 'roughness': rough, 'metallic': metal}
    if grain:
        inputs['normal'] = g.bump(g.noise(g.place(), grain_scale * 4, 2), grain)
    return g.surface(g.principled(**inputs))
