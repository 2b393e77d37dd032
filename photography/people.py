"""Somebody who carries a pot before them in both hands; seen from the shoulders to the hips."""
import math

import bpy
import numpy as np

import hands
from forms import FORMS, inset_at
from mesh import Clay
from sculpt import Lump, limb, mesh
from sizes import SIZES
from surfaces import block_print

# Heights over the bottom of the pot, which is carried as high as the navel; with each half the width and half the depth there.
BODY = ((-0.70, 0.160, 0.112), (-0.11, 0.168, 0.118), (0.07, 0.128, 0.092), (0.24, 0.146, 0.112), (0.34, 0.160, 0.090), (0.40, 0.120, 0.066), (0.46, 0.06, 0.055))
KURTA = ((-0.66, 0.285, 0.216), (-0.11, 0.206, 0.154), (0.07, 0.160, 0.120), (0.24, 0.164, 0.130), (0.34, 0.170, 0.102), (0.38, 0.140, 0.082))
HELD = 0.35
FRAMES = 30


KURTAS = {'indigo': ('#2c4566', '#d2c5a8', '#b98f5a'), 'madder': ('#9a3f30', '#e3cfa9', '#d79a3c'), 'green': ('#47604c', '#d8cba8', '#c98f4e')}


def carry(code, colour):
    """Somebody in a kurta of that colour holds the pot of that code, whose underside is at the origin. Gives how far its feet hang below."""
    size = SIZES[code]
    shape = FORMS[size.family](size, 64)
    underside = shape.outline[0][1]

    def wall(y, z):
        """How far to the side the pot reaches at that depth and height."""
        points = sorted((py, px) for px, py in shape.ring(inset_at(shape.outline, underside + z)) if px > 0)
        return float(np.interp(y, *zip(*points)))
    half, back = wall(0, 0), size.depth / 2 + 0.15
    arms = []
    for s in (-1, 1):
        elbow = np.array((s * max(0.232, half * 0.5 + 0.155), back - 0.005, 0.045))
        arms.append((np.array((s * 0.160, back, 0.335)), elbow, grip(s, half, elbow, wall)))
    for s, (_, _, hand) in zip((-1, 1), arms):
        hands.make(hand)
        hands.nail(hand.thumb, (s, -0.35, 0))
        hands.bangles(hand)
    cloth = block_print('kurta', *KURTAS[colour], 0.036, threads=3200.0)
    shirt, sleeves = kurta(back), [sleeve(*arm) for arm in arms]
    fall([thing.object('kurta', [cloth], 80) for thing in (shirt, *sleeves)], figure(back, arms))
    return underside


def touch(code, degrees, colour):
    """A hand on the rim of the pot of that code, which stands at the origin; the arm comes from that direction, in a sleeve."""
    size, way = SIZES[code], math.radians(degrees)
    out, up = np.array((math.cos(way), math.sin(way), 0.0)), np.array((0.0, 0.0, 1.0))
    side = np.cross(up, out)
    ring = FORMS[size.family](size, 64).ring(0)
    rim = np.array((*min(ring, key=lambda p: abs(math.remainder(math.atan2(p[1], p[0]) - way, 2 * math.pi))), size.height))
    wrist = rim + out * 0.076 + up * 0.040
    elbow = wrist + out * 0.235 + up * 0.085
    bends = dict(index=(3, 34, 42, 26), middle=(0, 36, 44, 28), ring=(-3, 38, 44, 28), little=(-7, 40, 44, 28))
    root = rim + out * 0.045 + side * 0.030 + up * 0.010
    tip = rim + out * 0.014 + side * 0.040 - up * 0.034
    hand = hands.Hand(wrist, -out - up * 0.10, up, elbow, bends, [root, root + (tip - root) * 0.55 + out * 0.006, tip], left=True)
    hands.make(hand)
    hands.nail(hand.thumb, out)
    hands.bangles(hand)
    shoulder = elbow + out * 0.16 + up * 0.22
    sleeve(shoulder, elbow, hand).object('sleeve', [block_print('kurta', *KURTAS[colour], 0.036, threads=3200.0)], 80)


def grip(s, half, elbow, wall):
    """The hand under the pot's edge, its thumb along the side; `s` is -1 for the right hand."""
    wrist = np.array((s * (half + 0.056), 0.085, -0.026))
    bends = dict(index=(2, 2, 5, 4), middle=(0, 3, 6, 4), ring=(-2, 5, 8, 5), little=(-6, 8, 10, 6))
    root, tip = np.array((s * (half + 0.036), 0.018, 0.012)), np.array((s * (wall(-0.026, 0.058) + 0.0085), -0.026, 0.058))
    joint = root + (tip - root) * 0.55 + (s * 0.004, 0, 0)
    return hands.Hand(wrist, (-s * 0.74, -0.66, 0.12), (s * 0.35, -0.1, -0.93), elbow, bends, [root, joint, tip], left=s > 0)


