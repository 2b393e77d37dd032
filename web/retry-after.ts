/** React Router drops an action's headers from a page unless the page passes them on. */
export function retryAfter({ actionHeaders }: { actionHeaders: Headers }): Record<string, string> {
  const seconds = actionHeaders.get('retry-after')
  return seconds ? { 'retry-after': seconds } : {}
}
