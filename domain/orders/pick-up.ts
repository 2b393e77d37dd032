import * as v from 'valibot'
import { line, type Parsed, parseWith } from '#domain/form-fields.ts'
import { type Paise, parseAmount } from '#domain/money.ts'
import type { Settings } from '#domain/shop/settings.ts'
import type { ParcelWord } from './parcel-word.ts'
import { STEP_LABELS, type Step } from './shipment.ts'

/** The place where a buyer fetches an order. Address and hours are lines below each other. */
export type PickUp = { at: string; address: string; hours: string }

/** Field of the checkout. */
export const PICK_UP = 'pickUp'

/** The courier of a parcel that waits at the counter, on screens, slips and files. */
export const COUNTER = 'Pick up'

/** Undefined: the shop has no such place. */
export function pickUpOf(settings: Pick<Settings, 'pickUpAt' | 'pickUpAddress' | 'pickUpHours'>): PickUp | undefined {
  const { pickUpAt: at, pickUpAddress: address, pickUpHours: hours } = settings
  return at === '' ? undefined : { at, address, hours }
}

/** To who ordered while the owner closed the place. */
export const NO_PICK_UP = 'Orders can’t be picked up any more. Please reload the page and choose delivery.'

/** `Gamla studio, 12 MG Road, Pune 411001` */
export function pickUpPlace({ at, address }: Pick<PickUp, 'at' | 'address'>): string {
  return [at, ...address.split('\n')].join(', ')
}

/** The words of a parcel at the counter, where they are not those of one that travels. */
export function wordAtCounter(word: ParcelWord): string {
  return WORDS[word] ?? word
}

const WORDS: Partial<Record<ParcelWord, string>> = {
  Packed: 'Ready to pick up',
  'Coming back': 'Not picked up',
  Delivered: 'Handed over',
}

export function stepLabelOf({ pickUp }: { pickUp?: boolean }, step: Step): string {
  return (pickUp && STEPS[step]) || STEP_LABELS[step]
}

const STEPS: Partial<Record<Step, string>> = {
  packed: 'Ready to pick up',
  returned: 'Not picked up',
  delivered: 'Handed over',
}

/** As it is compared: people type `482 913` too. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, '')
}

/** `482 913` */
export function shownCode(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`
}

/** The form for handing a parcel over. `amount`: paise collected; undefined: the field was left empty. */
export type HandOverForm = { code: string; amount: Paise | undefined }

const ENTER_CODE = 'Enter the six digits that the buyer shows.'

export function parseHandOver(form: FormData): Parsed<HandOverForm> {
  return parseWith(
    v.object({
      code: v.pipe(line, v.transform(plainCode), v.regex(/^\d{6}$/, ENTER_CODE)),
      amount: v.pipe(
        line,
        v.check((text) => text === '' || Boolean(parseAmount(text)), 'Enter rupees, such as 5998 or 94.50.'),
        v.transform((text) => (text === '' ? undefined : parseAmount(text))),
      ),
    }),
    form,
  )
}

/** @param due paise that are still to be collected for the parcel */
export function decideHandOver(
  { step, isCode, due }: { step: Step; isCode: boolean; due: Paise },
  { amount = 0 }: Pick<HandOverForm, 'amount'>,
): 'hand-over' | 'done' | 'not-ready' | 'wrong-code' | 'amount-needed' | 'too-much' {
  if (!isCode) return 'wrong-code'
  if (step === 'delivered') return 'done'
  if (step !== 'packed') return 'not-ready'
  if (due > 0 && amount === 0) return 'amount-needed'
  return amount > Math.max(0, due) ? 'too-much' : 'hand-over'
}
