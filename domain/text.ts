import * as v from 'valibot'

/** What a parser answers: the value, or for each field a sentence that says how to mend it. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: Problems }
export type Problems = Record<string, string>

/** One line that a person typed: no control characters or broken emoji, white space folded, ends trimmed. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ')
}

/** Text of several lines that a person typed. PostgreSQL refuses NUL, labels and spreadsheets choke on the rest. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

/** At most so many letters from the beginning, and no half of an emoji at the cut. */
export function startOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** Does this text hold the other one, in capitals or not? */
export function containsText(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
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
