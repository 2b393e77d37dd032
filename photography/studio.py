"""The studio: blender -b -P photography/studio.py -- FOLDER [--draft] SHOT...

Renders the named shots one after the other; `photography/develop.ts` calls it and reads the lines starting with `shot:`.
"""
import math
import os
import sys
import time

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import camera  # noqa: E402
import darkroom  # noqa: E402
import sets  # noqa: E402
from finishes import FINISHES  # noqa: E402
from forms import FLOOR, pot  # noqa: E402
from plants import plant  # noqa: E402
from props import PLUG_FLANGE, PROPS  # noqa: E402
from rooms import ROOMS  # noqa: E402
from shots import SHOTS, Put  # noqa: E402


def on_stage(make, put):
    """Makes something at the origin and sets it down in its place. Gives everything that belongs to it."""
    before = set(bpy.data.objects)
    make()
    parts = [thing for thing in bpy.data.objects if thing not in before]
    stand = bpy.data.objects.new('stand', None)
    bpy.context.scene.collection.objects.link(stand)
    for part in parts:
        part.parent = stand
    stand.location = put.at
    if not isinstance(put, Put):
        stand.scale = (put.scale,) * 3
    stand.rotation_euler = tuple(math.radians(turn) for turn in (*put.tilt, put.turn))
    bpy.context.view_layer.update()
    return parts


def throw(put):
    """A pot of that code and finish with its plant."""
    made = pot(put.code, FINISHES[put.finish]())
    plant(put.plant or made.family, made, FAMILY_SEED[made.family] + put.seed)
    if put.plugged:
        PROPS['plug']().location.z = made.floor_z - FLOOR - PLUG_FLANGE


def shoot(shot, folder, draft):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    size, samples = shot.size, shot.samples
    if draft:
        shrink = (240 * 300 / (size[0] * size[1])) ** 0.5 * draft
        size, samples = tuple(round(side * shrink) for side in size), 20
    darkroom.load(size, samples, shot.seed, shot.exposure)
    parts = [part for put in shot.pots for part in on_stage(lambda: throw(put), put)]
    parts += [part for prop in shot.props for part in on_stage(PROPS[prop.kind], prop)]
    if shot.set == 'paper':
        subject = [part for part in parts if part.name == 'pot'] if shot.close else parts
        sets.paper(camera.fit(subject, **shot.fit))
    else:
        ROOMS[shot.set]()
        camera.stand(**shot.stand)
    darkroom.expose(os.path.join(folder, shot.name + '.png'))


# A family keeps its plant from finish to finish.
FAMILY_SEED = {'cubee': 7, 'tubo': 21, 'widee': 3, 'triya': 5, 'boxa': 11, 'ovalin': 13, 'bonsai': 17}


def main(folder, *names):
    draft = next((float(name[8:] or 1) for name in names if name.startswith('--draft')), 0)
    for name in (name for name in names if not name.startswith('--')):
        began = time.monotonic()
        shoot(SHOTS[name], os.path.abspath(folder), draft)
        print(f'shot: {name} {time.monotonic() - began:.0f}', flush=True)


if __name__ == '__main__':
    main(*sys.argv[sys.argv.index('--') + 1:])
