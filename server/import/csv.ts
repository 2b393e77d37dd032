import type { User } from '#domain/accounts/user.ts'
import { decideImport } from '#domain/catalog/import/csv.ts'
import { countKinds, type Decision, editsOf, type ImportedProduct, valuesOf } from '#domain/catalog/import/row.ts'
import type { Catalogue } from '#domain/catalog/sizes.ts'
import { findUnknownVariant } from '#domain/catalog/stock/stock-form.ts'
import { findVerification, replaceVerification } from '#server/accounts/verification-queries.ts'
import { listBySku } from '#server/catalog/queries.ts'
import { holdCatalogue } from '#server/catalog/sizes/queries.ts'
import { batchesOf, type Db, type Transaction } from '#server/db/connection.ts'
import { violates } from '#server/db/constraints.ts'
import { SKU_INDEX } from '#server/db/schema/shop.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import { findSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import { listPresent, type ProductWithStock } from './queries.ts'
import { type Row, type RowProblem, readProductRows } from './read.ts'
import { BATCH, ConcurrentEdit, writeProducts } from './write.ts'

export type ImportPlan = Awaited<ReturnType<typeof planImport>>

type Badge = Pick<ImportedProduct, 'price' | 'mrp' | 'discount'>

const MAX_SHOWN = 200
const CONCURRENT_IMAGE_CHECKS = 10
/** Orders of locked products wait this long at most; after ten seconds they would fail. */
const LOCKED_MS_MAX = 7000

type ImportShop = Pick<Shop, 'catalogue' | 'db' | 'images'>

/** Previews an import without writing anything. */
export async function planImport(shop: ImportShop, file: UploadedFile) {
  return (await plan(shop, file)).plan
}

/** Imports all rows or none. `written` is false when a row has a problem. */
export async function importProducts(
  shop: ImportShop,
  admin: User,
  file: UploadedFile,
  { lockedMsMax = LOCKED_MS_MAX } = {},
): Promise<ImportPlan & { written: boolean }> {
  const { plan: planned, rows } = await plan(shop, file)
  if (planned.problemCount > 0) return { ...planned, written: false }
  try {
    await shop.db.transaction((tx) => write(tx, admin, rows, lockedMsMax))
    return { ...planned, written: true }
  } catch (error) {
    if (error instanceof TooManyRows) return { ...planned, problems: [tooManyRows], problemCount: 1, written: false }
    if (!(error instanceof ConcurrentEdit || violates(error, SKU_INDEX))) throw error
    // A product was changed meanwhile: the new plan reports the conflict at its row.
    return { ...(await plan(shop, file)).plan, written: false }
  }
}

/** Minutes for which a file that was checked is kept, so that it need not be sent again to be imported. */
const KEPT_MINUTES = 60

/** Replaces the file that this person checked before. @returns what `findKeptFile` takes */
export async function keepFile({ db }: Pick<Shop, 'db'>, { userId }: User, file: UploadedFile): Promise<string> {
  const value = new TextDecoder().decode(await file.arrayBuffer())
  return replaceVerification(db, { prefix: keptPrefix(userId), value, minutes: KEPT_MINUTES })
}

export async function findKeptFile(
  { db }: Pick<Shop, 'db'>,
  { userId }: User,
  kept: string,
): Promise<UploadedFile | undefined> {
  const text = await findVerification(db, keptPrefix(userId) + kept)
  return text === undefined ? undefined : new File([text], 'products.csv')
}

function keptPrefix(userId: string): string {
  return `import:${userId}:`
}

type Decided = Row & { decision: Decision; product: ProductWithStock | undefined }

async function plan(shop: ImportShop, file: UploadedFile) {
  const catalogue = await shop.catalogue.read()
  const { imagesPerPot } = await findSettings(shop.db)
  const { rows, count, problems: unread } = await readProductRows(file, catalogue.sizes, imagesPerPot)
  const decided: Decided[] = []
  for (const batch of batchesOf(rows, BATCH)) decided.push(...(await decide(shop.db, batch)))
  const problems = [
    ...unread,
    ...decided.flatMap(({ row, decision }) => {
      if (decision.kind !== 'problem') return []
      const { kind, ...problem } = decision
      return { row, ...problem }
    }),
    ...(await findSharedSkus(shop.db, decided)),
    ...(await findMissingImages(shop, decided)),
    ...findUnknownVariants(catalogue, decided),
  ].toSorted((a, b) => a.row - b.row)
  const active = decided.filter(({ decision }) => decision.kind === 'add' || decision.kind === 'change')
  const { add, change, unchanged } = countKinds(decided)
  return {
    rows: active.map(({ row, value }) => ({ row, value })),
    plan: {
      rows: count,
      added: add,
      changed: change,
      unchanged,
      /** Of `problemCount`, with which nothing is written. */
      problems: problems.slice(0, MAX_SHOWN),
      problemCount: problems.length,
      changes: active.slice(0, MAX_SHOWN).map((one) => ({
        row: one.row,
        id: one.value.id ?? undefined,
        title: one.value.title ?? one.product?.title ?? '',
        fields: changedColumns(one.decision),
        ...badgeOf(one),
      })),
    },
  }
}

