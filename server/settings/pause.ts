import type { User } from '#domain/accounts/user.ts'
import { pauseEnd } from '#domain/shop/pause.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
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
