"""Sculpting: solids as distance fields, blended into one another, and the mesh of their surface."""
import bpy
import numpy as np


class Lump:
    """A solid on a grid of points: negative inside, metres outside."""

    def __init__(self, low, high, step):
        counts = [int(np.ceil((b - a) / step)) + 1 for a, b in zip(low, high)]
        self.low, self.step = np.array(low, np.float32), step
        axes = [a + step * np.arange(n, dtype=np.float32) for a, n in zip(low, counts)]
        self.points = np.stack(np.meshgrid(*axes, indexing='ij'), axis=-1)
        self.distance = np.full(counts, 1.0, np.float32)

    def add(self, distance, melt=0.0):
        self.distance = melted(self.distance, distance, melt)

    def rod(self, a, b, ra, rb, melt=0.0):
        self.add(rod(self.points, a, b, ra, rb), melt)

    def carve(self, distance, melt=0.001):
        self.distance = -melted(-self.distance, distance, melt)

    def skin(self):
        """Vertices and faces of the surface: one vertex in each cell that it crosses."""
        d = self.distance
        inside = d < 0
        corners = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
        n = np.array(d.shape) - 1
        at = lambda a, c: a[c[0]:c[0] + n[0], c[1]:c[1] + n[1], c[2]:c[2] + n[2]]
        count = sum(at(inside, c).astype(np.int8) for c in corners)
        cells = np.argwhere((count > 0) & (count < 8))
        total, crossings = np.zeros((len(cells), 3), np.float32), np.zeros((len(cells), 1), np.float32)
        for c in corners:
            for axis in range(3):
                if c[axis]:
                    continue
                e = tuple(v + (axis == m) for m, v in enumerate(c))
                da, db = (d[tuple((cells + p).T)] for p in (c, e))
                hit = ((da < 0) != (db < 0))
                share = np.where(hit, da / np.where(da == db, 1, da - db), 0)[:, None]
                total += np.where(hit[:, None], np.array(c, np.float32) + share * (np.array(e, np.float32) - np.array(c, np.float32)), 0)
                crossings += hit[:, None]
        verts = self.low + (cells + total / crossings) * self.step
        number = np.full(n, -1, np.int64)
        number[tuple(cells.T)] = np.arange(len(cells))
        faces = []
        for axis in range(3):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            here = [slice(1, -1)] * 3
            here[axis] = slice(0, -1)
            there = list(here)
            there[axis] = slice(1, None)
            a, b = inside[tuple(here)], inside[tuple(there)]
            for cross, flip in ((a & ~b, False), (b & ~a, True)):
                base = np.argwhere(cross) + [0 if m == axis else 1 for m in range(3)]
                du, dv = np.eye(3, dtype=int)[u], np.eye(3, dtype=int)[v]
                quad = np.stack([number[tuple((base - p).T)] for p in (0 * du, du, du + dv, dv)], axis=1)
                faces.append(quad[:, ::-1] if flip else quad)
        faces = np.concatenate(faces)
        return verts, faces[(faces >= 0).all(axis=1)]


def melted(a, b, reach):
    """The union of two solids; where both are nearer than `reach` it is filled in round."""
    if reach <= 0:
        return np.minimum(a, b)
    h = np.maximum(reach - np.abs(a - b), 0) / reach
    return np.minimum(a, b) - h * h * reach / 4


def rod(points, a, b, ra, rb):
    """A round rod from a to b whose radius runs from `ra` to `rb`."""
    a, b = np.array(a, np.float32), np.array(b, np.float32)
    way = b - a
    share = np.clip((points - a) @ way / (way @ way), 0, 1)
    away = points - a - share[..., None] * way
    return np.sqrt((away * away).sum(axis=-1)) - (ra + (rb - ra) * share)


def limb(points, a, b, side, profile):
    """An oval rod from a to b; `profile`: share of the way, half its size along `side`, half its size across."""
    a, b = np.array(a, np.float32), np.array(b, np.float32)
    way = b - a
    long = np.sqrt(way @ way)
    way /= long
    side = np.array(side, np.float32) - way * np.dot(side, way)
    side /= np.sqrt(side @ side)
    local = points - a
    along = local @ way
    shares, wides, deeps = zip(*profile)
    share = np.clip(along / long, 0, 1)
    wide, deep = np.interp(share, shares, wides), np.interp(share, shares, deeps)
    beyond = along - share * long
    x, y = local @ side, local @ np.cross(way, side)
    return ((np.sqrt((x / wide) ** 2 + (y / deep) ** 2 + (beyond / deep) ** 2) - 1) * np.minimum(wide, deep)).astype(np.float32)


def mesh(name, verts, faces, materials, smooth=True):
    data = bpy.data.meshes.new(name)
    data.from_pydata(verts.tolist(), [], faces.tolist())
    for material in materials:
        data.materials.append(material)
    data.polygons.foreach_set('use_smooth', [smooth] * len(data.polygons))
    data.update()
    thing = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(thing)
    return thing
