import { useEffect, useEffectEvent } from 'react'
import { useFetcher } from 'react-router'
import { IMAGE_TYPES } from '#domain/catalog/forms/image-limits.ts'
import type { Problems } from '#domain/form-fields.ts'
import { useProblems } from '#web/client/problems.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'

export type PictureAnswer = { ok: true; address: string } | { ok: false; problems: Problems }

/** Without scripts the form leads to a page that says what to write. */
export function PictureUpload({ onUploaded }: { onUploaded: (address: string) => void }) {
  const fetcher = useFetcher<PictureAnswer>()
  const tell = useEffectEvent(onUploaded)
  const { data: answer } = fetcher
  const { form, problems } = useProblems(answer?.ok === false ? answer : undefined)
  useEffect(() => {
    if (answer?.ok) tell(answer.address)
  }, [answer])
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action="/adminDashboard/settings/pictures"
      encType="multipart/form-data"
      className="form"
    >
      <PictureField problem={problems.picture} busy={fetcher.state !== 'idle'} />
      <div role="status">
        {answer?.ok && (
          <FormMessage tone="good">
            Uploaded, and inserted where you were writing. Save the text to keep it.
          </FormMessage>
        )}
      </div>
    </fetcher.Form>
  )
}

export function PictureField({ problem, busy }: { problem: string | undefined; busy: boolean }) {
  return (
    <>
      <Field
        label="Add a picture"
        name="picture"
        type="file"
        accept={IMAGE_TYPES.join(',')}
        hint="JPEG, PNG, WebP or AVIF. We compress it and remove its location data."
        error={problem}
      />
      <div>
        <Button type="submit" variant="quiet" busy={busy}>
          Upload
        </Button>
      </div>
    </>
  )
}

export function pictureLine(address: string): string {
  return `![](${address})`
}
