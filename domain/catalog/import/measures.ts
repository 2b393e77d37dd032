import type { Size } from '#domain/catalog/sizes.ts'

/** Outer dimensions in centimetres. */
export type Measures = Pick<Size, 'width' | 'depth' | 'height'>

export function isWhole(measures: Partial<Measures>): measures is Measures {
  return measures.width !== undefined && measures.depth !== undefined && measures.height !== undefined
}

/** Commas group digits, in India by twos and threes; before one or two digits at the end they are a decimal comma. */
export function readNumber(text: string): number | undefined {
  if (/^\d{1,12}(\.\d{1,6})?$/.test(text)) return Number(text)
  if (/^\d{1,12},\d{1,2}$/.test(text)) return Number(text.replace(',', '.'))
  if (/^\d[\d,]{1,16}(\.\d{1,6})?$/.test(text)) return Number(text.replaceAll(',', ''))
  if (/^\d[\d.]{1,16},\d{1,2}$/.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'))
  return undefined
}

const CENTIMETRES: Record<string, number> = { m: 100, cm: 1, mm: 0.1, in: 2.54, yd: 91.44 }
const KILOGRAMS: Record<string, number> = { kg: 1, g: 0.001, lb: 0.45359237, oz: 0.0283495 }

/** @param unit as in the heading `Length (cm)`; centimetres when it is unknown */
export function toCentimetres(amount: number, unit: string): number | undefined {
  return inRange(amount * (CENTIMETRES[unit.toLowerCase().replace(/s$/, '')] ?? 1), 0.1, 2000, 10)
}

export function toKilograms(amount: number, unit: string): number | undefined {
  return inRange(amount * (KILOGRAMS[unit.toLowerCase().replace(/s$/, '')] ?? 1), 0.001, 2000, 1000)
}

function inRange(amount: number, min: number, max: number, parts: number): number | undefined {
  const rounded = Math.round(amount * parts) / parts
  return rounded >= min && rounded <= max ? rounded : undefined
}

/** @param texts about a product with a single size, in which its measures may be found; otherwise empty */
export function measuresIn(size: string, texts: readonly string[]): Partial<Measures> {
  const own = readMeasures(size)
  if (own.width !== undefined) return own
  const told = texts.flatMap((text) => text.split('\n')).map(readMeasures)
  return told.find(isWhole) ?? told.find(({ width }) => width !== undefined) ?? {}
}

type Label = 'height' | 'width' | 'depth'
type Unit = 'cm' | 'mm' | 'in'
/** `isJoined`: a `×` joins it to another dimension. */
type Dimension = { amount: number; label: Label | undefined; unit: Unit | undefined; isJoined: boolean }

/**
 * `28 x 28 x 30 cm`, `10" x 12"` (across × high) or `Height 28 cm, diameter 30 cm`. A single number with a unit tells only
 * how wide it is. Three numbers are width, depth and height.
 */
export function readMeasures(text: string): Partial<Measures> {
  const dimensions = dimensionsIn(text.slice(0, 2000).toLowerCase().replace(/[”″]/g, '"'))
  const unit = dimensions.findLast((dimension) => dimension.unit)?.unit
  if (!unit || dimensions.length > 3) return {}
  // `6 inch or 8 inch` are two pots.
  if (dimensions.length > 1 && dimensions.some(({ label, isJoined }) => !label && !isJoined)) return {}
  const amounts = dimensions.map(({ amount, label }) => ({ label, amount: toCentimetres(amount, unit) }))
  if (amounts.some(({ amount }) => amount === undefined)) return {}
  const height = amounts.find(({ label }) => label === 'height')
  const across = amounts.filter((one) => one !== height).map(({ amount }) => amount)
  const [first, second = first, third] = across
  if (height) return { ...sides(first, second), height: height.amount as number }
  if (across.length === 3) return { ...sides(first, second), height: third as number }
  if (across.length === 2) return { ...sides(first, first), height: second as number }
  return sides(first, first)
}

function sides(width: number | undefined, depth: number | undefined): Partial<Measures> {
  return width === undefined || depth === undefined ? {} : { width, depth }
}

const TOKEN = /\d+(?:\.\d+)?|[a-z]+|["×]/g
const WORDS = {
  cm: /^(cms?|centimet(er|re)s?)$/,
  mm: /^(mm|millimet(er|re)s?)$/,
  in: /^(in|inch|inches|")$/,
  x: /^(x|×|by)$/,
  height: /^(h|height|high|tall)$/,
  width: /^(w|width|wide|l|length|long|d|dia|diameter)$/,
  depth: /^(depth|deep)$/,
}

function dimensionsIn(text: string): Dimension[] {
  const dimensions: Dimension[] = []
  let before: Label | undefined
  let isJoined = false
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const last = dimensions.at(-1)
    const word = (Object.keys(WORDS) as (keyof typeof WORDS)[]).find((one) => WORDS[one].test(token))
    if (/^\d/.test(token)) {
      dimensions.push({ amount: Number(token), label: before, unit: undefined, isJoined })
      before = undefined
      isJoined = false
    } else if (word === 'cm' || word === 'mm' || word === 'in') {
      if (last) last.unit ??= word
    } else if (word === 'x') {
      if (last) last.isJoined = true
      isJoined = last !== undefined
    } else if (word) {
      // `28 cm (H)` names the number before it; `Height: 28 cm` and `Height 28 cm` name the one after it.
      const isHeading =
        token.length > 1 && /^ ?[:=-]? ?\d/.test(text.slice(index + token.length, index + token.length + 4))
      if (last && !last.label && !isHeading) last.label = word
      else before = word
    }
  }
  return dimensions.filter(({ label, unit, isJoined }) => label || unit || isJoined)
}
