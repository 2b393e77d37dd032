import fc from 'fast-check'

const BEFORE_SURROGATES = 0xd800
const SURROGATES = 0x800

/** A unit for `fc.string`. fast-check's own `binary` spends a second on a table of all characters. */
export const anyCharacter = fc
  .nat({ max: 0x10ffff - SURROGATES })
  .map((n) => String.fromCodePoint(n < BEFORE_SURROGATES ? n : n + SURROGATES))
