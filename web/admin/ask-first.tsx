import { type FormEvent, type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#web/ui/admin/confirm-dialog.tsx'

export type Question = { question: string; text: string; action: string; variant?: 'primary' | 'danger' }

/**
 * Asks before a form is sent. Without scripts the server asks.
 *
 * @param questionOf undefined: the form is sent at once
 * @returns the form's handler, and its dialog
 */
export function useAskFirst(
  questionOf: (form: FormData) => Question | undefined,
  send: (form: FormData) => void,
): [(event: FormEvent<HTMLFormElement>) => void, ReactNode] {
  // Undefined until the first press, so that twenty rows do not render twenty dialogs.
  const [asked, setAsked] = useState<Question & { form: FormData; isOpen: boolean }>()
  const close = () => setAsked((before) => before && { ...before, isOpen: false })

  function ask(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    const question = questionOf(form)
    if (!question) return
    event.preventDefault()
    setAsked({ ...question, form, isOpen: true })
  }

  if (!asked) return [ask, null]
  const { isOpen, text, form, ...words } = asked
  function confirm() {
    close()
    send(form)
  }
  const dialog = (
    <ConfirmDialog {...words} open={isOpen} onClose={close} onConfirm={confirm}>
      <p>{text}</p>
    </ConfirmDialog>
  )
  return [ask, dialog]
}
