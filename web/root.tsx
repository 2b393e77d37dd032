import { type ComponentType, type CSSProperties, type ReactNode, useContext, useEffect, useLayoutEffect } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { PAPER } from '#domain/install/web-app.ts'
import { accentColours } from '#domain/shop/look.ts'
import { pauseMessage } from '#domain/shop/pause.ts'
import { shownInfoOf } from '#domain/shop/shop-info.ts'
import { originOf } from '#server/config.ts'
import { shopContext } from '#server/contexts.ts'
import { enforcePermissions } from '#server/pages/permissions.ts'
import { type SharePicture, shopPicture } from '#server/share/cards.ts'
import { CrashBoundary } from '#web/shell/error-page.tsx'
import type { Route } from './+types/root'
import { EARLY_INPUT, HYDRATED, READY } from './client/early-input.ts'
import { keepOpenPage, useInterruptedNavigation, useLeaveBlocker } from './client/offline/keep-page.tsx'
import { startServiceWorker } from './client/offline/service-worker.ts'
import { useOpenRouter } from './client/open-router.ts'
import { restoreFocus } from './client/restore-focus.ts'
import { PageDescription, ScriptNonce } from './page-meta.ts'
import { Header } from './shell/header.tsx'
import { Hearts } from './shell/hearts.tsx'
import { usePendingList } from './shell/pending-list.tsx'
import { SiteIcons } from './shell/site-icons.tsx'
import { Toaster } from './shell/toaster.tsx'
import figtree from './styles/fonts/figtree.woff2'
import fraunces from './styles/fonts/fraunces.woff2'
import styles from './styles.css?url'
import { SiteFooter } from './ui/layout/site-footer.tsx'
import { type Root, ShopFallback, useRoot, useShopInfo } from './ui/shop-info.ts'

/** Nothing about the visitor: public pages are cached and shared. */
export async function loader({ context }: Route.LoaderArgs) {
  const { config, emails, log, menu, now, settings, texts, whatsapp } = context.get(shopContext)
  const [shop, { tagline = '', footer = '' }, links] = await Promise.all([
    settings.readOrLast(),
    texts.read('taglines').catch((): Partial<Root['texts']> => ({})),
    menu.read().catch((error: unknown) => {
      log.error('The menu could not be read', error)
      return []
    }),
  ])
  const origin = originOf(config)
  const info = shownInfoOf(shop, now())
  return {
    origin,
    canEmail: emails.isAvailable,
    hasWhatsapp: whatsapp.isAvailable,
    shop: info,
    pause: pauseMessage(info, now()),
    share: await shopPicture({ config, settings }, tagline),
    texts: { tagline, footer },
    ...(links.length > 0 && { menu: links }),
  } satisfies Partial<Root> & { share: SharePicture }
}

/** The shop's details are reloaded only after a live change, which revalidates the same URL; not after navigating or saving. */
export const shouldRevalidate = ({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href === nextUrl.href && formMethod === undefined

export const middleware: Route.MiddlewareFunction[] = [enforcePermissions]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepOpenPage]

/**
 * `isStatic`: a page without scripts and an address of its own, because it is shown at any address.
 * `Frame`: replaces the header and its menu in the back office.
 */
type Handle = { isStatic?: boolean; Frame?: ComponentType }

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(ScriptNonce)
  const fallback = useContext(ShopFallback)
  const { accentColour, typePair, corner } = useShopInfo()
  const description = useContext(PageDescription)
  const handles = useMatches().flatMap(({ handle }) => (handle as Handle | undefined) ?? [])
  const isStatic = handles.some((handle) => handle.isStatic)
  // An error of the back office's own layout, or of its permissions, comes without the style sheet of the frame.
  const hasFailed = Boolean(useRouteError())
  const Frame = hasFailed ? undefined : handles.find((handle) => handle.Frame)?.Frame
  // The style sheets wait for `data-ready` with what would slow down the first paint on slow connections.
  useEffect(() => {
    // Development has no service worker, because its files change under the same names.
    if (import.meta.env.PROD) startServiceWorker()
    document.documentElement.dataset.ready = ''
    dispatchEvent(new Event(READY))
    return restoreFocus()
  }, [])
  useLayoutEffect(() => void dispatchEvent(new Event(HYDRATED)), [])
  return (
    <html
      lang="en-IN"
      data-shop={fallback && JSON.stringify(fallback)}
      data-type={typePair === 'shop' ? undefined : typePair}
      data-corner={corner === 'soft' ? undefined : corner}
      style={accentColour ? (accentColours(accentColour) as CSSProperties) : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        {!isStatic && <PageUrl />}
        <SiteIcons />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="theme-color" content={PAPER.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={PAPER.dark} media="(prefers-color-scheme: dark)" />
        {typePair === 'shop' &&
          [figtree, fraunces].map((font) => (
            <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
          ))}
        <Links />
        {/* With a precedence React keeps the style sheet when an error re-renders the document; otherwise the page flashes. */}
        <link rel="stylesheet" href={styles} precedence="default" />
        {import.meta.env.SSR && !isStatic && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, allowed by its hash
          <script nonce={nonce} dangerouslySetInnerHTML={{ __html: EARLY_INPUT }} />
        )}
        {import.meta.env.SSR &&
          description.map((json) => (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: writeStructuredData escapes it
            <script key={json} type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
          ))}
      </head>
      <body>
        <CrashBoundary>
          {Frame ? <Frame /> : <Header />}
          <PauseNotice />
          <Hearts>
            <Main>{children}</Main>
          </Hearts>
          <SiteFooter />
        </CrashBoundary>
        <Toaster />
        <NavigationWatch />
        {!isStatic && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

/** A navigation renders this again, but not the page in it. */
function Main({ children }: { children: ReactNode }) {
  const { list, isPaging } = usePendingList()
  return (
    <main
      id="main"
      tabIndex={-1}
      className={isPaging ? 'paging' : undefined}
      aria-busy={isPaging || list ? true : undefined}
    >
      {list}
      {children}
    </main>
  )
}

/** Apart from the layout, which the blocker would render again after hydration, and each reload of the page's data would too. */
function NavigationWatch() {
  useOpenRouter()
  useLeaveBlocker()
  useInterruptedNavigation()
  return null
}

/** On every page while the shop is paused. */
function PauseNotice() {
  const { pause } = useRoot()
  return pause ? (
    <p className="pause-notice" role="note">
      {pause}
    </p>
  ) : null
}

/** The page's canonical URL and its picture for link previews. Each page of a list has its own URL, but no choice of filters. */
function PageUrl() {
  const root = useRouteLoaderData<typeof loader>('root')
  const here = useMatches().at(-1)
  // An address without a page has no canonical one, so that all of them share one copy.
  if (!root || !here || here.id === 'pages/not-found') return null
  const facts = (here.loaderData ?? {}) as PageFacts
  const { page = 1, isFiltered } = facts
  const share: PageFacts['share'] & {} = facts.share ?? root.share
  // React Router has decoded the path.
  const path = `/${here.pathname.split('/').filter(Boolean).map(encodeURIComponent).join('/')}`
  const url = root.origin + path + (page > 1 && !isFiltered ? `?page=${page}` : '')
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={share.url} />
      {!share.isPhoto && (
        <>
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
        </>
      )}
      <meta property="og:image:alt" content={share.alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** Facts that the loaders of lists and products return for the head of the page. */
type PageFacts = { page?: number; isFiltered?: boolean; share?: SharePicture & { isPhoto?: boolean } }

export default function App() {
  return <Outlet />
}

export { ErrorPage as ErrorBoundary } from './shell/error-page.tsx'
