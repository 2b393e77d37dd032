import { MESSAGE_STATE_LABELS, type MessageState as State } from '#domain/contact.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'

export function MessageState({ state }: { state: State }) {
  return <span className={`badge message-${state}`}>{MESSAGE_STATE_LABELS[state]}</span>
}

/** Closes a message that needs no answer, or opens it again. */
export function MoveMessage({ message: { id, state } }: { message: { id: number; state: State } }) {
  const intent = state === 'closed' ? 'reopen' : 'close'
  return (
    <RowAction action="/adminDashboard/messages" fields={{ intent, id }}>
      {intent === 'close' ? 'Close' : 'Reopen'}
    </RowAction>
  )
}
