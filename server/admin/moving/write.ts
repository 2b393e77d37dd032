import type { User } from '#domain/accounts/user.ts'
import { parseChoices } from '#domain/catalog/moving/choices.ts'
import { NO_PICTURE, type PresentProduct } from '#domain/catalog/moving/decide.ts'
import { type DecidedFile, type DecidedProduct, decideFile } from '#domain/catalog/moving/plan.ts'
import type { MoveResult } from '#domain/catalog/moving/result.ts'
import type { RowNote } from '#domain/catalog/moving/source.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { decideStocked } from '#domain/catalog/stock/stock-form.ts'
import type { Problems } from '#domain/form-fields.ts'
import { insertMany, updateMany, updateVersions } from '#server/admin/csv/queries.ts'
import { insertFamily, insertFinish, lockCatalogue, upsertSize } from '#server/catalog/sizes/queries.ts'
import { auditStocked, saveStocked } from '#server/catalog/stock/grid.ts'
import { notifyWaiting } from '#server/catalog/stock/stock.ts'
import { type AuditRecord, insertAudits } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { addRedirects } from '#server/seo/redirects.ts'
import type { Shop } from '#server/shop.ts'
import { readFacts } from './facts.ts'
import { listMovedRedirects } from './moved-redirects.ts'
import {
  listPictures,
  lockMove,
  type StoredMove,
  updateChoices,
  updateResult,
  upsertImportedProducts,
} from './queries.ts'
import { releasePictures } from './start.ts'

export type Imported =
  | { ok: true }
  /** `changed`: what was typed changes the import, so the owner has to see the preview first. */
  | { ok: false; reason: 'not-found' | 'waiting' | 'nothing' | 'changed' }
  | { ok: false; reason: 'wrong'; problems: Problems }

const MAX_NOTES = 500
/** Rows per statement. */
const BATCH = 200

/**
 * Writes the products of a file with sizes, finishes and redirects, all or nothing; a repeated request writes nothing.
 *
 * @param form the owner's choices, which are next to the button
 */
export async function importMove(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  admin: User,
  id: string,
  form = new FormData(),
): Promise<Imported> {
  return db.transaction(async (tx): Promise<Imported> => {
    const move = await lockMove(tx, id)
    if (!move) return { ok: false, reason: 'not-found' }
    if (move.result) return { ok: true }
    const pictures = await listPictures(tx, id)
    if (pictures.some(({ address, problem }) => address === null && problem === null))
      return { ok: false, reason: 'waiting' }
    await lockCatalogue(tx)
    const facts = await readFacts(tx, move, { lock: tx })
    const decided = decideFile(facts)
    const typed = parseChoices(form, move.choices)
    if (!typed.ok) return { ok: false, reason: 'wrong', problems: typed.problems }
    const asTyped = decideFile({ ...facts, choices: typed.value })
    if (JSON.stringify(asTyped) !== JSON.stringify(decided)) {
      await updateChoices(tx, id, typed.value)
      return { ok: false, reason: 'changed' }
    }
    const active = decided.products.filter(({ decision }) => decision.kind === 'add' || decision.kind === 'change')
    if (active.length === 0) return { ok: false, reason: 'nothing' }

    await addToCatalogue(tx, admin, decided.added)
    const ids = new Map<string, ProductId>()
    for (let start = 0; start < active.length; start += BATCH)
      await writeProducts(tx, admin, active.slice(start, start + BATCH), facts.present, ids)
    for (const { source, id: known } of decided.products) if (known !== undefined) ids.set(source.key, known)
    await remember(tx, move, decided.products, ids)
    const used = new Set(
      active.flatMap(({ decision }) => ('pictures' in decision ? Object.values(decision.pictures) : [])),
    )
    await releasePictures(
      tx,
      pictures.filter(({ address }) => address !== null && !used.has(address)),
    )
    const redirects = await addRedirects(tx, admin, await listMovedRedirects(tx, decided.products, ids))
    const result = summarize(move, decided, redirects, now())
    await updateResult(tx, id, result)
    const { notes, refusedRedirects, ...counts } = result
    const after = { source: move.file.source, fileName: move.fileName, ...counts }
    await insertAudits(tx, admin, [{ action: 'import products', subject: `import ${id}`, after }])
    return { ok: true }
  })
}

async function addToCatalogue(tx: Transaction, admin: User, added: DecidedFile['added']): Promise<void> {
  for (const name of added.families) await insertFamily(tx, name)
  for (const size of added.sizes) await upsertSize(tx, size)
  for (const finish of added.finishes) await insertFinish(tx, finish)
  await insertAudits(tx, admin, [
    ...added.families.map((name) => ({ action: 'add family', subject: `family ${name}`, after: { name } })),
    ...added.sizes.map((size) => ({ action: 'add size', subject: `size ${size.code}`, after: size })),
    ...added.finishes.map((finish) => ({ action: 'add finish', subject: `finish ${finish.name}`, after: finish })),
  ])
}

