import { type Pose, type Stand, standBefore, unitOf, viewOf } from './camera.ts'
import { bindTexture, freeAll, type Made, type Mesh, makeMesh, makePicture, makeProgram, makeTexture } from './gl.ts'
import { type Material, type Model, placesOf } from './glb.ts'
import { BOUNCE, FILM, LAMP_AXES, LAMPS } from './light.ts'
import { lookAt, type Matrix, multiply, orthographic, perspective, type Vector } from './matrix.ts'
import { CONTACT, DEPTH, DEVELOP, FULL_VERTEX, PAPER, POT, POT_VERTEX } from './shaders.ts'

/** Pixels of a lamp's shadow map and of the contact shadow. */
const SHADOW = 512
const CONTACT_SIDE = 256
/** Divides 255, so that the shares add up exactly in a texture of 8 bits. */
const SKY_DIRECTIONS = 51
/** The radius of the contact shadow, in half widths of the pot. */
const REACH = 2.2
/** Single images have hard shadows, so the last moving image stays on screen until so many can be averaged. */
export const FIRST_MEAN = 5
const FORWARD: Vector = [0, 0.3, 0]

/** `sample` numbers the images of a resting pot, from 1; 0 while it moves. Each further one makes shadows softer and edges finer. */
export type Frame = { pose: Pose; sample: number; isSoft: boolean; width: number; height: number }

export type Studio = {
  show(model: Model, pictures: readonly ImageBitmap[]): void
  /** Draws what stands in the pot too, which are all parts but the first. The camera stays where it is. */
  plant(isPlanted: boolean): void
  draw(frame: Frame): void
  /** True if the browser can average several images. */
  canRefine: boolean
  free(): void
}

