import { Component, type ReactNode } from 'react'

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
