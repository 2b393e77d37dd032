import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role, User } from '#domain/account.ts'
import { type Cut, readPieces } from '#server/http/receive-body.ts'
import type { Log } from '#server/observability/log.ts'
import type { LargeBody } from './body-limits.ts'
import { openFormSpool, type SpooledForm, UnreadableForm } from './spooled-form.ts'

/** A form with files as a route reads it, or why it was not taken, in words for whoever sent it. */
export type Upload = ({ ok: true } & SpooledForm) | { ok: false; status: 413 | 429 | 503; problem: string }

type RateLimiter = {
  /** Forms that an account may send, or have saved, at once. */
  perAccount: number
  /** Bytes on the disk, for all accounts of a role together, so that sellers cannot take the admins' share. */
  perRole: number
  idleMs?: number
}

const USUAL: RateLimiter = { perAccount: 2, perRole: 1024 ** 3 }

const AT_ONCE = 'Two of your uploads are still on their way. Wait until one of them has finished, then try again.'
const NO_ROOM = 'The shop is receiving too many uploads at the moment. Please try again in a minute.'
const FAILED = 'The shop could not take this upload just now. Nothing was saved: please try again.'

/**
 * Receives forms with files, whose files go to the disk as they arrive. Each process counts its own. Nobody waits for
 * anybody: what there is no room for is thrown away as it comes, and its sender told so when all of it has arrived,
 * since a browser that is still sending would take an answer for a broken connection.
 */
export function createUploadSpool(dataDir: string, log: Pick<Log, 'error'>, limits = USUAL) {
  const folder = join(dataDir, 'uploads')
  const underWay = new Map<string, number>()
  const onDisk = new Map<Role, number>()
  void removeLeftovers(folder)

  /**
   * @param use gets undefined when nobody may send this there; the files are there until it has ended
   * @returns why the body was not read to its end; then `use` was not called
   */
  async function receive(
    request: Request,
    large: LargeBody,
    user: User | undefined,
    use: (upload: Upload | undefined) => Promise<void>,
  ): Promise<Cut | undefined> {
    // Somebody who is not far above the limit is told so in words.
    const most = { most: 2 * large.bytes, idleMs: limits.idleMs }
    if (user?.role !== large.role) {
      const cut = await readPieces(request, most, () => {})
      if (!cut) await use(undefined)
      return cut
    }

    const { uid, role } = user
    const sending = underWay.get(uid) ?? 0
    underWay.set(uid, sending + 1)
    const spool = openFormSpool(request.headers.get('content-type') ?? '', folder)
    let refusal: Upload | undefined = sending < limits.perAccount ? undefined : refuse(429, AT_ONCE)
    let size = 0
    let kept = 0

    async function take(piece: Uint8Array): Promise<void> {
      size += piece.byteLength
      const all = onDisk.get(role) ?? 0
      if (size > large.bytes) refusal ??= refuse(413, tooLarge(large.bytes))
      else if (all + piece.byteLength > limits.perRole) refusal ??= refuse(503, NO_ROOM)
      if (refusal) return kept > 0 ? requestOrderRefund() : undefined
      onDisk.set(role, all + piece.byteLength)
      kept += piece.byteLength
      await attempt(() => spool.write(piece))
    }

    async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
      try {
        return await work()
      } catch (error) {
        refusal ??= refusalFor(error)
        await requestOrderRefund()
        return undefined
      }
    }

    async function requestOrderRefund(): Promise<void> {
      await spool.close()
      onDisk.set(role, (onDisk.get(role) ?? 0) - kept)
      kept = 0
    }

    function refusalFor(error: unknown): Upload {
      // As a form without any fields, so that each field says what is missing.
      if (error instanceof UnreadableForm) return { ok: true, fields: new FormData(), files: [] }
      log.error('An upload could not be written to the disk', error)
      return refuse(503, FAILED)
    }

    try {
      const cut = await readPieces(request, most, take)
      if (cut) return cut
      const form = refusal ? undefined : await attempt(() => spool.end())
      await use(refusal ?? (form && { ok: true, ...form }))
      return undefined
    } finally {
      await requestOrderRefund()
      const left = (underWay.get(uid) ?? 1) - 1
      if (left > 0) underWay.set(uid, left)
      else underWay.delete(uid)
    }
  }

  return { receive }
}

/** What is there has no name, unless a process died while it made one; whoever is using one does not need it. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  await Promise.allSettled(names.map((name) => rm(join(folder, name), { force: true })))
}

function refuse(status: 413 | 429 | 503, problem: string): Upload {
  return { ok: false, status, problem }
}

function tooLarge(bytes: number): string {
  return `This is more than the ${Math.floor(bytes / 1_000_000)} MB that the shop can take at once. Send fewer or smaller files.`
}
