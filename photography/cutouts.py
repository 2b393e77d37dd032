"""Cut-outs of the pots, seen straight from the front: blender -b -P photography/cutouts.py -- FOLDER NAME...

Writes FOLDER/NAME.png, such as C02-grey-stone.png, with nothing behind the pot: the image is exactly as wide and as high as
the pot, so that pages can show it to scale.
"""
import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import sets  # noqa: E402
from camera import aim, new_camera  # noqa: E402
from finishes import FINISHES  # noqa: E402
from forms import pot  # noqa: E402
from sizes import SIZES  # noqa: E402

# Pixels per metre, twice as many as pages get (cutouts.ts).
SHARPNESS = 700
SAMPLES = 12


def main(folder, *names):
    for name in names:
        code, finish = name.split('-', 1)
        cut_out(SIZES[code], finish, os.path.join(os.path.abspath(folder), f'{name}.png'))
        print(f'cutout: {name}', flush=True)


def cut_out(size, finish, path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    pot(size.code, FINISHES[finish]())
    light(max(size.width, size.height))
    camera = new_camera(50)
    camera.data.type, camera.data.ortho_scale = 'ORTHO', max(size.width, size.height)
    aim(camera, (0, -4, size.height / 2), (0, 0, size.height / 2))
    scene = bpy.context.scene
    scene.render.engine, scene.cycles.samples, scene.cycles.use_denoising = 'CYCLES', SAMPLES, False
    scene.render.resolution_x, scene.render.resolution_y = (round(side * SHARPNESS) for side in (size.width, size.height))
    scene.render.film_transparent = True
    scene.view_settings.view_transform, scene.view_settings.look, scene.view_settings.exposure = 'Filmic', 'Medium High Contrast', 0.3
    settings = scene.render.image_settings
    settings.file_format, settings.color_mode = 'PNG', 'RGBA'
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)


def light(unit):
    """Light from the left, as in the product images, and from the floor."""
    power = unit * unit
    sets.area((-1.6 * unit, -2.2 * unit, 2.2 * unit), (0, 0, 0.4 * unit), 1.2 * unit, 170 * power, '#fff1e0')
    sets.area((2.4 * unit, -1.8 * unit, 1.0 * unit), (0, 0, 0.4 * unit), 2.0 * unit, 24 * power, '#eef3ff')
    sets.sky('#f3efe8', 0.45)


if __name__ == '__main__':
    main(*sys.argv[sys.argv.index('--') + 1:])
