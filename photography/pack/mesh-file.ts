/** A surface of one material: an indexed triangle mesh in metres, y up, standing on y = 0. */
export type Part = {
  /** `stone`, or the picture on it, such as `soil`. */
  name: string
  /** Circumference of the pot in metres; 0 for a surface that does not go all the way round. */
  around: number
  positions: Float32Array
  normals: Float32Array
  /** Texture coordinates, with y upwards: metres on stone and soil, fractions of the picture on a plant. */
  skin: Float32Array
  /** How much of the sky each vertex sees, from 0 to 255. */
  light: Uint8Array
  triangles: Uint16Array
}

const MAGIC = 'POT1'
const NUMBERS_PER_VERTEX = 9
const POSITION = 2 ** 14
/** Fine enough to keep normals within half a per cent of length 1, which readers require. */
const NORMAL = 2 ** 8
const SKIN = 2 ** 13

type Header = { name: string; around: number; vertices: number; faces: number }[]

/**
 * Reads a mesh as photography/models.py writes it (photography/README.md describes the format).
 *
 * @throws when it is no such file
 */
export function readMesh(file: Buffer): Part[] {
  if (file.toString('latin1', 0, 4) !== MAGIC) throw new Error('Not a mesh of ours')
  let at = 8 + file.readUInt32LE(4)
  const header = JSON.parse(file.toString('utf8', 8, at)) as Header
  const take = (count: number) => {
    const numbers = readDifferences(file, at, count)
    at += count * 2
    return numbers
  }
  return header.map(({ name, around, vertices, faces }) => {
    const columns = Array.from({ length: NUMBERS_PER_VERTEX }, () => take(vertices))
    return {
      name,
      around,
      positions: weave(columns.slice(0, 3), POSITION),
      normals: weave(columns.slice(3, 6), NORMAL),
      skin: weave(columns.slice(6, 8), SKIN),
      light: Uint8Array.from(columns[8] ?? []),
      triangles: Uint16Array.from(take(faces * 3)),
    }
  })
}

/** Each number is stored as its difference to the one before, modulo 2^16. */
function readDifferences(file: Buffer, start: number, count: number): Int16Array {
  const numbers = new Int16Array(count)
  for (let i = 0; i < count; i++) numbers[i] = (numbers[i - 1] ?? 0) + file.readInt16LE(start + i * 2)
  return numbers
}

function weave(columns: Int16Array[], steps: number): Float32Array {
  const woven = new Float32Array(columns.length * (columns[0]?.length ?? 0))
  for (const [k, column] of columns.entries()) {
    for (const [i, value] of column.entries()) woven[i * columns.length + k] = value / steps
  }
  return woven
}
