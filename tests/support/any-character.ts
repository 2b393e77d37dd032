import fc from 'fast-check'

/** A unit for `fc.string`, half emoji among them. fast-check's own `binary` spends a second on a table of all characters. */
export const anyCharacter = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code))
