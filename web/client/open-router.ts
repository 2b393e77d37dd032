import { useLayoutEffect } from 'react'
import {
  type ClientInstrumentation,
  type Location,
  type NavigateFunction,
  useLocation,
  useMatches,
  useNavigate,
  useRevalidator,
} from 'react-router'

/** The state of the open page for code outside of components. */
type OpenRouter = {
  location: Location
  /** The innermost route of the open page. */
  routeId: string | undefined
  navigate: NavigateFunction
  revalidate: () => Promise<void>
}

let router: OpenRouter | undefined
let error: unknown

/** Undefined before hydration. */
export function openRouter(): OpenRouter | undefined {
  return router
}

/** Keeps `openRouter` up to date. Called once, by the layout. */
export function useOpenRouter(): void {
  const location = useLocation()
  const routeId = useMatches().at(-1)?.id
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  useLayoutEffect(() => {
    router = { location, routeId, navigate, revalidate }
  })
}

/** The error that the open page shows in place of its contents; undefined: it shows them. */
export function shownError(): unknown {
  return error
}

/** Called by every error boundary. */
export function useShownError(shown: unknown): void {
  useLayoutEffect(() => {
    error = shown
    return () => {
      error = undefined
    }
  }, [shown])
}

const fetches = new Map<string, number>()

/** True for a request of a fetcher, false for one of a navigation or revalidation. */
export function isFetch({ url, method }: Request): boolean {
  return fetches.has(`${method} ${new URL(url).pathname}`)
}

/** Forms that fetchers have sent, until they are answered and the page is reloaded. */
const forms = new Set<Promise<unknown>>()
let sent = 0

/** How many forms fetchers have sent since the page was opened. */
export function countForms(): number {
  return sent
}

/** Resolves when no form of a fetcher waits for its answer. React draws later that one was sent, which would be too late. */
export async function formsAnswered(): Promise<void> {
  while (forms.size > 0) await Promise.allSettled(forms)
}

/** The target of a link or a script, until its page is open. */
let destination: URL | undefined

/** The address that was asked for and is not open yet; undefined: nothing, or a form. React draws later that one was. */
export function pendingDestination(): string | undefined {
  return destination && destination.pathname + destination.search
}

/** Notes what is under way: the requests of fetchers, which middleware cannot tell, and the page that was asked for. */
export const noteRequests: ClientInstrumentation = {
  router: ({ instrument }) =>
    instrument({
      async navigate(call, { to, currentUrl, formMethod }) {
        const own = formMethod || typeof to === 'number' ? undefined : new URL(to, `http://localhost${currentUrl}`)
        destination = own
        await call()
        if (destination === own) destination = undefined
      },
      async fetch(call, { href, formMethod = 'GET' }) {
        const method = formMethod.toUpperCase()
        const key = `${method} ${new URL(href, document.baseURI).pathname}`
        fetches.set(key, (fetches.get(key) ?? 0) + 1)
        const fetching = call()
        if (method !== 'GET') {
          forms.add(fetching)
          sent += 1
        }
        await fetching
        forms.delete(fetching)
        const left = (fetches.get(key) ?? 1) - 1
        if (left > 0) fetches.set(key, left)
        else fetches.delete(key)
      },
    }),
}
