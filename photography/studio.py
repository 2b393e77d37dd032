"""The studio: blender -b -P photography/studio.py -- FOLDER [--draft] SHOT...

Renders the named shots one after the other; `photography/develop.ts` calls it and reads the lines starting with `shot:`.
"""
import math
import os
import sys
import time
from dataclasses import replace

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import camera  # noqa: E402
import darkroom  # noqa: E402
import series  # noqa: E402
import sets  # noqa: E402
from finishes import FINISHES  # noqa: E402
from forms import FLOOR, pot  # noqa: E402
from people import carry, touch  # noqa: E402
from plants import plant  # noqa: E402
from props import PLUG_FLANGE, PROPS  # noqa: E402
from rooms import ROOMS  # noqa: E402
from shots import SHOTS, Put  # noqa: E402
from stands import STANDS  # noqa: E402


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
    plant(put.plant or made.family, made, FAMILY_SEED[made.family] + put.seed, put.mirrored)
    if put.plugged:
        PROPS['plug']().location.z = made.floor_z - FLOOR - PLUG_FLANGE
    if put.carried:
        made.thing.location.z = -carry(put.code, put.carried)
    if put.touched:
        touch(put.code, *put.touched)


def shoot(shot, folder, draft):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    load(shot, draft)
    parts = [part for put in shot.pots for part in on_stage(lambda: throw(put), put)]
    parts += [part for prop in shot.props for part in on_stage(PROPS[prop.kind], prop)]
    if shot.set == 'paper':
        subject = [part for part in parts if part.name == 'pot'] if shot.close else parts
        darkroom.shorten_paths()
        sets.paper(camera.fit(subject, **shot.fit), dark=any(put.finish == 'marble-white' for put in shot.pots), within=shot.lit_within)
    else:
        ROOMS[shot.set]()
        camera.stand(**shot.stand)
    darkroom.expose(os.path.join(folder, shot.name + '.png'))


def shoot_series(shots, folder, draft):
    """Pictures that differ in the finish of their pot only."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    shot = shots[0]
    began = time.monotonic()
    load(shot, draft)
    darkroom.shorten_paths()
    parts = on_stage(lambda: throw(shot.pots[0]), shot.pots[0])
    pots = [part for part in parts if part.name == 'pot']
    unit = camera.fit(parts, **shot.fit)
    deep = [point.y for point in camera.outline(pots)]
    STANDS[shot.set](unit, min(deep), max(deep))

    def dress(finish):
        pots[0].data.materials[0] = FINISHES[finish]()

    for one, image in zip(shots, series.render([one.pots[0].finish for one in shots], pots, dress)):
        darkroom.develop(image, os.path.join(folder, one.name + '.png'))
        tell(one, began)


def load(shot, draft):
    size, samples = shot.size, shot.samples
    if draft:
        shrink = (240 * 300 / (size[0] * size[1])) ** 0.5 * draft
        size, samples = tuple(round(side * shrink) for side in size), 6
    darkroom.load(size, samples, shot.seed, shot.exposure)


def tell(shot, began):
    print(f'shot: {shot.name} {time.monotonic() - began:.0f}', flush=True)


FAMILY_SEED = {'cubee': 7, 'tubo': 21, 'widee': 3, 'triya': 5, 'boxa': 11, 'ovalin': 13, 'bonsai': 17}


def main(folder, *names):
    draft = next((float(name[8:] or 1) for name in names if name.startswith('--draft')), 0)
    folder, done = os.path.abspath(folder), set()
    for shot in (SHOTS[name] for name in names if not name.startswith('--')):
        if shot.name in done:
            continue
        if shot.set in STANDS:
            # All finishes of a planting together, since the others cost a third of the first.
            planted, = shot.pots
            shots = [other for other in SHOTS.values() if other.set == shot.set and replace(other.pots[0], finish=planted.finish) == planted]
            shoot_series(shots, folder, draft)
            done |= {other.name for other in shots}
        else:
            began = time.monotonic()
            shoot(shot, folder, draft)
            tell(shot, began)


if __name__ == '__main__':
    main(*sys.argv[sys.argv.index('--') + 1:])
