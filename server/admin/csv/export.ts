import { altTextCell, IMPORT_COLUMNS, READ_ONLY_COLUMNS } from '#domain/catalog/import/csv.ts'
import { formatStock } from '#domain/catalog/stock/stock-form.ts'
import { fileNameOf } from '#domain/file-name.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { hasRight, type Visitor } from '#domain/permissions.ts'
import { creatorName } from '#domain/privacy/deleted-user.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { calendarDay, formatIndianIso } from '#domain/time.ts'
import { csvDownload } from '#server/http/csv.ts'
import { withStock } from '#server/import/queries.ts'
import { listOrdersByIds } from '#server/orders/queries.ts'
import { readMissedSearches } from '#server/search/queries.ts'
import type { Shop } from '#server/shop.ts'
import { listOrdersAfter, listProductsAfter, listUsersAfter } from './queries.ts'

export type ExportShop = Pick<Shop, 'db' | 'now'>

/** Streams a UTF-8 download with a byte order mark; rows are read as the browser receives them. */
export function exportProducts({ db, now }: ExportShop, settings: Settings): Response {
  const batches = readInBatches((id) => listProductsAfter(db, id).then((list) => withStock(db, list)), 'id', 0)
  return download(
    fileNameOf(settings, `products-${calendarDay(now())}.csv`),
    [...IMPORT_COLUMNS, ...READ_ONLY_COLUMNS],
    batches,
    (row) => [
      {
        ...row,
        username: creatorName(row, settings),
        productImageUrl: row.productImageUrl.join(' '),
        altText: altTextCell(row),
        time: formatIndianIso(row.time),
        cells: formatStock(row.cells),
      },
    ],
  )
}

const ORDER_COLUMNS = [
  'orderId',
  'paymentId',
  'status',
  'cancel',
  'userid',
  'email',
  'name',
  'address',
  'city',
  'pincode',
  'mobileNumber',
  'totalAmount',
  'restInCash',
  'warrantyAmount',
  'time',
  'productId',
  'title',
  'price',
  'quantity',
  'sizeCode',
  'sizeLabel',
  'selectedColor',
  'category',
  'productImageUrl',
]

const MONEY_COLUMNS = ['totalAmount', 'restInCash', 'warrantyAmount', 'price']

/**
 * One row per cart item, as in the table, without money for those who may not see it.
 *
 * @param chosen only these orders; undefined: all
 */
export function exportOrders(
  { db, now }: ExportShop,
  settings: Settings,
  { visitor, chosen }: { visitor: Visitor; chosen?: readonly OrderId[] | undefined },
): Response {
  const columns = hasRight(visitor, 'see money')
    ? ORDER_COLUMNS
    : ORDER_COLUMNS.filter((column) => !MONEY_COLUMNS.includes(column))
  const batches = chosen
    ? oneBatch(async () => (await listOrdersByIds(db, chosen)).sort((a, b) => a.id - b.id))
    : readInBatches((id) => listOrdersAfter(db, id), 'id', 0)
  return download(
    fileNameOf(settings, `orders-${calendarDay(now())}.csv`),
    columns,
    batches,
    ({ id, userId, cartItems, addressInfo, time, ...order }) =>
      cartItems.map(({ id: productId, productImageUrl, ...line }) => ({
        ...order,
        ...addressInfo,
        ...line,
        orderId: id,
        userid: userId,
        productId,
        productImageUrl: productImageUrl.join(' '),
        time: formatIndianIso(time),
      })),
  )
}

export function exportUsers({ db, now }: ExportShop, settings: Settings): Response {
  const batches = readInBatches((id) => listUsersAfter(db, id), 'userId', '')
  return download(
    fileNameOf(settings, `users-${calendarDay(now())}.csv`),
    ['uid', 'name', 'email', 'role', 'time'],
    batches,
    ({ userId, ...row }) => [{ ...row, uid: userId, time: formatIndianIso(row.time) }],
  )
}

export function exportSearches({ db, now }: ExportShop, settings: Settings): Response {
  return download(
    fileNameOf(settings, `searches-${calendarDay(now())}.csv`),
    ['words', 'times', 'similarShown', 'lastTime'],
    oneBatch(() => readMissedSearches(db)),
    ({ words, times, isSimilarShown, time }) => [
      { words, times, similarShown: isSimilarShown ? 'yes' : 'no', lastTime: formatIndianIso(time) },
    ],
  )
}

/** A table that is small enough for memory. */
export async function* oneBatch<Row>(read: () => Promise<Row[]>): AsyncGenerator<Row[]> {
  yield await read()
}

/** Reads a table in batches, so that a slow download holds no database connection. */
async function* readInBatches<Id extends string, Key, Row extends Record<Id, Key>>(
  list: (after: Key) => Promise<Row[]>,
  id: Id,
  first: Key,
): AsyncGenerator<Row[]> {
  let rows = await list(first)
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    yield rows
    rows = await list(last[id])
  }
}

export function download<Row>(
  file: string,
  columns: readonly string[],
  batches: AsyncGenerator<Row[]>,
  toLines: (row: Row) => Record<string, unknown>[],
): Response {
  async function* lines() {
    for await (const rows of batches) {
      yield rows.flatMap(toLines).map((line) => columns.map((column) => String(line[column] ?? '')))
    }
  }
  return csvDownload(file, columns, lines())
}
