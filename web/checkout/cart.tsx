import { data, useNavigate } from 'react-router'
import { noDeliveryMessage } from '#domain/delivery/delivery-area.ts'
import { cashMessage } from '#domain/orders/cash.ts'
import { NO_PICK_UP } from '#domain/orders/pick-up.ts'
import { noteDelivery } from '#server/accounts/profile/addresses.ts'
import { takeName } from '#server/accounts/profile/profile.ts'
import { shopContext, userContext } from '#server/contexts.ts'
import { placeOrder } from '#server/orders/place.ts'
import { useCart } from '#web/client/cart.ts'
import { useOnline } from '#web/client/offline/service-worker.ts'
import { findVisitor, useVisitor } from '#web/client/visitor.ts'
import { retryAfter } from '#web/form-actions.ts'
import { pageMeta } from '#web/page-meta.ts'
import { GoesWith } from '#web/storefront/goes-with-list.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { SeeAllLink } from '#web/ui/layout/see-all-link.tsx'
import { SiteImage } from '#web/ui/layout/site-image.tsx'
import { useRoot, useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/cart'
import { CartLines } from './cart-lines.tsx'
import { readCheckout } from './checkout-form.ts'
import { CheckoutPanel } from './checkout-panel.tsx'
import { EarlierOrder } from './earlier-order.tsx'
import { CHECKOUT_FORM } from './place-order.tsx'
import type { OrderResult } from './use-order.ts'
import { useQuotes } from './use-quotes.ts'

/** Places a cash-on-delivery order. There is no loader because the cart is in the browser. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const user = context.get(userContext)
  if (!user) return data({ kind: 'logged-out' as const }, { status: 401 })
  const read = await readCheckout(context, request, user)
  if (read.refusal) return read.refusal
  const { checkout, voucher, offers } = read
  const placed = await placeOrder(shop, user, checkout, voucher, offers)
  if (placed.ok) {
    await noteDelivery(shop, user, checkout)
    await takeName(shop, user, checkout.address.name)
    return { kind: 'placed' as const, orderId: placed.order.id }
  }
  switch (placed.reason) {
    case 'changed':
      return data({ kind: placed.reason, quotes: placed.quotes }, { status: 409 })
    case 'no-cash':
      return data(
        { kind: placed.reason, message: cashMessage(placed.refusal, shop.payments.isAvailable, checkout.isPickedUp) },
        { status: 409 },
      )
    case 'voucher':
      return data({ kind: placed.reason, message: placed.message, pays: placed.pays }, { status: 409 })
    case 'delivery-fee':
      return data({ kind: placed.reason, fee: placed.fee, message: placed.message }, { status: 409 })
    case 'offers':
    case 'paused':
      return data({ kind: placed.reason, message: placed.message }, { status: 409 })
    case 'no-pick-up':
      return data({ kind: placed.reason, message: NO_PICK_UP }, { status: 409 })
    case 'no-delivery':
      return data({ kind: placed.reason, message: noDeliveryMessage(checkout.address.pincode) }, { status: 409 })
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
  const { notes, problem, isTestMode, goesWith, parts, ...quotes } = useQuotes(cart)
  const { pause } = useRoot()
  const navigate = useNavigate()
  const visitor = useVisitor()
  const online = useOnline()

  function checkOut() {
    if (findVisitor()) focusFirstGap()
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
    <>
      <section className="page stack gap-5" aria-labelledby="cart-heading">
        <h1 id="cart-heading">Your cart</h1>
        <div className="columns">
          <CheckoutPanel
            cart={cart}
            pause={pause}
            {...quotes}
            notice={
              <>
                {problem && <FormMessage alert>{problem}</FormMessage>}
                {!online && !pause && <FormMessage tone="plain">{OFFLINE}</FormMessage>}
              </>
            }
            // It appears with the quote, below the button so that the button does not move.
            footer={isTestMode && <TestMode />}
          >
            <div className="stack start">
              <CartLines cart={cart} notes={notes} parts={parts} />
              {online && !pause && (
                <Button variant={visitor ? 'quiet' : 'primary'} onClick={checkOut}>
                  Checkout
                </Button>
              )}
            </div>
          </CheckoutPanel>
        </div>
      </section>
      <GoesWith list={goesWith.filter(({ product }) => !cart.some(({ id }) => id === product.id))} cart={cart} />
    </>
  )
}

/** On to what is still to be filled in, or to the cards. */
function focusFirstGap() {
  const form = document.forms.namedItem(CHECKOUT_FORM)
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('[required], [name=pay]:checked') ?? [])]
  const first = fields.find(({ type, value }) => type === 'radio' || value.trim() === '')
  first?.focus()
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
