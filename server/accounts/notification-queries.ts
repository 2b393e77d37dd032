import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, ne, notInArray, sql } from 'drizzle-orm'
import type { NotificationChoice, PushSubscription } from '#domain/accounts/notifications.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { notificationChoices, pushDevices } from '#server/db/schema/accounts.ts'

export async function listChoices(db: Db, userId: string): Promise<NotificationChoice[]> {
  const { kind, timing, channel } = notificationChoices
  return db.select({ kind, timing, channel }).from(notificationChoices).where(eq(notificationChoices.userId, userId))
}

/** Replaces the choices of this person. What came since they were told last is kept. */
export async function saveChoices(
  tx: Transaction,
  userId: string,
  choices: readonly NotificationChoice[],
): Promise<void> {
  const heard = choices.flatMap(({ kind, timing, channel }) =>
    timing === 'never' ? [] : [{ userId, kind, timing, channel }],
  )
  const kinds = heard.map(({ kind }) => kind)
  const isOwn = eq(notificationChoices.userId, userId)
  // In the order of the job that tells, which locks them too.
  await tx.select().from(notificationChoices).where(isOwn).orderBy(notificationChoices.kind).for('update')
  await tx
    .delete(notificationChoices)
    .where(kinds.length > 0 ? and(isOwn, notInArray(notificationChoices.kind, kinds)) : isOwn)
  if (heard.length === 0) return
  await tx
    .insert(notificationChoices)
    .values(heard)
    .onConflictDoUpdate({
      target: [notificationChoices.userId, notificationChoices.kind],
      set: { timing: sql`excluded.timing`, channel: sql`excluded.channel` },
    })
}

export type Device = typeof pushDevices.$inferSelect

/** In the order in which they were added. */
export async function listDevices(db: Db, userIds: readonly string[]): Promise<Device[]> {
  return db
    .select()
    .from(pushDevices)
    .where(inArray(pushDevices.userId, [...userIds]))
    .orderBy(asc(pushDevices.time), pushDevices.id)
}

/** A browser that was another person's, or has new keys, is this person's from now on. @returns its id */
export async function upsertDevice(
  tx: Transaction,
  device: PushSubscription & { userId: string; userAgent: string | null },
): Promise<string> {
  const { endpoint, ...rest } = device
  const id = randomUUID()
  await tx
    .insert(pushDevices)
    .values({ ...device, id })
    .onConflictDoUpdate({ target: pushDevices.endpoint, set: { ...rest, id, time: sql`now()` } })
  return id
}

/** The last added stay. */
export async function removeOldestDevices(tx: Transaction, userId: string, max: number): Promise<void> {
  await tx.execute(sql`delete from push_devices where id in (
    select id from push_devices where user_id = ${userId} order by time desc, id offset ${max})`)
}

/** @param userId undefined: whoever owns it. False: it was removed already */
export async function removeDevice(db: Db, id: string, userId?: string): Promise<boolean> {
  const isIt = eq(pushDevices.id, id)
  const { rowCount } = await db
    .delete(pushDevices)
    .where(userId === undefined ? isIt : and(isIt, eq(pushDevices.userId, userId)))
  return (rowCount ?? 0) > 0
}

export async function removeDeviceOfOthers(db: Db, id: string, userId: string): Promise<void> {
  await db.delete(pushDevices).where(and(eq(pushDevices.id, id), ne(pushDevices.userId, userId)))
}

/** Somebody who is no longer staff or a seller hears of nothing. */
export async function removeNotifications(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(notificationChoices).where(eq(notificationChoices.userId, userId))
  await removeDevicesOf(tx, userId)
}

export async function removeDevicesOf(db: Db, userId: string): Promise<void> {
  await db.delete(pushDevices).where(eq(pushDevices.userId, userId))
}
