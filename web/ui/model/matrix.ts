export type Vector = readonly [x: number, y: number, z: number]
/** Four columns, as WebGL takes them. */
export type Matrix = Float32Array<ArrayBuffer>

/** The transformation that applies `b` first, then `a`. */
export function multiply(a: Matrix, b: Matrix): Matrix {
  const product = new Float32Array(16)
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++)
      for (let k = 0; k < 4; k++)
        product[column * 4 + row] = at(product, column * 4 + row) + at(a, k * 4 + row) * at(b, column * 4 + k)
  return product
}

/** The world as it is seen from `eye` towards `target`, with y upwards. */
export function lookAt(eye: Vector, target: Vector): Matrix {
  const back = normalize(subtract(eye, target))
  // Seen straight from above, y points at the viewer, so the far side is up instead.
  const right = normalize(cross(Math.abs(back[1]) > 0.999 ? [0, 0, -1] : [0, 1, 0], back))
  const up = cross(back, right)
  return new Float32Array([
    ...[right[0], up[0], back[0], 0],
    ...[right[1], up[1], back[1], 0],
    ...[right[2], up[2], back[2], 0],
    ...[-dot(right, eye), -dot(up, eye), -dot(back, eye), 1],
  ])
}

/**
 * @param focal length divided by half the height of the frame
 * @param aspect width of the frame divided by its height
 * @param shift how far the image is moved, in halves of the frame
 */
export function perspective(focal: number, aspect: number, [near, far]: [number, number], shift = [0, 0]): Matrix {
  const [x = 0, y = 0] = shift
  return new Float32Array([
    ...[focal / aspect, 0, 0, 0],
    ...[0, focal, 0, 0],
    ...[-x, -y, (far + near) / (near - far), -1],
    ...[0, 0, (2 * far * near) / (near - far), 0],
  ])
}

/** No perspective: a box of twice `side`, from `near` to `far`. */
export function orthographic(side: number, [near, far]: [number, number]): Matrix {
  return new Float32Array([
    ...[1 / side, 0, 0, 0],
    ...[0, 1 / side, 0, 0],
    ...[0, 0, 2 / (near - far), 0],
    ...[0, 0, (far + near) / (near - far), 1],
  ])
}

/** The position of a point on the screen: from -1 to 1, left to right and bottom to top. */
export function project(matrix: Matrix, [x, y, z]: Vector): [x: number, y: number] {
  const row = (k: number) => at(matrix, k) * x + at(matrix, k + 4) * y + at(matrix, k + 8) * z + at(matrix, k + 12)
  return [row(0) / row(3), row(1) / row(3)]
}

export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

export function normalize(vector: Vector): Vector {
  const length = Math.hypot(...vector)
  return [vector[0] / length, vector[1] / length, vector[2] / length]
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function at(matrix: Matrix, index: number): number {
  return matrix[index] ?? 0
}
