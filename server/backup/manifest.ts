import * as v from 'valibot'
import { readJson } from '#domain/text.ts'

/** Identifiers as PostgreSQL quotes them, because they are inserted into statements. */
const name = v.pipe(v.string(), v.regex(/^(\w+|"\w+")$/))
const table = v.pipe(v.string(), v.regex(/^(public|drizzle)\.(\w+|"\w+")$/))

const manifestSchema = v.object({
  format: v.literal(1),
  madeAt: v.string(),
  /** Last migration of the database. */
  schema: v.pipe(v.string(), v.regex(/^\d{13,16}$/)),
  tables: v.pipe(
    v.array(v.object({ name: table, columns: v.pipe(v.array(name), v.minLength(1)) })),
    v.minLength(1),
    v.check((tables) => new Set(tables.map(({ name }) => name)).size === tables.length),
  ),
  sequences: v.array(
    v.object({ table, column: v.string(), value: v.pipe(v.string(), v.regex(/^\d{1,19}$/)), isUsed: v.boolean() }),
  ),
})

/** The first entry of a backup: describes the others. */
export type Manifest = v.InferOutput<typeof manifestSchema>

/** Undefined: not a manifest, or of an unknown format. */
export function parseManifest(text: string): Manifest | undefined {
  const parsed = v.safeParse(manifestSchema, readJson(text))
  return parsed.success ? parsed.output : undefined
}

const shortText = v.pipe(v.string(), v.maxLength(200))
const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(-32_768), v.maxValue(32_767))

/** A job as snapshot.ts writes it. */
const jobSchema = v.object({
  task: shortText,
  payload: v.record(v.string(), v.unknown()),
  queue: v.nullable(shortText),
  runAt: v.pipe(v.string(), v.isoTimestamp()),
  priority: wholeNumber,
  most: wholeNumber,
  key: v.nullable(shortText),
})

export function isJob(line: string): boolean {
  return v.is(jobSchema, readJson(line))
}
