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


LAYERS = {'image': 'Image', 'albedo': 'Denoising Albedo', 'normal': 'Denoising Normal', 'depth': 'Denoising Depth'}


def expose(path):
    """Render, denoise, and write a PNG through the view transform."""
    scene = bpy.context.scene
    with tempfile.TemporaryDirectory() as folder:
        keep_layers(folder)
        bpy.ops.render.render()
        layers = {name: read_layer(os.path.join(folder, f'{name}0001.exr')) for name in LAYERS}
    calm = denoise(**layers)
    high, wide, _ = calm.shape
    print_ = bpy.data.images.new('print', wide, high, float_buffer=True)
    rgba = np.ones((high, wide, 4), np.float32)
    rgba[..., :3] = calm
    print_.pixels.foreach_set(rgba.ravel())
    settings = scene.render.image_settings
    settings.file_format, settings.color_mode, settings.compression = 'PNG', 'RGB', 50
    print_.save_render(path, scene=scene)


def keep_layers(folder):
    scene = bpy.context.scene
    bpy.context.view_layer.cycles.denoising_store_passes = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    rendered = tree.nodes.new('CompositorNodeRLayers')
    out = tree.nodes.new('CompositorNodeOutputFile')
    out.base_path = folder
    out.format.file_format, out.format.color_depth, out.format.exr_codec = 'OPEN_EXR', '32', 'NONE'
    out.file_slots.clear()
    for name, source in LAYERS.items():
        out.file_slots.new(name)
        tree.links.new(rendered.outputs[source], out.inputs[name])
    tree.links.new(rendered.outputs['Image'], tree.nodes.new('CompositorNodeComposite').inputs[0])


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
    """Divide the image by its surface colours, smooth the light that is left where the surface runs on, multiply again.

    Stone texture lives in the colours and normals, which are nearly free of noise, so it stays as sharp as it was.
    """
    colours = albedo + np.float32(0.02)
    light = np.minimum(image / colours, 20)
    surface = np.concatenate([normal / 0.45, albedo / 0.22, np.log(np.maximum(depth[..., :1], 1e-3)) / 0.02], axis=2).astype(np.float32)
    brightness = light.mean(axis=2, keepdims=True)
    moments = np.concatenate([brightness, brightness * brightness], axis=2)
    for step in (1, 2):
        moments = smooth(moments, surface, step)
    mean, noise = moments[..., 0], np.maximum(moments[..., 1] - moments[..., 0] ** 2, 0)
    sparks = (mean + 2 * np.sqrt(noise) + 0.02) / np.maximum(brightness[..., 0], 1e-6)
    light = light * np.minimum(1, sparks)[..., None]
    # Wider and wider; what differs by more than the noise that is left is a shadow's edge and stays.
    for step, share in ((1, 1.5), (2, 0.8), (4, 0.4), (8, 0.2), (16, 0.1)):
        mean = smooth(light.mean(axis=2, keepdims=True), surface, 1)[..., 0]
        light = smooth(light, surface, step, mean, noise * share + (0.02 * mean + 0.002) ** 2)
    return clean_edges(light * colours, colours, surface)


def smooth(values, surface, step, brightness=None, tolerance=None):
    total, weights = values.copy(), np.ones(values.shape[:2], np.float32)
    for dy, dx in AROUND:
        off = (dy * step, dx * step)
        far = difference(surface, off)
        if brightness is not None:
            far += (brightness - shifted(brightness, off)) ** 2 / tolerance
        weight = np.exp(-far) * np.float32(0.5 if dy and dx else 1)
        weights += weight
        total += shifted(values, off) * weight[..., None]
    return total / weights[..., None]


def clean_edges(image, colours, surface):
    """A pixel on an edge is like none of its neighbours and kept its noise: it gets the mean light of both sides instead.

    Weighted by the surface colours, since a pixel that is half leaf, half paper has most of its light from the paper.
    """
    alike = sum(np.exp(-difference(surface, off)) for off in AROUND)
    lonely = np.clip((2.5 - alike) / 1.5, 0, 1)
    trust = (1.02 - lonely)[..., None]
    seen, colour = np.zeros_like(image), np.zeros_like(image)
    for off in AROUND:
        weight = shifted(trust, off) * np.float32(0.5 if off[0] and off[1] else 1)
        seen += shifted(image, off) * weight
        colour += shifted(colours, off) * weight
    mixed = seen / np.maximum(colour, 1e-4) * colours
    return image + (mixed - image) * lonely[..., None]


def difference(surface, off):
    apart = surface - shifted(surface, off)
    return np.einsum('ijk,ijk->ij', apart, apart)


def shifted(values, off):
    return np.roll(values, off, axis=(0, 1))
