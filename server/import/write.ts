import type { User } from '#domain/accounts/user.ts'
import { parseChoices } from '#domain/catalog/import/mapping.ts'
import {
  type DecidedFile,
  type DecidedProduct,
  decideFile,
  type ImportResult,
  lacksPicture,
} from '#domain/catalog/import/plan.ts'
import type { Decision, RowNote, Source } from '#domain/catalog/import/row.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { decideStocked, type StockedVariant, type VariantEdit } from '#domain/catalog/stock/stock-form.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import type { Problems } from '#domain/form-fields.ts'
import type { Redirect } from '#domain/seo/redirects.ts'
import { listCategories } from '#server/catalog/listing-queries.ts'
import { insertFamily, insertFinish, upsertSize } from '#server/catalog/sizes/queries.ts'
import { auditStocked, saveStocked } from '#server/catalog/stock/grid-queries.ts'
import { writeFinishPictures } from '#server/catalog/stock/own-queries.ts'
import { notifyWaiting } from '#server/catalog/stock/stock.ts'
import { type AuditRecord, insertAudits } from '#server/db/audit-queries.ts'
import { batchesOf, type Db, type Transaction } from '#server/db/connection.ts'
import { addRedirects } from '#server/seo/redirects.ts'
import type { Shop } from '#server/shop.ts'
import { releasePictures } from './pictures.ts'
import { readFacts } from './plan.ts'
import {
  insertMany,
  listPictures,
  lockImport,
  type ProductWithStock,
  updateImport,
  updateMany,
  updateVersions,
  upsertMappings,
} from './queries.ts'

export type Imported =
  | { ok: true }
  /** `changed`: what was typed changes the import, so the owner has to see the preview first. */
  | { ok: false; reason: 'not-found' | 'waiting' | 'nothing' | 'changed' }
  | { ok: false; reason: 'wrong'; problems: Problems }

const MAX_NOTES = 500
/** Products per statement. */
export const BATCH = 200

/**
 * Writes the products of a file with sizes, finishes and redirects, all or nothing; a repeated request writes nothing.
 *
 * @param form the owner's choices, which are next to the button
 */
export async function importFile(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  admin: User,
  id: string,
  form = new FormData(),
): Promise<Imported> {
  return db.transaction(async (tx): Promise<Imported> => {
    const stored = await lockImport(tx, id)
    if (!stored) return { ok: false, reason: 'not-found' }
    if (stored.result) return { ok: true }
    const pictures = await listPictures(tx, id)
    if (pictures.some(({ address, problem }) => address === null && problem === null))
      return { ok: false, reason: 'waiting' }
    const facts = await readFacts(tx, stored, { lock: tx })
    const decided = decideFile(facts)
    const typed = parseChoices(form, stored.choices)
    if (!typed.ok) return { ok: false, reason: 'wrong', problems: typed.problems }
    const asTyped = decideFile({ ...facts, choices: typed.value })
    if (JSON.stringify(asTyped) !== JSON.stringify(decided)) {
      await updateImport(tx, id, { choices: typed.value })
      return { ok: false, reason: 'changed' }
    }
    const { source } = stored.file
    if (decided.counts.add + decided.counts.change === 0) return { ok: false, reason: 'nothing' }

    await addToCatalogue(tx, admin, decided.added)
    const written = await writeProducts(
      tx,
      admin,
      decided.products.map((one) => ({ ...one, product: facts.present.get(one.source.key) })),
    )
    for (const { id, decision } of written)
      if (id !== undefined && decision.finishPictures)
        await writeFinishPictures(tx, id, new Map(Object.entries(decision.finishPictures)))
    await remember(tx, source, written)
    const used = new Set(written.flatMap(({ decision }) => Object.values(decision.pictures)))
    const unused = pictures.filter(({ address }) => address !== null && !used.has(address))
    await releasePictures(tx, unused)
    const redirects = await addRedirects(tx, admin, await listRedirects(tx, written))
    const result = summarize(decided, redirects, now())
    await updateImport(tx, id, { result })
    const { notes, refusedRedirects, ...counts } = result
    const after = { source, fileName: stored.fileName, ...counts }
    await insertAudits(tx, admin, [{ action: 'import products', subject: `import ${id}`, after }])
    return { ok: true }
  })
}

async function addToCatalogue(tx: Transaction, admin: User, added: DecidedFile['added']): Promise<void> {
  for (const name of added.families) await insertFamily(tx, name)
  for (const size of added.sizes) await upsertSize(tx, size)
  for (const finish of added.finishes) await insertFinish(tx, finish)
  await insertAudits(tx, admin, [
    ...added.families.map(
      (name): AuditRecord => ({ action: 'add family', subject: `family ${name}`, after: { name } }),
    ),
    ...added.sizes.map((size): AuditRecord => ({ action: 'add size', subject: `size ${size.code}`, after: size })),
    ...added.finishes.map(
      (finish): AuditRecord => ({ action: 'add finish', subject: `finish ${finish.name}`, after: finish }),
    ),
  ])
}

