import { PRICE_MAX } from '#domain/catalog/product-fields.ts'
import type { Size } from '#domain/catalog/sizes.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { cleanLine } from '#domain/text.ts'

/** Outer dimensions in centimetres. */
export type Measures = Pick<Size, 'width' | 'depth' | 'height'>

export type ReadPrice = { ok: true; rupees: Rupees; note?: string } | { ok: false; problem: string }

/** `1,299.00`, `₹1,23,456`, `Rs. 499/-` or `1299,50` as whole rupees; undefined: an empty cell. */
export function readPrice(cell: string): ReadPrice | undefined {
  const text = cleanLine(cell)
  if (text === '') return undefined
  const plain = text
    .replace(/^(₹|rs\.?|inr)/i, '')
    .replace(/(\/-|₹|inr)$/i, '')
    .trim()
  const amount = readNumber(plain)
  if (amount === undefined) return { ok: false, problem: `“${text.slice(0, 40)}” is not a price in rupees.` }
  const rupees = Math.round(amount)
  if (rupees < 1) return { ok: false, problem: 'The price is ₹0.' }
  if (rupees > PRICE_MAX) return { ok: false, problem: `The price is above ${formatRupees(PRICE_MAX)}.` }
  if (rupees === amount) return { ok: true, rupees }
  return { ok: true, rupees, note: `${text.slice(0, 40)} became ${formatRupees(rupees)}: prices are in whole rupees.` }
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

type Token = { number: number } | { word: 'x' | 'cm' | 'mm' | 'in' | Label }
type Label = 'height' | 'width' | 'depth'
/** `isJoined`: a `×` joins it to another dimension. */
type Dimension = { amount: number; label: Label | undefined; unit: string | undefined; isJoined: boolean }

const TOKEN = /\d+|[a-z]+|["×.]/g
const WORDS: Record<'x' | 'cm' | 'mm' | 'in' | Label, readonly string[]> = {
  x: ['x', '×', 'by'],
  cm: ['cm', 'cms', 'centimeter', 'centimeters', 'centimetre', 'centimetres'],
  mm: ['mm', 'millimeter', 'millimeters', 'millimetre', 'millimetres'],
  in: ['in', 'inch', 'inches', '"'],
  height: ['h', 'height', 'high', 'tall'],
  width: ['w', 'width', 'wide', 'l', 'length', 'long', 'd', 'dia', 'diameter'],
  depth: ['depth', 'deep'],
}
const words = new Map(
  Object.entries(WORDS).flatMap(([word, list]) => list.map((one) => [one, word as keyof typeof WORDS] as const)),
)

/**
 * `28 x 28 x 30 cm`, `10" x 12"` (across × high) or `Height 28 cm, diameter 30 cm`. A single number with a unit tells only
 * how wide it is. Three numbers are width, depth and height.
 */
export function readMeasures(text: string): Partial<Measures> {
  const dimensions = dimensionsIn(text.slice(0, 2000).toLowerCase().replaceAll('”', '"').replaceAll('″', '"'))
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

function dimensionsIn(text: string): Dimension[] {
  const dimensions: Dimension[] = []
  let before: Label | undefined
  let isJoined = false
  for (const token of tokensOf(text)) {
    const last = dimensions.at(-1)
    if ('number' in token) {
      dimensions.push({ amount: token.number, label: before, unit: undefined, isJoined })
      before = undefined
      isJoined = false
    } else if (token.word === 'cm' || token.word === 'mm' || token.word === 'in') {
      if (last && !last.unit) last.unit = token.word
    } else if (token.word === 'x') {
      if (last) last.isJoined = true
      isJoined = last !== undefined
    } else if (last && !last.label && !token.isHeading) last.label = token.word
    else before = token.word
  }
  return dimensions.filter(({ label, unit, isJoined }) => label || unit || isJoined)
}

/** `28 cm (H)` names the number before it; `Height: 28 cm` and `Height 28 cm` name the one after it. */
function tokensOf(text: string): (Token & { isHeading: boolean })[] {
  const found = [...text.matchAll(TOKEN)].map(({ 0: token, index }) => ({ token, end: index + token.length, index }))
  return found.flatMap(({ token, index, end }, place) => {
    const [before, point, decimals] = [found[place - 1], found[place + 1], found[place + 2]]
    const isHeading = /^ ?[:=-]? ?\d/.test(text.slice(end, end + 4)) && token.length > 1
    if (/^\d/.test(token)) {
      // The decimals of the number before it.
      if (before?.token === '.' && before.end === index && /^\d/.test(found[place - 2]?.token ?? '')) return []
      const hasDecimals = point?.token === '.' && point.index === end && decimals?.index === end + 1
      return {
        number: Number(hasDecimals && /^\d/.test(decimals.token) ? `${token}.${decimals.token}` : token),
        isHeading,
      }
    }
    const word = words.get(token)
    return word ? { word, isHeading } : []
  })
}
