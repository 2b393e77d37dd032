import type { Context } from 'hono'
import { html, raw } from 'hono/html'

type Page = { title: string; about: unknown; main: unknown; hasForms?: boolean }

/** A page of the sandbox for people. Only the inline style sheet is allowed: no script runs, whatever a record contains. */
export function respondWithPage(c: Context, { title, about, main, hasForms = false }: Page) {
  const forms = hasForms ? "'self'" : "'none'"
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`,
  )
  c.header('x-content-type-options', 'nosniff')
  // Without a referrer a form would have no origin either, and the shop would refuse it.
  c.header('referrer-policy', hasForms ? 'same-origin' : 'no-referrer')
  c.header('cache-control', 'no-store')
  return c.html(html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Test mode</title>
<style>${raw(STYLES)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p><strong>Test mode</strong>: ${about}</p>
</header>
<main>
${main}
</main>
</body>
</html>`)
}

export const TIME_FORMAT = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Asia/Kolkata',
})

const STYLES = `
:root { color-scheme: light dark; --paper: #fff; --ground: #f3f0ea; --ink: #2a2722; --quiet: #6b655b; --line: #ddd6ca; --leaf: #2f5d43 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #26241f; --ground: #1a1815; --ink: #ece7dd; --quiet: #b0a899; --line: #3d3932; --leaf: #8cc3a2 }
}
* { box-sizing: border-box; margin: 0 }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); padding: 2rem 1rem 4rem }
body > header, main { max-width: 42rem; margin: 0 auto }
h1 { font: 600 2rem/1.2 Georgia, serif }
body > header p, .empty, time, .payment { color: var(--quiet) }
main { display: grid; gap: 1rem; margin-top: 1.5rem }
article { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem 1.5rem; display: grid; gap: .75rem; overflow-wrap: anywhere }
article header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1rem; padding-bottom: .75rem; border-bottom: 1px solid var(--line) }
.status { font-size: 1.0625rem }
.lines { white-space: pre-line; border-left: 3px solid var(--leaf); padding-left: .75rem }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem }
button { font: inherit; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--leaf); border-radius: .5rem; background: var(--paper); color: var(--leaf); cursor: pointer }
a { color: var(--leaf) }
`