/** @throws when the browser cannot compile the shaders */
export function openStudio(gl: WebGL2RenderingContext): Studio {
  const made: Made = { free: [] }
  const canRefine = Boolean(gl.getExtension('EXT_color_buffer_float') ?? gl.getExtension('EXT_color_buffer_half_float'))
  const pot = makeProgram(gl, made, [POT_VERTEX, POT])
  const paper = makeProgram(gl, made, [FULL_VERTEX, PAPER])
  const depth = makeProgram(gl, made, [POT_VERTEX, DEPTH])
  const floor = makeProgram(gl, made, [FULL_VERTEX, CONTACT])
  const develop = makeProgram(gl, made, [FULL_VERTEX, DEVELOP])

  const film = makeTexture(gl, made, gl.TEXTURE_2D, gl.LINEAR)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, FILM.length, 1, 0, gl.RED, gl.UNSIGNED_BYTE, new Uint8Array(FILM))
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)

  const dark = makeTexture(gl, made, gl.TEXTURE_2D_ARRAY, gl.LINEAR)
  gl.texStorage3D(gl.TEXTURE_2D_ARRAY, 1, gl.DEPTH_COMPONENT24, SHADOW, SHADOW, LAMPS.length)
  gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE)
  const shadowBuffers = LAMPS.map((_, layer) => {
    const buffer = makeBuffer()
    gl.framebufferTextureLayer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, dark, 0, layer)
    return buffer
  })

  const contact = makeTexture(gl, made, gl.TEXTURE_2D, gl.LINEAR)
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R8, CONTACT_SIDE, CONTACT_SIDE)
  for (const axis of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, axis, gl.CLAMP_TO_EDGE)
  const contactBuffer = makeBuffer()
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, contact, 0)

  const imageBuffer = makeBuffer()
  const image: Made & { texture?: WebGLTexture; width: number; height: number } = { free: [], width: 0, height: 0 }

  const model: Made & {
    parts: (Material & { mesh: Mesh })[]
    textures: Map<string, WebGLTexture>
    stand?: Stand
    reach: number
    isPlanted: boolean
  } = { free: [], parts: [], textures: new Map(), reach: 1, isPlanted: true }

  const drawnParts = () => (model.isPlanted ? model.parts : model.parts.slice(0, 1))

  function makeBuffer() {
    const buffer = gl.createFramebuffer()
    made.free.push(() => gl.deleteFramebuffer(buffer))
    gl.bindFramebuffer(gl.FRAMEBUFFER, buffer)
    return buffer
  }

  function show(file: Model, pictures: readonly ImageBitmap[]) {
    freeAll(model)
    model.textures.clear()
    const textureOf = (index: number, isColour: boolean) => {
      const name = `${index}${isColour}`
      const known = model.textures.get(name)
      if (known) return known
      const texture = makePicture(gl, model, pictures[index] as ImageBitmap, isColour)
      model.textures.set(name, texture)
      return texture
    }
    for (const { material } of file.parts) {
      textureOf(material.colour, true)
      if (material.normal !== undefined) textureOf(material.normal, false)
    }
    model.parts = file.parts.map((part) => ({ ...part.material, mesh: makeMesh(gl, model, part) }))
    const places = placesOf(file)
    model.stand = standBefore(places)
    model.reach =
      REACH *
      places.reduce(
        (most, numbers) =>
          numbers.reduce((far, it, index) => (index % 3 === 1 ? far : Math.max(far, Math.abs(it))), most),
        0,
      )
    drawContact(model.stand)
  }

  function plant(isPlanted: boolean) {
    model.isPlanted = isPlanted
    if (model.stand) drawContact(model.stand)
  }

  /** Draws the contact shadow, where the floor under the pot gets little light of the sky. It turns with the pot. */
  function drawContact(stand: Stand) {
    const unit = unitOf(stand)
    const reach = model.reach / unit
    gl.bindFramebuffer(gl.FRAMEBUFFER, contactBuffer)
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
    for (let index = 0; index < SKY_DIRECTIONS; index++) {
      // More directions near the zenith, because a floor gets more light from there.
      const share = (index + 0.5) / SKY_DIRECTIONS
      const angle = index * 2.39996
      const out = Math.sqrt(share)
      const from: Vector = [out * Math.cos(angle) * 3, Math.sqrt(1 - share) * 3, out * Math.sin(angle) * 3]
      const sun = multiply(orthographic(reach * 1.5, [0.1, 6]), lookAt(from, [0, 0, 0]))
      drawShadow(0, sun, [1, 0, 1 / unit, reach])
      gl.bindFramebuffer(gl.FRAMEBUFFER, contactBuffer)
      gl.viewport(0, 0, CONTACT_SIDE, CONTACT_SIDE)
      gl.disable(gl.DEPTH_TEST)
      gl.enable(gl.BLEND)
      gl.blendFunc(gl.ONE, gl.ONE)
      floor.use()
      gl.uniform4f(floor.at('place'), 1, 0, 1 / unit, reach)
      gl.uniformMatrix4fv(floor.at('sun'), false, sun)
      gl.uniform1f(floor.at('share'), 1 / SKY_DIRECTIONS)
      bindTexture(gl, floor, 'dark', 0, dark, gl.TEXTURE_2D_ARRAY)
      drawFull()
    }
  }

  function drawShadow(layer: number, sun: Matrix, place: readonly number[]) {
    gl.bindFramebuffer(gl.FRAMEBUFFER, shadowBuffers[layer] ?? null)
    gl.viewport(0, 0, SHADOW, SHADOW)
    gl.disable(gl.BLEND)
    gl.enable(gl.DEPTH_TEST)
    gl.depthFunc(gl.LEQUAL)
    gl.clear(gl.DEPTH_BUFFER_BIT)
    depth.use()
    gl.uniform4fv(depth.at('place'), place)
    gl.uniformMatrix4fv(depth.at('view'), false, sun)
    for (const { mesh } of drawnParts()) mesh.draw()
  }

  function drawFull() {
    gl.bindVertexArray(null)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
  }

  /** Allocates an image of this size; smaller ones are drawn into its corner. */
  function resize(width: number, height: number) {
    if (image.width === width && image.height === height) return
    freeAll(image)
    Object.assign(image, { width, height, texture: makeTexture(gl, image, gl.TEXTURE_2D, gl.LINEAR) })
    gl.texStorage2D(gl.TEXTURE_2D, 1, canRefine ? gl.RGBA16F : gl.RGBA8, width, height)
    const depths = gl.createRenderbuffer()
    image.free.push(() => gl.deleteRenderbuffer(depths))
    gl.bindRenderbuffer(gl.RENDERBUFFER, depths)
    gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, width, height)
    gl.bindFramebuffer(gl.FRAMEBUFFER, imageBuffer)
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, image.texture as WebGLTexture, 0)
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depths)
  }

  function draw({ pose, sample, isSoft, width, height }: Frame) {
    const { stand, reach } = model
    if (!stand) return
    const { drawingBufferWidth, drawingBufferHeight } = gl
    resize(drawingBufferWidth, drawingBufferHeight)
    const unit = unitOf(stand)
    const place = [Math.cos(pose.angle), Math.sin(pose.angle), 1 / unit, reach / unit]
    const suns = LAMPS.map((_, lamp) => {
      const sun = sunOf(lamp, sample, reach / unit)
      drawShadow(lamp, sun, place)
      return sun
    })

    const view = viewOf(stand, pose, drawingBufferWidth / drawingBufferHeight)
    // Each image is shifted by another part of a pixel, so that their mean has smooth edges.
    const aside = sample ? [(spread(sample, 0) * 2) / width, (spread(sample, 1) * 2) / height] : [0, 0]
    const matrix = multiply(new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...aside, 0, 1]), view.matrix)
    const eye = view.eye.map((it) => it / unit)

    gl.bindFramebuffer(gl.FRAMEBUFFER, imageBuffer)
    gl.viewport(0, 0, width, height)
    gl.clearColor(0, 0, 0, 1)
    gl.clear(gl.DEPTH_BUFFER_BIT | (sample > 1 ? 0 : gl.COLOR_BUFFER_BIT))
    // Draw only depths first, so that every pixel is shaded and added once.
    gl.colorMask(false, false, false, false)
    const seen = multiply(matrix, new Float32Array([unit, 0, 0, 0, 0, unit, 0, 0, 0, 0, unit, 0, 0, 0, 0, 1]))
    depth.use()
    gl.uniform4fv(depth.at('place'), place)
    gl.uniformMatrix4fv(depth.at('view'), false, seen)
    for (const { mesh } of drawnParts()) mesh.draw()
    gl.colorMask(true, true, true, true)
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.ONE, gl.ONE)
    for (const program of [paper, pot]) {
      program.use()
      gl.uniform4fv(program.at('place'), place)
      gl.uniform3fv(program.at('eye'), eye)
      gl.uniform3fv(
        program.at('lamp'),
        LAMPS.flatMap(({ at }) => at),
      )
      gl.uniform3fv(
        program.at('power'),
        LAMPS.flatMap(({ power }) => power.map((watts) => watts / Math.PI ** 2)),
      )
      gl.uniform3fv(program.at('axes'), LAMP_AXES.flat())
      gl.uniform3fv(program.at('sh'), BOUNCE)
      gl.uniformMatrix4fv(
        program.at('sun'),
        false,
        suns.flatMap((sun) => [...sun]),
      )
      // A mean of few images needs more taps in each, else the edge of the shadow is dotted.
      const [blur, taps] = sample === 0 ? [0.03, 12] : isSoft ? [0.03, 28] : [0.014, 6]
      gl.uniform4f(program.at('soft'), blur, taps, sample * 0.618, 0)
      bindTexture(gl, program, 'dark', 0, dark, gl.TEXTURE_2D_ARRAY)
      bindTexture(gl, program, 'contact', 1, contact)
      if (program === paper) {
        for (const name of ['ahead', 'right', 'up'] as const) gl.uniform3fv(paper.at(name), view[name])
        drawFull()
      } else {
        gl.uniformMatrix4fv(pot.at('view'), false, seen)
        for (const { mesh, colour, normal, normalScale, roughness } of drawnParts()) {
          gl.uniform2f(pot.at('look'), roughness, normal === undefined ? 0 : normalScale)
          bindTexture(gl, pot, 'colour', 2, model.textures.get(`${colour}true`) as WebGLTexture)
          bindTexture(
            gl,
            pot,
            'relief',
            3,
            model.textures.get(`${normal ?? colour}${normal === undefined}`) as WebGLTexture,
          )
          mesh.draw()
        }
      }
    }

    if (sample > 0 && sample < FIRST_MEAN) return
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    gl.viewport(0, 0, drawingBufferWidth, drawingBufferHeight)
    gl.disable(gl.BLEND)
    gl.disable(gl.DEPTH_TEST)
    develop.use()
    gl.uniform4f(develop.at('part'), width / drawingBufferWidth, height / drawingBufferHeight, Math.max(1, sample), 0)
    bindTexture(gl, develop, 'image', 0, image.texture as WebGLTexture)
    bindTexture(gl, develop, 'film', 1, film)
    drawFull()
  }

  return {
    show,
    plant,
    draw,
    canRefine,
    free() {
      for (const it of [model, image, made]) freeAll(it)
    },
  }
}

/** The view of the pot from one point of a lamp: from its middle while the pot moves, then from points all over it. */
function sunOf(lamp: number, sample: number, reach: number): Matrix {
  const [x = 0, y = 0, z = 0] = LAMPS[lamp]?.at ?? []
  const axes = LAMP_AXES[lamp] ?? []
  const [u, v] = sample ? [spread(sample + lamp * 7, 0) * 2, spread(sample + lamp * 7, 1) * 2] : [0, 0]
  const point = (k: number, middle: number) => middle + (axes[k] ?? 0) * u + (axes[k + 3] ?? 0) * v
  const eye: Vector = [point(0, x), point(1, y), point(2, z)]
  const far = Math.hypot(...eye)
  return multiply(perspective(far / Math.max(0.75, reach / 1.8), 1, [far - 1.2, far + 1.5]), lookAt(eye, FORWARD))
}

/** A number of a low-discrepancy sequence, which fills -0.5 to 0.5 evenly however many are taken. */
function spread(index: number, axis: 0 | 1): number {
  return ((0.5 + index * (axis ? 0.5698402909980532 : 0.7548776662466927)) % 1) - 0.5
}
