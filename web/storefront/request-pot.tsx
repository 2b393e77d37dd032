import { type SubmitEvent, useState } from 'react'
import { kindOf, wordsFor } from '#domain/catalog/kind.ts'
import type { Product } from '#domain/catalog/product.ts'
import { parseProductRequest } from '#domain/catalog/product-request.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import type { Problems } from '#domain/form-fields.ts'
import { useProblems } from '#web/client/problems.ts'
import { toast } from '#web/client/toast.ts'
import { useVisitor } from '#web/client/visitor.ts'
import { CONNECTION_LOST } from '#web/form-actions.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage, fieldsOf } from '#web/ui/forms/field.tsx'
import { useWords } from '#web/ui/shop-info.ts'

type Result = { ok: true } | { ok: false; problems: Problems }

/** On a Sold product, a form to request it. */
export function RequestPot({ product }: { product: Pick<Product, 'id' | 'sizeCode'> }) {
  const words = wordsFor(product, useWords())
  const visitor = useVisitor()
  const [result, setResult] = useState<Result>()
  const [busy, setBusy] = useState(false)
  const { form, problems, message } = useProblems(result?.ok === false ? result : undefined, parseProductRequest)
  const field = fieldsOf<'name' | 'email' | 'note'>(visitor, problems)

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const sent = await postRequest(event.currentTarget)
    setBusy(false)
    setResult(sent)
    if (sent.ok) toast.success('Request sent')
  }

  if (result?.ok)
    return <FormMessage tone="good">{`Thank you. We’ll email you when this ${words.noun} is back.`}</FormMessage>
  return (
    <details className="underlined">
      <summary>{`Want this ${words.noun}?`}</summary>
      <form
        className="stack"
        ref={form}
        method="post"
        action={`${productPath(product.id)}/request`}
        noValidate
        onSubmit={send}
      >
        <Field label="Name" {...field('name')} autoComplete="name" required />
        <Field label="Email" {...field('email')} type="email" autoComplete="email" required />
        <Field
          as="textarea"
          label="Note"
          {...field('note')}
          hint={kindOf(product) === 'Pot' ? `Size, ${words.finish} and quantity` : 'What you want, and how many'}
        />
        <Button type="submit" variant="quiet" busy={busy} data-waits>
          {`Request this ${words.noun}`}
        </Button>
        {message && <FormMessage alert>{message}</FormMessage>}
      </form>
    </details>
  )
}

/** Uses fetch because the router would replace the form with an error page when the network fails. */
async function postRequest(form: HTMLFormElement): Promise<Result> {
  try {
    const response = await fetch(form.action, { method: 'POST', body: new FormData(form) })
    return await response.json()
  } catch {
    return { ok: false, problems: { form: CONNECTION_LOST } }
  }
}
