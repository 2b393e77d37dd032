import type { Family } from '#domain/sizes.ts'
import { seeded, short } from './pot-random.ts'

type Plant = (x: number, y: number, reach: number) => string

/** Each family is planted differently, always the same way. */
export function plantOf(family: Family, x: number, y: number, reach: number): string {
  return PLANTS[family](x, y, reach)
}

const GREENS = ['#2f5a35', '#3d7043', '#4d8450', '#63965c', '#28502f']

const PLANTS: Record<Family, Plant> = {
  CUBEE: snakePlant,
  TUBO: palm,
  WIDEE: succulents,
  TRIYA: trailing,
  BOXA: herbs,
  OVALIN: broadLeaves,
  BONSAI: smallTree,
}

function snakePlant(x: number, y: number) {
  const random = seeded(3)
  const blades = [-46, -30, 40, 22, -14, 8, -2].map((foot, index) => {
    const height = 104 + random() * 74 - Math.abs(foot) * 0.5
    const tip = foot * 1.7 + (random() - 0.5) * 22
    const blade = leaf(x + foot * 0.8, y + 4, x + tip, y - height, 13, green(index))
    const bands = [0.25, 0.42, 0.6, 0.76].map((at) => {
      const bx = x + foot * 0.8 + (tip - foot * 0.8) * at
      const width = 8 * Math.sin(Math.PI * at)
      return `M${short(bx - width * 0.6)} ${short(y + 4 - height * at)}q${short(width * 0.6)} -5 ${short(width * 1.2)} 0`
    })
    return `${blade}<path d="${bands.join('')}" fill="none" stroke="#1f3f27" stroke-width="2.6" opacity=".55"/>`
  })
  return blades.join('')
}

function palm(x: number, y: number) {
  const fronds = [-70, 72, -44, 46, -16, 20].map((lean, index) => {
    const height = 150 - Math.abs(lean) * 0.7 + (index % 2) * 12
    const tip = { x: x + lean * 1.35, y: y - height + Math.abs(lean) * 0.35 }
    const bend = { x: x + lean * 0.35, y: y - height }
    const leaflets = Array.from({ length: 9 }, (_, step) => {
      const at = 0.3 + step * 0.078
      const px = (1 - at) ** 2 * x + 2 * at * (1 - at) * bend.x + at ** 2 * tip.x
      const py = (1 - at) ** 2 * y + 2 * at * (1 - at) * bend.y + at ** 2 * tip.y
      const long = 34 * (1.15 - at)
      const out = Math.sign(lean)
      return (
        leaf(px, py, px + out * long * 0.9, py + long * 0.55, 4, green(index + step)) +
        leaf(px, py, px + out * long * 0.55, py - long * 0.8, 4, green(index + step + 1))
      )
    })
    return `<path d="M${x} ${y}Q${short(bend.x)} ${short(bend.y)} ${short(tip.x)} ${short(tip.y)}" fill="none" stroke="#58804a" stroke-width="2.4"/>${leaflets.join('')}`
  })
  return fronds.join('')
}

function succulents(x: number, y: number, reach: number) {
  const tones = [
    ['#5f8a74', '#7fa88f', '#a3c4ad'],
    ['#6f8f5a', '#8fae76', '#b4cb98'],
    ['#7d8f86', '#9cb0a3', '#c0cfc2'],
  ]
  const plants = [
    [-0.66, 24],
    [0.68, 27],
    [-0.3, 34],
    [0.36, 31],
    [0.03, 41],
  ] as const
  return plants
    .map(([at, size], index) => {
      const cx = x + at * reach
      const cy = y - size * 0.42
      const rings = (tones[index % 3] ?? []).map((tone, ring) => {
        const long = size * (1 - ring * 0.3)
        const petals = 9 - ring * 2
        return Array.from({ length: petals }, (_, petal) => {
          const angle = Math.PI * (1 + (petal + 0.5) / petals) + (ring % 2 ? 0.12 : 0)
          return leaf(
            cx,
            cy + size * 0.3,
            cx + Math.cos(angle) * long,
            cy + Math.sin(angle) * long * 0.8,
            long * 0.24,
            tone,
          )
        }).join('')
      })
      return rings.join('')
    })
    .join('')
}

function trailing(x: number, y: number, reach: number) {
  const random = seeded(17)
  const crown = Array.from({ length: 34 }, (_, index) => {
    const angle = Math.PI * (1.04 + (0.92 * ((index * 7) % 34)) / 33)
    const long = 84 - index * 1.9 + random() * 12
    return heart(
      x + Math.cos(angle) * long * 1.05,
      y + Math.sin(angle) * long - 6,
      13 + random() * 6,
      green(index),
      angle,
    )
  })
  const vines = [-1, -0.72, 0.82, 1.05].map((side, index) => {
    const sx = x + side * reach * 1.1
    const drop = 66 + index * 17
    const leaves = Array.from({ length: 5 }, (_, step) =>
      heart(
        sx + (step % 2 ? 9 : -9) + side * step * 2,
        y + 4 + (drop * (step + 0.6)) / 5,
        10,
        green(index + step),
        Math.PI / 2,
      ),
    )
    return `<path d="M${short(sx - side * 20)} ${short(y - 4)}Q${short(sx)} ${short(y - 8)} ${short(sx + side * 4)} ${short(y + drop)}" fill="none" stroke="#4a7a45" stroke-width="2"/>${leaves.join('')}`
  })
  return crown.join('') + vines.join('')
}

