import * as v from 'valibot'

/** What a parser answers: the value, or for each field a sentence that says how to mend it. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: Problems }
export type Problems = Record<string, string>

/** One line that a person typed: no control or invisible characters, no broken emoji, white space folded, ends trimmed. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ')
}

/** Text of several lines that a person typed. PostgreSQL refuses NUL, labels and spreadsheets choke on the rest. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(INVISIBLE, (_sign, joiner?: string) => joiner ?? '')
    .trim()
}

const INDIAN =
  '\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}' +
  '\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}'
const VIRAMA = '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca'
const EMOJI = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f'

/**
 * Signs that nobody sees: two names that look the same would be different ones, and a bidi override shows a text in another
 * order than it is stored. Scripts of India and Urdu spell words with joiners (U+200C, U+200D), and emoji are joined by
 * one; there they stay, as does what chooses the look of the sign before it.
 */
const INVISIBLE = new RegExp(
  [
    `((?<=[${INDIAN}])[\\u200c\\u200d](?=[${INDIAN}])|(?<=[${VIRAMA}])[\\u200c\\u200d]`,
    '|(?<=\\p{Script=Arabic})\\u200c(?=\\p{Script=Arabic})',
    `|(?<=[${EMOJI}])\\u200d(?=\\p{Extended_Pictographic})`,
    '|(?<=[^\\s\\p{Default_Ignorable_Code_Point}])[\\ufe00-\\ufe0f])',
    // The last three: marks of annotated text, and a letter that is empty.
    '|[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb\\u2800]',
  ].join(''),
  'gu',
)

/** At most so many letters from the beginning, and no half of an emoji at the cut. */
export function startOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** A field of a form: absent and foreign kinds (a file, a number) count as empty. */
export const line = v.pipe(
  v.optional(v.unknown(), ''),
  v.transform((value) => (typeof value === 'string' ? cleanLine(value) : '')),
)
export const paragraph = v.pipe(
  v.optional(v.unknown(), ''),
  v.transform((value) => (typeof value === 'string' ? cleanText(value) : '')),
)

/** Runs a schema over a form or an object and keeps the first sentence of each field. */
export function parseWith<T>(schema: v.GenericSchema<unknown, T>, input: unknown): Parsed<T> {
  const result = v.safeParse(schema, input instanceof FormData ? Object.fromEntries(input) : input)
  if (result.success) return { ok: true, value: result.output }
  const problems = new Map<string, string>()
  for (const issue of result.issues) {
    const field = String(issue.path?.[0]?.key ?? 'form')
    if (!problems.has(field)) problems.set(field, issue.message)
  }
  return { ok: false, problems: Object.fromEntries(problems) }
}

/** The id of a product or order in an address or a form; undefined when it is none. */
export function parseId(text: unknown): number | undefined {
  return typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}
