import type { ReactNode } from 'react'
import { useContext, useEffect, useState } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useNavigation,
  useRouteLoaderData,
} from 'react-router'
import { REQUEST_ID_PLACE } from '#domain/error-page.ts'
import { enforcePermissions } from '#server/accounts/permissions.ts'
import { shopContext } from '#server/contexts.ts'
import type { Route } from './+types/root'
import { restoreFocus } from './client/restore-focus.ts'
import { keepStaleOnError } from './client/stale-on-error.ts'
import mark from './pictures/mark.svg'
import { ScriptNonce } from './script-mark.ts'
import { AccountLinks } from './shell/account-links.tsx'
import { CartLink } from './shell/cart-link.tsx'
import { MobileMenu } from './shell/mobile-menu.tsx'
import { PendingList, usePendingList } from './shell/pending-list.tsx'
import { SearchBox } from './shell/search-box.tsx'
import { Toaster } from './shell/toaster.tsx'
import { VisitorCheck } from './shell/visitor-check.tsx'
import figtree from './styles/fonts/figtree.woff2'
import fraunces from './styles/fonts/fraunces.woff2'
import styles from './styles.css?url'
import { EmptyState } from './ui/empty-state.tsx'
import { LinkButton } from './ui/forms/button.tsx'
import { SiteFooter } from './ui/layout/site-footer.tsx'
import { SiteHeader } from './ui/layout/site-header.tsx'
import { pictureFile } from './ui/product/product-picture.tsx'

/** Nothing of the visitor: this is part of pages that everybody shares. */
export function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(shopContext)
  return { origin: config.publicUrl ?? `http://localhost:${config.port}` }
}

export const shouldRevalidate = () => false

export const middleware: Route.MiddlewareFunction[] = [enforcePermissions]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepStaleOnError]

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: mark, type: 'image/svg+xml' },
  { rel: 'preload', href: figtree, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: fraunces, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

const SHARE_PICTURE = '/pictures/share.jpg'

// Before the first paint: who is logged in never sees "Login" flash by.
const beforePaint = `try{if(localStorage.users)document.documentElement.dataset.visitor=''}catch{}`

export function Layout({ children }: { children: ReactNode }) {
  const [menuOpen, setMenuOpen] = useState(false)
  const scriptMark = useContext(ScriptNonce)
  const busy = useNavigation().state !== 'idle'
  const { list, isPaging } = usePendingList()
  // For styles that spare a slow line until scripts are there.
  useEffect(() => {
    document.documentElement.dataset.ready = ''
    return restoreFocus()
  }, [])
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Address />
        <Links />
        {/* With a precedence React keeps it when an error makes the whole frame anew; without, the page would flash. */}
        <link rel="stylesheet" href={styles} precedence="default" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, allowed by its hash */}
        <script nonce={scriptMark} dangerouslySetInnerHTML={{ __html: beforePaint }} />
      </head>
      <body>
        <SiteHeader
          search={<SearchBox />}
          cart={<CartLink />}
          account={<AccountLinks />}
          busy={busy}
          onMenu={() => setMenuOpen(true)}
        />
        <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} />
        <main
          id="main"
          tabIndex={-1}
          className={isPaging ? 'turning' : undefined}
          aria-busy={isPaging || list ? true : undefined}
        >
          {list && <PendingList {...list} />}
          {children}
        </main>
        <SiteFooter />
        <Toaster />
        <VisitorCheck />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/**
 * Every page's one address, whatever was clicked to get there, and the picture that is shown where it is shared. A list's
 * pages are pages of their own.
 */
function Address() {
  const origin = useRouteLoaderData<typeof loader>('root')?.origin
  const here = useMatches().at(-1)
  if (!origin || !here) return null
  const { page = 1, product } = (here.loaderData ?? {}) as { page?: number; product?: { productImageUrl: string[] } }
  const address = origin + here.pathname + (page > 1 ? `?page=${page}` : '')
  const picture = product?.productImageUrl[0]
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={new URL(picture ? pictureFile(picture) : SHARE_PICTURE, origin).href} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : undefined
  if (status === 503) return <Busy />
  const missing = status === 404
  return (
    <>
      <title>{missing ? 'Page not found · Gamla' : 'Something went wrong · Gamla'}</title>
      <EmptyState
        level={1}
        heading={missing ? 'We could not find this page' : 'Something went wrong on our side'}
        text={
          missing
            ? 'The link may be old, or the pot may have found a home. Search above, or look at all our pots.'
            : 'Your cart is safe in this browser. Please try again in a moment.'
        }
        action={<LinkButton to="/allproduct">See all pots</LinkButton>}
      />
      {!missing && <RequestId />}
    </>
  )
}

/** The shop has more to do than it can. This page is the same at every address, so its link leads to where one is. */
function Busy() {
  return (
    <>
      <title>One moment please · Gamla</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        level={1}
        heading="Many people are in the shop"
        text="Your cart is safe in this browser. Please try again in a few seconds."
        action={
          // biome-ignore lint/a11y/useValidAnchor: an empty address is the one where the reader is
          <a className="button primary" href="">
            Try again
          </a>
        }
      />
    </>
  )
}

/** By which an operator finds the error in the log. Written by the server into a page that it has rendered itself. */
function RequestId() {
  if (typeof document !== 'undefined' && !document.getElementById('request-id')) return null
  return (
    <p className="quiet request-id" id="request-id" suppressHydrationWarning>
      Request{' '}
      <code suppressHydrationWarning>
        {typeof document === 'undefined' ? REQUEST_ID_PLACE : document.querySelector('#request-id code')?.textContent}
      </code>
    </p>
  )
}