/** A product has changed since the plan was made. */
export class ConcurrentEdit extends Error {}

type Planned = { decision: Decision; product: ProductWithStock | undefined }

/**
 * Writes new and changed products with their stock, and records them. The changed ones are locked.
 *
 * @returns the list with the ids of its products; undefined: it has none
 */
export async function writeProducts<T extends Planned>(
  tx: Transaction,
  admin: User,
  planned: readonly T[],
): Promise<(T & { id: ProductId | undefined })[]> {
  const ids = new Map<T, ProductId>()
  for (const batch of batchesOf(planned, BATCH)) {
    const added = batch.flatMap((one) => (one.decision.kind === 'add' ? { one, ...one.decision } : []))
    const changed = batch.flatMap(({ decision, product }) =>
      decision.kind === 'change' && product ? { product, ...decision } : [],
    )
    const hasFields = ({ after }: { after: object }) => Object.keys(after).length > 0
    await updateMany(
      tx,
      changed.filter(hasFields).map(({ product, after }) => ({ ...product, ...after })),
    )
    await updateVersions(
      tx,
      changed.filter((one) => !hasFields(one)).map(({ product }) => product.id),
    )
    const maker = { userId: admin.userId, username: admin.name, email: admin.email }
    const inserted = await insertMany(
      tx,
      added.map(({ values }) => ({ ...values, ...maker })),
    )
    for (const [index, { one }] of added.entries()) ids.set(one, inserted[index]?.id as ProductId)
    const written = [
      ...changed.map(({ product, before, after, cells }) => ({
        id: product.id,
        current: product.cells,
        before,
        after,
        cells,
      })),
      ...inserted.map((after, index) => ({
        id: after.id,
        current: [],
        before: undefined,
        after,
        cells: added[index]?.cells ?? [],
      })),
    ].map((one) => ({ ...one, changes: changesOf(one.current, one.cells) }))
    await saveStocked(tx, written, admin.userId)
    await notifyWaiting(
      tx,
      written.map(({ id }) => id),
    )
    const records = written.map(({ id, current, before, after, changes }): AuditRecord => {
      const grid = auditStocked(current, changes)
      const subject = `product ${id}`
      return before
        ? {
            action: 'update product',
            subject,
            before: { ...before, ...grid.before },
            after: { ...after, ...grid.after },
          }
        : { action: 'add product', subject, after: { ...after, ...grid.after } }
    })
    await insertAudits(tx, admin, records)
  }
  return planned.map((one) => ({ ...one, id: ids.get(one) ?? one.product?.id }))
}

/** @throws when the variants have changed since they were read, which their lock prevents */
function changesOf(cells: readonly StockedVariant[], edits: readonly VariantEdit[]) {
  const decision = decideStocked(cells, edits, 'imported')
  if (!decision.ok) throw new ConcurrentEdit()
  return decision.changes
}

type Written = DecidedProduct & { id: ProductId | undefined }

async function remember(tx: Transaction, source: Source, products: readonly Written[]): Promise<void> {
  const list = products.flatMap(({ source: { key }, id: productId, decision, mappings }) =>
    productId === undefined || decision.kind === 'problem' ? [] : [{ source, key, productId, mappings }],
  )
  for (const batch of batchesOf(list, BATCH)) await upsertMappings(tx, batch)
}

/** Redirects from addresses of the other shop: to its products, and to its categories that this shop has too. */
async function listRedirects(db: Db, products: readonly Written[]): Promise<Redirect[]> {
  const present = new Set(await listCategories(db, { forSaleOnly: true }))
  const ofCategories = new Map(
    products.flatMap(({ source: { categoryAddress, category }, decision }) =>
      categoryAddress && present.has(category) && decision.kind !== 'problem' ? [[categoryAddress, category]] : [],
    ),
  )
  const ofProducts = products.flatMap(({ source, id }) =>
    id === undefined ? [] : source.addresses.map((from) => ({ from, to: productPath(id) })),
  )
  return [
    ...ofProducts,
    ...[...ofCategories].map(([from, category]) => ({ from, to: `/category/${encodeURIComponent(category)}` })),
  ]
}

function summarize(
  { products, counts, skipped }: DecidedFile,
  redirects: Awaited<ReturnType<typeof addRedirects>>,
  at: Date,
): ImportResult {
  const notes = products.flatMap(({ source: { row, title }, decision }): RowNote[] =>
    decision.notes.map((note) => ({ row, title, note })),
  )
  return {
    added: counts.add,
    changed: counts.change,
    unchanged: counts.unchanged,
    skipped: counts.skip,
    withoutPictures: products.filter(({ decision }) => lacksPicture(decision)).length,
    redirects: redirects.added,
    refusedRedirects: redirects.refused.slice(0, MAX_NOTES),
    notes: [...skipped, ...notes].toSorted((a, b) => a.row - b.row).slice(0, MAX_NOTES),
    time: at.toISOString(),
  }
}
