import { type ReactNode, useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { ActionResult } from '#web/admin/action-result.ts'
import { ConfirmDialog } from '#web/ui/admin/confirm-dialog.tsx'
import { Button } from '#web/ui/forms/button.tsx'

type RowActionProps = {
  /** Where the form goes: the address of the tab. */
  action: string
  fields: Record<string, string | number>
  /** The words on the button. */
  children: string
  /** Which row it belongs to, for people who hear the button by itself. */
  describedBy?: string
  variant?: 'primary' | 'quiet' | 'danger'
  /** Asks first. */
  confirm?: { question: string; text: ReactNode; action: string }
  /** After it worked. */
  onDone?: () => void
}

/** One button of a row: a form of its own, which works before scripts have loaded too. */
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
  // Undefined until the first press: twenty rows need no twenty dialogs.
  const [asking, setAsking] = useState<boolean>()
  const { pathname, search } = useLocation()
  // Without scripts the answer is a page: the same part of the list, filtered as it was.
  const address = action === pathname ? action + search : action
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
        <Button type="submit" variant={variant} small busy={busy} aria-describedby={describedBy}>
          {children}
        </Button>
      </fetcher.Form>
      {confirm && asking !== undefined && (
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          question={confirm.question}
          action={confirm.action}
          onConfirm={send}
        >
          {confirm.text}
        </ConfirmDialog>
      )}
    </>
  )
}
