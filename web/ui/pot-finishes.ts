import type { PotColour } from '#domain/sizes.ts'
import { seeded, short } from './pot-random.ts'

/** The finish as a pattern `#{id}-f`: a small tile for the three grained ones, plain ground for marble. */
export function finishDefs(colour: PotColour, id: string): string {
  const { size, tile } = FINISHES[colour]
  return `<pattern id="${id}-f" width="${size}" height="${size}" patternUnits="userSpaceOnUse">${tile}</pattern>`
}

/** What does not repeat: the veins of marble. */
export function finishMarks(colour: PotColour): string {
  return colour === 'Marble White' ? VEINS : ''
}

const FINISHES: Record<PotColour, { size: number; tile: string }> = {
  'Grey Stone': { size: 72, tile: grains('#86878a', ['#6b6c70', '#9c9c9c', '#77787b', '#b3b1ac']) },
  'Marble White': { size: 72, tile: '<path fill="#eeece8" d="M0 0h72v72H0z"/>' },
  Sandstone: { size: 72, tile: layers() },
  'Mosaic Grey': { size: 72, tile: pieces() },
}

const VEINS = [
  'M60 250c30 40 70 30 90 90s40 60 60 110M150 340c-30 30-20 60-50 100M250 230c-20 50 20 80 10 130s30 60 20 90M260 360c30 10 50-10 90 20M30 320c40 20 50 60 60 120',
  'M180 240c10 30-10 60 20 90M320 250c-20 50 0 90-30 140M110 270c-10 40 10 60-10 100',
]
  .map(
    (path, index) =>
      `<path d="${path}" fill="none" stroke="#8d8c8f" stroke-width="${index ? 1.2 : 3}" opacity="${index ? 0.45 : 0.4}"/>` +
      (index ? '' : `<path d="${path}" fill="none" stroke="#b9b7b6" stroke-width="11" opacity=".25"/>`),
  )
  .join('')

function grains(ground: string, colours: string[]) {
  const random = seeded(7)
  const dots = colours.map((colour) => {
    const path = Array.from({ length: 46 }, () => {
      const r = 0.5 + random() * 0.9
      return `M${short(random() * 70)} ${short(random() * 70)}h${short(r * 2)}v${short(r)}h-${short(r * 1.6)}z`
    }).join('')
    return `<path fill="${colour}" d="${path}"/>`
  })
  return `<path fill="${ground}" d="M0 0h72v72H0z"/>${dots.join('')}`
}

function layers() {
  const random = seeded(23)
  const bands = Array.from({ length: 13 }, (_, index) => {
    const y = short(index * 5.6 + random() * 3)
    const thick = short(0.8 + random() * 2.6)
    const colour = ['#b18f68', '#dcc39c', '#bd9a70', '#e6d3b1'][Math.floor(random() * 4)]
    return `<path fill="${colour}" opacity=".38" d="M0 ${y}q18 ${short(random() * 2 - 1)} 36 0t36 0v${thick}q-18 1-36 0t-36 0z"/>`
  })
  const sand = grains('none', ['#a5835c', '#e9d8b8'])
  return `<path fill="#cdae84" d="M0 0h72v72H0z"/>${bands.join('')}${sand}`
}

/** Hand-set stones: a grid of six by six whose corners wander, the same at the tile's edges so that it repeats. */
function pieces() {
  const random = seeded(41)
  const corner = Array.from({ length: 36 }, () => [random() * 5 - 2.5, random() * 5 - 2.5] as const)
  const at = (x: number, y: number) => {
    const [dx, dy] = corner[(y % 6) * 6 + (x % 6)] ?? [0, 0]
    return [x * 12 + dx, y * 12 + dy] as const
  }
  const stones = Array.from({ length: 49 }, (_, index) => {
    const [x, y] = [index % 7, Math.floor(index / 7)]
    // The outer row and column stand twice, once at each side of the tile.
    const tone = ['#64666a', '#818286', '#999a9b', '#a5a3a1', '#b4b1ac', '#737479'][
      ((x % 6) * 5 + (y % 6) * 7 + (x % 6) * (y % 6)) % 6
    ]
    const middle = [x * 12 + 6, y * 12 + 6] as const
    const points = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)]
      .map(([px, py]) => `${short(px + (middle[0] - px) * 0.12 - 6)} ${short(py + (middle[1] - py) * 0.12 - 6)}`)
      .join('L')
    return `<path fill="${tone}" d="M${points}z"/>`
  })
  return `<path fill="#d2ccc1" d="M0 0h72v72H0z"/>${stones.join('')}`
}
