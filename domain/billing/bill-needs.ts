import { deliveryStateOf, stateProblem } from '#domain/delivery/pincode-states.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import type { DeliveryAddress } from '#domain/orders/address.ts'
import { legalSection } from '#domain/shop/legal-section.ts'
import type { SettingName, Settings } from '#domain/shop/settings.ts'
import { STATES } from '#domain/shop/states.ts'

/** The parts of an address from which the State of delivery follows: the place of supply (IGST Act 2017, section 10(1)(a) and (ca)). */
type BillAddress = Pick<DeliveryAddress, 'pincode' | 'stateCode'>

/** Without these no lawful bill can be made. @returns the labels of the settings to fill in */
export function missingForBill(settings: Settings): string[] {
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
 * Why this order cannot be dispatched yet. `state-contradicts`: its State is not the one of its pincode, as in addresses
 * from before this was refused. `state-needed`: the bill needs the State of delivery, and the pincode does not tell it.
 */
export type BillProblem = (typeof BILL_PROBLEMS)[number]
const BILL_PROBLEMS = ['state-contradicts', 'state-needed'] as const

export function isBillProblem(reason: string): reason is BillProblem {
  return BILL_PROBLEMS.some((problem) => problem === reason)
}

export function billProblem(settings: Settings, address: BillAddress): BillProblem | undefined {
  if (stateProblem(address)) return 'state-contradicts'
  const needsState = missingForBill(settings).length === 0 && settings.taxRegime !== 'unregistered'
  return needsState && deliveryStateOf(address) === undefined ? 'state-needed' : undefined
}

/** Above this value goods move with an e-way bill (CGST Rules 2017, rule 138(1)). */
const E_WAY_BILL_ABOVE: Rupees = 50_000

/** What the desk reads before a parcel of this value leaves. Only a contradiction in the address stops it. */
export function dispatchWarnings(settings: Settings, address: BillAddress, total: Rupees): string[] {
  const missing = missingForBill(settings)
  const warnings: string[] = []
  if (missing.length > 0)
    warnings.push(`No lawful bill will be made. Fill in ${listOf(missing)} under Settings, Legal.`)
  const wrongState = stateProblem(address)
  if (wrongState) warnings.push(wrongState)
  const beyond = beyondTheState(settings, address)
  if (beyond) warnings.push(beyond)
  if (total > E_WAY_BILL_ABOVE)
    warnings.push(
      `Worth more than ${formatRupees(E_WAY_BILL_ABOVE)}: make an e-way bill before it leaves (CGST Rules, rule 138).`,
    )
  return warnings
}

function beyondTheState({ taxRegime, legalState }: Settings, address: BillAddress): string | undefined {
  const state = deliveryStateOf(address)
  if (state === undefined || legalState === '' || legalState === state) return undefined
  if (taxRegime === 'composition')
    return `This parcel goes to ${STATES[state]}. A composition shop may not sell to other States (CGST Act, section 10(2)(c)).`
  if (taxRegime === 'unregistered')
    return `This parcel goes to ${STATES[state]}. A shop that sells to other States has to register for GST (CGST Act, section 24).`
  return undefined
}

function listOf(labels: readonly string[]): string {
  return labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`
}
