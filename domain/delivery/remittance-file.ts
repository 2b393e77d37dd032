import { type Paise, parseAmount } from '#domain/money.ts'

/** Cash that a courier has handed over for one parcel. */
export type Remittance = { awb: string; reference: string; amount: Paise; paidOn: string }

/** Couriers' names for the columns, in small letters without spaces and signs. */
const HEADINGS: Record<keyof Remittance, readonly string[]> = {
  awb: [
    'awb',
    'awbno',
    'awbnumber',
    'awbcode',
    'waybill',
    'waybillno',
    'waybillnumber',
    'trackingid',
    'trackingno',
  ].concat(['trackingnumber', 'airwaybill', 'airwaybillno', 'consignmentno', 'consignmentnumber', 'articlenumber']),
  amount: [
    'amount',
    'codamount',
    'remittedamount',
    'amountremitted',
    'collectedamount',
    'codvalue',
    'codremitted',
  ].concat(['remittanceamount', 'codpayable', 'amountrs', 'amountinr', 'value']),
  paidOn: ['date', 'remittancedate', 'remitteddate', 'paymentdate', 'paidon', 'transferdate', 'utrdate', 'remittedon'],
  reference: [
    'reference',
    'ref',
    'refno',
    'referenceno',
    'referencenumber',
    'utr',
    'utrno',
    'utrnumber',
    'crfid',
  ].concat(['transactionid', 'remittanceid', 'neftreference', 'bankreference', 'paymentreference']),
}

/** Our name for a heading of a courier's file; undefined: the column is left out. */
export function remittanceColumn(heading: string): keyof Remittance | undefined {
  const plain = heading.toLowerCase().replace(/[^a-z]/g, '')
  return (Object.keys(HEADINGS) as (keyof Remittance)[]).find((name) => HEADINGS[name].includes(plain))
}

type Parsed = { ok: true; value: Remittance } | { ok: false; problem: string }

export function parseRemittance(cells: Partial<Record<string, string>>): Parsed {
  const { awb = '', amount = '', paidOn = '', reference = '' } = cells
  // A spreadsheet may have put an apostrophe before a long number.
  const plainAwb = awb.replace(/^'/, '').replace(/\s/g, '')
  if (plainAwb === '' || plainAwb.length > 50) return { ok: false, problem: 'The AWB is missing.' }
  if (/^\d(\.\d+)?e\+\d+$/i.test(plainAwb))
    return { ok: false, problem: `${plainAwb}: the spreadsheet has shortened this AWB. Use the courier’s own file.` }
  const paise = parseAmount(amount)
  if (paise === undefined) return { ok: false, problem: `“${amount}” is no amount in rupees.` }
  const day = toDay(paidOn)
  if (day === undefined) return { ok: false, problem: `“${paidOn}” is no date such as 2026-11-26 or 26/11/2026.` }
  return { ok: true, value: { awb: plainAwb, reference: reference.slice(0, 100), amount: paise, paidOn: day } }
}

const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec'

/** `2026-11-26` from itself, `26/11/2026`, `26-11-26` or `26 Nov 2026`, with or without a time behind it. */
function toDay(typed: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(typed)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const [, day, month = '', year] = /^(\d{1,2})[/.\s-]([a-z]+|\d{1,2})[/.,\s-]+(\d{4}|\d{2})(?!\d)/i.exec(typed) ?? []
  if (!day || !year) return undefined
  const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase())
  const number = /^\d/.test(month) ? Number(month) : month.length < 3 || named % 3 !== 0 ? 0 : named / 3 + 1
  return dayOf(year.length === 2 ? 2000 + Number(year) : Number(year), number, Number(day))
}

/** Undefined: there is no such day. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isSame && year >= 2000 && year < 2100 ? date.toISOString().slice(0, 10) : undefined
}
