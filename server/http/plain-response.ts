import type { BodyError } from './uploads/receive-body.ts'

/** Closes the connection, because the unread rest of the body would be taken for the next request. */
export function bodyErrorResponse(error: BodyError): Response {
  const close = { connection: 'close' }
  if (error === 'too-large') return plain(413, 'The request is too large.', close)
  if (error === 'too-slow') return plain(408, 'The request timed out. Please try again.', close)
  return plain(400, 'The request was incomplete.', close)
}

/** A response of one sentence, where no page is shown. It is never cached. */
export function plain(status: number, text: string, more: Record<string, string> = {}): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...more }
  return new Response(text, { status, headers })
}
