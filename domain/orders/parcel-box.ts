/** Centimetres, in any order. */
export type Measures = readonly [number, number, number]

/** A item as its size has it; undefined: not known. */
export type ParcelItem = { quantity: number; cm?: Measures | undefined; kg?: number | undefined }

export type Box = { cm: Measures; kg: number }

/**
 * The box of these items, and its weight. They are stacked on their flattest sides, and a stack that is more than
 * twice as tall as long is split in two beside each other, because couriers charge by volume and refuse long parcels.
 *
 * @param usual a item whose measures or weight are not known
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
