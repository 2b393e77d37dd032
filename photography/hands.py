"""An arm from the elbow to the fingertips, posed by the bend of its joints."""
import math

import numpy as np

from mesh import Clay
from nodes import Graph, plain, tint
from sculpt import Lump, limb, melted, mesh, rod
from surfaces import brass

# Of a woman's right hand, in metres: x towards the thumb, y towards the fingertips, z out of the back of the hand.
KNUCKLES = {'index': (0.0265, 0.086, 0.002), 'middle': (0.0065, 0.089, 0.004), 'ring': (-0.0125, 0.084, 0.002), 'little': (-0.0295, 0.075, -0.002)}
BONES = {'index': (0.042, 0.024, 0.020), 'middle': (0.046, 0.028, 0.021), 'ring': (0.042, 0.027, 0.021), 'little': (0.033, 0.020, 0.018)}
THICK = {'index': (0.0092, 0.0082, 0.0073, 0.0062), 'middle': (0.0095, 0.0084, 0.0075, 0.0064), 'ring': (0.0090, 0.0080, 0.0071, 0.0060), 'little': (0.0080, 0.0070, 0.0062, 0.0053)}


# Half the width and half the depth of the forearm, from the wrist to the elbow.
FOREARM = ((0, 0.0255, 0.0185), (0.10, 0.0250, 0.0185), (0.35, 0.0290, 0.0245), (0.65, 0.0365, 0.0325), (0.88, 0.0395, 0.0360), (1, 0.0370, 0.0360))


class Hand:
    """`wrist` and the directions of fingers and back say where it is; `bends` are the degrees of a finger's three joints, `spread` its degrees sideways."""

    def __init__(self, wrist, ahead, back, elbow, bends, thumb, left=False):
        y = np.array(ahead, float) / np.linalg.norm(ahead)
        z = np.array(back, float) - np.dot(back, y) * y
        z /= np.linalg.norm(z)
        x = np.cross(y, z) * (-1 if left else 1)
        self.frame, self.wrist, self.elbow = np.array([x, y, z]), np.array(wrist, float), np.array(elbow, float)
        self.fingers = {name: self.finger(name, *bend) for name, bend in bends.items()}
        self.thumb = [self.world((0.022, 0.018, -0.012)), *(np.array(p, float) for p in thumb)]

    def world(self, p):
        return self.wrist + np.array(p) @ self.frame

    def finger(self, name, spread, *bends):
        at, angle, way = np.array(KNUCKLES[name]), 0.0, math.radians(spread)
        joints = [at]
        for bone, bend in zip(BONES[name], bends):
            angle += math.radians(bend)
            at = at + bone * np.array([math.sin(way) * math.cos(angle), math.cos(way) * math.cos(angle), -math.sin(angle)])
            joints.append(at)
        return [self.world(p) for p in joints]

    def sculpt(self, step=0.0016):
        points = np.array([self.wrist, self.elbow, *self.thumb, *(p for joints in self.fingers.values() for p in joints)])
        lump = Lump(points.min(axis=0) - 0.045, points.max(axis=0) + 0.045, step)
        at, w = lump.points, self.world
        lump.add(limb(at, self.wrist - 0.004 * self.frame[1], self.elbow, self.frame[0], FOREARM))
        for name, (x, y, z) in KNUCKLES.items():
            r = THICK[name][0]
            lump.rod(w((x * 0.55, 0.004, -0.002)), w((x, y - 0.004, z - 0.005)), 0.0135, r + 0.001, 0.016)
            lump.rod(w((x * 0.6, 0.012, -0.008)), w((x * 0.95, y - 0.01, z - 0.010)), 0.012, r * 0.95, 0.014)
        lump.rod(w((-0.022, 0.010, -0.010)), w((-0.029, 0.060, -0.011)), 0.013, 0.010, 0.016)
        base, joint, middle, tip = self.thumb
        lump.rod(base, joint, 0.0165, 0.0090, 0.014)
        lump.rod(w((0.008, 0.020, -0.010)), base + (joint - base) * 0.5, 0.013, 0.0115, 0.016)
        # The web between thumb and index finger.
        lump.rod(w((0.022, 0.050, -0.006)), base + (joint - base) * 0.65, 0.007, 0.0075, 0.022)
        for name, joints in self.fingers.items():
            lump.add(self.digit(at, joints, THICK[name]), 0.006)
        lump.add(self.digit(at, [joint, middle, tip], (0.0101, 0.0092, 0.0074)), 0.0025)
        return lump

    def digit(self, at, joints, thick):
        """A finger: bones, knuckles a little thicker than what is between them, a full tip."""
        whole = None
        for k, (a, b) in enumerate(zip(joints, joints[1:])):
            last = k == len(joints) - 2
            ra, rb = thick[k], thick[k + 1]
            part = rod(at, a, b - (b - a) / np.linalg.norm(b - a) * (rb if last else 0), ra * (0.99 if k else 1), rb)
            whole = part if whole is None else melted(whole, part, 0.004)
            if not last:
                whole = melted(whole, rod(at, b, b + (b - a) * 0.02, rb, rb), 0.003)
        return whole


