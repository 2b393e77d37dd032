"""Places the camera: fitted to its subject, or at a position given by hand."""
import math

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector


def new_camera(lens, fstop=None, focus=None):
    scene = bpy.context.scene
    data = bpy.data.cameras.new('camera')
    data.lens, data.clip_start = lens, 0.02
    camera = bpy.data.objects.new('camera', data)
    scene.collection.objects.link(camera)
    scene.camera = camera
    if fstop:
        data.dof.use_dof, data.dof.aperture_fstop, data.dof.focus_distance = True, fstop, focus
    return camera


def aim(camera, eye, target):
    camera.location = eye
    camera.rotation_euler = (Vector(target) - Vector(eye)).to_track_quat('-Z', 'Y').to_euler()
    bpy.context.view_layer.update()


def stand(eye, target, lens=50, fstop=None, shift=(0, 0), focus=None):
    """The camera at `eye`, sharp at `focus` (a point), else at the target."""
    distance = (Vector(focus or target) - Vector(eye)).length
    camera = new_camera(lens, fstop, distance)
    camera.data.shift_x, camera.data.shift_y = shift
    aim(camera, eye, target)


def fit(subjects, elevation=11, azimuth=0, fill=(0.78, 0.76), floor=0.12, lens=95, fstop=None, aside=0.0):
    """Stand back until the subjects fill the frame and stand at `floor`. Gives the height of the frame there, in metres."""
    scene = bpy.context.scene
    points = outline(subjects)
    middle = sum(points, Vector()) / len(points)
    e, a = math.radians(elevation), math.radians(azimuth)
    away = Vector((math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)))
    camera, distance = new_camera(lens), 3.0
    wide, high = scene.render.resolution_x, scene.render.resolution_y
    for _ in range(10):
        aim(camera, middle + away * distance, middle)
        camera.data.shift_x = camera.data.shift_y = 0
        seen = [world_to_camera_view(scene, camera, p) for p in points]
        left, right = min(p.x for p in seen), max(p.x for p in seen)
        low, top = min(p.y for p in seen), max(p.y for p in seen)
        distance *= max((right - left) / fill[0], (top - low) / fill[1]) ** 0.9
    longest, near = max(wide, high), min(p.z for p in seen)
    camera.data.shift_x = ((left + right) / 2 - 0.5 - aside) * wide / longest
    # A low, wide subject leaves much room in the frame; a part of it goes below, so that the subject stands nearer the middle.
    spare = max(0.0, fill[1] - (top - low))
    camera.data.shift_y = (low - floor - spare * 0.42) * high / longest
    if fstop:
        camera.data.dof.use_dof, camera.data.dof.aperture_fstop, camera.data.dof.focus_distance = True, fstop, near + 0.25 * (distance - near)
    # In a close-up, the light stays where it is for the whole pot.
    return distance * 36 / lens * high / longest * max(1.0, fill[1] / 0.76)


def outline(subjects):
    depsgraph = bpy.context.evaluated_depsgraph_get()
    points = []
    for thing in subjects:
        if thing.type == 'MESH':
            ready = thing.evaluated_get(depsgraph)
            points += [ready.matrix_world @ v.co for v in list(ready.data.vertices)[::3]]
    return points
