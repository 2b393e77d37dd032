// Replaces React Router's own module in the browser, which shows shoppers the stack of an error.
import { Component, type ReactNode } from 'react'

type Props = { location: unknown; children: ReactNode }
type State = { hasFailed: boolean; location: unknown }

/** Shows a page of its own when header or footer fail to render; root.tsx has the usual error page. Another URL renders again. */
export class RemixErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, location: this.props.location }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ location }: Props, state: State) {
    return location === state.location ? null : { hasFailed: false, location }
  }

  override render() {
    return this.state.hasFailed ? <Crash /> : this.props.children
  }
}

function Crash() {
  return (
    <html lang="en-IN">
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Something went wrong</title>
      </head>
      <body>
        <main>
          <div className="empty-state">
            <h1>Something went wrong</h1>
            <p>The problem is on our side. Please load the page again.</p>
            <a className="button primary" href="/">
              Home
            </a>
          </div>
        </main>
      </body>
    </html>
  )
}

/** For a root without an ErrorBoundary; ours has one. */
export const RemixRootDefaultErrorBoundary = Crash
export const BoundaryShell = Crash
