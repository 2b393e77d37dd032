import { useEffect } from 'react'
import { data, redirect, useRevalidator, useSearchParams } from 'react-router'
import { ZIP_PROBLEMS } from '#domain/catalog/import/pictures.ts'
import { SOURCE_NAMES } from '#domain/catalog/import/row.ts'
import { isUuid } from '#domain/text.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { isAnswer } from '#server/http/degraded-reads.ts'
import { readUpload } from '#server/http/forms.ts'
import { addPictures } from '#server/import/pictures.ts'
import { readImport } from '#server/import/plan.ts'
import { discardImport, saveChoices } from '#server/import/start.ts'
import { importFile } from '#server/import/write.ts'
import { textField } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/import'
import { FAILED, importPath, refuse, refusedIfLost, START_PATH, sentFile } from './action.ts'
import { MappingForm } from './mapping-form.tsx'
import { PicturesForm } from './pictures-form.tsx'
import { PreviewTables, Report } from './report.tsx'

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const stored = isUuid(id) ? await readImport(context.get(shopContext), id) : undefined
  return stored ?? throwNotFound()
}

function throwNotFound(): never {
  throw data('There is no such import. It may have been discarded.', { status: 404 })
}

const IMPORT_PROBLEMS = {
  waiting: 'The pictures are still being prepared. Import when they are ready.',
  nothing: 'There is nothing to import: every product is unchanged or skipped.',
}

export async function action({ context, request, params: { id } }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  if (!isUuid(id)) throwNotFound()
  const upload = await readUpload(context, request)
  if (!upload.ok) return refuse({ pictures: upload.problem }, upload.status)
  const { fields, files } = upload
  const path = importPath(id)
  try {
    switch (textField(fields, 'intent')) {
      case 'pictures': {
        const file = sentFile(files, 'pictures')
        if (!file) return refuse({ pictures: 'Choose a ZIP first.' }, 400)
        const added = await addPictures(shop, id, file)
        if (!added.ok && added.problem) return refuse({ pictures: ZIP_PROBLEMS[added.problem] }, 400)
        throw redirect(added.ok ? `${path}?found=${added.found}` : path)
      }
      case 'choose': {
        const saved = await saveChoices(shop, id, fields)
        if (!saved.ok && saved.problems) return refuse(saved.problems, 400)
        throw redirect(saved.ok ? `${path}?saved` : path)
      }
      case 'discard':
        await discardImport(shop, id)
        throw redirect(START_PATH)
      default: {
        const imported = await importFile(shop, getUser(context), id, fields)
        if (imported.ok) throw redirect(path)
        if (imported.reason === 'changed') throw redirect(`${path}?changed`)
        if (imported.reason === 'wrong') return refuse(imported.problems, 400)
        return imported.reason === 'not-found'
          ? throwNotFound()
          : refuse({ form: IMPORT_PROBLEMS[imported.reason] }, 409)
      }
    }
  } catch (error) {
    if (isAnswer(error)) throw error
    shop.log.error('Failed to import products of another shop', error)
    return refuse({ form: FAILED }, 503)
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => refusedIfLost(serverAction())

export const handle = { needsHeading: true }

export const meta = privateMeta({
  title: 'Preview of an import',
  description: 'What an import would change, before it does.',
})

export default function Import({
  loaderData: { id, preview, result, fileName, source },
  actionData,
}: Route.ComponentProps) {
  const refused = useLastResult(actionData)
  useReloadWhile((preview?.pictures.waiting ?? 0) > 0)
  return (
    <section className="stack import gap-5" aria-labelledby="import-heading">
      <h2 id="import-heading">
        {SOURCE_NAMES[source]}: {fileName}
      </h2>
      {refused?.problems.form && <FormMessage alert>{refused.problems.form}</FormMessage>}
      {result && <Report result={result} />}
      {preview && (
        <>
          <Notice />
          <PicturesForm id={id} pictures={preview.pictures} refused={refused} />
          <MappingForm
            // The fields follow what was saved.
            key={JSON.stringify(preview.choices)}
            id={id}
            preview={preview}
            refused={refused}
          />
          <PreviewTables preview={preview} />
        </>
      )}
    </section>
  )
}

/** The result of the form before. */
function Notice() {
  const [params] = useSearchParams()
  const [tone, text] = noticeOf(params)
  return text ? (
    <FormMessage tone={tone} alert>
      {text}
    </FormMessage>
  ) : null
}

function noticeOf(params: URLSearchParams): ['plain' | 'good' | 'problem', string?] {
  const zip = params.get('zip') ?? ''
  if (Object.hasOwn(ZIP_PROBLEMS, zip)) return ['problem', ZIP_PROBLEMS[zip as keyof typeof ZIP_PROBLEMS]]
  if (params.has('changed'))
    return ['plain', 'Your choices are saved, and the preview below follows them. Look at it, then import.']
  if (params.has('saved')) return ['good', 'Saved. The preview follows your choices.']
  if (params.get('found') !== '0') return ['plain']
  return ['problem', 'No file in this ZIP has the name of a picture that is missing.']
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
