import type { RouterContextProvider } from 'react-router'
import type { Session } from '#server/accounts/session-cache.ts'
import { consumeVerification, findVerification, replaceVerification } from '#server/accounts/verification-queries.ts'
import { dataRequestContext, uploadContext } from '#server/contexts.ts'
import { seal, unseal } from '#server/db/seal.ts'
import { readForm, wantsDocument } from '#server/http/forms.ts'
import type { Shop } from '#server/shop.ts'

/** A form or a link that was used when the password was asked for again, to be carried out after the answer. */
export type Pressed = {
  method: 'GET' | 'POST'
  path: string
  fields: [name: string, value: string][]
  /** Sent by the browser itself, so that its answer is a page or a file. */
  isDocument: boolean
}

/** Characters of all fields together; the longest text of the shop has a quarter of it. */
const MAX_LENGTH = 256 * 1024

type Asked = { request: Request; url: URL; context: Readonly<RouterContextProvider> }

/**
 * The action of a request, to be done after the password was asked for. `too-much`: it has files, or too many fields, so
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

const MINUTES = 15

type PressedShop = Pick<Shop, 'auth' | 'db'>

/**
 * Replaces what this session has pressed before. Sealed, because a form may have keys.
 *
 * @returns the id, which is of use to this session only
 */
export async function insertPressed({ auth, db }: PressedShop, session: Session, pressed: Pressed): Promise<string> {
  const value = seal(auth.secret, JSON.stringify(pressed))
  return replaceVerification(db, { prefix: prefixOf(session), value, minutes: MINUTES })
}

export async function findPressed(shop: PressedShop, session: Session, id: string): Promise<Pressed | undefined> {
  return open(shop, await findVerification(shop.db, prefixOf(session) + id))
}

/** Uses it up: of two concurrent requests only one gets it. */
export async function consumePressed(shop: PressedShop, session: Session, id: string): Promise<Pressed | undefined> {
  return open(shop, await consumeVerification(shop.db, prefixOf(session) + id))
}

function open({ auth }: PressedShop, sealed: string | undefined): Pressed | undefined {
  return sealed === undefined ? undefined : JSON.parse(unseal(auth.secret, sealed))
}

/** With the account, so that its erasure finds the row. */
function prefixOf({ id, user }: Session): string {
  return `pressed:${user.userId}:${id}:`
}
