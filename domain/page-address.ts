import * as v from 'valibot'
import { line } from './form-fields.ts'

const ADDRESS_MAX = 100
const WORD = '[\\p{L}\\p{M}\\p{N}]+'
const ADDRESS = new RegExp(`^${WORD}(-${WORD})*$`, 'u')

/** The last part of the address of a collection or page, made of its name: `Small gifts` is at `small-gifts`. */
export function addressFor(name: string): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]/u)
  const address = words
    .filter((word) => word !== '')
    .join('-')
    .slice(0, ADDRESS_MAX)
  return address.endsWith('-') ? address.slice(0, -1) : address
}

/** Empty: made of the name. */
export const addressSchema = v.pipe(
  line,
  v.transform((text) => text.normalize('NFC').toLowerCase()),
  v.maxLength(ADDRESS_MAX, `Use at most ${ADDRESS_MAX} characters.`),
  v.check(
    (text) => text === '' || ADDRESS.test(text),
    'Use letters, digits and hyphens between words, such as small-gifts.',
  ),
)

/** The address of a form with a name, and why it has none. */
export function readFormAddress({ name, address }: { name: string; address: string }): {
  address: string
  problem?: string
} {
  const found = address || addressFor(name)
  return found === '' ? { address: '', problem: 'Enter an address, such as small-gifts.' } : { address: found }
}

/** As a browser sends it; names are compared without regard to capitals. */
export function addressKey(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
