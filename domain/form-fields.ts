import * as v from 'valibot'
import { cleanLine, cleanText } from './text.ts'

/** A parser's result: the value, or one message per invalid field. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: Problems }
export type Problems = Record<string, string>

/** A text field of a form: an absent value, or one of another type (a file, a number), counts as empty. */
export const line = v.pipe(
  v.optional(v.unknown(), ''),
  v.transform((value) => (typeof value === 'string' ? cleanLine(value) : '')),
)
export const paragraph = v.pipe(
  v.optional(v.unknown(), ''),
  v.transform((value) => (typeof value === 'string' ? cleanText(value) : '')),
)

/** The fields of whoever writes to the shop. */
export const sender = {
  name: v.pipe(line, v.minLength(1, 'Enter your name.'), v.maxLength(100, 'Use at most 100 characters.')),
  email: v.pipe(
    line,
    v.toLowerCase(),
    v.email('Enter a valid email.'),
    v.maxLength(254, 'Enter an email of at most 254 characters.'),
  ),
}

/** Validates a form or an object and returns the first message of each invalid field. */
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
