import type { Way } from '#domain/accounts/notification-choices.ts'
import { hears, mayHear } from '#domain/accounts/notifications.ts'
import { isSecondFactorRequired } from '#domain/accounts/second-factor.ts'
import type { User } from '#domain/accounts/user.ts'
import { type News, writeDigest, writeNotice } from '#domain/messages/staff-notices.ts'
import { mayOpen } from '#domain/permissions.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { calendarDay } from '#domain/time.ts'
import { listToDo } from '#domain/to-do.ts'
import { listDevices } from '#server/accounts/notification-queries.ts'
import { toUser } from '#server/accounts/queries.ts'
import { readToDo } from '#server/admin/to-do-queries.ts'
import { readLowStockList } from '#server/catalog/stock/low-stock-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { queueMessage } from '#server/messages/queries.ts'
import { findSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import { type Choice, findPending, lockListeners, takeEvents, updateNews } from './queries.ts'

/** A burst is over when nothing came for so long, in seconds; what came is told after a minute in any case. */
const QUIET_SECONDS = 3
/** Nobody is told of the same kind more often. */
const PAUSE_SECONDS = 60

type TellShop = Pick<Shop, 'db' | 'now' | 'texts'>
/** One person and one kind, with what came since they were told. */
type Listener = { choice: Choice; person: User; news: News; toldAgo: number | null }

/** A job: tells everybody who wants to hear at once what has happened. A burst is one message, not a hundred. */
export async function tellStaff(shop: TellShop): Promise<void> {
  const say = await shop.texts.say()
  await shop.db.transaction(async (tx) => {
    const pending = await findPending(tx)
    const isBurst = pending && pending.newest < QUIET_SECONDS && pending.oldest < PAUSE_SECONDS
    if (isBurst) return enqueueJob(tx, { job: 'tell-staff', inSeconds: QUIET_SECONDS })
    const pauses: number[] = []
    const told: Listener[] = []
    for (const listener of await gatherNews(tx, await findSettings(tx))) {
      const { choice, news, toldAgo } = listener
      if (choice.timing !== 'at-once' || news.count === 0) continue
      const pause = PAUSE_SECONDS - (toldAgo ?? PAUSE_SECONDS)
      if (pause > 0) pauses.push(pause)
      else told.push(listener)
    }
    const withDevice = await findDeviceOwners(tx, told)
    for (const { choice, person, news } of told) {
      const subject = `notice ${news.kind} ${shop.now().toISOString()}`
      const channel = wayTo(person, choice.channel, withDevice)
      const about = { template: 'staff-notice', subject, channel, person: person.userId } as const
      await queueMessage(tx, { ...about, params: writeNotice(say, person, news) })
      await updateNews(tx, choice, NOTHING)
    }
    if (pauses.length > 0) await enqueueJob(tx, { job: 'tell-staff', inSeconds: Math.min(...pauses) })
  })
}

const NOTHING = { count: 0, amount: 0, about: '', isTold: true }

/** A job, in the morning: tells everybody who wants a digest what came since the last one, and what waits. */
export async function sendDigests(shop: TellShop): Promise<void> {
  const [facts, lowStock, say] = await Promise.all([readToDo(shop.db), readLowStockList(shop.db), shop.texts.say()])
  const toDo = listToDo({ facts, lowStock, toSell: 0 })
  await shop.db.transaction(async (tx) => {
    const listeners = (await gatherNews(tx, await findSettings(tx))).filter(({ choice }) => choice.timing === 'digest')
    const withDevice = await findDeviceOwners(tx, listeners)
    const byMessage = Map.groupBy(listeners, ({ person, choice }) => `${person.userId} ${choice.channel}`)
    for (const own of byMessage.values()) {
      const [first] = own
      if (!first) continue
      const { person, choice } = first
      const news = own.flatMap(({ news }) => (news.count > 0 ? [news] : []))
      const waits = toDo.filter(({ to }) => mayOpen(person, to))
      const params = writeDigest(say, person, news, waits)
      if (!params) continue
      const channel = wayTo(person, choice.channel, withDevice)
      // The day keeps a repeated job from sending it twice.
      const subject = `digest ${calendarDay(shop.now())} ${choice.channel}`
      const digest = { template: 'morning-digest', subject, channel, person: person.userId, params } as const
      if (await queueMessage(tx, digest)) for (const { choice } of own) await updateNews(tx, choice, NOTHING)
    }
  })
}

/**
 * Everybody who wants to hear of something, with what came since they were told, which is stored. Somebody who has lost
 * the right to it hears nothing, not even of what came before.
 */
async function gatherNews(tx: Transaction, settings: Settings): Promise<Listener[]> {
  const listeners = await lockListeners(tx)
  const events = await takeEvents(tx)
  const found: Listener[] = []
  for (const { choice, account, toldAgo } of listeners) {
    const person = toUser(account)
    const { kind } = choice
    // Until it is set up, they are a shopper.
    const isShopper = !account.hasSecondFactor && isSecondFactorRequired(person, settings)
    const own = isShopper ? [] : events.filter((event) => event.kind === kind && hears(person, event))
    const mayKeep = !isShopper && mayHear(person, kind)
    const kept = mayKeep ? choice : NOTHING
    const count = own.reduce((sum, event) => sum + event.count, kept.count)
    const amount = own.reduce((sum, event) => sum + event.amount, kept.amount)
    const news = { kind, count, amount, about: own.at(-1)?.about ?? kept.about }
    if (own.length > 0 || kept.count !== choice.count) await updateNews(tx, choice, { ...news, isTold: false })
    if (mayKeep) found.push({ choice, person, news, toldAgo })
  }
  return found
}

async function findDeviceOwners(tx: Transaction, listeners: readonly Listener[]): Promise<Set<string>> {
  const owners = listeners.flatMap(({ choice }) => (choice.channel === 'push' ? [choice.userId] : []))
  return new Set(owners.length === 0 ? [] : (await listDevices(tx, owners)).map(({ userId }) => userId))
}

/** Somebody without a device is emailed, so that nothing is missed. */
function wayTo({ userId }: User, channel: Way, withDevice: ReadonlySet<string>): Way {
  return channel === 'push' && !withDevice.has(userId) ? 'email' : channel
}
