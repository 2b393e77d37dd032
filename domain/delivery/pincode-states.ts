import { memoize } from '#domain/memoize.ts'
import { isStateCode, STATES, type StateCode } from '#domain/states.ts'
import { PINCODE_PREFIXES } from './pincode-prefixes.ts'

/** @returns undefined: not a pincode, or no post office has one that begins like it */
export function stateOfPincode(pincode: string): StateCode | 'unsure' | undefined {
  const digits = pincode.replace(/\s/g, '')
  if (!/^[1-9]\d{5}$/.test(digits)) return undefined
  for (let length = 6; length >= 3; length -= 1) {
    const state = statesByPrefix().get(digits.slice(0, length))
    if (state) return state
  }
  return undefined
}

type Place = { pincode: string; stateCode?: string | undefined }

/**
 * The State that decides the tax: the pincode's if it is sure, else the chosen one.
 *
 * @returns undefined: it has to be asked for
 */
export function deliveryStateOf({ pincode, stateCode = '' }: Place): StateCode | undefined {
  const state = stateOfPincode(pincode)
  if (state !== undefined && state !== 'unsure') return state
  return isStateCode(stateCode) ? stateCode : undefined
}

/** The sentence for an address whose pincode is surely in another State than the chosen one. */
export function stateProblem({ pincode, stateCode = '' }: Place): string | undefined {
  const state = deliveryStateOf({ pincode, stateCode })
  if (!state || !stateCode || state === stateCode) return undefined
  return `${pincode} is in ${STATES[state]}. Check the pincode or the State.`
}

const statesByPrefix = memoize(() => {
  const states = new Map<string, StateCode | 'unsure'>()
  for (const [state, prefixes] of Object.entries(PINCODE_PREFIXES)) {
    for (const range of prefixes.split(' ')) {
      const [from = '', to = from] = range.split('-')
      for (let prefix = Number(from); prefix <= Number(to); prefix += 1)
        states.set(String(prefix), state as StateCode | 'unsure')
    }
  }
  return states
})
