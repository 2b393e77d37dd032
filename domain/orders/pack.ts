import type { LineQuantity } from './shipment.ts'

/** Centimetres, in any order. */
export type Measures = readonly [number, number, number]

/** An item as its size has it; undefined: not known. */
export type ParcelItem = { quantity: number; cm?: Measures | undefined; kg?: number | undefined }

export type Box = { cm: Measures; kg: number }

/** A box of the owner's: inner measures in centimetres, and kilograms of the empty box with its padding. */
export type ShopBox = { name: string; length: number; width: number; height: number; tare: number }

/** The box that a parcel has: its measures, and its weight with all that is in it. Without a name: wrapping of its own. */
export type ParcelBox = Box & { name: string }

export type PackedBox = ParcelBox & { lines: LineQuantity[] }

/** Pieces whose measures or weight nobody has told. */
const USUAL: Box = { cm: [30, 30, 30], kg: 1 }

type Item = ParcelItem & { position: number }
type Unit = { position: number; cm: Measures; kg: number; volume: number }

/**
 * Packs pieces into the smallest box that holds them all, else into as few as possible, the biggest pieces first. Pieces
 * may be turned but do not nest: a pot in a pot arrives scratched. One that fits into no box travels alone, in wrapping
 * of its own.
 *
 * @param boxes without any, nothing is packed
 */
export function packBoxes(items: readonly Item[], boxes: readonly ShopBox[], usual: Partial<Box> = {}): PackedBox[] {
  if (boxes.length === 0) return []
  const sizes = boxes
    .map((box) => ({ ...box, cm: measuresOf(box) }))
    .sort((one, other) => spaceOf(one) - spaceOf(other))
  const units = items
    .flatMap((item) => unitsOf(item, usual))
    .sort((one, other) => other.volume - one.volume || one.position - other.position)
  const fits = (unit: Unit) => sizes.some(({ cm }) => orientationsIn(unit.cm, cm).length > 0)
  const packed: PackedBox[] = []
  for (let left = units.filter(fits); left.length > 0; ) {
    const fills = sizes.map((box) => ({ box, inside: fill(left, box.cm) }))
    // The first of those that hold the most is the smallest.
    const best = fills.reduce((one, other) => (volumeOf(other.inside) > volumeOf(one.inside) ? other : one))
    packed.push(packedOf(best.inside, best.box))
    const gone = new Set(best.inside)
    left = left.filter((unit) => !gone.has(unit))
  }
  return [
    ...packed,
    ...units.filter((unit) => !fits(unit)).map((unit) => packedOf([unit], { ...unit, name: '', tare: 0 })),
  ]
}

/** These pieces in the box that the desk has chosen. */
export function inBox(items: readonly Item[], box: ShopBox, usual: Partial<Box> = {}): PackedBox {
  const units = items.flatMap((item) => unitsOf(item, usual))
  return packedOf(units, { ...box, cm: measuresOf(box) })
}

/** `40 × 40 × 40 cm, 8.4 kg`. */
export function describeBox({ cm, kg }: Box): string {
  return `${cm.join(' × ')} cm, ${kg} kg`
}

function measuresOf({ length, width, height }: ShopBox): Measures {
  return [length, width, height]
}

function unitsOf({ position, quantity, cm, kg }: Item, usual: Partial<Box>): Unit[] {
  const sides = cm ?? usual.cm ?? USUAL.cm
  const unit = { position, cm: sides, kg: kg ?? usual.kg ?? USUAL.kg, volume: spaceOf({ cm: sides }) }
  return Array.from({ length: quantity }, () => ({ ...unit }))
}

function packedOf(units: readonly Unit[], { name, cm, tare }: { name: string; cm: Measures; tare: number }): PackedBox {
  const kg = units.reduce((sum, unit) => sum + unit.kg, tare)
  const lines = Array.from(
    Map.groupBy(units, ({ position }) => position),
    ([position, { length: quantity }]) => ({ position, quantity }),
  )
  return {
    name,
    cm,
    kg: Math.round(kg * 1000) / 1000,
    lines: lines.sort((one, other) => one.position - other.position),
  }
}

