import { useEffect } from 'react'
import { Link, useFetcher } from 'react-router'
import { CODE_MAX, OFFER_CODE } from '#domain/offers/offer.ts'
import type { Cart } from '#domain/storage/stored-cart.ts'
import { VOUCHER } from '#domain/vouchers/voucher.ts'
import { cartOfferCode, cartVoucher } from '#web/client/cart-codes.ts'
import { useProblems } from '#web/client/problems.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import type { action as applyCode } from './offer.ts'
import { requestedLines } from './use-quotes.ts'
import type { action as applyVoucher } from './voucher.ts'

type OfferFieldProps = {
  cart: Cart
  /** A code that was applied before, and why it takes nothing off this cart. */
  unused: { code: string; refusal: string } | undefined
}

/** Each is a form of its own: what was typed in the checkout stays. */
export function OfferField({ cart, unused }: OfferFieldProps) {
  const { Form, data, state } = useFetcher<typeof applyCode>()
  const { form, problems } = useProblems(data?.ok === false ? data : undefined)
  useEffect(() => {
    if (data?.ok) cartOfferCode.set(data.code)
  }, [data])
  if (unused)
    return (
      <FormMessage tone="plain">
        {unused.code}: {unused.refusal}{' '}
        <Button variant="link" onClick={() => cartOfferCode.set(undefined)}>
          Remove<span className="visually-hidden"> offer code</span>
        </Button>
      </FormMessage>
    )
  return (
    <Form ref={form} method="post" action="/cart/offer" className="voucher-form">
      <input type="hidden" name="lines" value={requestedLines(cart)} />
      <Field
        label="Offer code"
        name={OFFER_CODE}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={CODE_MAX}
        error={problems[OFFER_CODE]}
      />
      <Button type="submit" small variant="quiet" busy={state !== 'idle'}>
        Apply
      </Button>
    </Form>
  )
}

export function VoucherField() {
  const { Form, data, state } = useFetcher<typeof applyVoucher>()
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
