import { Form, Link, redirect } from 'react-router'
import { shopContext } from '#server/contexts.ts'
import { isAnswer } from '#server/http/degraded-reads.ts'
import { readUpload } from '#server/http/forms.ts'
import { addPictures } from '#server/import/pictures.ts'
import { listOpenImports } from '#server/import/queries.ts'
import { startImport } from '#server/import/start.ts'
import { skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { useProblems } from '#web/client/problems.ts'
import { privateMeta } from '#web/page-meta.ts'
import { LinkButton, SubmitButton } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/start'
import { FAILED, importPath, refuse, refusedIfLost, sentFile } from './action.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const open = await listOpenImports(context.get(shopContext).db)
  return { open: open.map(({ id, fileName }) => ({ id, fileName })) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const upload = await readUpload(context, request)
  if (!upload.ok) return refuse({ form: upload.problem }, upload.status)
  const file = sentFile(upload.files, 'file')
  const pictures = sentFile(upload.files, 'pictures')
  if (!file) return refuse({ file: 'Choose the product export first.' }, 400)
  let id: string
  try {
    const started = await startImport(shop, file)
    if (!started.ok) return refuse({ file: started.problem }, 400)
    id = started.id
    const added = pictures && (await addPictures(shop, id, pictures))
    // The file stays: only the pictures have to be chosen again.
    if (added && !added.ok) throw redirect(`${importPath(id)}?zip=${added.problem}`)
  } catch (error) {
    if (isAnswer(error)) throw error
    shop.log.error('Failed to read an export of another shop', error)
    return refuse({ form: FAILED }, 503)
  }
  throw redirect(importPath(id))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => refusedIfLost(serverAction())

export const shouldRevalidate = skipRevalidationOnFailure

export const handle = { needsHeading: true }

export const meta = privateMeta({
  title: 'Move from Shopify or WooCommerce',
  description: 'Bring the products of another shop with pictures and old addresses.',
})

export default function StartImport({ loaderData: { open }, actionData }: Route.ComponentProps) {
  const refused = useLastResult(actionData)
  const { form, problems } = useProblems(refused)
  return (
    <section className="stack import gap-5" aria-labelledby="move-heading">
      <h2 id="move-heading">Move from Shopify or WooCommerce</h2>
      <p className="quiet">
        Choose the product export as the other shop made it, and a ZIP of its pictures if you have one. You see what
        would happen before anything changes. Pictures are taken from the ZIP by their names; nothing is fetched from
        the other shop.
      </p>
      <Form method="post" encType="multipart/form-data" className="form" noValidate ref={form}>
        {problems.form && <FormMessage alert>{problems.form}</FormMessage>}
        <Field
          label="Product export"
          name="file"
          type="file"
          accept=".csv,text/csv"
          required
          error={problems.file}
          hint="Shopify: Products, Export, All products. WooCommerce: Products, Export, all columns and all product types."
        />
        <Field
          label="ZIP of pictures"
          name="pictures"
          type="file"
          accept=".zip,application/zip"
          error={problems.pictures}
          hint="Up to 250 MB. You can add it later, and more than one."
        />
        <div className="cluster">
          <SubmitButton>Preview</SubmitButton>
          <LinkButton to="/adminDashboard/import" variant="quiet">
            Back
          </LinkButton>
        </div>
      </Form>
      {open.length > 0 && (
        <section className="stack gap-2" aria-labelledby="open-heading">
          <h3 id="open-heading">Not imported yet</h3>
          <ul>
            {open.map(({ id, fileName }) => (
              <li key={id}>
                <Link to={importPath(id)}>{fileName}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </section>
  )
}
