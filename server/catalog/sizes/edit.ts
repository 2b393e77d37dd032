import type { User } from '#domain/accounts/user.ts'
import {
  type FinishValues,
  findNameProblems,
  findSizeProblems,
  type SizeValues,
  versionOf,
} from '#domain/catalog/forms/size-form.ts'
import { type Finish, findSize, type Size, sizeLabelOf } from '#domain/catalog/sizes.ts'
import type { Problems } from '#domain/form-fields.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { violates } from '#server/db/constraints.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import {
  countLowMrp,
  giveFinish,
  holdCatalogue,
  insertFamily,
  insertFinish,
  listUsedFinishes,
  listUsedSizes,
  lockCatalogue,
  publishFinish,
  removeFamily,
  removeFinish,
  removeSize,
  renameFamily,
  setSizesRetired,
  updateFinish,
  updateProductsOfSize,
  upsertSize,
} from './queries.ts'

/** `seen`: after somebody else's change, the version with which the form can be sent again. */
export type Edited = { ok: true; prices?: number } | { ok: false; problems: Problems; seen?: string }

/** The entry that a form was opened with; absent for a new one. */
export type Opened = { original: string | undefined; seen: string | undefined }

/** Saves a size. `prices`: how many products had the size's old price and now have the new one. */
export async function saveSize(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  values: SizeValues,
  { original, seen }: Opened,
): Promise<Edited> {
  return db.transaction(async (tx) => {
    const catalogue = await lockCatalogue(tx)
    const before = original === undefined ? undefined : findSize(catalogue, original)
    const refused = refuse(before, { original, seen }, findSizeProblems(catalogue, values, original))
    if (refused) return refused
    // Products, carts and orders refer to the code, so it never changes.
    const after: Size = { ...values, code: before?.code ?? values.code, isRetired: before?.isRetired ?? false }
    if (before && versionOf(before) === versionOf({ ...before, ...after })) return { ok: true }
    const price = { before: before?.price ?? after.price, after: after.price }
    const low = await countLowMrp(tx, after.code, price)
    if (low > 0) return { ok: false, problems: { price: priceAboveMrp(low) } }
    await upsertSize(tx, after)
    const prices = await updateProductsOfSize(tx, { code: after.code, price, label: sizeLabelOf(after) })
    await record(tx, admin, { kind: 'size', name: after.code }, before, { ...after, ...(prices > 0 && { prices }) })
    return { ok: true, prices }
  })
}

export async function saveFamily(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  { name }: { name: string },
  { original, seen }: Opened,
): Promise<Edited> {
  return db.transaction(async (tx) => {
    const { families } = await lockCatalogue(tx)
    const before = families.find((family) => family === original)
    const refused = refuse(before, { original, seen }, findNameProblems(families, name, original))
    if (refused) return refused
    if (before === name) return { ok: true }
    if (before === undefined) await insertFamily(tx, name)
    else await renameFamily(tx, before, name)
    await record(tx, admin, { kind: 'family', name }, before === undefined ? undefined : { name: before }, { name })
    return { ok: true }
  })
}

export async function saveFinish(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  values: FinishValues,
  { original, seen }: Opened,
): Promise<Edited> {
  return db.transaction(async (tx) => {
    const { finishes } = await lockCatalogue(tx)
    const names = finishes.map(({ name }) => name)
    const before = finishes.find(({ name }) => name === original)
    const refused = refuse(before, { original, seen }, findNameProblems(names, values.name, original))
    if (refused) return refused
    if (before && before.name === values.name && before.swatch === values.swatch) return { ok: true }
    if (before) await renameFinish(tx, before.name, values)
    else await insertFinish(tx, values)
    await record(tx, admin, { kind: 'finish', name: values.name }, before, values)
    return { ok: true }
  })
}

async function renameFinish(tx: Transaction, before: string, values: FinishValues): Promise<void> {
  await updateFinish(tx, before, values)
  // Not all pots may have it yet, and the job looks for its name.
  if (values.name !== before) await enqueueJob(tx, { job: 'add-finish', finish: values.name })
}

/**
 * A job: gives a new finish to all pots, a few at a time: at once it would take a minute for a million pots, in which none
 * could be added or changed.
 *
 * @param signal ends this run; the next one does the rest
 */
