"""Render settings, and a denoiser of our own: Debian's Blender 3.4 is built without one."""
import os
import tempfile

import bpy
import numpy as np


def load(size, samples, seed, exposure):
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.threads_mode, scene.render.threads = 'FIXED', 2
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.seed = 'CPU', samples, seed
    cycles.use_denoising = False
    cycles.use_adaptive_sampling = False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 2, 2
    cycles.transmission_bounces, cycles.transparent_max_bounces = 4, 4
    cycles.sample_clamp_indirect, cycles.blur_glossy = 3.0, 1.0
    cycles.caustics_reflective = cycles.caustics_refractive = False
    scene.render.use_persistent_data = False
    scene.view_settings.view_transform, scene.view_settings.look = 'Filmic', 'Medium High Contrast'
    scene.view_settings.exposure = exposure


def shorten_paths():
    """One bounce is enough where large lamps reach every side; it saves a third of the time."""
    cycles = bpy.context.scene.cycles
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 2, 1, 1


LAYERS = {'image': 'Image', 'albedo': 'Denoising Albedo', 'normal': 'Denoising Normal', 'depth': 'Denoising Depth'}
# Name of the layer with the colour of visible walls and floors; `stands.py` writes it.
GROUND = 'ground'


def expose(path):
    """Render, denoise, and write a PNG through the view transform."""
    layers = render()
    layers.pop(GROUND)
    develop(denoise(**layers), path)


def render():
    """The layers of the image, from the bottom row up."""
    with tempfile.TemporaryDirectory() as folder:
        slots = keep_layers(folder)
        bpy.ops.render.render()
        return {name: read_layer(os.path.join(folder, f'{name}0001.exr')) for name in slots}


def develop(image, path):
    high, wide, _ = image.shape
    print_ = bpy.data.images.new('print', wide, high, float_buffer=True)
    rgba = np.ones((high, wide, 4), np.float32)
    rgba[..., :3] = image
    print_.pixels.foreach_set(rgba.ravel())
    scene = bpy.context.scene
    settings = scene.render.image_settings
    settings.file_format, settings.color_mode, settings.compression = 'PNG', 'RGB', 50
    print_.save_render(path, scene=scene)
    bpy.data.images.remove(print_)


def keep_layers(folder):
    scene, layer = bpy.context.scene, bpy.context.view_layer
    layer.cycles.denoising_store_passes = True
    if not layer.aovs:
        layer.aovs.add().name = GROUND
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    rendered = tree.nodes.new('CompositorNodeRLayers')
    out = tree.nodes.new('CompositorNodeOutputFile')
    out.base_path = folder
    out.format.file_format, out.format.color_depth, out.format.exr_codec = 'OPEN_EXR', '32', 'NONE'
    out.file_slots.clear()
    slots = {**LAYERS, GROUND: GROUND}
    for name, source in slots.items():
        out.file_slots.new(name)
        tree.links.new(rendered.outputs[source], out.inputs[name])
    tree.links.new(rendered.outputs['Image'], tree.nodes.new('CompositorNodeComposite').inputs[0])
    return slots


def read_layer(path):
    image = bpy.data.images.load(path)
    image.colorspace_settings.name = 'Non-Color'
    wide, high = image.size
    values = np.empty(wide * high * 4, np.float32)
    image.pixels.foreach_get(values)
    bpy.data.images.remove(image)
    return values.reshape(high, wide, 4)[..., :3]


# The eight neighbours of a pixel.
AROUND = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx]


def denoise(image, albedo, normal, depth):
    """Divide the image by its surface colours, smooth the remaining light within each surface, multiply again.

    Stone texture lives in the colours and normals, which are nearly free of noise, so it stays as sharp as it was.
    """
    colours = albedo + np.float32(0.02)
    light = np.minimum(image / colours, 20)
    surface = np.concatenate([normal / 0.45, albedo / 0.22, np.log(np.maximum(depth[..., :1], 1e-3)) / 0.02], axis=2).astype(np.float32)
    near = alike(surface, 1)
    brightness = light.mean(axis=2, keepdims=True)
    moments = smooth(np.concatenate([brightness, brightness * brightness], axis=2), near, 1)
    moments = smooth(moments, alike(surface, 2), 2)
    mean, noise = moments[..., 0], np.maximum(moments[..., 1] - moments[..., 0] ** 2, 0)
    sparks = (mean + 2 * np.sqrt(noise) + 0.02) / np.maximum(brightness[..., 0], 1e-6)
    light = light * np.minimum(1, sparks)[..., None]
    # In ever wider steps. A difference larger than the remaining noise is the edge of a shadow, and is kept.
    for step, share in ((1, 1.5), (2, 0.8), (4, 0.4), (8, 0.2), (16, 0.1)):
        mean = smooth(light.mean(axis=2, keepdims=True), near, 1)[..., 0]
        tolerance = noise * share + (0.02 * mean + 0.002) ** 2
        weights = near if step == 1 else alike(surface, step)
        weights = [weight * np.exp(-(mean - there) ** 2 / tolerance) for weight, there in zip(weights, neighbours(mean, step))]
        light = smooth(light, weights, step)
    return clean_edges(light * colours, colours, near)


def neighbours(values, step):
    """The image shifted by `step` in each of the eight directions; at the border it is repeated."""
    high, wide = values.shape[:2]
    padded = np.pad(values, ((step, step), (step, step), *[(0, 0)] * (values.ndim - 2)), 'edge')
    return [padded[step + dy * step:step + dy * step + high, step + dx * step:step + dx * step + wide] for dy, dx in AROUND]


def alike(surface, step):
    """How much each of the eight neighbours lies on the same surface, 0 to 1; corners count half."""
    weights = []
    for (dy, dx), there in zip(AROUND, neighbours(surface, step)):
        apart = surface - there
        weights.append(np.exp(-np.einsum('ijk,ijk->ij', apart, apart)) * np.float32(0.5 if dy and dx else 1))
    return weights


def smooth(values, weights, step):
    total = values.copy()
    for weight, there in zip(weights, neighbours(values, step)):
        total += there * weight[..., None]
    return total / (1 + sum(weights))[..., None]


def clean_edges(image, colours, near):
    """A pixel on an edge is like none of its neighbours and kept its noise: it gets the mean light of both sides instead.

    Weighted by the surface colours, since a pixel that is half leaf, half paper has most of its light from the paper.
    """
    lonely = np.clip((1.9 - sum(near)) / 1.1, 0, 1)
    trust = [there[..., None] for there in neighbours(1.02 - lonely, 1)]
    seen = sum(there * weight for there, weight in zip(neighbours(image, 1), trust))
    colour = sum(there * weight for there, weight in zip(neighbours(colours, 1), trust))
    mixed = seen / np.maximum(colour, 1e-4) * colours
    return image + (mixed - image) * lonely[..., None]
