import assert from 'node:assert/strict'

/** Asserts the security headers of a response. @param hasSecret its address holds a token */
export function assertProtected(name: string, headers: Headers, hasSecret = false): void {
  const policy = headers.get('content-security-policy') ?? ''
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? /default-src ([^;]*)/.exec(policy)?.[1] ?? 'none at all'
  assert.doesNotMatch(scripts, /unsafe|\*|none at all/, `${name}: ${policy}`)
  assert.match(policy, /frame-ancestors 'none'/, name)
  assert.match(policy, /base-uri 'none'/, name)
  assert.equal(headers.get('x-content-type-options'), 'nosniff', name)
  const referrerPolicy = hasSecret ? 'no-referrer' : 'strict-origin-when-cross-origin'
  assert.equal(headers.get('referrer-policy'), referrerPolicy, name)
  assert.match(headers.get('permissions-policy') ?? '', /camera=\(\), microphone=\(\), geolocation=\(\)/, name)
  assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin-allow-popups', name)
  assert.equal(headers.get('access-control-allow-origin'), null, name)
  assert.equal(headers.get('x-powered-by'), null, name)
}

/** The headers of a raw response. */
export function headersOf(said: string): Headers {
  const [, ...lines] = (said.split('\r\n\r\n')[0] ?? '').split('\r\n')
  return new Headers(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]))
}
