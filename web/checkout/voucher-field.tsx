import { useEffect, useRef } from 'react'
import { Link, useFetcher } from 'react-router'
import { VOUCHER } from '#domain/vouchers/voucher.ts'
import { cartVoucher } from '#web/client/voucher.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import type { action } from './voucher.ts'

/** A form of its own: what was typed in the checkout stays. */
export function VoucherField() {
  const { Form, data, state } = useFetcher<typeof action>()
  const input = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (data?.ok) cartVoucher.set({ code: data.code, balance: data.balance })
    else if (data) input.current?.querySelector('input')?.focus()
  }, [data])
  const problem = data?.ok === false ? data.message : undefined
  return (
    <Form ref={input} method="post" action="/cart/voucher" className="voucher-form">
      <Field
        label="Voucher"
        name={VOUCHER}
        placeholder="GV-XXXX-XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        error={problem}
        hint={
          <>
            Yours are in <Link to="/account#vouchers">your account</Link>.
          </>
        }
      />
      <Button type="submit" small variant="quiet" busy={state !== 'idle'}>
        Use
      </Button>
    </Form>
  )
}
