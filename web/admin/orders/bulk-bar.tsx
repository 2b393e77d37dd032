import { type FormEvent, useEffect, useState } from 'react'
import { Link, useFetcher } from 'react-router'
import { DESK_ORDERS_A_PAGE } from '#domain/admin-lists.ts'
import type { ActionResult } from '#web/admin/action-result.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'

/** The checkboxes of the list belong to this form. */
export const BULK_FORM = 'chosen-orders'

export type BulkResult = ActionResult & { report?: { id: number; ok: boolean; message: string }[] }

type BulkBarProps = {
  /** Made by the loader, so that a repeated press dispatches each order once. */
  formKey: string
  /** The answer without scripts. */
  answer: BulkResult | undefined
}

/** What can be done with the chosen orders. Print and Export open documents, so the browser sends them itself. */
export function BulkBar({ formKey, answer }: BulkBarProps) {
  const fetcher = useFetcher<BulkResult>()
  const [key, setKey] = useState(formKey)
  const result = fetcher.data ?? answer
  const here = `/adminDashboard/orders?view=orders&key=${key}`

  // A new key, because the next press is another dispatch.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!fetcher.data?.report) return
    setKey(formKey)
    for (const box of checkboxes()) box.checked = false
  }, [fetcher.data])

  function submit(event: FormEvent<HTMLFormElement>) {
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    if (button?.value !== 'dispatch') return
    event.preventDefault()
    if (fetcher.state === 'idle')
      fetcher.submit(new FormData(event.currentTarget, button), { method: 'post', action: here })
  }

  return (
    <div className="stack gap-3">
      <form id={BULK_FORM} method="post" action={here} onSubmit={submit} className="cluster">
        <label className="check only-scripts">
          <input
            type="checkbox"
            onChange={(event) => {
              for (const box of checkboxes()) box.checked = event.currentTarget.checked
            }}
          />
          All on this page
        </label>
        <Button type="submit" small name="intent" value="dispatch" busy={fetcher.state !== 'idle'}>
          Dispatch
        </Button>
        <Button type="submit" variant="quiet" small formMethod="get" formAction="/adminDashboard/packing-slips">
          Print
        </Button>
        <Button type="submit" variant="quiet" small formMethod="get" formAction="/adminDashboard/labels">
          Labels
        </Button>
        <Button type="submit" variant="quiet" small formMethod="get" formAction="/adminDashboard/export/orders">
          Export
        </Button>
        <span className="quiet">Choose up to {DESK_ORDERS_A_PAGE} orders.</span>
      </form>
      {result && <Report result={result} />}
    </div>
  )
}

function checkboxes(): NodeListOf<HTMLInputElement> {
  return document.querySelectorAll(`input[name=orders][form=${BULK_FORM}]`)
}

function Report({ result: { ok, message, report = [] } }: { result: BulkResult }) {
  return (
    <div className="stack gap-2">
      <FormMessage tone={ok ? 'good' : 'problem'} alert>
        {message}
      </FormMessage>
      {report.some((one) => !one.ok) && (
        <ul>
          {report
            .filter((one) => !one.ok)
            .map((one) => (
              <li key={one.id}>
                <Link to={`/adminDashboard/orders/${one.id}`}>Order {one.id}</Link>: {one.message}
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}
