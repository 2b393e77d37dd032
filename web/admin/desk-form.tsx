import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import type { DeskResult } from '#web/admin/action-result.ts'
import { useMaySend } from '#web/admin/use-may.ts'
import { DraftNotice, useDraft } from '#web/client/admin/draft.tsx'
import { useProblems } from '#web/client/problems.ts'
import { FormMessage, fieldsOf } from '#web/ui/forms/field.tsx'

/** Result of the last form posted without JavaScript. */
export const LastDeskResult = createContext<DeskResult | undefined>(undefined)

type DeskFormProps = {
  intent: string
  /** Hidden fields; `shipment`, `return`, `counter-refund`, `awb` or `review` tells the forms of several apart, and `seen` is what the form was filled from. */
  fields?: Record<string, string | number>
  className?: string
  /** Called after success. */
  onDone?: () => void
  children: (form: {
    field: ReturnType<typeof fieldsOf<string>>
    problems: Problems
    values: Record<string, string>
    busy: boolean
  }) => ReactNode
}

/**
 * One form of an order's page, or of the pages Cash and Reviews; nothing for those who may not send it. Its fields keep what was typed and
 * show what is wrong; without scripts too.
 */
export function DeskForm({ intent, fields = {}, className = 'stack start', onDone, children }: DeskFormProps) {
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
  const about = fields.return ?? fields['counter-refund'] ?? fields.shipment ?? fields.awb ?? fields.review ?? ''
  const draft = useDraft({
    name: `${intent} ${about}`,
    form,
    version: String(fields.seen ?? ''),
    answer: result,
    isSaved: result?.ok === true,
  })
  if (!isAllowed) return null
  return (
    <fetcher.Form method="post" ref={form} noValidate className={className}>
      <input type="hidden" name="intent" value={intent} />
      <DraftNotice draft={draft} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={name === 'seen' ? draft.version : value} />
      ))}
      {children({ field: fieldsOf(values, problems), problems, values, busy: fetcher.state !== 'idle' })}
      {message && <FormMessage alert>{message}</FormMessage>}
    </fetcher.Form>
  )
}

function isAnswerTo(last: DeskResult | undefined, intent: string, fields: Record<string, string | number>): boolean {
  const about = fields.return ?? fields['counter-refund'] ?? fields.shipment ?? fields.awb ?? fields.review
  return last?.intent === intent && (about === undefined || last.about === String(about))
}
