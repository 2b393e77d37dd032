import type { ActionResult } from '#web/admin/action-result.ts'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { FormMessage, HiddenFields } from '#web/ui/forms/field.tsx'

/** The result of an action without scripts, with the question that a dialog would ask or the button that takes it back. */
export function ActionResultMessage({ answer: { ok, message, ask, undo } }: { answer: ActionResult }) {
  const words = (
    <FormMessage tone={ok ? 'good' : 'problem'} alert>
      {message}
    </FormMessage>
  )
  const fields = ask ? { ...ask, confirmed: 'yes' } : undo
  if (!fields) return words
  return (
    <form method="post" className="cluster">
      {words}
      <HiddenFields of={fields} />
      {ask && (
        <LinkButton to="?" variant="quiet" small>
          Cancel
        </LinkButton>
      )}
      <Button type="submit" variant={ask ? 'danger' : 'quiet'} small>
        {ask ? (CONFIRM[ask.intent ?? ''] ?? `Make ${ask.role}`) : 'Undo'}
      </Button>
    </form>
  )
}

const CONFIRM: Record<string, string> = {
  clear: 'Clear',
  delete: 'Delete',
  deliver: 'Deliver',
  'cancel-parcel': 'Cancel parcel',
  step: 'Confirm',
  'take-off-sale': 'Take off sale',
  'put-on-sale': 'Put on sale',
  refund: 'Refund',
  'remove-line': 'Remove',
}
