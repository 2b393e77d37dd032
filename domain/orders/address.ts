import * as v from 'valibot'
import { stateOfPincode, stateProblem } from '#domain/delivery/pincode-states.ts'
import { line, type Parsed, paragraph, parseWith } from '#domain/form-fields.ts'
import { messages } from '#domain/messages.ts'
import { gstinProblem } from '#domain/shop/gstin.ts'
import { isStateCode, type StateCode } from '#domain/shop/states.ts'
import { cleanText } from '#domain/text.ts'

type SpecifiedAddress = { name: string; address: string; city: string; pincode: string; mobileNumber: string }
/** What tax and invoices need beyond that; empty: not given. */
type BillingFields = { stateCode: StateCode | ''; firm: string; gstin: string }

/** The specified fields. The others are there only if they were filled: the State then overrides the pincode's. */
export type DeliveryAddress = SpecifiedAddress & Partial<BillingFields>

/** Name of the checkbox at checkout that saves the address. */
export const SAVE_ADDRESS = 'saveAddress'

const specifiedFields = {
  name: field(line, 3, 100, 'name'),
  address: field(paragraph, 4, 300, 'address'),
  city: field(line, 1, 100, 'city'),
  pincode: field(line, 6, 12, 'pincode'),
  mobileNumber: field(line, 10, 20, 'mobile number'),
}
const addressFields = v.object({
  ...specifiedFields,
  stateCode: v.pipe(
    line,
    v.check((code) => code === '' || isStateCode(code), 'Choose a State from the list.'),
    v.transform((code) => code as StateCode | ''),
  ),
  firm: v.pipe(line, v.maxLength(100, 'The name of your firm can have at most 100 characters.')),
  gstin: v.pipe(
    line,
    v.transform((gstin) => gstin.replace(/\s/g, '').toUpperCase()),
    v.rawCheck(({ dataset, addIssue }) => {
      const problem = dataset.typed && dataset.value !== '' ? gstinProblem(dataset.value) : undefined
      if (problem) addIssue({ message: problem })
    }),
  ),
})

/** A State against a sure pincode is refused, because the wrong State is the wrong tax. */
const addressSchema = v.pipe(
  addressFields,
  v.forward(
    v.partialCheck(
      [['pincode'], ['stateCode']],
      (place) => stateProblem(place) === undefined,
      ({ input }) => stateProblem(input) ?? '',
    ),
    ['stateCode'],
  ),
)

function field(base: typeof line, min: number, max: number, name: string) {
  return v.pipe(
    base,
    v.minLength(1, `Enter your ${name}.`),
    v.minLength(min, `Your ${name} must have at least ${min} characters.`),
    v.maxLength(max, `Your ${name} can have at most ${max} characters.`),
  )
}

export function parseAddress(form: unknown): Parsed<DeliveryAddress> {
  const parsed = parseWith(addressSchema, form)
  return parsed.ok ? { ok: true, value: toAddress(parsed.value) } : parsed
}

/** An address from a row or a form: without empty fields, and without a State that follows from the pincode. */
export function toAddress({
  name,
  address,
  city,
  pincode,
  mobileNumber,
  ...billing
}: DeliveryAddress): DeliveryAddress {
  const { stateCode, firm, gstin } = billing
  return {
    name,
    address,
    city,
    pincode,
    mobileNumber,
    ...(stateCode && stateCode !== stateOfPincode(pincode) && { stateCode }),
    ...(firm && { firm }),
    ...(gstin && { gstin }),
  }
}

/** Every field, to be stored. */
export function storedAddress(address: DeliveryAddress): SpecifiedAddress & BillingFields {
  return { stateCode: '', firm: '', gstin: '', ...toAddress(address) }
}

/** The values of an address, for comparing two addresses. An absent optional field equals an empty one. */
export function addressParts(whole: DeliveryAddress): string[] {
  const { name, address, city, pincode, mobileNumber, stateCode, firm, gstin } = storedAddress(whole)
  const billing = [stateCode, firm, gstin]
  return [name, address, city, pincode, mobileNumber, ...(billing.some(Boolean) ? billing : [])]
}

/** Equal addresses have equal keys. */
export function addressKey(address: DeliveryAddress): string {
  return JSON.stringify(addressParts(address))
}

/** The toast for an invalid address: empty fields first, then lengths. */
export function addressToast(form: Partial<Record<keyof DeliveryAddress, string>>): string | undefined {
  const fields = Object.keys(specifiedFields) as (keyof SpecifiedAddress)[]
  if (fields.some((name) => !cleanText(form[name] ?? ''))) return messages.productOrAddressFieldsRequired
  return parseAddress(form).ok ? undefined : messages.enterValidData
}
