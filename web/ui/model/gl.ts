import type { AttributeName, Part, Values } from './glb.ts'

type Gl = WebGL2RenderingContext

/** Objects on the graphics card, to be freed together. */
export type Made = { free: (() => void)[] }

export type Program = { use(): void; at(name: string): WebGLUniformLocation | null }

export type Mesh = { draw(): void }

const PLACES: readonly AttributeName[] = ['POSITION', 'NORMAL', 'TEXCOORD_0', 'COLOR_0']

export function freeAll(made: Made): void {
  for (const free of made.free.splice(0)) free()
}

/** @throws when a shader does not compile */
export function makeProgram(gl: Gl, made: Made, sources: readonly [vertex: string, fragment: string]): Program {
  const program = gl.createProgram()
  for (const [index, source] of sources.entries()) {
    const shader = gl.createShader(index ? gl.FRAGMENT_SHADER : gl.VERTEX_SHADER) as WebGLShader
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
    // It lives on as long as its program.
    gl.deleteShader(shader)
  }
  gl.linkProgram(program)
  made.free.push(() => gl.deleteProgram(program))
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(gl.getProgramInfoLog(program) ?? '')
  const places = new Map<string, WebGLUniformLocation | null>()
  return {
    use: () => gl.useProgram(program),
    at(name) {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name))
      return places.get(name) ?? null
    },
  }
}

export function makeMesh(gl: Gl, made: Made, { attributes, indices }: Part): Mesh {
  const shape = gl.createVertexArray()
  made.free.push(() => gl.deleteVertexArray(shape))
  gl.bindVertexArray(shape)
  for (const [place, name] of PLACES.entries()) {
    const values = attributes[name]
    // Without baked occlusion, all of the light around reaches every vertex.
    if (!values) gl.vertexAttrib4f(place, 1, 1, 1, 1)
    else {
      fill(gl.ARRAY_BUFFER, values)
      gl.enableVertexAttribArray(place)
      gl.vertexAttribPointer(place, values.size, values.componentType, values.isNormalized, 0, 0)
    }
  }
  fill(gl.ELEMENT_ARRAY_BUFFER, indices)
  gl.bindVertexArray(null)

  function fill(target: number, { bytes }: Values) {
    const buffer = gl.createBuffer()
    made.free.push(() => gl.deleteBuffer(buffer))
    gl.bindBuffer(target, buffer)
    gl.bufferData(target, bytes, gl.STATIC_DRAW)
  }

  return {
    draw() {
      gl.bindVertexArray(shape)
      gl.drawElements(gl.TRIANGLES, indices.count, indices.componentType, 0)
    },
  }
}

export function makeTexture(gl: Gl, made: Made, target: number, filter: number): WebGLTexture {
  const texture = gl.createTexture()
  made.free.push(() => gl.deleteTexture(texture))
  gl.bindTexture(target, texture)
  gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, filter)
  return texture
}

/** A seamless picture. @param isColour in sRGB, else plain numbers */
export function makePicture(gl: Gl, made: Made, picture: ImageBitmap, isColour: boolean): WebGLTexture {
  const texture = makeTexture(gl, made, gl.TEXTURE_2D, gl.LINEAR_MIPMAP_LINEAR)
  const format = isColour ? gl.SRGB8_ALPHA8 : gl.RGBA8
  gl.texImage2D(gl.TEXTURE_2D, 0, format, gl.RGBA, gl.UNSIGNED_BYTE, picture)
  gl.generateMipmap(gl.TEXTURE_2D)
  const sharp = gl.getExtension('EXT_texture_filter_anisotropic')
  if (sharp) gl.texParameterf(gl.TEXTURE_2D, sharp.TEXTURE_MAX_ANISOTROPY_EXT, 4)
  return texture
}

export function bindTexture(
  gl: Gl,
  program: Program,
  name: string,
  unit: number,
  texture: WebGLTexture,
  target: number = gl.TEXTURE_2D,
): void {
  gl.activeTexture(gl.TEXTURE0 + unit)
  gl.bindTexture(target, texture)
  gl.uniform1i(program.at(name), unit)
}
