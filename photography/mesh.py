"""Modelling by hand: sheets, tubes and leaves collected into one mesh, so a plant of a thousand leaves stays one object."""
import math

import bpy
from mathutils import Matrix, Vector


class Clay:
    """Vertices carry two attributes the materials read: `skin` (metres or shares, see each maker) and `tone` (0 to 1)."""

    # For models on a phone: the most points along and across a leaf, and sides of a tube.
    coarse = None

    def __init__(self):
        self.verts, self.faces, self.uvs, self.tones, self.slots = [], [], [], [], []

    def sheet(self, rows, uvs, tone=0.5, slot=0):
        """Quads between rows of points; every row has the same length."""
        start, wide = len(self.verts), len(rows[0])
        for row, uv_row in zip(rows, uvs):
            self.verts += [tuple(p) for p in row]
            self.uvs += [(u, v, 0) for u, v in uv_row]
            self.tones += [tone] * wide
        for i in range(len(rows) - 1):
            for j in range(wide - 1):
                a = start + i * wide + j
                self.faces.append((a, a + 1, a + wide + 1, a + wide))
                self.slots.append(slot)

    def disc(self, ring, slot=0, tone=0.5, along=(0, 1)):
        """A flat face; `along` names the two axes in which its skin is measured."""
        start = len(self.verts)
        self.verts += [tuple(p) for p in ring]
        self.uvs += [(p[along[0]], p[along[1]], 0) for p in ring]
        self.tones += [tone] * len(ring)
        self.faces.append(tuple(range(start, start + len(ring))))
        self.slots.append(slot)

    def tube(self, points, radii, sides=8, tone=0.5, slot=0):
        if self.coarse:
            # A stalk as thin as a thread is drawn as a straight ribbon.
            is_thin = max(radii) <= 0.002
            sides, every = min(sides, 2 if is_thin else self.coarse[2]), len(points) if is_thin else max(2, len(points) // 10)
            keep = [*range(0, len(points) - 1, every), len(points) - 1]
            points, radii = [points[i] for i in keep], [radii[i] for i in keep]
        points = [Vector(p) for p in points]
        rows, uvs, along = [], [], 0.0
        for i, p in enumerate(points):
            ahead = (points[min(i + 1, len(points) - 1)] - points[max(i - 1, 0)]).normalized()
            side = ahead.orthogonal().normalized() if i == 0 else (side - ahead * side.dot(ahead)).normalized()
            up = ahead.cross(side)
            along += (p - points[i - 1]).length if i else 0
            turn = [2 * math.pi * k / sides for k in range(sides + 1)]
            rows.append([p + (side * math.cos(a) + up * math.sin(a)) * radii[i] for a in turn])
            uvs.append([(a * radii[i], along) for a in turn])
        self.sheet(rows, uvs, tone, slot)

    def leaf(self, base, yaw, pitch, length, width, outline, droop=0.4, fold=0.2, twist=0.0, thick=0.0, tone=0.5, n=8, m=4, slot=0, wave=0.0, cup=0.0, lobe=0.0):
        """A blade from `base`, heading `yaw`, rising at `pitch`, bending down by `droop` radians; `thick` makes it fleshy.

        `fold` lifts the edges from a crease along the middle, `cup` in a round; `lobe` draws them back beside the stalk, as of a heart.
        """
        if self.coarse:
            n, m = min(n, self.coarse[0]), min(m, self.coarse[1])
        side0 = Vector((-math.sin(yaw), math.cos(yaw), 0))
        at, rows, uvs = Vector(base), [], []
        for i in range(n + 1):
            t = i / n
            angle = pitch - droop * t
            ahead = Vector((math.cos(yaw) * math.cos(angle), math.sin(yaw) * math.cos(angle), math.sin(angle)))
            if i:
                at = at + ahead * (length / n)
            turn = Matrix.Rotation(twist * t, 3, ahead)
            side = turn @ side0
            normal = side.cross(ahead) * -1
            w = width / 2 * max(outline(t), 0.004)
            if thick:
                round_ = [2 * math.pi * k / (2 * m) for k in range(2 * m + 1)]
                h = thick / 2 * max(outline(t), 0.004) ** 0.7
                rows.append([at + side * w * math.cos(a) + normal * (h * math.sin(a) + fold * w * math.cos(a) ** 2) for a in round_])
                uvs.append([(math.cos(a), t) for a in round_])
            else:
                cross = [2 * k / m - 1 for k in range(m + 1)]
                ripple = wave * width * math.sin(t * 17 + tone * 9)
                back = lobe * length * (1 - t) ** 3
                rows.append([at + side * w * c - ahead * back * c * c + normal * (fold * w * abs(c) + (cup * w + ripple) * c * c) for c in cross])
                uvs.append([(c, t) for c in cross])
        self.sheet(rows, uvs, tone, slot)

    def pebble(self, at, size, rng, tone=0.5, slot=0, flat=0.7):
        """A small rounded stone, lumpy so that no two look cast in one mould."""
        lumps = [rng.uniform(0.75, 1.2) for _ in range(6)]
        spin = rng.uniform(0, 6.28)
        rows, uvs = [], []
        for i in range(6):
            lat = -math.pi / 2 + math.pi * i / 5
            row = []
            for k in range(8):
                a = 2 * math.pi * (k % 7) / 7
                r = size * math.cos(lat) * (lumps[k % 7 % 6] * 0.5 + 0.5)
                row.append((at[0] + r * math.cos(a + spin), at[1] + r * lumps[0] * math.sin(a + spin), at[2] + size * flat * math.sin(lat)))
            rows.append(row)
            uvs.append([(k / 7, i / 5) for k in range(8)])
        self.sheet(rows, uvs, tone, slot)

    def box(self, centre, size, slot=0, tone=0.5):
        (x, y, z), (w, d, h) = centre, (s / 2 for s in size)
        corner = lambda i: (x + (w if i & 1 else -w), y + (d if i & 2 else -d), z + (h if i & 4 else -h))
        faces = {(0, 1): ((0, 2, 3, 1), (4, 5, 7, 6)), (0, 2): ((0, 1, 5, 4), (2, 6, 7, 3)), (1, 2): ((0, 4, 6, 2), (1, 3, 7, 5))}
        for along, quads in faces.items():
            for quad in quads:
                self.disc([corner(i) for i in quad], slot, tone, along)

    def object(self, name, materials, smooth=40, bevel=0.0):
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata(self.verts, [], self.faces)
        uv = mesh.attributes.new('skin', 'FLOAT_VECTOR', 'POINT')
        uv.data.foreach_set('vector', [c for p in self.uvs for c in p])
        tone = mesh.attributes.new('tone', 'FLOAT', 'POINT')
        tone.data.foreach_set('value', self.tones)
        for material in materials:
            mesh.materials.append(material)
        mesh.polygons.foreach_set('material_index', self.slots)
        mesh.polygons.foreach_set('use_smooth', [smooth > 0] * len(self.faces))
        mesh.use_auto_smooth, mesh.auto_smooth_angle = True, math.radians(max(smooth, 1))
        mesh.update()
        thing = bpy.data.objects.new(name, mesh)
        bpy.context.scene.collection.objects.link(thing)
        if bevel:
            weld = thing.modifiers.new('weld', 'WELD')
            weld.merge_threshold = 0.0002
            edge = thing.modifiers.new('edge', 'BEVEL')
            edge.width, edge.segments = bevel, 3
            edge.harden_normals = True
        return thing


def rounded(corners, steps=5):
    """A polyline whose corners (x, z, radius) are rounded to arcs."""
    line = []
    for i, (x, z, r) in enumerate(corners):
        here = Vector((x, z))
        if r <= 0 or i in (0, len(corners) - 1):
            line.append((x, z))
            continue
        back, on = Vector(corners[i - 1][:2]) - here, Vector(corners[i + 1][:2]) - here
        reach = min(r, back.length * 0.49, on.length * 0.49)
        a, b = here + back.normalized() * reach, here + on.normalized() * reach
        for k in range(steps + 1):
            t = k / steps
            p = a * (1 - t) ** 2 + here * 2 * t * (1 - t) + b * t ** 2
            line.append((p.x, p.y))
    return line
