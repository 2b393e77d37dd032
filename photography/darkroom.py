"""Render settings, and a denoiser of our own: Debian's Blender 3.4 is built without one."""
import bpy


def load(size, samples, seed, exposure):
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.threads_mode, scene.render.threads = 'FIXED', 2
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.seed = 'CPU', samples, seed
    cycles.use_denoising = False
    cycles.use_adaptive_sampling, cycles.adaptive_threshold, cycles.adaptive_min_samples = True, 0.07, 8
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 2, 2
    cycles.transmission_bounces, cycles.transparent_max_bounces = 4, 4
    cycles.sample_clamp_indirect, cycles.blur_glossy = 3.0, 1.0
    cycles.caustics_reflective = cycles.caustics_refractive = False
    scene.render.use_persistent_data = False
    scene.view_settings.view_transform, scene.view_settings.look = 'Filmic', 'Medium High Contrast'
    scene.view_settings.exposure = exposure


def develop():
    """Divide the image by its surface colours, smooth the light that is left where the surface runs on, multiply again.

    Stone texture lives in the colours and normals, which are nearly free of noise, so it stays as sharp as it was.
    """
    scene = bpy.context.scene
    bpy.context.view_layer.cycles.denoising_store_passes = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()

    def node(kind, *inputs, **settings):
        made = tree.nodes.new('CompositorNode' + kind)
        for key, value in settings.items():
            setattr(made, key, value)
        for i, value in enumerate(inputs):
            if isinstance(value, bpy.types.NodeSocket):
                tree.links.new(value, made.inputs[i])
            elif value is not None:
                made.inputs[i].default_value = value
        return made.outputs[0]

    def blend(how, a, b, share=1.0):
        return node('MixRGB', share, a, b, blend_type=how)

    layers = tree.nodes.new('CompositorNodeRLayers')
    grey = (0.03, 0.03, 0.03, 1)
    colours = blend('ADD', layers.outputs['Denoising Albedo'], grey)
    light = blend('DIVIDE', layers.outputs['Image'], colours)
    surface = blend('ADD', layers.outputs['Denoising Normal'], blend('MULTIPLY', layers.outputs['Denoising Albedo'], (0.6, 0.6, 0.6, 1)))
    calm = node('Bilateralblur', light, surface, iterations=1, sigma_color=0.16, sigma_space=3.0)
    calm = node('Bilateralblur', calm, surface, iterations=1, sigma_color=0.10, sigma_space=1.0)
    tree.links.new(blend('MULTIPLY', calm, colours), tree.nodes.new('CompositorNodeComposite').inputs[0])


def expose(path):
    scene = bpy.context.scene
    scene.render.image_settings.file_format = 'PNG'
    scene.render.image_settings.color_mode = 'RGB'
    scene.render.image_settings.compression = 50
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
