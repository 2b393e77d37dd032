/** Markup in which every value is escaped. */
export type Html = { html: string }
type Value = Html | readonly Value[] | string | number | false | undefined

/** A template string whose values are escaped, except what it made itself. Attributes must be in double quotes. */
export function escapedHtml(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const [first = '', ...others] = strings
  return { html: first + others.map((string, index) => written(values[index]) + string).join('') }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** `false` and undefined are nothing. */
function written(value: Value): string {
  if (value === false || value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
  return 'html' in value ? value.html : value.map(written).join('')
}
