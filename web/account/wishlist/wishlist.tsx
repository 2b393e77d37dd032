import { useEffect, useLayoutEffect, useState } from 'react'
import { data, Form, redirect, useFetcher } from 'react-router'
import type { Product, ProductId } from '#domain/catalog/product.ts'
import { messages } from '#domain/messages.ts'
import { countOfNouns } from '#domain/shop/wording.ts'
import { parseIds } from '#domain/storage/stored-wishlist.ts'
import { parseId } from '#domain/text.ts'
import { originOf } from '#server/config.ts'
import { getSession, shopContext, userContext } from '#server/contexts.ts'
import { readOrFail, statusFor } from '#server/http/degraded-reads.ts'
import { readForm } from '#server/http/forms.ts'
import { limitRequest } from '#server/http/limit-request.ts'
import {
  deleteAsked,
  deleteLink,
  findLink,
  insertLink,
  listAsked,
  listSaved,
  listWatched,
  unwatchPrices,
  watchPrice,
} from '#server/wishlist/queries.ts'
import { askWhenBack, readSaved, renewLink } from '#server/wishlist/wishlist.ts'
import { useLive } from '#web/client/live.ts'
import { toast, useFailureToasts } from '#web/client/toast.ts'
import { findVisitor } from '#web/client/visitor.ts'
import { syncWishlist, wishlistStore } from '#web/client/wishlist.ts'
import { textField } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { SeeAllLink } from '#web/ui/layout/see-all-link.tsx'
import { ProductGrid } from '#web/ui/product/product-card.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/wishlist'

