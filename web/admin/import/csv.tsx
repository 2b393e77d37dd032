import { useRef } from 'react'
import { data, Form, Link, redirect, useNavigation, useSubmit } from 'react-router'
import { IMPORT_MAX_BYTES, importTooLarge } from '#domain/cells.ts'
import { plural } from '#domain/text.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readUpload } from '#server/http/forms.ts'
import { findKeptFile, importProducts, keepFile, planImport } from '#server/import/csv.ts'
import { isSourceFile } from '#server/import/read.ts'
import { startImport } from '#server/import/start.ts'
import { skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { useMayOpen } from '#web/admin/frame-data.ts'
import { toast } from '#web/client/toast.ts'
import { orIfLost, textField } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/csv'
import { CUSTOMERS_PATH, importPath, REVIEWS_PATH, START_PATH } from './action.ts'
import { CsvReport } from './report.tsx'

/** Loads nothing, but without a loader browsers would open the page without a request, so without a permission check. */
export const loader = () => null

/** Checks a file and keeps it, or imports the one that was kept, so that the password may be asked for between the two. */
export async function action({ context, request }: Route.ActionArgs) {
  const admin = getUser(context)
  const shop = context.get(shopContext)
  const upload = await readUpload(context, request)
  if (!upload.ok) return refuse(upload.problem, upload.status)
  const isWriting = textField(upload.fields, 'intent') === 'write'
  const sent = upload.files.find(({ field, file }) => field === 'file' && file.size > 0)?.file
  try {
    const file = isWriting ? (sent ?? (await findKeptFile(shop, admin, textField(upload.fields, 'kept')))) : sent
    if (!file)
      return refuse(isWriting ? 'Choose the file again: it was kept for an hour.' : 'Choose a CSV file first.', 400)
    if (file.size > IMPORT_MAX_BYTES) return refuse(importTooLarge, 413)
    const moved = (await isSourceFile(file)) ? await startImport(shop, file) : undefined
    if (moved) return moved.ok ? redirect(importPath(moved.id)) : refuse(moved.problem, 400)
    if (isWriting) {
      const { written, ...plan } = await importProducts(shop, admin, file)
      return { ok: true as const, plan, written }
    }
    const plan = await planImport(shop, file)
    const isReady = plan.problemCount === 0 && plan.added + plan.changed > 0
    return { ok: true as const, plan, written: false, ...(isReady && { kept: await keepFile(shop, admin, file) }) }
  } catch (error) {
    shop.log.error(failed, error)
    return refuse('We couldn’t process this file. Nothing was imported. Please try again.', 503)
  }
}

const failed = 'Failed to import products'

function refuse(problem: string, status: number) {
  return data({ ok: false as const, problem }, { status })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const problem = 'Connection lost. Please check the file again before you import it.'
  const answer = await orIfLost(serverAction(), { ok: false as const, problem })
  if (!answer.ok || (answer.plan.problemCount > 0 && !answer.written)) toast.error(failed)
  else if (answer.written) toast.success('Products imported successfully')
  return answer
}

export const shouldRevalidate = skipRevalidationOnFailure

export const meta = privateMeta({ title: 'Import products', description: 'Add and change many products at once.' })

export default function ImportProducts({ actionData }: Route.ComponentProps) {
  const answer = useLastResult(actionData)
  const mayImportCustomers = useMayOpen()(CUSTOMERS_PATH)
  const busy = useNavigation().formAction === '/adminDashboard/import'
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const plan = answer?.ok ? answer.plan : undefined
  const kept = answer?.ok ? answer.kept : undefined

  return (
    <section className="stack import" aria-labelledby="import-heading">
      <h1 id="import-heading">Import products</h1>
      <p className="quiet">
        Export the products, change or add rows in a spreadsheet, and choose the file here. You see a preview before
        anything changes. Either all rows are imported or none.
      </p>
      <p>
        Coming from another shop? <Link to={START_PATH}>Move from Shopify or WooCommerce</Link> with pictures and old
        addresses. You can also <Link to={REVIEWS_PATH}>import reviews</Link> from Judge.me or WooCommerce
        {mayImportCustomers && (
          <>
            , and <Link to={CUSTOMERS_PATH}>customers and past orders</Link>
          </>
        )}
        .
      </p>
      <Form ref={form} method="post" encType="multipart/form-data" className="form" preventScrollReset>
        <input type="hidden" name="intent" value="check" />
        <Field
          label="CSV file"
          name="file"
          type="file"
          accept=".csv,text/csv"
          required
          error={answer?.ok === false ? answer.problem : undefined}
          onChange={(event) => {
            if (event.currentTarget.files?.length) submit(form.current, { preventScrollReset: true })
          }}
        />
        <div className="cluster">
          <Button type="submit" variant={kept ? 'quiet' : 'primary'} busy={busy}>
            Check the file
          </Button>
          <LinkButton to="/adminDashboard" variant="quiet">
            Back
          </LinkButton>
        </div>
      </Form>
      {plan && kept && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="kept" value={kept} />
          <Button type="submit" name="intent" value="write" busy={busy}>
            Import {plural(plan.added + plan.changed, 'product')}
          </Button>
        </Form>
      )}
      {plan && <CsvReport plan={plan} written={answer?.ok === true && answer.written} />}
    </section>
  )
}
