import { Component, type ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { REQUEST_ID_PLACE } from '#domain/error-page.ts'
import { useShownError } from '#web/client/open-router.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { SeeAllLink } from '#web/ui/layout/see-all-link.tsx'
import { useWords } from '#web/ui/shop-info.ts'

/** The page in place of one that failed, inside whichever header its layout has. */
export function ErrorPage() {
  const error = useRouteError()
  useShownError(error)
  const { nouns } = useWords()
  switch (isRouteErrorResponse(error) ? error.status : undefined) {
    case 404:
      return (
        <Failure
          title="Page not found"
          heading="We couldn’t find that page"
          text={`The link may be out of date. Search above, or browse all our ${nouns}.`}
          action={<SeeAllLink />}
        />
      )
    // For staff whose role lacks the right, or has lost it.
    case 403:
      return (
        <Failure
          title="Not allowed"
          heading="Your role does not allow this"
          text="Ask an owner of the shop if you need it. They can change your role under Staff."
          action={<LinkButton to="/adminDashboard">Back office</LinkButton>}
        />
      )
    // Served at every URL while the shop is overloaded, so its link leads back to the URL that was asked for.
    case 503:
      return (
        <>
          <meta name="robots" content="noindex" />
          <Failure
            title="We’re very busy"
            heading="We’re very busy right now"
            text="Your cart is saved. Please try again in a few seconds."
            action={
              // biome-ignore lint/a11y/useValidAnchor: an empty href is the current URL
              <a className="button primary" href="">
                Try again
              </a>
            }
          />
        </>
      )
    default:
      return (
        <>
          <Failure
            title="Something went wrong"
            heading="Something went wrong"
            text="The problem is on our side. Your cart is saved. Please try again in a few minutes."
            action={<SeeAllLink />}
          />
          <RequestId />
        </>
      )
  }
}

function Failure({ title, ...shown }: { title: string; heading: string; text: string; action: ReactNode }) {
  const { shop } = useWords()
  return (
    <>
      <title>{`${title} · ${shop}`}</title>
      <EmptyState level={1} {...shown} />
    </>
  )
}

/** Lets an operator find the error in the log. Known only on pages that the server rendered. */
function RequestId() {
  if (typeof document !== 'undefined' && !document.getElementById('request-id')) return null
  return (
    <p className="quiet" id="request-id" suppressHydrationWarning>
      Request ID:{' '}
      <code suppressHydrationWarning>
        {typeof document === 'undefined' ? REQUEST_ID_PLACE : document.querySelector('#request-id code')?.textContent}
      </code>
    </p>
  )
}

/** Shows a sentence and a way on when header or footer fail to render, without the stack that React Router would show. */
export class CrashBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main>
        <title>Something went wrong</title>
        <div className="empty-state">
          <h1>Something went wrong</h1>
          <p>The problem is on our side. Please load the page again.</p>
          <a className="button primary" href="/">
            Home
          </a>
        </div>
      </main>
    )
  }
}
