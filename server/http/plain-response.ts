/** A response of one sentence, for whoever is not shown a page. It is never cached. */
export function plain(status: number, text: string, more: Record<string, string> = {}): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...more }
  return new Response(text, { status, headers })
}
