import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import type { Rate } from '#domain/orders/couriers.ts'
import { ABOUT, type DeskResult } from '#web/admin/action-result.ts'
import { DraftNotice, useDraft } from '#web/client/admin/draft.tsx'
import { useProblems } from '#web/client/problems.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage, fieldsOf, HiddenFields } from '#web/ui/forms/field.tsx'
import { type Question, useAskFirst } from './ask-first.tsx'
import { useMaySend } from './frame-data.ts'

/** Result of the last form posted without JavaScript. */
export const LastDeskResult = createContext<DeskResult | undefined>(undefined)

type DeskFormProps = {
  intent: string
  /** Hidden fields; one of `ABOUT` tells the forms of several apart, and `seen` is what the form was filled from. */
  fields?: Record<string, string | number>
  className?: string
  confirm?: (form: FormData) => Question | undefined
  onDone?: () => void
  /** The label of the button below the fields; without one they have their own. */
  submit?: string
  variant?: 'primary' | 'quiet' | 'danger'
  small?: boolean
  children?: (form: {
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
export function DeskForm(props: DeskFormProps) {
  const { intent, fields = {}, className = 'stack start', confirm, onDone, submit, variant, small, children } = props
  const fetcher = useFetcher<DeskResult>()
  const busy = fetcher.state !== 'idle'
  const last = useContext(LastDeskResult)
  const about = ABOUT.map((name) => fields[name]).find((value) => value !== undefined)
  const isAnswered = last?.intent === intent && (about === undefined || last.about === String(about))
  const result = fetcher.data ?? (isAnswered ? last : undefined)
  const refusal = result?.ok === false ? result : undefined
  const { form, problems, message } = useProblems(refusal)
  const done = fetcher.data?.ok === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (done) onDone?.()
  }, [done])
  const isAllowed = useMaySend()(useLocation().pathname, intent)
  const values = refusal?.values ?? {}
  const draft = useDraft({
    name: `${intent} ${about ?? ''}`,
    form,
    version: String(fields.seen ?? ''),
    answer: result,
    isSaved: result?.ok === true,
  })
  const [ask, dialog] = useAskFirst(
    (sent) => confirm?.(sent),
    (sent) => void fetcher.submit(sent, { method: 'post' }),
  )
  if (!isAllowed) return null
  return (
    <fetcher.Form method="post" ref={form} noValidate className={className} onSubmit={ask}>
      <HiddenFields of={{ intent, ...fields, ...('seen' in fields && { seen: draft.version }) }} />
      <DraftNotice draft={draft} />
      {children?.({ field: fieldsOf(values, problems), problems, values, rates: result?.rates, busy })}
      {submit && (
        <Button type="submit" variant={variant} small={small} busy={busy}>
          {submit}
        </Button>
      )}
      {message && <FormMessage alert>{message}</FormMessage>}
      {dialog}
    </fetcher.Form>
  )
}