/** @param ids ids of products by key, to which those of new products are added */
async function writeProducts(
  tx: Transaction,
  admin: User,
  batch: readonly DecidedProduct[],
  present: ReadonlyMap<string, PresentProduct & { id: ProductId }>,
  ids: Map<string, ProductId>,
): Promise<void> {
  const changed = batch.flatMap(({ source, decision }) => {
    const product = present.get(source.key)
    return decision.kind === 'change' && product ? [{ product, decision }] : []
  })
  const added = batch.flatMap(({ source, decision }) => (decision.kind === 'add' ? [{ source, decision }] : []))
  const records: AuditRecord[] = []
  const written: Parameters<typeof saveStocked>[1][number][] = []
  const [edited, restocked] = [changed.filter(hasFields), changed.filter((one) => !hasFields(one))]
  await updateMany(
    tx,
    edited.map(({ product, decision }) => ({ ...product, ...decision.after })),
  )
  await updateVersions(
    tx,
    restocked.map(({ product }) => product.id),
  )
  for (const { product, decision } of changed) {
    const changes = changesOf(product.cells, decision.cells)
    written.push({ id: product.id, changes })
    const grid = auditStocked(product.cells, changes)
    const [before, after] = [
      { ...decision.before, ...grid.before },
      { ...decision.after, ...grid.after },
    ]
    records.push({ action: 'update product', subject: `product ${product.id}`, before, after })
  }
  const maker = { userId: admin.uid, username: admin.name, email: admin.email }
  const inserted = await insertMany(
    tx,
    added.map(({ decision }) => ({ ...decision.values, ...maker })),
  )
  for (const [index, product] of inserted.entries()) {
    const one = added[index] as (typeof added)[number]
    ids.set(one.source.key, product.id)
    const changes = changesOf([], one.decision.cells)
    written.push({ id: product.id, changes })
    const after = { ...product, ...auditStocked([], changes).after }
    records.push({ action: 'add product', subject: `product ${product.id}`, after })
  }
  await saveStocked(tx, written, admin.uid)
  await notifyWaiting(
    tx,
    changed.map(({ product }) => product.id),
  )
  await insertAudits(tx, admin, records)
}

function hasFields({ decision }: { decision: { after: object } }): boolean {
  return Object.keys(decision.after).length > 0
}

/** @throws when the cells have changed since they were read, which their lock prevents */
function changesOf(...[cells, edits]: Parameters<typeof decideStocked>) {
  const decided = decideStocked(cells, edits, 'imported')
  if (!decided.ok) throw new Error('The stock has changed while it was imported')
  return decided.changes
}

async function remember(
  tx: Transaction,
  { file: { source } }: StoredMove,
  products: readonly DecidedProduct[],
  ids: ReadonlyMap<string, ProductId>,
): Promise<void> {
  const list = products.flatMap(({ source: { key }, decision, mappings }) => {
    const productId = ids.get(key)
    return productId === undefined || decision.kind === 'skip' ? [] : [{ source, key, productId, mappings }]
  })
  for (let start = 0; start < list.length; start += BATCH)
    await upsertImportedProducts(tx, list.slice(start, start + BATCH))
}

function summarize(
  { file }: StoredMove,
  { products }: DecidedFile,
  redirects: Awaited<ReturnType<typeof addRedirects>>,
  at: Date,
): MoveResult {
  const countOf = (kind: string) => products.filter(({ decision }) => decision.kind === kind).length
  const notes = products.flatMap(({ source: { row, title }, decision }): RowNote[] => [
    ...(decision.kind === 'skip' ? [{ row, title, note: decision.reason }] : []),
    ...decision.notes.map((note) => ({ row, title, note })),
  ])
  return {
    added: countOf('add'),
    changed: countOf('change'),
    unchanged: countOf('unchanged'),
    skipped: countOf('skip') + file.skipped.length,
    withoutPictures: products.filter(({ decision }) => lacksPicture(decision)).length,
    redirects: redirects.added,
    refusedRedirects: redirects.refused.slice(0, MAX_NOTES),
    notes: [...file.skipped, ...notes].toSorted((a, b) => a.row - b.row).slice(0, MAX_NOTES),
    time: at.toISOString(),
  }
}

export function lacksPicture(decision: DecidedProduct['decision']): boolean {
  const values = decision.kind === 'add' ? decision.values : decision.kind === 'change' ? decision.after : undefined
  return values?.productImageUrl?.includes(NO_PICTURE) ?? false
}
