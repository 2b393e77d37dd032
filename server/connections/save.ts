import type { User } from '#domain/accounts/user.ts'
import type { Problems } from '#domain/form-fields.ts'
import {
  changedKeys,
  isSandboxAsked,
  type Keys,
  parseKeys,
  SERVICES,
  type ServiceName,
  USE_SANDBOX,
  withPrevious,
} from '#domain/settings/connections.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Shop } from '#server/shop.ts'
import { lockConnection, removeConnection, upsertConnection } from './queries.ts'

type ConnectionShop = Pick<Shop, 'auth' | 'config' | 'connections' | 'db'>

/** `locked`: `.env` has its keys. `conflict`: somebody else saved keys after the form was opened. */
export type SavedKeys =
  | { ok: true }
  | { ok: false; reason: 'locked' | 'conflict' }
  | { ok: false; reason: 'invalid'; problems: Problems }

/** @param seen the version that the form was opened with; empty: there were none */
export async function saveKeys(
  shop: ConnectionShop,
  admin: User,
  { service, form, seen }: { service: ServiceName; form: unknown; seen: string },
): Promise<SavedKeys> {
  return change(shop, { service, seen }, async (tx, stored) => {
    const sandbox: Keys | undefined =
      isSandboxAsked(service, form) && shop.config[service] ? { [USE_SANDBOX]: 'on' } : undefined
    const parsed = sandbox ? { ok: true as const, value: sandbox } : parseKeys(service, form, stored?.keys)
    if (!parsed.ok) return { ok: false, reason: 'invalid', problems: parsed.problems }
    const changed = changedKeys(service, stored?.keys, parsed.value)
    if (changed.length === 0 && !sandbox) return { ok: true }
    await upsertConnection(tx, shop.auth.secret, service, withPrevious(stored?.keys, parsed.value))
    const after = { service: SERVICES[service].label, changed: sandbox ? 'sandbox' : changed.join(', ') }
    await insertAudit(tx, admin, { action: 'change connection', subject: 'shop', after })
    return { ok: true }
  })
}

/** The service is left to the sandbox, or off. */
export async function removeKeys(
  shop: ConnectionShop,
  admin: User,
  { service, seen }: { service: ServiceName; seen: string },
): Promise<SavedKeys> {
  return change(shop, { service, seen }, async (tx, stored) => {
    if (!stored) return { ok: true }
    await removeConnection(tx, service)
    const before = { service: SERVICES[service].label }
    await insertAudit(tx, admin, { action: 'remove connection', subject: 'shop', before })
    return { ok: true }
  })
}

type Change = (
  ...given: [Parameters<typeof lockConnection>[0], Awaited<ReturnType<typeof lockConnection>>]
) => Promise<SavedKeys>

async function change(
  shop: ConnectionShop,
  { service, seen }: { service: ServiceName; seen: string },
  write: Change,
): Promise<SavedKeys> {
  if (shop.connections.current().services.states[service] === 'locked') return { ok: false, reason: 'locked' }
  const saved = await shop.db.transaction(async (tx): Promise<SavedKeys> => {
    const stored = await lockConnection(tx, shop.auth.secret, service)
    if ((stored?.version ?? '') !== seen) return { ok: false, reason: 'conflict' }
    return write(tx, stored)
  })
  // The answer's page already shows what is connected now; other processes learn it by the change feed.
  if (saved.ok) await shop.connections.refresh()
  return saved
}
