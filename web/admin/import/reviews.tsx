import { data, Link } from 'react-router'
import { REVIEW_SOURCES } from '#domain/reviews/review.ts'
import { plural } from '#domain/text.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readUpload } from '#server/http/forms.ts'
import { type ImportedReviews, importReviews } from '#server/reviews/import.ts'
import { skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { privateMeta } from '#web/page-meta.ts'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/reviews'
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
  if (!file) return refuse({ file: 'Choose the export of reviews first.' }, 400)
  try {
    const imported = await importReviews(shop, getUser(context), file)
    return imported.ok ? data(imported) : refuse({ file: imported.problem }, 400)
  } catch (error) {
    shop.log.error('Failed to import reviews', error)
    return refuse({ form: FAILED }, 503)
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => refusedIfLost(serverAction())

export const shouldRevalidate = skipRevalidationOnFailure

export const meta = privateMeta({
  title: 'Import reviews',
  description: 'Bring the reviews of another shop with their dates.',
})

export default function ImportReviews({ actionData }: Route.ComponentProps) {
  const answer = useLastResult(actionData)
  return (
    <OneFile
      heading="Import reviews"
      file="Reviews export"
      hint="The CSV of Judge.me, or of the reviews export for WooCommerce."
      submit="Import reviews"
      refused={answer?.ok === false ? answer : undefined}
      report={answer?.ok && <Report imported={answer.imported} />}
    >
      Products are found by the address or SKU they had, or by their title. Reviews keep their dates and are marked as
      imported. They count for a product’s stars until a buyer of this shop has reviewed it. Pictures and emails are not
      imported, and the same file again adds nothing.
    </OneFile>
  )
}

function Report({ imported: { source, added, known, waiting, problems } }: { imported: ImportedReviews }) {
  return (
    <section className="stack gap-3" aria-labelledby="report-heading" role="status">
      <h2 id="report-heading">{REVIEW_SOURCES[source]}</h2>
      <FormMessage tone={added > 0 ? 'good' : 'plain'}>
        {plural(added, 'review')} imported. {known > 0 && `${plural(known, 'review')} imported before. `}
        {problems.length > 0 && `${plural(problems.length, 'row')} refused.`}
      </FormMessage>
      {waiting > 0 && (
        <p>
          {plural(waiting, 'review')} not approved there yet:{' '}
          <Link to="/adminDashboard/reviews?state=waiting">read them</Link>
        </p>
      )}
      <RowProblems problems={problems} />
    </section>
  )
}
