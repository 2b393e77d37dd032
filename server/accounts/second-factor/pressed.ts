import type { RouterContextProvider } from 'react-router'
import { dataRequestContext, uploadContext } from '#server/contexts.ts'
import { readForm, wantsDocument } from '#server/http/forms.ts'
import type { Pressed } from './pressed-queries.ts'

/** Characters of all fields together; the longest text of the shop has a quarter of it. */
const MAX_LENGTH = 256 * 1024

type Asked = { request: Request; url: URL; context: Readonly<RouterContextProvider> }

/**
 * What a request would do, to be done after the password was asked for. `too-much`: it has files, or too many fields, so
 * its sender must send it again. Undefined: a page that is opened, or a script's own request, which the script repeats.
 */
export async function readPressed({ request, url, context }: Asked): Promise<Pressed | 'too-much' | undefined> {
  const isDocument = !context.get(dataRequestContext)
  if (isDocument && !wantsDocument(request)) return undefined
  if (request.method === 'GET' || request.method === 'HEAD')
    return isDocument ? { method: 'GET', path: url.pathname, fields: [...url.searchParams], isDocument } : undefined
  const upload = context.get(uploadContext)
  if (upload && !upload.ok) return undefined
  const form = upload ? upload.fields : await readForm(request.clone())
  const files = [
    ...(upload?.files.map(({ file }) => file) ?? []),
    ...[...form.values()].filter((it) => typeof it !== 'string'),
  ]
  const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const length = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (length > MAX_LENGTH || files.some(({ size }) => size > 0)) return 'too-much'
  return { method: 'POST', path: url.pathname + url.search, fields, isDocument }
}
