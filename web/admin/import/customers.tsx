import { data, Link } from 'react-router'
import { SOURCE_NAMES } from '#domain/catalog/import/row.ts'
import type { PastSource } from '#domain/orders/past-order.ts'
import { plural } from '#domain/text.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readUpload } from '#server/http/forms.ts'
import { type ImportedPast, importPast } from '#server/orders/past-orders.ts'
import { skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { privateMeta } from '#web/page-meta.ts'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/customers'
import { FAILED, refuse, refusedIfLost, sentFile } from './action.ts'
import { OneFile } from './one-file.tsx'
import { RowProblems } from './report.tsx'

/** Loads nothing, but without a loader browsers would open the page without a request, so without a permission check. */
export const loader = () => null

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const upload = await readUpload(context, request)
  if (!upload.ok) return refuse({ form: upload.problem }, upload.status)
  const file = sentFile(upload.files, 'file')
  if (!file) return refuse({ file: 'Choose the export of customers or orders first.' }, 400)
  try {
    const imported = await importPast(shop, getUser(context), file)
    return imported.ok ? data(imported) : refuse({ file: imported.problem }, 400)
  } catch (error) {
    shop.log.error('Failed to import customers', error)
    return refuse({ form: FAILED }, 503)
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => refusedIfLost(serverAction())

export const shouldRevalidate = skipRevalidationOnFailure

export const meta = privateMeta({
  title: 'Import customers',
  description: 'Bring the customers and past orders of another shop.',
})

export default function ImportCustomers({ actionData }: Route.ComponentProps) {
  const answer = useLastResult(actionData)
  return (
    <OneFile
      heading="Import customers and past orders"
      file="Customers or orders export"
      hint="Shopify: customers_export.csv or orders_export.csv. WooCommerce: the customers of Analytics, or orders with emails from an export add-on."
      submit="Import customers"
      refused={answer?.ok === false ? answer : undefined}
      report={answer?.ok && <Report imported={answer.imported} />}
    >
      Customers get an account without a password: they log in with a code by email, or choose a password under “Forgot
      password”. Nobody is written to, and consents to advertising are not taken along. Past orders are shown on the
      customer’s page as history; they have no bill here and count in no report, and are deleted after the days that
      Settings, Privacy sets for messages. The same file again adds nothing, and people who have deleted their account
      here are left out: the shop knows them by a keyed hash of their email, and by nothing else.
    </OneFile>
  )
}

function Report({ imported: { kind, customers, orders, known, erased, problems } }: { imported: ImportedPast }) {
  const [source] = kind.split(' ') as [PastSource]
  return (
    <section className="stack gap-3" aria-labelledby="report-heading" role="status">
      <h2 id="report-heading">{SOURCE_NAMES[source]}</h2>
      <FormMessage tone={customers + orders > 0 ? 'good' : 'plain'}>
        {plural(customers, 'customer')} and {plural(orders, 'past order')} imported.{' '}
        {known > 0 && `${known} of this file were here before. `}
        {erased > 0 &&
          `${plural(erased, 'person', 'people')} deleted their account here and ${erased === 1 ? 'is' : 'are'} left out. `}
        {problems.length > 0 && `${plural(problems.length, 'row')} refused.`}
      </FormMessage>
      {customers > 0 && (
        <p>
          <Link to="/adminDashboard/users">See the users</Link>
        </p>
      )}
      <RowProblems problems={problems} />
    </section>
  )
}
