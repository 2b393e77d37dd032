/** Cleans one line of user input: no control or invisible characters, no broken emoji, white space collapsed. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ')
}

/** Cleans user input of several lines. PostgreSQL rejects NUL; labels and spreadsheets fail on other control characters. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(INVISIBLE, (_character, joiner?: string) => joiner ?? '')
    .trim()
}

const INDIAN =
  '\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}' +
  '\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}'
const VIRAMA = '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca'
// Besides the ignorable characters: interlinear annotation marks, and the empty Braille pattern.
const UNSEEN = '\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb\\u2800'
const EMOJI = `(?:[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]|[^\\s${UNSEEN}]\\ufe0f)`

/**
 * Invisible characters, which would make two equal-looking names differ or reorder text (bidi overrides). Joiners (U+200C,
 * U+200D) stay in Indian scripts, Urdu and emoji, which need them, and so do variation selectors.
 */
const INVISIBLE = /* @__PURE__ */ new RegExp(
  [
    `((?<=[${INDIAN}])[\\u200c\\u200d](?=[${INDIAN}])|(?<=[${VIRAMA}])[\\u200c\\u200d]`,
    '|(?<=\\p{Script=Arabic})\\u200c(?=\\p{Script=Arabic})',
    `|(?<=${EMOJI})\\u200d(?=\\p{Extended_Pictographic})`,
    `|(?<=[^\\s${UNSEEN}])[\\ufe00-\\ufe0f])`,
    `|[${UNSEEN}]`,
  ].join(''),
  'gu',
)

/** Does this text hold the other one, in capitals or not? */
export function containsText(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}

/** `1,23,456`, `₹1,23,456` and `1 23 456` as `123456`. */
export function stripRupeeFormat(text: string): string {
  return text.replace(/[₹,\s]/g, '')
}

/** The id of a product or order in an address or a form; undefined: not a valid id. */
export function parseId(text: unknown): number | undefined {
  return typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

/** A UUID in small letters, as `crypto.randomUUID` writes it. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}

/** Counted as PostgreSQL counts: an emoji is one character. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}

/** @returns undefined for what is no JSON */
export function readJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** `1 size`, `2 sizes`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

export function capitalised(text: string): string {
  const [first = ''] = text
  return first.toUpperCase() + text.slice(first.length)
}