/**
 * The pieces that go into a box, each into the smallest gap that takes it. A placed piece leaves three gaps: beside it,
 * behind it and above it.
 */
function fill(units: readonly Unit[], box: Measures): Unit[] {
  let gaps: Measures[] = [box]
  const tooBig = new Set<string>()
  return units.filter((unit) => {
    const size = unit.cm.join()
    if (tooBig.has(size)) return false
    const found = gaps
      .flatMap((gap) => orientationsIn(unit.cm, gap).map((sides) => ({ gap, left: gapsBeside(gap, sides) })))
      .reduce<{ gap: Measures; left: Measures[] } | undefined>((one, other) => {
        if (!one) return other
        const before = spaceOf({ cm: one.gap })
        const now = spaceOf({ cm: other.gap })
        return now < before || (now === before && largestOf(other.left) > largestOf(one.left)) ? other : one
      }, undefined)
    if (!found) tooBig.add(size)
    else gaps = [...gaps.filter((gap) => gap !== found.gap), ...found.left]
    return found !== undefined
  })
}

const ROTATIONS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const

function orientationsIn(sides: Measures, gap: Measures): Measures[] {
  return ROTATIONS.map(([a, b, c]): Measures => [sides[a], sides[b], sides[c]]).filter(
    ([length, width, height]) => length <= gap[0] && width <= gap[1] && height <= gap[2],
  )
}

function gapsBeside([length, width, height]: Measures, [l, w, h]: Measures): Measures[] {
  const gaps: Measures[] = [
    [length - l, width, height],
    [l, width - w, height],
    [l, w, height - h],
  ]
  return gaps.filter((gap) => Math.min(...gap) > 0)
}

function largestOf(gaps: readonly Measures[]): number {
  return Math.max(0, ...gaps.map((cm) => spaceOf({ cm })))
}

function volumeOf(units: readonly Unit[]): number {
  return units.reduce((sum, { volume }) => sum + volume, 0)
}

/** Cubic centimetres. */
function spaceOf({ cm: [length, width, height] }: { cm: Measures }): number {
  return length * width * height
}

/**
 * The box of these items, and its weight. They are stacked on their flattest sides, and a stack that is more than
 * twice as tall as long is split in two beside each other, because couriers charge by volume and refuse long parcels.
 *
 * @param usual an item whose measures or weight are not known
 */
export function boxOf(items: readonly ParcelItem[], usual: Box): Box {
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const kg = items.reduce((sum, item) => sum + item.quantity * (item.kg ?? usual.kg), 0)
  // Without any measures the usual ones are those of the parcel.
  const isKnown = items.some(({ cm }) => cm)
  const measured = isKnown ? items : [{ quantity: Math.min(units, 1), cm: usual.cm }]
  const sorted = measured.map(({ quantity, cm = usual.cm }) => ({ quantity, sides: [...cm].sort((a, b) => b - a) }))
  const most = (side: number) => Math.max(...sorted.map(({ sides }) => sides[side] ?? 0))
  let [length, breadth] = [most(0), most(1)]
  let height = sorted.reduce((sum, { quantity, sides }) => sum + quantity * (sides[2] ?? 0), 0)
  while (height > 2 * length && height / 2 >= most(2)) {
    height /= 2
    breadth *= 2
    if (breadth > length) [length, breadth] = [breadth, length]
  }
  return { cm: [Math.ceil(length), Math.ceil(breadth), Math.ceil(height)], kg: Math.round(kg * 1000) / 1000 }
}

/** `30 × 20 × 10`, as the settings have it; undefined: empty or unreadable. */
export function parseMeasures(text: string): Measures | undefined {
  const [, ...sides] =
    /^(\d{1,3}(?:\.\d)?) ?[x×] ?(\d{1,3}(?:\.\d)?) ?[x×] ?(\d{1,3}(?:\.\d)?)$/i.exec(text.trim()) ?? []
  const [length = 0, breadth = 0, height = 0] = sides.map(Number)
  return Math.min(length, breadth, height) > 0.5 ? [length, breadth, height] : undefined
}
