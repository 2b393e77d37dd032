import type { Way } from '#domain/accounts/notification-choices.ts'
import {
  EVENT_KINDS,
  type EventKind,
  kindsFor,
  MAX_DEVICES,
  type NotificationChoice,
  type PushSubscription,
} from '#domain/accounts/notifications.ts'
import { deviceOf } from '#domain/accounts/session.ts'
import type { User } from '#domain/accounts/user.ts'
import {
  listChoices,
  listDevices,
  removeDevice,
  removeOldestDevices,
  saveChoices,
  upsertDevice,
} from '#server/accounts/notification-queries.ts'
import { logOut } from '#server/accounts/sessions.ts'
import type { Shop } from '#server/shop.ts'

/** The ways that this shop can use. */
export function waysOf({ whatsapp }: Pick<Shop, 'whatsapp'>): readonly Way[] {
  return whatsapp.isAvailable ? ['email', 'whatsapp', 'push'] : ['email', 'push']
}

export type OwnNotifications = {
  choices: (NotificationChoice & { label: string })[]
  ways: readonly Way[]
  devices: { id: string; name: string; time: string; isThis: boolean }[]
  /** With which a browser subscribes. */
  pushKey: string
}

/** The section of the account page; undefined: this person may hear of nothing. */
export async function readNotifications(
  shop: Pick<Shop, 'auth' | 'db' | 'push' | 'whatsapp'>,
  user: User,
  headers: Headers,
): Promise<OwnNotifications | undefined> {
  const kinds = kindsFor(user)
  if (kinds.length === 0) return undefined
  const [stored, devices] = await Promise.all([listChoices(shop.db, user.userId), listDevices(shop.db, [user.userId])])
  const choiceOf = (kind: EventKind) => ({
    ...(stored.find((one) => one.kind === kind) ?? { kind, timing: 'never' as const, channel: 'email' as const }),
    label: EVENT_KINDS[kind].label,
  })
  const own = shop.auth.pushCookie.read(headers)
  return {
    choices: kinds.map(choiceOf),
    ways: waysOf(shop),
    devices: devices.map(({ id, userAgent, time }) => ({
      id,
      name: deviceOf(userAgent),
      time: time.toISOString(),
      isThis: id === own,
    })),
    pushKey: shop.push.publicKey,
  }
}

export async function saveNotifications(
  { db }: Pick<Shop, 'db'>,
  { userId }: User,
  choices: readonly NotificationChoice[],
): Promise<void> {
  await db.transaction((tx) => saveChoices(tx, userId, choices))
}

/** @returns the value for `set-cookie` by which this browser is forgotten when it logs out */
export async function addDevice(
  shop: Pick<Shop, 'auth' | 'db'>,
  { userId }: User,
  subscription: PushSubscription,
  userAgent: string | null,
): Promise<string> {
  const id = await shop.db.transaction(async (tx) => {
    const added = await upsertDevice(tx, { ...subscription, userId, userAgent: userAgent?.slice(0, 500) ?? null })
    await removeOldestDevices(tx, userId, MAX_DEVICES)
    return added
  })
  return cookieOf(shop.auth.pushCookie.write(id, MAX_AGE_SECONDS))
}

/** False: it was removed already. */
export async function forgetDevice({ db }: Pick<Shop, 'db'>, { userId }: User, id: string): Promise<boolean> {
  return /^[\da-f-]{36}$/.test(id) && removeDevice(db, id, userId)
}

/** Ends the session of this browser, on which nobody is notified from now on. @returns headers that remove its cookies */
export async function logOutHere(shop: Pick<Shop, 'auth' | 'db' | 'sessions'>, request: Request): Promise<Headers> {
  const device = shop.auth.pushCookie.read(request.headers)
  // First, because whoever fails to log out tries again.
  if (device !== undefined) await removeDevice(shop.db, device)
  const headers = await logOut(shop, request)
  if (device !== undefined) headers.append('set-cookie', cookieOf(shop.auth.pushCookie.remove()))
  return headers
}

const MAX_AGE_SECONDS = 365 * 24 * 60 * 60

function cookieOf(headers: Headers): string {
  return headers.get('set-cookie') ?? ''
}
