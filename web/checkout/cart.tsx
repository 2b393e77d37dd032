import { useState } from 'react'
import { data, useNavigate } from 'react-router'
import { noDeliveryMessage } from '#domain/delivery/delivery-area.ts'
import { totalOf } from '#domain/orders/cart.ts'
import { cashMessage, findCashRefusal } from '#domain/orders/cash.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { noteDelivery } from '#server/accounts/profile/addresses.ts'
import { addressContext, shopContext, userContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { limitOrders, placeOrder } from '#server/orders/place.ts'
import { useCanEmail } from '#web/client/can-email.ts'
import { useCart } from '#web/client/cart.ts'
import { useOnline } from '#web/client/offline/service-worker.ts'
import { findVisitor, useVisitor } from '#web/client/visitor.ts'
import { retryAfter } from '#web/form-actions.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { SeeAllLink } from '#web/ui/layout/see-all-link.tsx'
import { SiteImage } from '#web/ui/layout/site-image.tsx'
import { usePause, useShopInfo, useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/cart'
import { CartLines } from './cart-lines.tsx'
import { CashNote } from './cash-note.tsx'
import { parseCheckout } from './checkout-form.ts'
import { CheckoutPanel, type OrderResult } from './checkout-panel.tsx'
import { EarlierOrder } from './earlier-order.tsx'
import { Totals } from './totals.tsx'
import { useQuotes } from './use-quotes.ts'

/** Places a cash-on-delivery order. There is no loader because the cart is in the browser. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = parseCheckout(await readForm(request), wordsOf(await shop.settings.readOrLast()))
  const user = context.get(userContext)
  if (!user) return data({ kind: 'logged-out' as const }, { status: 401 })
  if (!form.ok) return data({ kind: 'problems' as const, problems: form.problems }, { status: 400 })

  const tooMany = await limitOrders(shop, user, form.value.key, context.get(addressContext))
  if (tooMany) return data({ kind: 'limited' as const, message: tooMany.message }, tooManyRequests(tooMany))
  const placed = await placeOrder(shop, user, form.value)
  if (placed.ok) {
    await noteDelivery(shop, user, form.value)
    return { kind: 'placed' as const, orderId: placed.order.id }
  }
  switch (placed.reason) {
    case 'changed':
      return data({ kind: placed.reason, quotes: placed.quotes }, { status: 409 })
    case 'no-cash':
      return data(
        { kind: placed.reason, message: cashMessage(placed.refusal, shop.payments.isAvailable) },
        { status: 409 },
      )
    case 'paused':
      return data({ kind: placed.reason, message: placed.message }, { status: 409 })
    case 'no-delivery':
      return data({ kind: placed.reason, message: noDeliveryMessage(form.value.address.pincode) }, { status: 409 })
    case 'other-order':
      return data({ kind: placed.reason, order: placed.order }, { status: 409 })
    case 'deleted':
      return data({ kind: placed.reason }, { status: 409 })
    case 'account-deleted':
      return data({ kind: 'logged-out' as const }, { status: 401 })
  }
}

/** A lost response shows no error page: submitting again is safe, because the key identifies the order. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<OrderResult> {
  return serverAction().catch(() => ({ kind: 'unanswered' as const }))
}

export const headers: Route.HeadersFunction = retryAfter

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (_, { nouns, finishes }) => ({
    title: 'Cart',
    description: `The ${nouns} in your cart, with sizes, ${finishes} and current prices.`,
  }))

const OFFLINE = 'You are offline. Prices are from your last visit. You can check out once you’re back online.'

export default function CartPage({ actionData }: Route.ComponentProps) {
  const cart = useCart()
  const { notes, blocked, problem, note, isTestMode, mayPayOnline } = useQuotes(cart)
  const cashRefusal = findCashRefusal(useShopInfo(), totalOf(cart))
  const pause = usePause()
  const [checkingOut, setCheckingOut] = useState(false)
  const navigate = useNavigate()
  const online = useOnline()

  function checkOut() {
    if (findVisitor()) setCheckingOut(true)
    else navigate('/login?next=/cart')
  }

  // Submitted without scripts, so there is no cart to show.
  if (actionData?.kind === 'other-order' || actionData?.kind === 'deleted') {
    return (
      <section className="page stack gap-5" aria-labelledby="cart-heading">
        <h1 id="cart-heading">Your cart</h1>
        <EarlierOrder order={actionData.kind === 'other-order' ? actionData.order : undefined} />
      </section>
    )
  }
  if (cart.length === 0) return <EmptyCart />
  return (
    <section className="page stack gap-5" aria-labelledby="cart-heading">
      <h1 id="cart-heading">Your cart</h1>
      <div className="columns">
        <CartLines cart={cart} notes={notes} />
        <aside className="stack tint minor cart-aside" aria-label="Order summary">
          <Totals total={totalOf(cart)} />
          {problem && <FormMessage alert>{problem}</FormMessage>}
          {checkingOut ? (
            <CheckoutPanel cart={cart} blocked={blocked} mayPayOnline={mayPayOnline} onQuotes={note} />
          ) : (
            <>
              {cashRefusal && !mayPayOnline && (
                <CashNote message={cashMessage(cashRefusal, mayPayOnline)} mayPayOnline={mayPayOnline} />
              )}
              {pause ? (
                <FormMessage tone="plain">{pause} Your cart is saved.</FormMessage>
              ) : online ? (
                <>
                  <Button wide onClick={checkOut}>
                    Checkout
                  </Button>
                  <CodeLogin />
                </>
              ) : (
                <FormMessage tone="plain">{OFFLINE}</FormMessage>
              )}
            </>
          )}
          {/* It appears with the quote, below the button so that the button does not move. */}
          {isTestMode && <TestMode />}
        </aside>
      </div>
    </section>
  )
}

/** Lets somebody without an account order after confirming an emailed code, without choosing a password. */
function CodeLogin() {
  const visitor = useVisitor()
  const canEmail = useCanEmail()
  if (visitor || !canEmail) return null
  return (
    <div className="stack gap-2">
      <p className="quiet">New here? You don’t need a password.</p>
      <LinkButton to="/login/code?next=/cart" variant="quiet" wide>
        Email me a code
      </LinkButton>
    </div>
  )
}

function TestMode() {
  return (
    <p className="test-mode">
      <strong>Test mode</strong>: online payments don’t charge real money.
    </p>
  )
}

function EmptyCart() {
  const words = useWords()
  return (
    <EmptyState
      level={1}
      className="empty-cart"
      image={<SiteImage name="empty-cart" sizes="15rem" />}
      heading="Your cart is empty"
      text={`Choose ${words.aNoun}, a size and ${words.aFinish} to get started.`}
      action={<SeeAllLink />}
    />
  )
}