export async function addFinish(
  { db }: Pick<Shop, 'db'>,
  { finish, after = 0 }: { finish: string; after?: number },
  signal?: AbortSignal,
): Promise<void> {
  let from: number | undefined = after
  let isShown = true
  while (from !== undefined && !signal?.aborted) {
    const start: number = from
    const { last, added } = await db.transaction(async (tx) => {
      await holdCatalogue(tx)
      return giveFinish(tx, finish, start)
    })
    from = last
    if (added > 0) isShown = false
  }
  await db.transaction(async (tx) => {
    if (!isShown) await publishFinish(tx, finish)
    if (from !== undefined) await enqueueJob(tx, { job: 'add-finish', finish, after: from })
  })
}

/** Nothing may be sold above its MRP (Legal Metrology (Packaged Commodities) Rules 2011, rule 18(2)). */
function priceAboveMrp(count: number): string {
  const products = count === 1 ? 'One product of this size has' : `${count} products of this size have`
  return `${products} an MRP below this price. Raise it first.`
}

/** Undefined: the change can be saved. */
function refuse(
  before: Size | Finish | string | undefined,
  { original, seen }: Opened,
  problems: Problems,
): Extract<Edited, { ok: false }> | undefined {
  if (original !== undefined && before === undefined) {
    return { ok: false, problems: { form: 'It was deleted or renamed since you opened it. Go back to the list.' } }
  }
  if (before !== undefined && versionOf(before) !== seen) {
    const form =
      'Someone else changed this while you were editing it. Compare it with the list, then save again to keep your version.'
    return { ok: false, problems: { form }, seen: versionOf(before) }
  }
  return Object.keys(problems).length > 0 ? { ok: false, problems } : undefined
}

/** The entry that a button of the list acts on. A family means all of its sizes. */
export type Entry = { kind: 'family' | 'size' | 'finish'; name: string }

/** Retires an entry or offers it again; repeating it changes nothing. @returns false when the entry is unknown */
export async function setRetired(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  { kind, name }: Entry,
  isRetired: boolean,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { sizes, finishes } = await lockCatalogue(tx)
    const isMeant = (size: Size) => (kind === 'family' ? size.family === name : kind === 'size' && size.code === name)
    const codes = sizes.filter((size) => isMeant(size) && size.isRetired !== isRetired).map(({ code }) => code)
    const finish = finishes.find((finish) => kind === 'finish' && finish.name === name)
    if (!finish && !sizes.some(isMeant)) return false
    if (codes.length > 0) await setSizesRetired(tx, codes, isRetired)
    else if (finish && finish.isRetired !== isRetired) await updateFinish(tx, name, { isRetired })
    else return true
    await record(tx, admin, { kind, name }, { isRetired: !isRetired }, { isRetired })
    return true
  })
}

/** Deletes a size or a finish that no product has, or a family without sizes. @returns false when it is in use or unknown */
export async function deleteEntry({ db }: Pick<Shop, 'db'>, admin: User, { kind, name }: Entry): Promise<boolean> {
  return db
    .transaction(async (tx) => {
      const catalogue = await lockCatalogue(tx)
      const { find, listUsed, remove } = DELETIONS[kind]
      const before = find(catalogue, name)
      if (before === undefined || (await listUsed(tx, catalogue)).includes(name)) return false
      await remove(tx, name)
      await insertAudit(tx, admin, { action: `delete ${kind}`, subject: `${kind} ${name}`, before })
      return true
    })
    .catch((error) => {
      // The stock history of a product still refers to it.
      if (violates(error, 'stock_changes_size') || violates(error, 'stock_changes_finish')) return false
      throw error
    })
}

type LockedCatalogue = Awaited<ReturnType<typeof lockCatalogue>>
type Deletion = {
  find: (catalogue: LockedCatalogue, name: string) => Size | Finish | string | undefined
  /** The names that are in use. */
  listUsed: (tx: Transaction, catalogue: LockedCatalogue) => Promise<string[]>
  remove: (tx: Transaction, name: string) => Promise<void>
}

const DELETIONS: Record<Entry['kind'], Deletion> = {
  family: {
    find: ({ families }, name) => families.find((family) => family === name),
    listUsed: async (_, { sizes }) => sizes.map(({ family }) => family),
    remove: removeFamily,
  },
  size: { find: findSize, listUsed: listUsedSizes, remove: removeSize },
  finish: {
    find: ({ finishes }, name) => finishes.find((finish) => finish.name === name),
    listUsed: listUsedFinishes,
    remove: removeFinish,
  },
}

async function record(tx: Transaction, admin: User, { kind, name }: Entry, before: object | undefined, after: object) {
  await insertAudit(tx, admin, {
    action: `${before ? 'change' : 'add'} ${kind}`,
    subject: `${kind} ${name}`,
    before,
    after,
  })
}
