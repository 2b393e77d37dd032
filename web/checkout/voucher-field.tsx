import { useEffect } from 'react'
import { Link, useFetcher } from 'react-router'
import { VOUCHER } from '#domain/vouchers/voucher.ts'
import { useProblems } from '#web/client/problems.ts'
import { cartVoucher } from '#web/client/voucher.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import type { action } from './voucher.ts'

/** A form of its own: what was typed in the checkout stays. */
export function VoucherField() {
  const { Form, data, state } = useFetcher<typeof action>()
  const { form, problems } = useProblems(data?.ok === false ? data : undefined)
  useEffect(() => {
    if (data?.ok) cartVoucher.set({ code: data.code, balance: data.balance })
  }, [data])
  return (
    <Form ref={form} method="post" action="/cart/voucher" className="voucher-form">
      <Field
        label="Voucher"
        name={VOUCHER}
        placeholder="GV-XXXX-XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        error={problems[VOUCHER]}
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
