import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import type { Rate } from '#domain/orders/couriers.ts'
import type { DeskResult } from '#web/admin/action-result.ts'
import { useMaySend } from '#web/admin/use-may.ts'
import { DraftNotice, useDraft } from '#web/client/admin/draft.tsx'
import { useProblems } from '#web/client/problems.ts'
import { ConfirmDialog } from '#web/ui/admin/confirm-dialog.tsx'
import { FormMessage, fieldsOf } from '#web/ui/forms/field.tsx'

/** Result of the last form posted without JavaScript. */
export const LastDeskResult = createContext<DeskResult | undefined>(undefined)

type Question = { question: string; text: string; action: string }

type DeskFormProps = {
  intent: string
  /** Hidden fields; `shipment`, `return`, `counter-refund`, `awb`, `review` or `line` tells the forms of several apart, and `seen` is what the form was filled from. */
  fields?: Record<string, string | number>
  className?: string
  /** The question of a dialog before this is sent; undefined: none. Without scripts the server asks. */
  confirm?: (form: FormData) => Question | undefined
  /** Called after success. */
  onDone?: () => void
  children: (form: {
    field: ReturnType<typeof fieldsOf<string>>
    problems: Problems
    values: Record<string, string>
    rates: Rate[] | undefined
    busy: boolean
  }) => ReactNode
}

/**
 * One form of an order's page, or of the pages Cash and Reviews; nothing for those who may not send it. Its fields keep what was typed and
 * show what is wrong; without scripts too.
 */
export function DeskForm({ intent, fields = {}, className = 'stack start', confirm, onDone, children }: DeskFormProps) {
  const fetcher = useFetcher<DeskResult>()
  const last = useContext(LastDeskResult)
  const result = fetcher.data ?? (isAnswerTo(last, intent, fields) ? last : undefined)
  const refusal = result?.ok === false ? result : undefined
  const { form, problems, message } = useProblems(refusal)
  const done = fetcher.data?.ok === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (done) onDone?.()
  }, [done])
  const isAllowed = useMaySend()(useLocation().pathname, intent)
  const values = refusal?.values ?? {}
  const about =
    fields.return ?? fields['counter-refund'] ?? fields.shipment ?? fields.awb ?? fields.review ?? fields.line ?? ''
  const draft = useDraft({
    name: `${intent} ${about}`,
    form,
    version: String(fields.seen ?? ''),
    answer: result,
    isSaved: result?.ok === true,
  })
  const [question, setQuestion] = useState<Question>()
  if (!isAllowed) return null

  function ask(event: FormEvent<HTMLFormElement>) {
    const asked = confirm?.(new FormData(event.currentTarget))
    if (!asked) return
    event.preventDefault()
    setQuestion(asked)
  }

  function send() {
    setQuestion(undefined)
    fetcher.submit(form.current, { method: 'post' })
  }

  return (
    <fetcher.Form method="post" ref={form} noValidate className={className} onSubmit={ask}>
      <input type="hidden" name="intent" value={intent} />
      <DraftNotice draft={draft} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={name === 'seen' ? draft.version : value} />
      ))}
      {children({
        field: fieldsOf(values, problems),
        problems,
        values,
        rates: result?.rates,
        busy: fetcher.state !== 'idle',
      })}
      {message && <FormMessage alert>{message}</FormMessage>}
      {question && (
        <ConfirmDialog
          open
          onClose={() => setQuestion(undefined)}
          question={question.question}
          action={question.action}
          onConfirm={send}
        >
          <p>{question.text}</p>
        </ConfirmDialog>
      )}
    </fetcher.Form>
  )
}

function isAnswerTo(last: DeskResult | undefined, intent: string, fields: Record<string, string | number>): boolean {
  const about =
    fields.return ?? fields['counter-refund'] ?? fields.shipment ?? fields.awb ?? fields.review ?? fields.line
  return last?.intent === intent && (about === undefined || last.about === String(about))
}
