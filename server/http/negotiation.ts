type Field = string | null | undefined

/**
 * Has the browser this very copy, by its `If-None-Match`? That is a list of entity tags, compared weakly, or `*` for any.
 * It counts only where the answer without it would have been a success.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match
 */
export function isNotModified(ifNoneMatch: Field, { status, etag }: { status: number; etag: string }): boolean {
  if (!ifNoneMatch || status < 200 || status > 299) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/**
 * Is this `Range` one that files are cut by? All others are answered with the whole file, as they may be: what cannot be
 * read, several at once, and parts of a copy that may be another one by now, of which we keep no tags.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-range
 */
export function isUsableRange(range: string, ifRange: Field): boolean {
  return !ifRange && /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/.test(range)
}

/**
 * Is this encoding named in `Accept-Encoding` and not refused by a weight of 0? Whoever names none of ours gets the plain
 * answer, also when even that is refused: an answer that can be read by nearly everybody is better than an error.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-accept-encoding
 */
export function acceptsEncoding(acceptEncoding: Field, encoding: string): boolean {
  if (!acceptEncoding) return false
  return acceptEncoding.split(',').some((item) => {
    const [name = '', ...parameters] = item.split(';')
    if (name.trim().toLowerCase() !== encoding) return false
    return parameters.every((parameter) => Number(/^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1]) > 0)
  })
}
