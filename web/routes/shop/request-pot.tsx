import { useEffect, useRef } from 'react'
import toast from 'react-hot-toast/headless'
import { useFetcher } from 'react-router'
import { useFocusOnProblem } from '#web/browser/focus-on-problem.ts'
import { useVisitor } from '#web/browser/visitor.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FormMessage } from '#web/ui/field.tsx'
import type { action } from './request-product.ts'

/** On a Sold pot: leave word that you would like one. */
export function RequestPot({ productId }: { productId: number }) {
  const visitor = useVisitor()
  const fetcher = useFetcher<typeof action>()
  const answer = fetcher.data
  const problems = answer?.ok === false ? answer.problems : {}
  const form = useRef<HTMLFormElement>(null)
  useFocusOnProblem(form, answer)

  useEffect(() => {
    if (answer?.ok) toast.success('We will write to you')
  }, [answer])

  if (answer?.ok) return <FormMessage tone="good">Thank you. We will write to you when this pot is back.</FormMessage>
  return (
    <details className="request-pot">
      <summary>Would you like one like it?</summary>
      <fetcher.Form ref={form} method="post" action={`/productinfo/${productId}/request`} noValidate>
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          defaultValue={visitor?.name}
          error={problems.name}
          required
        />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={visitor?.email}
          error={problems.email}
          required
        />
        <Field as="textarea" label="Note" name="note" error={problems.note} hint="Size, colour, how many." />
        <Button type="submit" variant="quiet" busy={fetcher.state !== 'idle'}>
          Request this pot
        </Button>
        {problems.form && <FormMessage alert>{problems.form}</FormMessage>}
      </fetcher.Form>
    </details>
  )
}
