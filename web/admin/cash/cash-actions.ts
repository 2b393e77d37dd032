import { data } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import { parsePaidBack } from '#domain/orders/cash-received.ts'
import { cleanLine, parseId, plural } from '#domain/text.ts'
import { calendarDay, formatDay } from '#domain/time.ts'
import { importRemittances } from '#server/admin/csv/remittances.ts'
import type { Upload } from '#server/http/uploads/uploads.ts'
import { acceptDifference, assignCash, type DifferencePress, removeImport } from '#server/parcels/remittances.ts'
import { recordPaidBack as markPaidBack } from '#server/payments/paid-back.ts'
import type { Shop } from '#server/shop.ts'
import { type DeskResult, fixFields } from '#web/admin/action-result.ts'
import { CASH_REFUSALS, cashPressOf, closeParcelCash, isKey, seenOf } from '#web/admin/orders/cash-actions.ts'
import { confirmFirst, runDesk } from '#web/admin/run-action.ts'
import { textField } from '#web/form-actions.ts'

/** The answer to a form of the Cash page. `rows`: those of a file that are wrong. */
export type CashResult = DeskResult & { rows?: { row: number; problem: string }[] }

type Press = { shop: Shop; admin: User; form: FormData; request: Request }
type Answer = Omit<DeskResult, 'intent'>

const MAX_PROBLEMS = 50

const actions: Record<string, (press: Press) => Promise<Answer>> = {
  accept,
  'write-off': closeParcelCash,
  assign,
  'remove-import': removeFile,
  'paid-back': recordPaidBack,
}

/** Carries out one form of the Cash page. */
export async function runCashAction({
  upload,
  ...press
}: Omit<Press, 'form'> & { upload: Upload }): Promise<ReturnType<typeof data<CashResult>>> {
  if (!upload.ok) return data(refused(upload.problem), { status: upload.status })
  const form = upload.fields
  const intent = textField(form, 'intent')
  if (intent === 'import') return importFile(press, upload)
  const run = actions[intent]
  if (!run) throw data('Unknown action.', { status: 400 })
  return runDesk(press.shop, form, 'cash', () => run({ ...press, form }))
}

async function importFile({ shop, admin }: Pick<Press, 'shop' | 'admin'>, { files }: Extract<Upload, { ok: true }>) {
  const file = files.find(({ field }) => field === 'file')?.file
  if (!file || file.size === 0) return data(refused('Choose a CSV file first.'), { status: 400 })
  const imported = await importRemittances(shop, admin, file)
  if (imported.ok) return data<CashResult>({ intent: 'import', ok: true, message: importMessage(imported) })
  const { length } = imported.problems
  const message = `${plural(length, 'row was', 'rows were')} refused. Nothing was imported.`
  return data({ ...refused(message), rows: imported.problems.slice(0, MAX_PROBLEMS) }, { status: 400 })
}

function refused(message: string): CashResult {
  return { intent: 'import', ok: false, message, problems: { file: message } }
}

function importMessage({ added, repeated, unknown }: { added: number; repeated: number; unknown: number }): string {
  const parts = [`${plural(added, 'row')} imported`]
  if (repeated > 0) parts.push(`${repeated} imported before`)
  if (unknown > 0) parts.push(`${unknown} with an unknown AWB`)
  return `${parts.join(', ')}.`
}

async function accept({ shop, admin, form }: Press): Promise<Answer> {
  const accepted = await acceptDifference(shop, admin, differenceOf(form))
  return accepted.ok ? { ok: true, message: 'Accepted' } : { ok: false, message: CASH_REFUSALS[accepted.reason] }
}

function differenceOf(form: FormData): DifferencePress {
  if (form.has('shipment')) return cashPressOf(form)
  const awb = textField(form, 'awb')
  const key = textField(form, 'key')
  if (awb === '' || !isKey(key)) throw data('Unknown difference.', { status: 400 })
  return { awb, key, seen: seenOf(form) }
}

async function assign({ shop, admin, form }: Press): Promise<Answer> {
  const orderId = parseId(cleanLine(textField(form, 'order')))
  if (!orderId) return fixFields({ order: 'Enter the number of the order, such as 1007.' })
  const given = await assignCash(shop, admin, { awb: textField(form, 'awb'), seen: seenOf(form), orderId })
  if (given.ok) return { ok: true, message: `Belongs to order ${orderId} now` }
  if (given.reason !== 'no-parcel') return { ok: false, message: CASH_REFUSALS[given.reason] }
  return fixFields({ order: `Order ${orderId} has no parcel that is paid in cash.` })
}

async function removeFile({ shop, admin, form, request }: Press): Promise<Answer> {
  const id = parseId(form.get('import'))
  if (!id) throw data('Unknown import.', { status: 400 })
  const asked = confirmFirst(request, form, REMOVE_QUESTION)
  if (asked) return asked.data
  const removed = await removeImport(shop, admin, id)
  return removed.ok ? { ok: true, message: 'Import removed' } : { ok: false, message: CASH_REFUSALS[removed.reason] }
}

const REMOVE_QUESTION =
  'Remove this import? Its rows are deleted, and what was decided about their parcels is open again.'

async function recordPaidBack({ shop, admin, form }: Press): Promise<Answer> {
  const id = parseId(form.get('counter-refund'))
  if (!id) throw data('Unknown debt.', { status: 400 })
  const parsed = parsePaidBack(form, calendarDay(shop.now()))
  if (!parsed.ok) return fixFields(parsed.problems)
  const paid = await markPaidBack(shop, admin, { id, ...parsed.value })
  if (paid.ok) return { ok: true, message: 'Paid back. The shopper gets an email.' }
  if (paid.reason === 'not-found') return { ok: false, message: 'Nothing is owed for this.' }
  const { paidBackOn, reference } = paid.with
  return {
    ok: false,
    message: `Paid back already on ${formatDay(paidBackOn)}, reference ${reference}. Reload to see the change.`,
  }
}
