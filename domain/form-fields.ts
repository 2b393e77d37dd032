import * as v from 'valibot'
import { gstinProblem } from './gstin.ts'
import { cleanLine, cleanText, lengthOf } from './text.ts'

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

/** Counted as PostgreSQL counts. */
// @__NO_SIDE_EFFECTS__
export function maxCharacters(max: number, problem = `Use at most ${max} characters.`) {
  return v.check((text: string) => lengthOf(text) <= max, problem)
}

/** @param problemOf says what is wrong with a value, if anything is */
// @__NO_SIDE_EFFECTS__
export function refuseWith<T>(problemOf: (value: T) => string | undefined) {
  return v.rawCheck<T>(({ dataset, addIssue }) => {
    const message = dataset.typed && problemOf(dataset.value)
    if (message) addIssue({ message })
  })
}

/** In capitals; it may be left empty. */
export const gstinField = v.pipe(
  line,
  v.transform((typed) => typed.replace(/\s/g, '').toUpperCase()),
  refuseWith((gstin: string) => gstin && gstinProblem(gstin)),
)

// @__NO_SIDE_EFFECTS__
export function formParser<T>(schema: v.GenericSchema<unknown, T>): (form: unknown) => Parsed<T> {
  return (form) => parseWith(schema, form)
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
