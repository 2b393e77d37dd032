import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { ActionResult } from '#web/admin/action-result.ts'
import { useMaySend } from '#web/admin/frame-data.ts'
import { ConfirmDialog } from '#web/ui/admin/confirm-dialog.tsx'
import { Button } from '#web/ui/forms/button.tsx'

type RowActionProps = {
  /** The tab's URL, which handles the form. */
  action: string
  fields: Record<string, string | number>
  children: string
  /** Id of the row's name, for screen readers. */
  describedBy?: string
  variant?: 'primary' | 'quiet' | 'danger'
  confirm?: { question: string; text: string; action: string; variant?: 'primary' } | undefined
  onDone?: () => void
}

/** A row's button, in a form of its own so that it works without scripts; nothing for those who may not press it. */
export function RowAction({
  action,
  fields,
  children,
  describedBy,
  variant = 'quiet',
  confirm,
  onDone,
}: RowActionProps) {
  const fetcher = useFetcher<ActionResult>()
  // Undefined until the first press, so that twenty rows do not render twenty dialogs.
  const [asking, setAsking] = useState<boolean>()
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

  function send() {
    setAsking(false)
    fetcher.submit(fields, { method: 'post', action: address })
  }

  if (!isAllowed) return null
  return (
    <>
      <fetcher.Form
        method="post"
        action={address}
        onSubmit={(event) => {
          if (!confirm) return
          event.preventDefault()
          setAsking(true)
        }}
      >
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
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
      {confirm && asking !== undefined && (
        <ConfirmDialog open={asking} onClose={() => setAsking(false)} {...confirm} onConfirm={send}>
          <p>{confirm.text}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
