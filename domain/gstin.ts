import { isStateCode, type StateCode } from './states.ts'

/** Two digits of the State, the PAN, the number of the registration, a letter (Z for taxpayers) and the check character. */
const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][A-JZ1-9][0-9A-Z]$/

/**
 * The problem of this GSTIN, as a message; undefined: it is valid. The check character finds every wrong character and
 * every two neighbours that changed places, except the pair 0 and Z.
 *
 * @param gstin in capitals, without spaces
 * @see CGST Rules 2017, rule 10 (structure)
 */
export function gstinProblem(gstin: string): string | undefined {
  if (gstin.length !== 15) return `A GSTIN has 15 characters; this has ${gstin.length}.`
  if (!GSTIN.test(gstin)) return 'This is not a GSTIN. It looks like 27AAPFU0939F1ZV.'
  if (!isStateCode(gstin.slice(0, 2)))
    return `No State has the code ${gstin.slice(0, 2)}, with which this GSTIN begins.`
  if (checkCharacterOf(gstin) !== gstin[14]) return 'One of the characters is wrong. Compare it with your certificate.'
  return undefined
}

/** The State of the registration. @returns undefined: no GSTIN */
export function stateOfGstin(gstin: string): StateCode | undefined {
  const code = gstin.slice(0, 2)
  return isStateCode(code) ? code : undefined
}

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Modulo 36 over the first 14 characters, every second one doubled (Luhn's method with 36 characters). */
function checkCharacterOf(gstin: string): string | undefined {
  let sum = 0
  for (let index = 0; index < 14; index += 1) {
    const product = CHARACTERS.indexOf(gstin[index] ?? '') * (index % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return CHARACTERS[(36 - (sum % 36)) % 36]
}
