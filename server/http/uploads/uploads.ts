import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role, User } from '#domain/accounts/user.ts'
import { grantOf } from '#domain/permissions.ts'
import type { Log } from '#server/observability/log.ts'
import type { LargeBody } from './body-limits.ts'
import { type BodyError, readChunks } from './receive-body.ts'
import { openFormSpool, type SpooledForm, UnreadableForm } from './spooled-form.ts'

/** A form with files, or the reason why it was rejected, as a message for its sender. */
export type Upload = ({ ok: true } & SpooledForm) | { ok: false; status: 413 | 429 | 503; problem: string }

type Limits = {
  /** Forms that one account may send or save at the same time. */
  perAccount: number
  /** Bytes on disk per role, so that sellers cannot use up the admins' share. */
  perRole: number
  idleMs?: number
}

const DEFAULTS: Limits = { perAccount: 2, perRole: 1024 ** 3 }

const TOO_MANY = 'Two of your uploads are still running. Wait until one has finished, then try again.'
const DISK_FULL = 'Too many uploads are running. Please try again in a minute.'
const FAILED = 'The upload failed and nothing was saved. Please try again.'

/**
 * Receives forms with files, which are written to disk as they arrive. Limits are per process. A form that exceeds them
 * is discarded as it streams in and rejected at its end, because a browser that is still sending treats an early
 * response as a broken connection.
 */
export function createUploadSpool(dataDir: string, log: Pick<Log, 'error'>, limits = DEFAULTS) {
  const folder = join(dataDir, 'uploads')
  const running = new Map<string, number>()
  const onDisk = new Map<Role, number>()
  void removeLeftovers(folder)

  /**
   * @param use gets undefined when this user may not upload here; the files exist until it returns
   * @returns an error if the body could not be read; `use` was not called then
   */
  async function receive(
    request: Request,
    limit: LargeBody,
    user: User | undefined,
    use: (upload: Upload | undefined) => Promise<void>,
  ): Promise<BodyError | undefined> {
    // Read up to twice the limit, so that a form that is a little too large gets a readable error.
    const bodyLimits = { maxBytes: 2 * limit.bytes, idleMs: limits.idleMs }
    if (!user || !grantOf(limit.permission, user)) {
      const error = await readChunks(request, bodyLimits, () => {})
      if (!error) await use(undefined)
      return error
    }

    const { userId, role } = user
    const uploads = running.get(userId) ?? 0
    running.set(userId, uploads + 1)
    const spool = openFormSpool(request.headers.get('content-type') ?? '', folder)
    let rejection: Upload | undefined = uploads < limits.perAccount ? undefined : reject(429, TOO_MANY)
    let size = 0
    let written = 0

    async function take(chunk: Uint8Array): Promise<void> {
      size += chunk.byteLength
      const used = onDisk.get(role) ?? 0
      if (size > limit.bytes) rejection ??= reject(413, tooLarge(limit.bytes))
      else if (used + chunk.byteLength > limits.perRole) rejection ??= reject(503, DISK_FULL)
      if (rejection) return written > 0 ? discard() : undefined
      onDisk.set(role, used + chunk.byteLength)
      written += chunk.byteLength
      await attempt(() => spool.write(chunk))
    }

    async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
      try {
        return await work()
      } catch (error) {
        rejection ??= rejectionFor(error)
        await discard()
        return undefined
      }
    }

    async function discard(): Promise<void> {
      await spool.close()
      onDisk.set(role, (onDisk.get(role) ?? 0) - written)
      written = 0
    }

    function rejectionFor(error: unknown): Upload {
      // Treated as an empty form: then each required field reports itself.
      if (error instanceof UnreadableForm) return { ok: true, fields: new FormData(), files: [] }
      log.error('Upload could not be written to disk', error)
      return reject(503, FAILED)
    }

    try {
      const error = await readChunks(request, bodyLimits, take)
      if (error) return error
      const form = rejection ? undefined : await attempt(() => spool.end())
      await use(rejection ?? (form && { ok: true, ...form }))
      return undefined
    } finally {
      await discard()
      const left = (running.get(userId) ?? 1) - 1
      if (left > 0) running.set(userId, left)
      else running.delete(userId)
    }
  }

  return { receive }
}

/** Files are unlinked when opened; only a process that died in between leaves a name behind. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  await Promise.allSettled(names.map((name) => rm(join(folder, name), { force: true })))
}

function reject(status: 413 | 429 | 503, problem: string): Upload {
  return { ok: false, status, problem }
}

function tooLarge(bytes: number): string {
  return `The upload is larger than ${Math.floor(bytes / 1_000_000)} MB. Send fewer or smaller files.`
}
