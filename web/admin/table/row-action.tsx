import { useEffect } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { ActionResult } from '#web/admin/action-result.ts'
import { type Question, useAskFirst } from '#web/admin/ask-first.tsx'
import { useMaySend } from '#web/admin/frame-data.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { HiddenFields } from '#web/ui/forms/field.tsx'

type RowActionProps = {
  /** The tab's URL, which handles the form. */
  action: string
  fields: Record<string, string | number>
  children: string
  /** Id of the row's name, for screen readers. */
  describedBy?: string
  variant?: 'primary' | 'quiet' | 'danger'
  confirm?: Question | undefined
  onDone?: () => void
}

/** A row's button, in a form of its own so that it works without scripts; nothing for those who may not press it. */
export function RowAction(props: RowActionProps) {
  const { action, fields, children, describedBy, variant = 'quiet', confirm, onDone } = props
  const fetcher = useFetcher<ActionResult>()
  const { pathname, search } = useLocation()
  // Without scripts the response is a page, which keeps the list's position and filters.
  const address = action === pathname ? action + search : action
  const isAllowed = useMaySend()(action, String(fields.intent))
  const busy = fetcher.state !== 'idle'
  const done = fetcher.data?.ok === true

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (done) onDone?.()
  }, [done])

  const [ask, dialog] = useAskFirst(
    () => confirm,
    // As it was asked about, though the row may have changed since.
    (asked) => void fetcher.submit(asked, { method: 'post', action: address }),
  )
  if (!isAllowed) return null
  return (
    <>
      <fetcher.Form method="post" action={address} onSubmit={ask}>
        <HiddenFields of={fields} />
        <Button
          type="submit"
          variant={variant}
          small
          busy={busy}
          aria-describedby={describedBy}
          aria-haspopup={confirm && 'dialog'}
        >
          {children}
        </Button>
      </fetcher.Form>
      {dialog}
    </>
  )
}
