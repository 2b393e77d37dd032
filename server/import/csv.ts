import type { User } from '#domain/accounts/user.ts'
import { decideImport } from '#domain/catalog/import/csv.ts'
import type { Decision, ImportedProduct } from '#domain/catalog/import/row.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { Catalogue } from '#domain/catalog/sizes.ts'
import { findUnknownVariant } from '#domain/catalog/stock/stock-form.ts'
import { listBySku } from '#server/catalog/queries.ts'
import { holdCatalogue } from '#server/catalog/sizes/queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { violatesUnique } from '#server/db/constraints.ts'
import { SKU_INDEX } from '#server/db/schema/shop.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import type { Shop } from '#server/shop.ts'
import { listPresent, type ProductWithStock } from './queries.ts'
import { type Row, type RowProblem, readProductRows } from './read.ts'
import { BATCH, ConcurrentEdit, writeProducts } from './write.ts'

export type ImportPlan = {
  rows: number
  added: number
  changed: number
  unchanged: number
  /** At most the first 200 of `problemCount`. An import with problems writes nothing. */
  problems: RowProblem[]
  problemCount: number
  /** At most the first 200. */
  changes: {
    row: number
    id: ProductId | undefined
    title: string
    fields: string[]
    /** For rows that change one of these on a product with a badge: its percentage may no longer fit the prices. */
    badge?: Badge
  }[]
}

type Badge = Pick<ImportedProduct, 'price' | 'mrp' | 'discount'>

const MAX_SHOWN = 200
const CONCURRENT_IMAGE_CHECKS = 10
/** Orders of locked products wait this long at most; after ten seconds they would fail. */
const LOCKED_MS_MAX = 7000

type ImportShop = Pick<Shop, 'catalogue' | 'db' | 'images'>

/** Previews an import without writing anything. */
export async function planImport(shop: ImportShop, file: UploadedFile): Promise<ImportPlan> {
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
    if (!(error instanceof ConcurrentEdit || violatesUnique(error, SKU_INDEX))) throw error
    // A product was changed meanwhile: the new plan reports the conflict at its row.
    return { ...(await plan(shop, file)).plan, written: false }
  }
}

type Decided = Row & { decision: Decision; product: ProductWithStock | undefined }

async function plan(shop: ImportShop, file: UploadedFile): Promise<{ plan: ImportPlan; rows: Row[] }> {
  const { rows, count, problems } = await readProductRows(file, (await shop.catalogue.read()).sizes)
  const decided: Decided[] = []
  for (const batch of batchesOf(rows)) decided.push(...(await decide(shop.db, batch)))
  for (const { row, decision } of decided) {
    if (decision.kind === 'problem') problems.push({ row, ...omitKind(decision) })
  }
  problems.push(...(await findSharedSkus(shop.db, decided)), ...(await findMissingImages(shop, decided)))
  problems.push(...findUnknownVariants(await shop.catalogue.read(), decided))
  problems.sort((a, b) => a.row - b.row)

  const active = decided.filter(({ decision }) => decision.kind === 'add' || decision.kind === 'change')
  const countOf = (kind: Decision['kind']) => decided.filter(({ decision }) => decision.kind === kind).length
  return {
    rows: active.map(({ row, value }) => ({ row, value })),
    plan: {
      rows: count,
      added: countOf('add'),
      changed: countOf('change'),
      unchanged: countOf('unchanged'),
      problems: problems.slice(0, MAX_SHOWN),
      problemCount: problems.length,
      changes: active.slice(0, MAX_SHOWN).map((one) => ({
        row: one.row,
        id: one.value.id ?? undefined,
        title: one.value.title ?? '',
        fields: changedColumns(one.decision),
        ...badgeOf(one),
      })),
    },
  }
}

function changedColumns(decision: Decision): string[] {
  if (decision.kind !== 'change') return []
  return [...Object.keys(decision.after).map(columnOf), ...(decision.cells.length > 0 ? ['cells'] : [])]
}

/** The file's column of a field. */
function columnOf(field: string): string {
  return field === 'altTexts' ? 'altText' : field
}

function badgeOf({ decision, product }: Decided): { badge?: Badge } {
  if (decision.kind !== 'add' && decision.kind !== 'change') return {}
  const set: Partial<Badge> = decision.kind === 'add' ? decision.values : decision.after
  const { price, mrp, discount } = { ...product, ...set } as Badge
  const isSet = 'price' in set || 'mrp' in set || 'discount' in set
  return isSet && discount ? { badge: { price, mrp, discount } } : {}
}

function omitKind({ column, problem }: { column?: string; problem: string }) {
  return column === undefined ? { problem } : { column, problem }
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
  const rowBySku = new Map<string, number>()
  const problems: RowProblem[] = []
  for (const batch of batchesOf(decided.filter((row) => newSkuOf(row) !== ''))) {
    const owners = await listBySku(db, batch.map(newSkuOf))
    for (const one of batch) {
      const sku = newSkuOf(one)
      const owner = owners.get(sku)
      const earlierRow = rowBySku.get(sku)
      rowBySku.set(sku, one.row)
      const problem =
        earlierRow !== undefined
          ? `Row ${earlierRow} has the same SKU.`
          : owner !== undefined && owner !== one.value.id && `Product ${owner} has this SKU.`
      if (problem) problems.push({ row: one.row, column: 'sku', problem })
    }
  }
  return problems
}

/** The row's new SKU in lower case; empty: none, or unchanged. */
function newSkuOf({ decision }: Decided): string {
  if (decision.kind === 'add') return decision.values.sku.toLowerCase()
  return decision.kind === 'change' ? (decision.after.sku ?? '').toLowerCase() : ''
}

function findUnknownVariants(catalogue: Catalogue, decided: readonly Decided[]): RowProblem[] {
  return decided.flatMap(({ row, decision }) => {
    const cells = decision.kind === 'add' || decision.kind === 'change' ? decision.cells : []
    const unknown = findUnknownVariant(cells, catalogue)
    const problem = unknown && `The shop has no ${unknown.sizeCode} in ${unknown.finish}.`
    return problem ? [{ row, column: 'cells', problem }] : []
  })
}

/** New image addresses must exist in the store. */
async function findMissingImages({ images }: ImportShop, decided: readonly Decided[]): Promise<RowProblem[]> {
  const rowByAddress = new Map<string, number>()
  for (const { row, decision } of decided) {
    const addresses =
      decision.kind === 'add'
        ? decision.values.productImageUrl
        : decision.kind === 'change'
          ? (decision.after.productImageUrl ?? [])
          : []
    for (const address of addresses) if (!rowByAddress.has(address)) rowByAddress.set(address, row)
  }
  const problems: RowProblem[] = []
  const uploaded = [...rowByAddress].filter(([address]) => address.startsWith('/productImages/'))
  for (const batch of batchesOf(uploaded, CONCURRENT_IMAGE_CHECKS)) {
    const exists = await Promise.all(batch.map(([address]) => images.has(`${address.slice(1)}/640.webp`)))
    for (const [index, [address, row]] of batch.entries()) {
      if (!exists[index])
        problems.push({ row, column: 'productImageUrl', problem: `This image does not exist: ${address}` })
    }
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
  for (const batch of batchesOf(sorted)) {
    if (performance.now() - start > lockedMsMax) throw new TooManyRows()
    const decided = await decide(tx, batch, { lock: tx })
    if (decided.some(({ decision }) => decision.kind === 'problem')) throw new ConcurrentEdit()
    await writeProducts(tx, admin, decided)
  }
}

function* batchesOf<T>(list: readonly T[], size = BATCH): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}
