import type { User } from '#domain/accounts/user.ts'
import { pauseEnd } from '#domain/shop/pause.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import { publishByClock } from './queries.ts'
import { type OpenedForm, type SavedSettings, saveSettings } from './settings.ts'

/** Saves the pause, and lets a job renew every page when it ends. */
export async function savePause(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  admin: User,
  values: Partial<Settings>,
  opened: OpenedForm,
): Promise<SavedSettings> {
  return db.transaction(async (tx) => {
    const saved = await saveSettings(tx, admin, values, opened)
    const end = saved.ok && pauseEnd(saved.settings)
    const inSeconds = end ? Math.ceil((end.getTime() - now().getTime()) / 1000) : 0
    if (saved.ok && inSeconds > 0)
      await enqueueJob(tx, { job: 'end-pause', until: saved.settings.pausedUntil, inSeconds })
    return saved
  })
}

/** Orders are possible again from the time itself; this makes cached and open pages follow. */
export async function endPause({ db }: Pick<Shop, 'db'>): Promise<void> {
  await db.transaction((tx) => publishByClock(tx, 'pausedUntil'))
}

/** The footer may name the current year; this makes cached and open pages follow at the turn of the year. */
export async function beginYear({ db }: Pick<Shop, 'db'>): Promise<void> {
  await db.transaction((tx) => publishByClock(tx, 'copyrightYear'))
}
