import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import { type DeliveryAddress, parseAddress } from '#domain/orders/address.ts'
import { AddressFields } from '#web/checkout/address-fields.tsx'
import { useProblems } from '#web/client/problems.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'

export type AddressResult = {
  ok: boolean
  message: string
  intent?: string
  problems?: Problems
  values?: Record<string, string>
}

type ChangeAddressProps = {
  address: DeliveryAddress
  /** The answer to this form without scripts. */
  answer?: AddressResult | undefined
}

/** Opens a form with the order's address; without scripts too. */
export function ChangeAddress({ address, answer }: ChangeAddressProps) {
  const fetcher = useFetcher<AddressResult>()
  const [open, setOpen] = useState(answer?.ok === false)
  const result = fetcher.data ?? answer
  const { form, problems, message } = useProblems(result?.ok === false ? result : undefined, parseAddress)
  const done = fetcher.data?.ok === true

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (done) setOpen(false)
  }, [fetcher.data])

  return (
    <details className="no-print" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="button quiet small">Change address</summary>
      <fetcher.Form
        method="post"
        ref={form}
        noValidate
        className="stack start"
        // The fields begin anew with a changed address.
        key={JSON.stringify(address)}
      >
        <input type="hidden" name="intent" value="change-address" />
        <AddressFields problems={problems} values={{ ...address, ...(result?.ok ? {} : result?.values) }} />
        <Button type="submit" busy={fetcher.state !== 'idle'}>
          Save address
        </Button>
        {message && <FormMessage alert>{message}</FormMessage>}
      </fetcher.Form>
    </details>
  )
}
