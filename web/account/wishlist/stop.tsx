import { data, Form, Link } from 'react-router'
import { shopContext } from '#server/contexts.ts'
import { limitRequest } from '#server/http/limit-request.ts'
import { unwatchPrices } from '#server/wishlist/queries.ts'
import { privateMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/stop'

/** The link in the email is the permission. */
async function check({ context, params }: Route.LoaderArgs | Route.ActionArgs) {
  const shop = context.get(shopContext)
  await limitRequest(context, 'track')
  if (!shop.trackingLinks.mayStopPrices(params.id, params.token)) throw data('Page not found.', { status: 404 })
  return shop
}

export async function loader(args: Route.LoaderArgs) {
  await check(args)
  return null
}

/** Not by opening the link alone, which mail programs do. */
export async function action(args: Route.ActionArgs) {
  const { db } = await check(args)
  await unwatchPrices(db, args.params.id)
  return { ok: true }
}

export const meta = privateMeta({
  title: 'Emails about prices',
  description: 'Stop emails about prices on your wishlist.',
})

export default function StopPrices({ actionData }: Route.ComponentProps) {
  return (
    <section className="page narrow" aria-labelledby="stop-heading">
      <h1 id="stop-heading">Emails about prices</h1>
      {actionData ? (
        <div className="form" role="status">
          <FormMessage tone="good">We won’t email you about prices any more.</FormMessage>
        </div>
      ) : (
        <Form method="post" className="form">
          <p>We email you when the price of something on your wishlist falls, because you asked for it.</p>
          <Button type="submit">Stop these emails</Button>
        </Form>
      )}
      <p>
        <Link to="/wishlist">See your wishlist</Link>
      </p>
    </section>
  )
}
