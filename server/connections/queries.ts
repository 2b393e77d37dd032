import { eq, sql } from 'drizzle-orm'
import { isServiceName, type Keys, type ServiceName } from '#domain/settings/connections.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { connections } from '#server/db/schema/site.ts'
import { seal, unseal } from '#server/db/seal.ts'

export type StoredConnection = { service: ServiceName; keys: Keys; version: string }

/** Without services that this version does not know. @throws when they were sealed by another secret */
export async function listConnections(db: Db, secret: string): Promise<StoredConnection[]> {
  const rows = await db.select().from(connections)
  return rows.flatMap(({ service, sealed, version }) =>
    isServiceName(service) ? [{ service, keys: JSON.parse(unseal(secret, sealed)), version }] : [],
  )
}

/** Locked until the transaction ends; two who save the first keys wait for each other too. */
export async function lockConnection(
  tx: Transaction,
  secret: string,
  service: ServiceName,
): Promise<StoredConnection | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`connection ${service}`}, 0))`)
  return (await listConnections(tx, secret)).find((stored) => stored.service === service)
}

export async function upsertConnection(tx: Transaction, secret: string, service: ServiceName, keys: Keys) {
  const changes = { sealed: seal(secret, JSON.stringify(keys)), version: sql`gen_random_uuid()`, time: sql`now()` }
  await tx
    .insert(connections)
    .values({ ...changes, service })
    .onConflictDoUpdate({ target: connections.service, set: changes })
}

export async function removeConnection(tx: Transaction, service: ServiceName): Promise<void> {
  await tx.delete(connections).where(eq(connections.service, service))
}
