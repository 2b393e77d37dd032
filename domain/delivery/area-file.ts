import { stripRupeeFormat } from '#domain/text.ts'
import { type DeliveryArea, isPincode, plainPincode } from './delivery-area.ts'

/** The columns of the list of serviceable pincodes. */
export const AREA_COLUMNS = ['pincode', 'days', 'cash', 'largest'] as const

const YES = ['', 'yes', 'y', 'true', '1', 'cod']
const NO = ['no', 'n', 'false', '0', 'prepaid']

type ParsedArea = { ok: true; value: DeliveryArea } | { ok: false; problem: string }

/** @param cells by the names of `AREA_COLUMNS`, as a spreadsheet has them */
export function parseArea(cells: Partial<Record<string, string>>): ParsedArea {
  const pincode = plainPincode(cells.pincode ?? '')
  if (!isPincode(pincode)) return refuse(`“${cells.pincode ?? ''}” is not a pincode of six digits.`)
  const days = wholeNumber(cells.days)
  if (days === undefined || (days !== null && (days < 1 || days > 90)))
    return refuse('days: enter a whole number from 1 to 90, or leave it empty.')
  const typed = (cells.cash ?? '').toLowerCase()
  if (!YES.includes(typed) && !NO.includes(typed)) return refuse('cash: enter yes or no.')
  const largest = wholeNumber(cells.largest)
  if (largest === undefined || (largest !== null && (largest < 1 || largest > 9_999_999)))
    return refuse('largest: enter whole rupees, or leave it empty.')
  return { ok: true, value: { pincode, days, cash: YES.includes(typed), largest } }
}

function refuse(problem: string): ParsedArea {
  return { ok: false, problem }
}

/** Null: nothing was entered. Undefined: it is no whole number. */
function wholeNumber(typed = ''): number | null | undefined {
  const plain = stripRupeeFormat(typed)
  if (plain === '') return null
  return /^\d{1,9}$/.test(plain) ? Number(plain) : undefined
}