/** An account's list; for a guest the products of the address, which the page fetches for what the browser has stored. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const user = context.get(userContext)
  const asked = parseIds(new URL(request.url).searchParams.get('ids'))
  if (asked.length > 0) await limitRequest(context, 'wishlist')
  return readOrFail(shop, messages.productsFailed, async () => {
    const failures: string[] = []
    const ids = user ? await listSaved(shop.db, user.userId) : asked
    const token = user && (await findLink(shop.db, user.userId))
    const products = await readSaved(shop, ids, failures)
    const link = token && `${originOf(shop.config)}/wishlist/${token}`
    const told = user ? await listAsked(shop.db, user.userId) : []
    const watched = user ? await listWatched(shop.db, user.userId) : []
    return data({ userId: user?.userId, ids, products, told, watched, link, failures }, statusFor(failures))
  })
}

/** A guest's list becomes part of the account before the account's is shown. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const visitor = findVisitor()
  if (visitor) await syncWishlist(visitor.userId)
  return serverLoader()
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const { user } = getSession(context)
  const { userId } = user
  await limitRequest(context, 'wishlist')
  const form = await readForm(request)
  const intent = textField(form, 'intent')
  const id = parseId(textField(form, 'id'))
  if (intent === 'share') await insertLink(shop.db, userId)
  else if (intent === 'renew') await renewLink(shop, userId)
  else if (intent === 'tell-when-back') await askWhenBack(shop, user, id)
  else if (intent === 'tell-when-cheaper') await watchPrice(shop.db, userId, id ?? 0)
  else if (intent === 'do-not-tell-price') await unwatchPrices(shop.db, userId, id ?? 0)
  else if (intent === 'do-not-tell') await deleteAsked(shop.db, userId, id ?? 0)
  else await deleteLink(shop.db, userId)
  return redirect('/wishlist')
}

export const meta = privateMeta((_, { nouns }) => ({ title: 'Wishlist', description: `The ${nouns} that you saved.` }))

export default function WishlistPage({ loaderData }: Route.ComponentProps) {
  const { userId, told, watched, link, failures } = loaderData
  const words = useWords()
  const stored = wishlistStore.use()
  const fetcher = useFetcher<typeof loader>()
  const [isHydrated, setHydrated] = useState(false)
  const { load } = fetcher
  const asked = userId ? '' : stored.ids.join()
  useLive('product', 'wishlist')
  useFailureToasts(failures)
  useEffect(() => setHydrated(true), [])
  useEffect(() => {
    if (asked) void load(`/wishlist?ids=${asked}`)
  }, [asked, load])
  // Another device may have changed the account's list.
  useLayoutEffect(() => {
    if (userId && wishlistStore.get().userId === userId) wishlistStore.set({ ids: loaderData.ids, userId })
  }, [loaderData, userId])

  const { ids, products } = (asked && fetcher.data) || loaderData
  const isOwn = isHydrated && (!userId || stored.userId === userId)
  const isSaved = (id: number) => !isOwn || stored.ids.includes(id)
  const shown = products.filter(({ id }) => isSaved(id))
  const gone = ids.filter(isSaved).length - shown.length
  if (!userId && (!isHydrated || (asked && !fetcher.data)))
    return (
      <section className="section" aria-labelledby="wishlist" aria-busy={isHydrated}>
        <h1 id="wishlist">Wishlist</h1>
        <noscript>
          <p>
            Without JavaScript, a wishlist is in your account. <a href="/login?next=/wishlist">Log in</a> to see it.
          </p>
        </noscript>
      </section>
    )
  return (
    <section className="section own-wishlist" aria-labelledby="wishlist">
      <div className="cluster spread bottom section-heading">
        <div>
          <h1 id="wishlist">Wishlist</h1>
          <p className="quiet" aria-live="polite">
            {shown.length > 0 && countOfNouns(shown.length, words)}
            {gone > 0 && ` ${countOfNouns(gone, words)} you saved can’t be bought at the moment.`}
          </p>
        </div>
        {!link && shown.length > 0 && <LinkForm intents={{ share: 'Share' }} />}
      </div>
      {!userId && shown.length > 0 && (
        <p className="quiet">It is in this browser only. Log in to keep it in your account and share it.</p>
      )}
      {link && (
        <div className="box stack gap-3 wishlist-link">
          <p>
            Anyone with this link sees these {words.nouns}, and not who saved them: <a href={link}>{link}</a>
          </p>
          <div className="cluster gap-2">
            {isHydrated && (
              <Button variant="quiet" onClick={() => copy(link)}>
                Copy link
              </Button>
            )}
            <LinkForm intents={{ renew: 'Make a new link', end: 'Stop sharing' }} />
          </div>
        </div>
      )}
      {shown.length > 0 ? (
        <ProductGrid products={shown} priority={2} />
      ) : (
        <EmptyState
          heading="Nothing saved yet"
          text="Press the heart on what you like, and it is kept here."
          action={<SeeAllLink />}
        />
      )}
      {userId && <Tell products={shown} told={told} watched={watched} />}
    </section>
  )
}

type TellProps = { products: readonly Product[]; told: readonly ProductId[]; watched: readonly ProductId[] }

/** Nothing is sent unless its button was pressed: one email when a product is back, and one for each fall of its price. */
function Tell({ products, told, watched }: TellProps) {
  if (products.length === 0) return null
  return (
    <section className="stack gap-3" aria-labelledby="tell">
      <h2 id="tell">Emails about what you saved</h2>
      <ul className="lines">
        {products.map(({ id, title, sold }) => {
          const isAsked = (sold ? told : watched).includes(id)
          const [ask, stop] = sold ? ['tell-when-back', 'do-not-tell'] : ['tell-when-cheaper', 'do-not-tell-price']
          return (
            <li key={id} className="cluster spread">
              <div>
                <span id={`tell-${id}`}>{title}</span>
                {isAsked && (
                  <p className="fine quiet">We’ll email you when {sold ? 'it is back' : 'its price falls'}.</p>
                )}
              </div>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="id" value={id} />
                <Button
                  type="submit"
                  name="intent"
                  value={isAsked ? stop : ask}
                  variant="quiet"
                  aria-describedby={`tell-${id}`}
                >
                  {isAsked ? 'Don’t tell me' : `Tell me when ${sold ? 'it is back' : 'the price falls'}`}
                </Button>
              </Form>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** For a guest, the login comes first. */
function LinkForm({ intents }: { intents: Record<string, string> }) {
  return (
    <Form method="post" className="cluster gap-2">
      {Object.entries(intents).map(([intent, label]) => (
        <Button key={intent} type="submit" name="intent" value={intent} variant="quiet">
          {label}
        </Button>
      ))}
    </Form>
  )
}

async function copy(link: string) {
  await navigator.clipboard.writeText(link).then(
    () => toast.success('Copied'),
    () => toast.error('Your browser did not allow it. Please select and copy the link.'),
  )
}
