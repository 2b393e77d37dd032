import { tagOf } from '#domain/messages/staff-notices.ts'
import { shopInfoOf } from '#domain/shop/shop-info.ts'
import { listDevices, removeDevice } from '#server/accounts/notification-queries.ts'
import { ProviderRejectedError } from '#server/errors.ts'
import { findSentMessageById, updateTry } from '#server/messages/queries.ts'
import { DeviceGoneError } from '#server/providers/web-push.ts'
import type { Shop } from '#server/shop.ts'

type PushShop = Pick<Shop, 'db' | 'push' | 'settings'>

/** Some hours with the backoff between attempts; later nobody wants to hear it. */
const MAX_TRIES = 8
/** Push services take 4 KB. */
const MAX_TEXT = 1000

/** A job: sends a stored notice to every device of its person. A device that gets it twice shows it once. */
export async function sendPush({ db, push, settings }: PushShop, messageId: number): Promise<void> {
  const stored = await findSentMessageById(db, messageId)
  if (stored?.state !== 'queued') return
  const { shopName } = shopInfoOf(await settings.read())
  const { params, person, subject } = stored
  const tag = tagOf(subject)
  const payload = { id: messageId, tag, title: shopName, body: params.status.slice(0, MAX_TEXT), path: params.path }
  const devices = await listDevices(db, [person])
  const failures = await Promise.all(
    devices.map((device) =>
      push.send(device, payload, tag).then(
        () => undefined,
        async (error: Error) => {
          if (error instanceof DeviceGoneError) await removeDevice(db, device.id)
          return error
        },
      ),
    ),
  )
  const tries = stored.tries + 1
  const waiting = failures.find((error) => error && !(error instanceof ProviderRejectedError))
  if (waiting && tries < MAX_TRIES) {
    await updateTry(db, stored, { state: 'queued', tries, problem: waiting.message })
    throw waiting
  }
  const isSent = failures.includes(undefined)
  const problem = isSent ? null : (failures[0]?.message ?? 'No device of this person is subscribed.')
  await updateTry(db, stored, { state: isSent ? 'sent' : 'failed', tries, problem })
}