/** The file's columns of what an existing product changes. */
function changedColumns(decision: Decision): string[] {
  if (decision.kind !== 'change') return []
  const columns = Object.keys(decision.after).map((field) => (field === 'altTexts' ? 'altText' : field))
  return decision.cells.length > 0 ? [...columns, 'cells'] : columns
}

/** The prices and badge of a product with a badge, if the file changes one: the percentage may no longer fit the prices. */
function badgeOf({ decision, product }: Decided): { badge?: Badge } {
  const set = valuesOf(decision)
  const { price, mrp, discount } = { ...product, ...set } as Badge
  const isSet = 'price' in set || 'mrp' in set || 'discount' in set
  return isSet && discount ? { badge: { price, mrp, discount } } : {}
}

/** @param lock locks the products until this transaction ends, so that nobody changes or sells them meanwhile */
async function decide(db: Db, rows: readonly Row[], { lock }: { lock?: Transaction } = {}): Promise<Decided[]> {
  const ids = rows.flatMap(({ value }) => value.id ?? [])
  const current = await listPresent(db, ids, { lock })
  return rows.map(({ row, value }) => {
    const product = value.id === null ? undefined : current.get(value.id)
    return { row, value, product, decision: decideImport(value, product) }
  })
}

/** A new SKU must not be that of another product or of another row. */
async function findSharedSkus(db: Db, decided: readonly Decided[]): Promise<RowProblem[]> {
  const named = decided.flatMap(({ row, value, decision }) => {
    const sku = valuesOf(decision).sku?.toLowerCase()
    return sku ? { row, id: value.id, sku } : []
  })
  const rowBySku = new Map<string, number>()
  const problems: RowProblem[] = []
  for (const batch of batchesOf(named, BATCH)) {
    const skus = batch.map(({ sku }) => sku)
    const owners = await listBySku(db, skus)
    for (const { row, id, sku } of batch) {
      const owner = owners.get(sku)
      const earlierRow = rowBySku.get(sku)
      rowBySku.set(sku, row)
      const problem =
        earlierRow !== undefined
          ? `Row ${earlierRow} has the same SKU.`
          : owner !== undefined && owner !== id && `Product ${owner} has this SKU.`
      if (problem) problems.push({ row, column: 'sku', problem })
    }
  }
  return problems
}

function findUnknownVariants(catalogue: Catalogue, decided: readonly Decided[]): RowProblem[] {
  return decided.flatMap(({ row, decision }) => {
    const unknown = findUnknownVariant(editsOf(decision), catalogue)
    const problem = unknown && `The shop has no ${unknown.sizeCode} in ${unknown.finish}.`
    return problem ? [{ row, column: 'cells', problem }] : []
  })
}

/** New image addresses must exist in the store. */
async function findMissingImages({ images }: ImportShop, decided: readonly Decided[]): Promise<RowProblem[]> {
  const uses = decided.flatMap(({ row, decision }) => {
    const ofVariants = editsOf(decision).flatMap(({ image }) => image ?? [])
    return [...(valuesOf(decision).productImageUrl ?? []), ...ofVariants].map((address) => [address, row] as const)
  })
  // Each address once, at its first row.
  const uploaded = [...new Map(uses.toReversed())].filter(([address]) => address.startsWith('/productImages/'))
  const problems: RowProblem[] = []
  for (const batch of batchesOf(uploaded, CONCURRENT_IMAGE_CHECKS)) {
    const exists = await Promise.all(batch.map(([address]) => images.has(`${address.slice(1)}/640.webp`)))
    for (const [index, [address, row]] of batch.entries())
      if (!exists[index])
        problems.push({ row, column: 'productImageUrl', problem: `This image does not exist: ${address}` })
  }
  return problems
}

class TooManyRows extends Error {}
const tooManyRows = { row: 1, problem: 'So many changes at once would keep orders waiting. Import the file in parts.' }

async function write(tx: Transaction, admin: User, rows: readonly Row[], lockedMsMax: number): Promise<void> {
  await holdCatalogue(tx)
  // Locked in order of their ids, as everywhere, to avoid deadlocks; new products stay in the file's sequence.
  const sorted = rows.toSorted(
    (a, b) => (a.value.id ?? Number.MAX_SAFE_INTEGER) - (b.value.id ?? Number.MAX_SAFE_INTEGER),
  )
  const start = performance.now()
  for (const batch of batchesOf(sorted, BATCH)) {
    if (performance.now() - start > lockedMsMax) throw new TooManyRows()
    const decided = await decide(tx, batch, { lock: tx })
    if (decided.some(({ decision }) => decision.kind === 'problem')) throw new ConcurrentEdit()
    await writeProducts(tx, admin, decided)
  }
}