function herbs(x: number, y: number, reach: number) {
  const random = seeded(29)
  return Array.from({ length: 17 }, (_, index) => {
    const foot = x + reach * (-1 + (2 * index) / 16) * 1.02
    const height = 44 + random() * 52
    const lean = (random() - 0.5) * 26
    const leaves = Array.from({ length: 6 }, (_, step) => {
      const at = 0.3 + step * 0.14
      const [lx, ly] = [foot + lean * at, y - height * at]
      const long = 17 * (1.25 - at)
      return (
        leaf(lx, ly, lx - long, ly - long * 0.7, 5, green(index + step)) +
        leaf(lx, ly, lx + long, ly - long * 0.8, 5, green(index + step + 1))
      )
    })
    return `<path d="M${short(foot)} ${y}l${short(lean)} ${short(-height)}" stroke="#4d7a48" stroke-width="2"/>${leaves.join('')}`
  }).join('')
}

function broadLeaves(x: number, y: number) {
  return [-84, 88, -58, 60, -30, 34, -8, 12]
    .map((lean, index) => {
      const height = 184 - Math.abs(lean) * 0.85 - (index % 3) * 12
      const foot = { x: x + lean * 0.42, y: y - height * 0.32 }
      const tip = { x: x + lean * 1.35, y: y - height }
      return (
        `<path d="M${short(x + lean * 0.12)} ${y}Q${short(x + lean * 0.1)} ${short(y - 30)} ${short(foot.x)} ${short(foot.y)}" fill="none" stroke="#4d7a48" stroke-width="3"/>` +
        leaf(foot.x, foot.y, tip.x, tip.y, 29, green(index)) +
        `<path d="M${short(foot.x)} ${short(foot.y)}L${short(tip.x)} ${short(tip.y)}" stroke="#8fb585" stroke-width="1.2" opacity=".6"/>`
      )
    })
    .join('')
}

function smallTree(x: number, y: number) {
  const random = seeded(53)
  const trunk = `<path d="M${x - 30} ${y + 2}c22-14 14-44 34-70 8-12 34-20 40-44l7 3c-4 26-22 36-28 50-9 20-3 44 12 61z" fill="#6a4f3a"/><path d="M${x + 4} ${y - 60}c-22-16-40-14-58-26l2-6c22 8 42 6 64 22z" fill="#5d4533"/>`
  const pads = [
    [-66, -96, 52],
    [44, -150, 62],
    [-14, -132, 46],
    [82, -98, 40],
  ] as const
  const leaves = pads.map(([px, py, wide], pad) =>
    Array.from({ length: 34 }, (_, index) => {
      const angle = random() * Math.PI * 2
      const away = Math.sqrt(random())
      const low = away * Math.sin(angle)
      const tone = low > 0.35 ? 4 : low < -0.3 ? 3 : (index + pad) % 3
      return `<circle cx="${short(x + px + Math.cos(angle) * away * wide)}" cy="${short(y + py + low * wide * 0.42)}" r="${short(6 + random() * 6)}" fill="${green(tone)}"/>`
    }).join(''),
  )
  return trunk + leaves.join('')
}

/** From foot to tip, widest in the middle. */
function leaf(x0: number, y0: number, x1: number, y1: number, width: number, fill: string) {
  const long = Math.hypot(x1 - x0, y1 - y0) || 1
  const [nx, ny] = [((y0 - y1) / long) * width, ((x1 - x0) / long) * width]
  const [mx, my] = [(x0 + x1) / 2, (y0 + y1) / 2]
  return `<path fill="${fill}" d="M${short(x0)} ${short(y0)}Q${short(mx + nx)} ${short(my + ny)} ${short(x1)} ${short(y1)}Q${short(mx - nx)} ${short(my - ny)} ${short(x0)} ${short(y0)}"/>`
}

/** A heart-shaped leaf, its tip pointing along `angle`. */
function heart(x: number, y: number, size: number, fill: string, angle: number) {
  const turn = short((angle * 180) / Math.PI - 90)
  const s = short(size)
  return `<path fill="${fill}" transform="translate(${short(x)} ${short(y)}) rotate(${turn})" d="M0 ${s}C-${s} ${short(s * 0.4)} -${s} -${short(s * 0.7)} 0 -${short(s * 0.4)}C${s} -${short(s * 0.7)} ${s} ${short(s * 0.4)} 0 ${s}"/>`
}

function green(index: number): string {
  return GREENS[index % GREENS.length] ?? '#3d7043'
}
