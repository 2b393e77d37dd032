import { data, Form } from 'react-router'
import { withImages } from '#server/catalog/images/save.ts'
import { shopContext } from '#server/contexts.ts'
import { readUpload } from '#server/http/forms.ts'
import { useProblems } from '#web/client/problems.ts'
import { CONNECTION_LOST, orIfLost } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/pictures'
import { TextTrail } from './editor-of.tsx'
import { type PictureAnswer, PictureField, pictureLine } from './picture-upload.tsx'

/** Loads nothing, but without a loader browsers would open the page without a request, so without a permission check. */
export const loader = () => null

/** Stores a picture for a text. Unless a text that shows it is saved within a day, it is removed again. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const upload = await readUpload(context, request)
  if (!upload.ok) return refuse(upload.problem, upload.status)
  const file = upload.files.find(({ field }) => field === 'picture')?.file
  if (!file || file.size === 0) return refuse('Choose a picture first.', 400)
  const stored = await withImages(shop, [file], async ([address = '']) => ({ ok: true, address }))
  if (stored.ok) return data<PictureAnswer>(stored)
  if (stored.reason === 'images') return refuse(stored.problems.map(({ problem }) => problem).join(' '), 400)
  return refuse('The picture could not be stored. Please try again.', 503)
}

function refuse(problem: string, status: number) {
  return data<PictureAnswer>({ ok: false, problems: { picture: problem } }, { status })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<PictureAnswer> {
  return orIfLost(serverAction(), { ok: false, problems: { picture: CONNECTION_LOST } })
}

export const meta = privateMeta({ title: 'Add a picture', description: 'Upload a picture for a text.' })

export default function Pictures({ actionData }: Route.ComponentProps) {
  const answer = useLastResult(actionData)
  const { form, problems } = useProblems(answer?.ok === false ? answer : undefined)
  return (
    <div className="stack">
      <TextTrail here="Add a picture" />
      <h1>Add a picture</h1>
      {answer?.ok && (
        <>
          <FormMessage tone="good">Uploaded. Copy this line into a text, and save the text within a day.</FormMessage>
          <p>
            <code>{pictureLine(answer.address)}</code>
          </p>
          <img src={`${answer.address}/320.webp`} alt="" width={320} />
        </>
      )}
      <Form ref={form} method="post" encType="multipart/form-data" className="form">
        <PictureField problem={problems.picture} busy={false} />
      </Form>
    </div>
  )
}
