import { data, Form, Link, useNavigation } from 'react-router'
import { formatRupees } from '#domain/money.ts'
import { formatDay } from '#domain/time.ts'
import { importRemittances } from '#server/admin/csv/remittances.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readUpload } from '#server/http/forms.ts'
import { type Difference, listDifferences, sumOutstanding } from '#server/parcels/remittance-queries.ts'
import { skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { Table } from '#web/ui/admin/table.tsx'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/cash-tab'

const MAX_PROBLEMS = 50

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [ages, differences] = await Promise.all([sumOutstanding(shop.db, shop.now()), listDifferences(shop.db)])
  return { ages, differences }
}

export async function action({ context, request }: Route.ActionArgs) {
  const [shop, admin] = [context.get(shopContext), getUser(context)]
  const upload = await readUpload(context, request)
  if (!upload.ok) return refuse(upload.problem, upload.status)
  const file = upload.files.find(({ field }) => field === 'file')?.file
  if (!file || file.size === 0) return refuse('Choose a CSV file first.', 400)
  const imported = await importRemittances(shop, admin, file)
  if (imported.ok) return imported
  const { length } = imported.problems
  const problem = `${length} ${length === 1 ? 'row was' : 'rows were'} refused. Nothing was imported.`
  return refuse(problem, 400, imported.problems.slice(0, MAX_PROBLEMS))
}

function refuse(problem: string, status: number, rows: { row: number; problem: string }[] = []) {
  return data({ ok: false as const, problem, rows }, { status })
}

export const shouldRevalidate = skipRevalidationOnFailure

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: 'Cash', description: 'Cash that couriers have collected and not handed over.' })

const KINDS: Record<Difference['kind'], string> = {
  unknown: 'Unknown AWB',
  returned: 'Paid for a returned parcel',
  less: 'Paid less',
  more: 'Paid more',
}

export default function CashTab({ loaderData: { ages, differences }, actionData }: Route.ComponentProps) {
  const answer = useLastResult(actionData)
  const busy = useNavigation().formAction === '/adminDashboard/cash'
  return (
    <div className="stack gap-6">
      <section className="stack" aria-labelledby="cash-outstanding">
        <h2 id="cash-outstanding">Cash outstanding</h2>
        <p className="quiet">Delivered parcels whose cash the courier has not handed over, by days since delivery.</p>
        <Table
          label="Cash outstanding"
          rows={ages}
          keyOf={({ label }) => label}
          columns={[
            { heading: 'Age', kind: 'row', cell: ({ label }) => label },
            { heading: 'Parcels', kind: 'number', cell: ({ parcels }) => parcels },
            { heading: 'Amount', kind: 'number', cell: ({ amount }) => rupees(amount) },
          ]}
        />
        <div className="cluster">
          <LinkButton to="/adminDashboard/export/cash" variant="quiet" reloadDocument>
            Export CSV
          </LinkButton>
        </div>
      </section>
      <section className="stack" aria-labelledby="cash-import">
        <h2 id="cash-import">Import a remittance</h2>
        <Form
          method="post"
          encType="multipart/form-data"
          className="form"
          preventScrollReset
          aria-labelledby="cash-import"
        >
          <Field
            label="CSV file"
            name="file"
            type="file"
            accept=".csv,text/csv"
            required
            error={answer?.ok === false ? answer.problem : undefined}
            hint="The courier’s file with the columns AWB, amount, date and reference or UTR. A row that was imported before is left out."
          />
          {answer?.ok === false && answer.rows.length > 0 && (
            <ul>
              {answer.rows.map(({ row, problem }) => (
                <li key={row}>
                  Row {row}: {problem}
                </li>
              ))}
            </ul>
          )}
          <div role="status">{answer?.ok && <FormMessage tone="good">{importMessage(answer)}</FormMessage>}</div>
          <div>
            <Button type="submit" busy={busy}>
              Import
            </Button>
          </div>
        </Form>
      </section>
      <section className="stack" aria-labelledby="cash-differences">
        <h2 id="cash-differences">Differences</h2>
        {differences.length === 0 ? (
          <p className="quiet">None. Couriers paid exactly what their parcels cost.</p>
        ) : (
          <Table
            label="Differences"
            rows={differences}
            keyOf={({ kind, awb, orderId }) => `${kind} ${awb} ${orderId}`}
            columns={[
              { heading: 'AWB', kind: 'row', cell: ({ awb }) => awb },
              { heading: 'Difference', cell: ({ kind }) => KINDS[kind] },
              {
                heading: 'Order',
                cell: ({ orderId }) => orderId && <Link to={`/adminDashboard/orders/${orderId}`}>{orderId}</Link>,
              },
              { heading: 'To collect', kind: 'number', cell: ({ expected }) => rupees(expected) },
              { heading: 'Paid', kind: 'number', cell: ({ paid }) => rupees(paid) },
              { heading: 'Paid on', cell: ({ paidOn }) => <time dateTime={paidOn}>{formatDay(paidOn)}</time> },
            ]}
          />
        )}
      </section>
    </div>
  )
}

function importMessage({ added, repeated, unknown }: { added: number; repeated: number; unknown: number }): string {
  const parts = [`${added} ${added === 1 ? 'row' : 'rows'} imported`]
  if (repeated > 0) parts.push(`${repeated} imported before`)
  if (unknown > 0) parts.push(`${unknown} with an unknown AWB`)
  return `${parts.join(', ')}.`
}

/** With paise if there are any, because couriers pay to the paisa. */
function rupees(paise: number): string {
  return paise % 100 === 0
    ? formatRupees(paise / 100)
    : `₹${(paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`
}
