import * as v from 'valibot'
import { deliveryStateOf, stateOfPincode, stateProblem } from '#domain/delivery/pincode-states.ts'
import { formParser, gstinField, line, type Parsed, paragraph, parseWith } from '#domain/form-fields.ts'
import { stateOfGstin } from '#domain/gstin.ts'
import { messages } from '#domain/messages.ts'
import { isStateCode, STATES, type StateCode } from '#domain/states.ts'
import { cleanText } from '#domain/text.ts'

type SpecifiedAddress = { name: string; address: string; city: string; pincode: string; mobileNumber: string }
/** The other fields that tax and invoices need; empty: not given. */
type BillingFields = {
  stateCode: StateCode | ''
  firm: string
  gstin: string
  /** Of the GSTIN, in its State; lines below each other. */
  registeredAddress: string
}

/** The specified fields. The others are there only if they were filled: the State then overrides the pincode's. */
export type DeliveryAddress = SpecifiedAddress & Partial<BillingFields>

/** The field of the delivery fee that the page showed. */
export const DELIVERY_FEE = 'deliveryFee'

/** Name of the checkbox at checkout that saves the address. */
export const SAVE_ADDRESS = 'saveAddress'
/** And of the one that asks for updates by WhatsApp. */
export const WHATSAPP_UPDATES = 'whatsappUpdates'

const specifiedFields = {
  name: field(line, 3, 100, 'name'),
  address: field(paragraph, 4, 300, 'address'),
  city: field(line, 1, 100, 'city'),
  pincode: field(line, 6, 12, 'pincode'),
  mobileNumber: field(line, 10, 20, 'mobile number'),
}
const registeredAddress = v.pipe(paragraph, v.maxLength(300, 'The registered address can have at most 300 characters.'))
const addressFields = v.object({
  ...specifiedFields,
  stateCode: v.pipe(
    line,
    v.check((code) => code === '' || isStateCode(code), 'Choose a State from the list.'),
    v.transform((code) => code as StateCode | ''),
  ),
  firm: v.pipe(line, v.maxLength(100, 'The name of your firm can have at most 100 characters.')),
  gstin: gstinField,
  registeredAddress,
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
  v.forward(
    v.partialCheck(
      [['pincode'], ['stateCode'], ['gstin'], ['registeredAddress']],
      (buyer) => buyer.registeredAddress !== '' || billToStateOf(buyer) === undefined,
      ({ input }) => registeredAddressNeeded(input.gstin),
    ),
    ['registeredAddress'],
  ),
  v.forward(
    v.partialCheck(
      [['gstin'], ['registeredAddress']],
      ({ gstin, registeredAddress }) => registeredAddress === '' || gstin !== '',
      'Enter the GSTIN that is registered at this address.',
    ),
    ['gstin'],
  ),
)

type Buyer = Pick<DeliveryAddress, 'pincode' | 'stateCode' | 'gstin'>

/**
 * The State of the buyer's registration if the parcel goes to another one. Then the goods are billed there and shipped
 * here, and the place of supply is the buyer's (Integrated GST Act 2017, section 10(1)(b)).
 */
export function billToStateOf({ gstin = '', ...place }: Buyer): StateCode | undefined {
  const registered = stateOfGstin(gstin)
  const delivery = deliveryStateOf(place)
  return delivery && registered !== delivery ? registered : undefined
}

function registeredAddressNeeded(gstin: string): string {
  const state = stateOfGstin(gstin)
  return `This GSTIN is of ${state ? STATES[state] : 'another State'}. Enter the address that is registered there.`
}

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

/** The registered address that the desk adds to an order. */
export const parseRegisteredAddress = formParser(v.object({ registeredAddress }))

/** An address from a row or a form: without empty fields, and without a State that follows from the pincode. */
export function toAddress(given: DeliveryAddress): DeliveryAddress {
  const { name, address, city, pincode, mobileNumber, stateCode, firm, gstin, registeredAddress } = given
  return {
    name,
    address,
    city,
    pincode,
    mobileNumber,
    ...(stateCode && stateCode !== stateOfPincode(pincode) && { stateCode }),
    ...(firm && { firm }),
    ...(gstin && { gstin }),
    ...(registeredAddress && { registeredAddress }),
  }
}

export function storedAddress(address: DeliveryAddress): SpecifiedAddress & BillingFields {
  return { stateCode: '', firm: '', gstin: '', registeredAddress: '', ...toAddress(address) }
}

/** To be printed: the firm or the person first, then the lines below each other; the mobile number comes last. */
export function addressLines(to: DeliveryAddress): string[] {
  const state = deliveryStateOf(to)
  const lines = [
    to.firm || to.name,
    to.firm ? to.name : '',
    ...to.address.split('\n'),
    `${to.city} ${to.pincode}`,
    state ? STATES[state] : '',
    `Mobile: ${to.mobileNumber}`,
  ]
  return lines.filter(Boolean)
}

/** The values of an address, for comparing two addresses. An absent optional field equals an empty one. */
export function addressParts(whole: DeliveryAddress): string[] {
  const { name, address, city, pincode, mobileNumber, stateCode, firm, gstin, registeredAddress } = storedAddress(whole)
  const billing = [stateCode, firm, gstin, ...(registeredAddress ? [registeredAddress] : [])]
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
