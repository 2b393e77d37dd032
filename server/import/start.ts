import { randomUUID } from 'node:crypto'
import { type ImportChoices, NO_CHOICES, parseChoices } from '#domain/catalog/import/mapping.ts'
import { startOf } from '#domain/short-text.ts'
import { calendarDay, DAY_MS } from '#domain/time.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import type { Shop } from '#server/shop.ts'
import { releasePictures, removeLeftovers } from './pictures.ts'
import { insertImport, listOldImports, listPictures, lockImport, removeImport, updateImport } from './queries.ts'
import { readSourceFile } from './read.ts'

/** Days for which files that were not imported, and reports of imported ones, are kept. */
const KEPT_DAYS = 7

/** Stores the file, so that neither its preview nor the import needs another upload. */
export async function startImport(
  shop: Pick<Shop, 'db' | 'images' | 'log' | 'now'>,
  upload: UploadedFile,
): Promise<{ ok: true; id: string } | { ok: false; problem: string }> {
  const old = await listOldImports(shop.db, new Date(shop.now().getTime() - KEPT_DAYS * DAY_MS))
  for (const id of old) await discardImport(shop, id)
  await removeLeftovers(shop)
  const read = await readSourceFile(upload, calendarDay(shop.now()))
  if (!read.ok) return read
  const id = randomUUID()
  await insertImport(shop.db, { id, fileName: startOf(upload.name, 200), file: read.file, choices: NO_CHOICES })
  return { ok: true, id }
}

/** False: the file was imported in the meantime, or is gone. */
export async function saveChoices(
  { db }: Pick<Shop, 'db'>,
  id: string,
  form: FormData,
): Promise<{ ok: true; choices: ImportChoices } | { ok: false; problems?: Record<string, string> }> {
  return db.transaction(async (tx) => {
    const stored = await lockImport(tx, id)
    if (!stored || stored.result) return { ok: false }
    const parsed = parseChoices(form, stored.choices)
    if (!parsed.ok) return parsed
    await updateImport(tx, id, { choices: parsed.value })
    return { ok: true, choices: parsed.value }
  })
}

/** Removes a file and its pictures. False: it is not there. */
export async function discardImport(shop: Pick<Shop, 'db'>, id: string): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const stored = await lockImport(tx, id)
    if (!stored) return false
    if (!stored.result) await releasePictures(tx, await listPictures(tx, id))
    await removeImport(tx, id)
    return true
  })
}
