type Field = string | null | undefined

/**
 * Does `If-None-Match` name this entity tag? It is a list of tags, compared weakly, or `*` for any, and only applies to
 * responses that would otherwise succeed.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match
 */
export function isNotModified(ifNoneMatch: Field, { status, etag }: { status: number; etag: string }): boolean {
  if (!ifNoneMatch || status < 200 || status > 299) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/**
 * Can this `Range` be served? Otherwise the whole file is sent, as the standard allows: for invalid ranges, for several
 * at once, and for `If-Range`, because files have no entity tags.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-range
 */
export function isUsableRange(range: string, ifRange: Field): boolean {
  return !ifRange && /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/.test(range)
}

/**
 * Is this encoding in `Accept-Encoding` with a weight above 0? A client that accepts none of ours gets the identity
 * encoding, even if it excludes that as well: a readable response is better than an error.
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
