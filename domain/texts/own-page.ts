import * as v from 'valibot'
import { line, maxCharacters, type Parsed, paragraph, parseWith } from '#domain/form-fields.ts'
import { addressSchema, readFormAddress } from '#domain/page-address.ts'

const TITLE_MAX = 100

/** A page that the owner has added. Each save is a version of its text. */
export type OwnPage = {
  id: number
  title: string
  /** The last part of its address. */
  address: string
  inMenu: boolean
  /** Markdown without the title. */
  text: string
  version: number
}

export type OwnPageValues = Omit<OwnPage, 'id' | 'version'>

export function ownPagePath({ address }: Pick<OwnPage, 'address'>): string {
  return `/pages/${encodeURIComponent(address)}`
}

const formSchema = v.object({
  title: v.pipe(line, v.minLength(1, 'Enter a title.'), maxCharacters(TITLE_MAX)),
  address: addressSchema,
  text: v.pipe(paragraph, v.minLength(1, 'Enter the text.')),
})

export function parseOwnPage(form: FormData): Parsed<OwnPageValues> {
  const parsed = parseWith(formSchema, form)
  if (!parsed.ok) return parsed
  const { title, text } = parsed.value
  const { address, problem } = readFormAddress({ name: title, address: parsed.value.address })
  if (problem) return { ok: false, problems: { address: problem } }
  return { ok: true, value: { title, address, text, inMenu: form.get('inMenu') !== null } }
}
