import type { User } from '#domain/account.ts'
import { decideImport, type ImportDecision, type ImportedProduct } from '#domain/catalog/csv.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { insertAudits } from '#server/admin/audit-queries.ts'
import type { StoredProduct } from '#server/catalog/queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import type { Shop } from '#server/shop.ts'
import { type Row, type RowProblem, readRows } from './parse.ts'
import { insertMany, listStored, updateMany } from './queries.ts'

export type ImportPlan = {
  rows: number
  added: number
  changed: number
  unchanged: number
  /** At most the first 200; `problemCount` is how many there are. Nothing is written while there is one. */
  problems: RowProblem[]
  problemCount: number
  /** What would change, at most the first 200. */
  changes: { row: number; id: ProductId | undefined; title: string; fields: string[] }[]
}

export { IMPORT_MAX_BYTES } from './parse.ts'

const SHOWN = 200
/** Rows that are asked for or written in one statement. */
const PART = 200
const PICTURES_AT_ONCE = 10

type Importer = Pick<Shop, 'db' | 'images'>

/** Says what an import would do. Nothing is written. */
export async function planImport(shop: Importer, file: UploadedFile): Promise<ImportPlan> {
  return (await plan(shop, file)).plan
}

/** Adds and changes all rows or none. `written` is false when a row has a problem. */
export async function importProducts(
  shop: Importer,
  admin: User,
  file: UploadedFile,
): Promise<ImportPlan & { written: boolean }> {
  const { plan: planned, rows } = await plan(shop, file)
  if (planned.problemCount > 0) return { ...planned, written: false }
  try {
    await shop.db.transaction((tx) => write(tx, admin, rows))
    return { ...planned, written: true }
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    // Somebody has changed a product in this very moment: planned anew, its row says so.
    return { ...(await plan(shop, file)).plan, written: false }
  }
}

type Decided = Row & { decision: ImportDecision }

async function plan(shop: Importer, file: UploadedFile): Promise<{ plan: ImportPlan; rows: Row[] }> {
  const { rows, count, problems } = await readRows(file)
  const decided: Decided[] = []
  for (const part of partsOf(rows)) decided.push(...(await decide(shop.db, part)))
  for (const { row, decision } of decided) {
    if (decision.kind === 'problem') problems.push({ row, ...omitKind(decision) })
  }
  problems.push(...(await findMissingPictures(shop, decided)))
  problems.sort((a, b) => a.row - b.row)

  const active = decided.filter(({ decision }) => decision.kind === 'add' || decision.kind === 'change')
  const countOf = (kind: ImportDecision['kind']) => decided.filter(({ decision }) => decision.kind === kind).length
  return {
    rows: active.map(({ row, value }) => ({ row, value })),
    plan: {
      rows: count,
      added: countOf('add'),
      changed: countOf('change'),
      unchanged: countOf('unchanged'),
      problems: problems.slice(0, SHOWN),
      problemCount: problems.length,
      changes: active.slice(0, SHOWN).map(({ row, value, decision }) => ({
        row,
        id: value.id ?? undefined,
        title: value.title ?? '',
        fields: decision.kind === 'change' ? Object.keys(decision.after) : [],
      })),
    },
  }
}

function omitKind({ column, problem }: { column?: string; problem: string }) {
  return column === undefined ? { problem } : { column, problem }
}

async function decide(db: Db, rows: readonly Row[], { hold = false } = {}): Promise<(Decided & Present)[]> {
  const ids = rows.flatMap(({ value }) => value.id ?? [])
  const present = ids.length > 0 ? await listStored(db, ids, { hold }) : new Map<ProductId, StoredProduct>()
  return rows.map(({ row, value }) => {
    const product = value.id === null ? undefined : present.get(value.id)
    return { row, value, product, decision: decideImport(value, product) }
  })
}

type Present = { product: StoredProduct | undefined }

/** Addresses that a row brings in must be pictures that the shop has. */
async function findMissingPictures({ images }: Importer, decided: readonly Decided[]): Promise<RowProblem[]> {
  const wanted = new Map<string, number>()
  for (const { row, decision } of decided) {
    const addresses =
      decision.kind === 'add'
        ? decision.values.productImageUrl
        : decision.kind === 'change'
          ? (decision.after.productImageUrl ?? [])
          : []
    for (const address of addresses) if (!wanted.has(address)) wanted.set(address, row)
  }
  const problems: RowProblem[] = []
  const kept = [...wanted].filter(([address]) => address.startsWith('/productImages/'))
  for (const part of partsOf(kept, PICTURES_AT_ONCE)) {
    const there = await Promise.all(part.map(([address]) => images.has(`${address.slice(1)}/640.webp`)))
    for (const [index, [address, row]] of part.entries()) {
      if (!there[index])
        problems.push({ row, column: 'productImageUrl', problem: `The shop has no picture ${address}.` })
    }
  }
  return problems
}

/** A product is no longer as it was planned. */
class Overtaken extends Error {}

async function write(tx: Transaction, admin: User, rows: readonly Row[]): Promise<void> {
  // Locked in the order of their ids, like everywhere, so that nobody waits in a circle; new ones as in the file.
  const inOrder = rows.toSorted(
    (a, b) => (a.value.id ?? Number.MAX_SAFE_INTEGER) - (b.value.id ?? Number.MAX_SAFE_INTEGER),
  )
  for (const part of partsOf(inOrder)) await writePart(tx, admin, part)
}

async function writePart(tx: Transaction, admin: User, part: readonly Row[]): Promise<void> {
  const edited: (ImportedProduct & { id: ProductId })[] = []
  const added: Parameters<typeof insertMany>[1][number][] = []
  const records: Parameters<typeof insertAudits>[2] = []
  for (const { product, decision } of await decide(tx, part, { hold: true })) {
    if (decision.kind === 'problem') throw new Overtaken()
    if (decision.kind === 'change' && product) {
      const { before, after } = decision
      edited.push({ ...product, ...after })
      records.push({ action: 'update product', subject: `product ${product.id}`, before, after })
    }
    if (decision.kind === 'add') {
      added.push({ ...decision.values, userId: admin.uid, username: admin.name, email: admin.email })
    }
  }
  await updateMany(tx, edited)
  for (const product of await insertMany(tx, added)) {
    records.push({ action: 'add product', subject: `product ${product.id}`, after: product })
  }
  await insertAudits(tx, admin, records)
}

function* partsOf<T>(list: readonly T[], size = PART): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}
