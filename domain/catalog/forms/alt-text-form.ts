import * as v from 'valibot'
import type { AltTexts } from '#domain/catalog/alt-texts.ts'
import { maxCharacters, type Problems } from '#domain/form-fields.ts'
import { cleanLine } from '#domain/text.ts'

export const ALT_TEXT_MAX = 200

export const altTextSchema = v.pipe(
  v.string('Enter a text.'),
  v.transform(cleanLine),
  maxCharacters(ALT_TEXT_MAX, `An alt text can have at most ${ALT_TEXT_MAX} characters.`),
)

/** The form field of an image, which is named by its address or, for an uploaded file, its place (`new-0`). */
export function altTextField(image: string): string {
  return `altText ${image}`
}

const FIELD = /^altText (.{1,300})$/

/** The alt texts that a form has sent, empty ones too; undefined: none were sent, so they stay as they are. */
export function parseAltTexts(entries: Record<string, unknown>): { altTexts?: AltTexts; problems: Problems } {
  const altTexts: [image: string, text: string][] = []
  const problems: Problems = {}
  for (const [image, value] of listSent(entries)) {
    const parsed = v.safeParse(altTextSchema, value)
    if (parsed.success) altTexts.push([image, parsed.output])
    else problems[altTextField(image)] = parsed.issues[0].message
  }
  return { ...(altTexts.length > 0 && { altTexts: Object.fromEntries(altTexts) }), problems }
}

/** As typed, right or wrong, to fill a form in again. */
export function typedAltTexts(values: Record<string, string> = {}): AltTexts {
  return Object.fromEntries(listSent(values))
}

function listSent<T>(entries: Record<string, T>): [image: string, value: T][] {
  return Object.entries(entries).flatMap(([name, value]) => {
    const image = FIELD.exec(name)?.[1]
    return image === undefined ? [] : [[image, value] satisfies [string, T]]
  })
}

/**
 * The alt texts of these images: as sent, else as they were. Those of removed images go.
 *
 * @param sent by address, or by the place of an uploaded file
 * @param added addresses of the uploaded files
 */
export function decideAltTexts(
  images: readonly string[],
  current: AltTexts,
  sent: AltTexts = {},
  added: readonly string[] = [],
): AltTexts {
  const placeOf = new Map(added.map((address, index) => [address, `new-${index}`]))
  const textOf = (address: string) => {
    const name = placeOf.get(address) ?? address
    return Object.hasOwn(sent, name) ? sent[name] : Object.hasOwn(current, address) ? current[address] : undefined
  }
  return Object.fromEntries(
    images.flatMap((address) => {
      const text = textOf(address)
      return text ? [[address, text]] : []
    }),
  )
}