def figure(back, arms):
    """What is under the clothes, so that they do not fall through."""
    lump = Lump((-0.50, back - 0.28, -0.70), (0.50, back + 0.20, 0.46), 0.019)
    shares = tuple(((z + 0.70) / 1.16, w, d) for z, w, d in BODY)
    lump.add(limb(lump.points, (0, back, -0.70), (0, back, 0.46), (1, 0, 0), shares))
    for shoulder, elbow, hand in arms:
        lump.rod(shoulder, elbow, 0.045, 0.036, 0.03)
        lump.rod(elbow, elbow + (hand.wrist - elbow) * 0.6, 0.036, 0.030)
    return mesh('figure', *lump.skin(), [])


def kurta(back):
    heights, wides, deeps = zip(*KURTA)
    clay, rows, uvs = Clay(), [], []
    for i in range(74):
        z = heights[0] + (heights[-1] - heights[0]) * (1 - i / 73)
        wide, deep = np.interp(z, heights, wides), np.interp(z, heights, deeps)
        low = max(0, (0.16 - z) / 0.82)
        row = []
        for k in range(89):
            a = 2 * math.pi * k / 88 + math.pi / 2
            ripple = 1 + low * (0.10 * math.sin(9 * a + 0.6) + 0.05 * math.sin(14 * a + 2.0))
            row.append((wide * ripple * math.cos(a), back + deep * ripple * math.sin(a), z))
        rows.append(row)
        uvs.append([(0.185 * 2 * math.pi * k / 88, z) for k in range(89)])
    clay.sheet(rows, uvs)
    return clay


def sleeve(shoulder, elbow, hand):
    """Down to the elbow and a little over it; its seam is at the back, towards the body."""
    clay, rows, uvs, around, along = Clay(), [], [], 44, 0.0
    onto = elbow + (hand.wrist - elbow) / np.linalg.norm(hand.wrist - elbow) * 0.075
    line = [shoulder + (elbow - shoulder) * t for t in np.linspace(-0.12, 0.86, 22)]
    line += [line[-1] * (1 - t) ** 2 + 2 * t * (1 - t) * elbow + onto * t ** 2 for t in np.linspace(0.1, 1, 10)]
    for i, p in enumerate(line):
        way = line[min(i + 1, len(line) - 1)] - line[max(i - 1, 0)]
        way /= np.linalg.norm(way)
        seam = np.array((-np.sign(elbow[0]), 1.0, 0.3))
        seam -= np.dot(seam, way) * way
        seam /= np.linalg.norm(seam)
        side, wide = np.cross(way, seam), 0.066 - 0.010 * i / len(line)
        along += np.linalg.norm(p - line[i - 1]) if i else 0
        angles = [2 * math.pi * k / around for k in range(around + 1)]
        rows.append([p + wide * (seam * math.cos(a) + side * math.sin(a)) for a in angles])
        # The print runs out from the middle on both sides, so that it meets itself at the seam.
        uvs.append([(0.061 * abs(a - math.pi), -along) for a in angles])
    clay.sheet(rows, uvs)
    return clay


def fall(clothes, body):
    """Lets loose clothes fall over the body, so that they hang in true folds."""
    body.modifiers.new('solid', 'COLLISION')
    body.collision.thickness_outer = 0.004
    for cloth in clothes:
        places = np.array([v.co for v in cloth.data.vertices])
        cloth.vertex_groups.new(name='held').add([int(i) for i in np.flatnonzero(places[:, 2] > (HELD if cloth is clothes[0] else 0.30))], 1.0, 'ADD')
        cloth.modifiers.new('seam', 'WELD').merge_threshold = 0.0005
        modifier = cloth.modifiers.new('fall', 'CLOTH')
        settings = modifier.settings
        settings.vertex_group_mass, settings.quality, settings.mass = 'held', 5, 0.25
        settings.tension_stiffness = settings.compression_stiffness = 14
        settings.shear_stiffness, settings.bending_stiffness, settings.air_damping = 6, 0.5, 2.0
        settings.shrink_min = -0.03
        modifier.collision_settings.distance_min, modifier.collision_settings.collision_quality = 0.004, 2
        modifier.point_cache.frame_start, modifier.point_cache.frame_end = 1, FRAMES
    for frame in range(1, FRAMES + 1):
        bpy.context.scene.frame_set(frame)
    graph = bpy.context.evaluated_depsgraph_get()
    for cloth in clothes:
        fallen = bpy.data.meshes.new_from_object(cloth.evaluated_get(graph))
        cloth.modifiers.clear()
        cloth.data = fallen
        cloth.modifiers.new('even', 'SMOOTH').iterations = 2
        fine = cloth.modifiers.new('fine', 'SUBSURF')
        fine.levels = fine.render_levels = 1
        cloth.modifiers.new('thick', 'SOLIDIFY').thickness = 0.0016
    bpy.data.objects.remove(body)
    bpy.context.scene.frame_set(1)
