import * as v from 'valibot'
import { messages } from '#domain/messages.ts'
import { cleanText, line, type Parsed, paragraph, parseWith } from '#domain/text.ts'

/** Field names are the specification's. */
export type DeliveryAddress = { name: string; address: string; city: string; pincode: string; mobileNumber: string }

/** Name of the checkbox at checkout that saves the address. */
export const SAVE_ADDRESS = 'saveAddress'

const addressSchema = v.object({
  name: field(line, 3, 100, 'name'),
  address: field(paragraph, 4, 300, 'address'),
  city: field(line, 1, 100, 'city'),
  pincode: field(line, 6, 12, 'pincode'),
  mobileNumber: field(line, 10, 20, 'mobile number'),
})

function field(base: typeof line, min: number, max: number, name: string) {
  return v.pipe(
    base,
    v.minLength(1, `Enter your ${name}.`),
    v.minLength(min, `Your ${name} must have at least ${min} characters.`),
    v.maxLength(max, `Your ${name} can have at most ${max} characters.`),
  )
}

export function parseAddress(form: unknown): Parsed<DeliveryAddress> {
  return parseWith(addressSchema, form)
}

/** The same for the same address, to compare two of them. */
export function addressKey({ name, address, city, pincode, mobileNumber }: DeliveryAddress): string {
  return JSON.stringify([name, address, city, pincode, mobileNumber])
}

/** The toast for an invalid address: empty fields first, then lengths. */
export function addressToast(form: Partial<Record<keyof DeliveryAddress, string>>): string | undefined {
  const fields = Object.keys(addressSchema.entries) as (keyof DeliveryAddress)[]
  if (fields.some((name) => !cleanText(form[name] ?? ''))) return messages.productOrAddressFieldsRequired
  return parseAddress(form).ok ? undefined : messages.enterValidData
}
