import { type SubmitEvent, useRef, useState } from 'react'
import toast from 'react-hot-toast/headless'
import type { Problems } from '#domain/text.ts'
import { useFocusOnProblem } from '#web/client/focus-on-problem.ts'
import { useVisitor } from '#web/client/visitor.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'

type Answer = { ok: true } | { ok: false; problems: Problems }

/** On a Sold pot: leave word that you would like one. */
export function RequestPot({ productId }: { productId: number }) {
  const visitor = useVisitor()
  const [answer, setAnswer] = useState<Answer>()
  const [busy, setBusy] = useState(false)
  const problems = answer?.ok === false ? answer.problems : {}
  const form = useRef<HTMLFormElement>(null)
  useFocusOnProblem(form, answer)

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const told = await ask(event.currentTarget)
    setBusy(false)
    setAnswer(told)
    if (told.ok) toast.success('We will write to you')
  }

  if (answer?.ok) return <FormMessage tone="good">Thank you. We will write to you when this pot is back.</FormMessage>
  return (
    <details className="request-pot">
      <summary>Would you like one like it?</summary>
      <form ref={form} method="post" action={`/productinfo/${productId}/request`} noValidate onSubmit={send}>
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
        <Button type="submit" variant="quiet" busy={busy}>
          Request this pot
        </Button>
        {problems.form && <FormMessage alert>{problems.form}</FormMessage>}
      </form>
    </details>
  )
}

/** Not by the router, which answers a shop that cannot be reached with an error page: what was typed would be gone. */
async function ask(form: HTMLFormElement): Promise<Answer> {
  try {
    const answer = await fetch(form.action, { method: 'POST', body: new FormData(form) })
    return await answer.json()
  } catch {
    return { ok: false, problems: { form: 'We could not reach the shop. Nothing here is lost: please try again.' } }
  }
}