def skin():
    """Brown skin: redder on knuckles and where it is thin, with the fine net of lines."""
    g = Graph('skin')
    p = g.place()
    base = g.mix(tint('#a26a4b'), tint('#ac7352'), g.ease(g.noise(p, 26, 3, 0.55), 0.35, 0.65))
    base = g.mix(base, tint('#a25f49'), g.ease(g.noise(p, 48, 2), 0.5, 0.75, 0.0, 0.22))
    lines = g.node('TexVoronoi', {'Vector': p, 'Scale': 900.0}, feature='DISTANCE_TO_EDGE').outputs['Distance']
    normal = g.bump(g.ease(lines, 0.0, 0.25), 0.00018, 0.5, g.bump(g.noise(p, 170, 3), 0.0003, 0.5))
    return g.surface(g.principled(base_color=base, subsurface=0.10, subsurface_radius=(0.012, 0.004, 0.0022), subsurface_color=tint('#b4664a'), roughness=0.47, specular=0.36, normal=normal))


def make(hand, step=0.0016):
    verts, faces = hand.sculpt(step).skin()
    thing = mesh('hand', verts, faces, [skin()])
    thing.modifiers.new('even', 'SMOOTH').iterations = 8
    return thing


def nail(thumb, outwards):
    """A thumb nail, a little shell let into the tip; `outwards` says roughly where it faces."""
    joint, tip = thumb[-2:]
    way = (tip - joint) / np.linalg.norm(tip - joint)
    up = np.array(outwards, float) - np.dot(outwards, way) * way
    up /= np.linalg.norm(up)
    side = np.cross(way, up)
    rows, centre = [], tip - way * 0.0125
    for i in range(9):
        t = i / 8 * 2 - 1
        wide = 0.0054 * max(0.05, 1 - abs(t) ** 3.2) ** 0.5
        rows.append([centre + way * t * 0.0064 + side * wide * c + up * (0.0083 - 0.0030 * c * c - 0.0006 * t * t) for c in (-1, -0.7, -0.4, 0, 0.4, 0.7, 1)])
    clay = Clay()
    clay.sheet(rows, [[(0, 0)] * 7] * 9)
    g = Graph('nail')
    thing = clay.object('nail', [g.surface(g.principled(base_color=tint('#b98268'), roughness=0.25, specular=0.5))], 80)
    thing.modifiers.new('thick', 'SOLIDIFY').thickness = 0.0016


def bangles(hand):
    """Bangles, one of brass and four of glass, that hang loosely round the wrist."""
    way = (hand.elbow - hand.wrist) / np.linalg.norm(hand.elbow - hand.wrist)
    side = hand.frame[0] - np.dot(hand.frame[0], way) * way
    side /= np.linalg.norm(side)
    up = np.cross(way, side)
    for k, thick in enumerate((0.0022, 0.0012, 0.0012, 0.0012, 0.0022)):
        clay = Clay()
        centre = hand.wrist + way * (0.034 + 0.0052 * k) - np.array((0, 0, 0.003))
        tilt = way * (0.10 + 0.05 * math.sin(k * 2.3))
        ring = [centre + side * 0.0305 * math.cos(a) + (up + tilt) * 0.0275 * math.sin(a) for a in (2 * math.pi * n / 64 for n in range(65))]
        clay.tube(ring, [thick] * 65, 8)
        clay.object('bangle', [brass() if thick > 0.002 else plain('glass', '#8f2f2a', 0.12)], 60)
