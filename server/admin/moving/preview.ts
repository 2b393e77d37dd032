import type { MoveChoices } from '#domain/catalog/moving/choices.ts'
import { priceRange } from '#domain/catalog/moving/decide.ts'
import type { FinishMapping } from '#domain/catalog/moving/finishes.ts'
import { type DecidedFile, decideFile } from '#domain/catalog/moving/plan.ts'
import type { MoveResult } from '#domain/catalog/moving/result.ts'
import type { SizeMapping } from '#domain/catalog/moving/size-mapping.ts'
import type { RowNote, Source } from '#domain/catalog/moving/source.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { Db } from '#server/db/connection.ts'
import type { Shop } from '#server/shop.ts'
import { readFacts } from './facts.ts'
import { countUntrackedProducts, findMove, listPictures, type StoredMove } from './queries.ts'
import { lacksPicture } from './write.ts'

const MAX_SHOWN = 200

/** The changes that an import would make; of long lists the first 200. */
export type MovePreview = {
  counts: { add: number; change: number; unchanged: number; skip: number }
  products: {
    row: number
    id: ProductId | undefined
    title: string
    kind: 'add' | 'change' | 'unchanged'
    price: string
    choices: number
    /** Fields of a product that is there already. */
    fields: string[]
    isOffSale: boolean
    notes: string[]
  }[]
  skipped: RowNote[]
  pictures: {
    ready: number
    waiting: number
    failed: { name: string; problem: string }[]
    missing: { row: number; title: string; name: string }[]
    missingCount: number
    /** Products that would be off sale because they have no picture. */
    productsWithout: number
  }
  /** Sizes of the file that the shop does not have. */
  sizes: SizeMapping[]
  sizeCount: number
  finishes: FinishMapping[]
  /** The shop’s sizes and finishes, to choose from. */
  offered: { sizes: { code: string; label: string }[]; finishes: string[] }
  added: { families: number; sizes: number; finishes: number }
  /** Products that new finishes would be offered for. */
  untracked: number
  /** Choices for which the file has no number of units. */
  unknownUnits: number
  choices: MoveChoices
}

export type ShownMove = {
  id: string
  fileName: string
  source: Source
  result: MoveResult | null
  preview: MovePreview | undefined
}

export async function readMove({ db }: Pick<Shop, 'db'>, id: string): Promise<ShownMove | undefined> {
  const move = await findMove(db, id)
  if (!move) return undefined
  const { fileName, file, result } = move
  return { id, fileName, source: file.source, result, preview: result ? undefined : await preview(db, move) }
}

async function preview(db: Db, move: StoredMove): Promise<MovePreview> {
  const facts = await readFacts(db, move)
  const decided = decideFile(facts)
  const { products, sizes, finishes, added } = decided
  const countOf = (kind: string) => products.filter(({ decision }) => decision.kind === kind).length
  const asked = sizes.filter(({ added, code }) => added || code === undefined)
  const hasSizes = new Map(facts.catalogue.sizes.map((size) => [size.code, `${size.family} ${size.code}`]))
  return {
    counts: {
      add: countOf('add'),
      change: countOf('change'),
      unchanged: countOf('unchanged'),
      skip: countOf('skip') + move.file.skipped.length,
    },
    products: shownProducts(decided),
    skipped: skippedRows(decided, move).slice(0, MAX_SHOWN),
    pictures: await picturesOf(db, move.id, decided),
    // Sizes that need an answer come first.
    sizes: asked.toSorted((a, b) => Number(Boolean(a.added)) - Number(Boolean(b.added))).slice(0, MAX_SHOWN),
    sizeCount: asked.length,
    finishes: finishes.filter(({ isNew, value, name }) => isNew || value.toLowerCase() !== name.toLowerCase()),
    offered: {
      sizes: [...hasSizes].map(([code, label]) => ({ code, label })),
      finishes: facts.catalogue.finishes.filter(({ isRetired }) => !isRetired).map(({ name }) => name),
    },
    added: { families: added.families.length, sizes: added.sizes.length, finishes: added.finishes.length },
    untracked: added.finishes.length > 0 ? await countUntrackedProducts(db) : 0,
    unknownUnits: move.file.products.reduce(
      (sum, { variants }) => sum + variants.filter(({ units }) => units === null).length,
      0,
    ),
    choices: move.choices,
  }
}

function shownProducts({ products }: DecidedFile): MovePreview['products'] {
  const shown = products.flatMap(({ source, id, decision }) => {
    if (decision.kind === 'skip') return []
    const fields = decision.kind === 'change' ? Object.keys(decision.after) : []
    const hasCells = decision.kind === 'change' && decision.cells.length > 0
    return {
      row: source.row,
      id,
      title: source.title,
      kind: decision.kind,
      price: priceRange(source),
      choices: source.variants.length,
      fields: [...fields, ...(hasCells ? ['stock'] : [])],
      isOffSale: decision.kind === 'add' && !decision.values.onSale,
      notes: decision.notes,
    }
  })
  // Unchanged products come last, as they need no attention.
  return shown.toSorted((a, b) => Number(a.kind === 'unchanged') - Number(b.kind === 'unchanged')).slice(0, MAX_SHOWN)
}

function skippedRows({ products }: DecidedFile, { file }: StoredMove): RowNote[] {
  const decided = products.flatMap(({ source: { row, title }, decision }) =>
    decision.kind === 'skip' ? [{ row, title, note: decision.reason }] : [],
  )
  return [...file.skipped, ...decided].toSorted((a, b) => a.row - b.row)
}

async function picturesOf(db: Db, id: string, { products }: DecidedFile): Promise<MovePreview['pictures']> {
  const sent = await listPictures(db, id)
  const failed = sent.flatMap(({ name, problem }) => (problem === null ? [] : [{ name, problem }]))
  const waiting = new Set(
    sent.flatMap(({ name, address, problem }) => (address === null && problem === null ? [name] : [])),
  )
  const missing = products.flatMap(({ source: { row, title }, decision }) =>
    decision.missingPictures.filter((name) => !waiting.has(name)).map((name) => ({ row, title, name })),
  )
  return {
    ready: sent.filter(({ address }) => address !== null).length,
    waiting: waiting.size,
    failed: failed.slice(0, MAX_SHOWN),
    missing: missing.slice(0, MAX_SHOWN),
    missingCount: missing.length,
    productsWithout: products.filter(
      ({ decision }) => lacksPicture(decision) && !decision.missingPictures.some((name) => waiting.has(name)),
    ).length,
  }
}
