import { useEffect } from 'react'
import { data, redirect, useRevalidator, useSearchParams } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import { ZIP_PROBLEMS } from '#domain/catalog/import/pictures.ts'
import { SOURCE_NAMES } from '#domain/catalog/import/row.ts'
import type { Problems } from '#domain/form-fields.ts'
import { isUuid } from '#domain/text.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { isAnswer } from '#server/http/degraded-reads.ts'
import { readUpload } from '#server/http/forms.ts'
import type { SpooledForm } from '#server/http/uploads/spooled-form.ts'
import { addPictures } from '#server/import/pictures.ts'
import { readImport } from '#server/import/plan.ts'
import { discardImport, saveChoices } from '#server/import/start.ts'
import { importFile } from '#server/import/write.ts'
import type { Shop } from '#server/shop.ts'
import { CONNECTION_LOST, textField } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/import'
import { importPath, START_PATH } from './import-path.ts'
import { MappingForm } from './mapping-form.tsx'
import { PicturesForm } from './pictures-form.tsx'
import { Report } from './report.tsx'
import { PreviewTables } from './tables.tsx'

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const move = isUuid(id) ? await readImport(context.get(shopContext), id) : undefined
  return move ?? throwNotFound()
}

function throwNotFound(): never {
  throw data('There is no such import. It may have been discarded.', { status: 404 })
}

type Refused = { ok: false; problems: Problems }

const IMPORT_PROBLEMS = {
  waiting: 'The pictures are still being prepared. Import when they are ready.',
  nothing: 'There is nothing to import: every product is unchanged or skipped.',
}
const FAILED = 'We couldn’t process this. Nothing was imported. Please try again.'

export async function action({ context, request, params: { id } }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  if (!isUuid(id)) throwNotFound()
  const upload = await readUpload(context, request)
  if (!upload.ok) return refuse({ pictures: upload.problem }, upload.status)
  const intent = textField(upload.fields, 'intent')
  try {
    if (intent === 'pictures') return await receivePictures(shop, id, upload.files)
    if (intent === 'choose') return await receiveChoices(shop, id, upload.fields)
    if (intent === 'discard') return await discard(shop, id)
    return await importProducts(shop, getUser(context), id, upload.fields)
  } catch (error) {
    if (isAnswer(error)) throw error
    shop.log.error('Failed to import products of another shop', error)
    return refuse({ form: FAILED }, 503)
  }
}

async function receivePictures(shop: Shop, id: string, files: SpooledForm['files']) {
  const file = files.find(({ field, file }) => field === 'pictures' && file.size > 0)?.file
  if (!file) return refuse({ pictures: 'Choose a ZIP first.' }, 400)
  const added = await addPictures(shop, id, file)
  if (added.ok) throw redirect(`${importPath(id)}?found=${added.found}`)
  if (added.problem === undefined) throw redirect(importPath(id))
  return refuse({ pictures: ZIP_PROBLEMS[added.problem] }, 400)
}

async function receiveChoices(shop: Shop, id: string, fields: FormData) {
  const saved = await saveChoices(shop, id, fields)
  if (!saved.ok && saved.problems) return refuse(saved.problems, 400)
  throw redirect(saved.ok ? `${importPath(id)}?saved` : importPath(id))
}

async function discard(shop: Shop, id: string): Promise<never> {
  await discardImport(shop, id)
  throw redirect(START_PATH)
}

async function importProducts(shop: Shop, admin: User, id: string, fields: FormData) {
  const imported = await importFile(shop, admin, id, fields)
  if (imported.ok) throw redirect(importPath(id))
  if (imported.reason === 'changed') throw redirect(`${importPath(id)}?changed`)
  if (imported.reason === 'wrong') return refuse(imported.problems, 400)
  if (imported.reason === 'not-found') throwNotFound()
  return refuse({ form: IMPORT_PROBLEMS[imported.reason] }, 409)
}

function refuse(problems: Problems, status: number) {
  return data<Refused>({ ok: false, problems }, { status })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<Refused> {
  return (serverAction() as Promise<Refused>).catch((error: unknown): Refused => {
    if (error instanceof Response || !(error instanceof Error)) throw error
    return { ok: false, problems: { form: CONNECTION_LOST } }
  })
}

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: 'Preview of an import', description: 'What an import would change, before it does.' })

export default function Move({ loaderData: move, actionData }: Route.ComponentProps) {
  const last = useLastResult(actionData)
  const problems = last?.problems ?? {}
  const { preview, result, fileName, source } = move
  useReloadWhile((preview?.pictures.waiting ?? 0) > 0)
  return (
    <section className="stack import gap-5" aria-labelledby="move-heading">
      <h2 id="move-heading">
        {SOURCE_NAMES[source]}: {fileName}
      </h2>
      {problems.form && <FormMessage alert>{problems.form}</FormMessage>}
      {result && <Report result={result} />}
      {preview && (
        <>
          <Notice />
          <PicturesForm id={move.id} pictures={preview.pictures} problem={problems.pictures} />
          <MappingForm id={move.id} preview={preview} problems={problems} />
          <PreviewTables preview={preview} />
        </>
      )}
    </section>
  )
}

function Notice() {
  const [params] = useSearchParams()
  const found = Number(params.get('found') ?? Number.NaN)
  const zip = params.get('zip')
  if (zip && Object.hasOwn(ZIP_PROBLEMS, zip))
    return <FormMessage alert>{ZIP_PROBLEMS[zip as keyof typeof ZIP_PROBLEMS]}</FormMessage>
  if (params.has('changed'))
    return (
      <FormMessage tone="plain" alert>
        Your choices are saved, and the preview below follows them. Look at it, then import.
      </FormMessage>
    )
  if (params.has('saved'))
    return (
      <FormMessage tone="good" alert>
        Saved. The preview follows your choices.
      </FormMessage>
    )
  if (found === 0)
    return <FormMessage alert>No file in this ZIP has the name of a picture that is missing.</FormMessage>
  return null
}

/** Reloads the page's data again and again while pictures are being prepared. */
function useReloadWhile(isWaiting: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isWaiting || state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), 2000)
    return () => clearTimeout(timer)
  }, [isWaiting, state, revalidate])
}
