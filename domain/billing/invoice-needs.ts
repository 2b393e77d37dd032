import { deliveryStateOf, stateProblem } from '#domain/delivery/pincode-states.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { billToStateOf, type DeliveryAddress } from '#domain/orders/address.ts'
import type { PickUp } from '#domain/orders/pick-up.ts'
import type { SettingName, Settings } from '#domain/shop/settings.ts'
import { isStateCode, STATES } from '#domain/states.ts'
import { legalSection } from './legal-section.ts'
import { gstSplit, type TaxSplit } from './tax.ts'

/** The parts of an order's address from which the place of supply follows (IGST Act 2017, section 10(1)(a), (b) and (ca)). */
type InvoiceAddress = Pick<DeliveryAddress, 'pincode' | 'stateCode' | 'gstin' | 'registeredAddress'> & {
  /** Handed over at the shop, whose State is the place of supply. */
  pickUp?: PickUp | null | undefined
}
/** And whether the desk has confirmed that it is billed to another State. */
type CheckedAddress = InvoiceAddress & { isBillToConfirmed: boolean }

/** Without these no invoice can be made. @returns the labels of the settings to fill in */
export function missingForInvoice(settings: Settings): string[] {
  const { taxRegime } = settings
  const isRegistered = taxRegime === 'regular' || taxRegime === 'composition'
  const needed: SettingName[] = [
    'legalName',
    'legalAddress',
    // The tax of an unregistered seller depends on no State.
    ...(taxRegime === 'unregistered' ? [] : (['legalState'] as const)),
    ...(isRegistered ? (['gstin'] as const) : []),
    'taxRegime',
  ]
  return needed.filter((name) => settings[name] === '').map((name) => legalSection.fields[name]?.label ?? name)
}

/**
 * Why this order cannot be dispatched yet. `state-contradicts`: its State is not the one of its pincode, as in addresses from
 * before this was refused. `state-needed`: the invoice needs the State of delivery, and the pincode does not tell it.
 * `bill-to-needed`: the desk has not confirmed that it is billed to another State, or its registered address is missing.
 */
export type InvoiceProblem = (typeof INVOICE_PROBLEMS)[number]
const INVOICE_PROBLEMS = ['state-contradicts', 'state-needed', 'bill-to-needed'] as const

export function isInvoiceProblem(reason: string): reason is InvoiceProblem {
  return INVOICE_PROBLEMS.some((problem) => problem === reason)
}

export function invoiceProblem(settings: Settings, address: CheckedAddress): InvoiceProblem | undefined {
  if (stateProblem(address)) return 'state-contradicts'
  if (!dependsOnState(settings)) return undefined
  if (deliveryStateOf(address) === undefined) return 'state-needed'
  const isBilled = address.isBillToConfirmed && address.registeredAddress
  return billToQuestion(settings, address) && !isBilled ? 'bill-to-needed' : undefined
}

/** `Bill to Maharashtra, ship to Karnataka: IGST`, which the desk confirms once; undefined: both are one State. */
export function billToQuestion(settings: Settings, address: InvoiceAddress): string | undefined {
  const registered = billToStateOf(address)
  const delivery = deliveryStateOf(address)
  if (!dependsOnState(settings) || !registered || !delivery || address.pickUp) return undefined
  const { taxRegime, legalState } = settings
  const tax =
    taxRegime === 'regular' && isStateCode(legalState) ? `: ${TAX_NAMES[gstSplit(legalState, registered)]}` : ''
  return `Bill to ${STATES[registered]}, ship to ${STATES[delivery]}${tax}`
}

const TAX_NAMES: Record<TaxSplit, string> = {
  igst: 'IGST',
  'cgst-sgst': 'CGST and SGST',
  'cgst-utgst': 'CGST and UTGST',
}

/** An invoice will be made, and not by a seller who is outside GST. */
function dependsOnState(settings: Settings): boolean {
  return missingForInvoice(settings).length === 0 && settings.taxRegime !== 'unregistered'
}

/** Above this value goods move with an e-way bill (CGST Rules 2017, rule 138(1)). */
const E_WAY_BILL_ABOVE: Rupees = 50_000

/** Warnings before a parcel of this value leaves. Only a contradiction in the address stops the dispatch. */
export function dispatchWarnings(settings: Settings, address: InvoiceAddress, total: Rupees): string[] {
  const missing = missingForInvoice(settings)
  const warnings: string[] = []
  if (missing.length > 0)
    warnings.push(
      `No invoice will be made. Fill in ${new Intl.ListFormat('en-IN').format(missing)} under Settings, Legal.`,
    )
  const wrongState = stateProblem(address)
  if (wrongState) warnings.push(wrongState)
  const beyond = beyondTheState(settings, address)
  if (beyond) warnings.push(beyond)
  if (total > E_WAY_BILL_ABOVE && !address.pickUp)
    warnings.push(
      `Worth more than ${formatRupees(E_WAY_BILL_ABOVE)}: make an e-way bill before it leaves (CGST Rules, rule 138).`,
    )
  return warnings
}

function beyondTheState({ taxRegime, legalState }: Settings, address: InvoiceAddress): string | undefined {
  const billedTo = taxRegime === 'composition' ? billToStateOf(address) : undefined
  const state = billedTo ?? deliveryStateOf(address)
  if (address.pickUp || state === undefined || legalState === '' || legalState === state) return undefined
  if (taxRegime === 'composition')
    return `This parcel ${billedTo ? 'is billed' : 'goes'} to ${STATES[state]}. A composition shop may not sell to other States (CGST Act, section 10(2)(c)).`
  if (taxRegime === 'unregistered')
    return `This parcel goes to ${STATES[state]}. A shop that sells to other States has to register for GST (CGST Act, section 24).`
  return undefined
}
