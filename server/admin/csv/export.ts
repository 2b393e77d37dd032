import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { escapeFormula, IMPORT_COLUMNS, READ_ONLY_COLUMNS } from '#domain/catalog/csv.ts'
import { formatCells } from '#domain/catalog/stock-form.ts'
import { calendarDay, formatIndianIso } from '#domain/time.ts'
import type { Shop } from '#server/shop.ts'
import { listOrdersAfter, listProductsAfter, listUsersAfter, withStock } from './queries.ts'

type ExportShop = Pick<Shop, 'db' | 'now'>

/** Streams a UTF-8 download with a byte order mark; rows are read as the browser receives them. */
export function exportProducts({ db, now }: ExportShop): Response {
  const batches = readInBatches((id) => listProductsAfter(db, id).then((list) => withStock(db, list)), 'id', 0)
  return download('products', now(), [...IMPORT_COLUMNS, ...READ_ONLY_COLUMNS], batches, (row) => [
    {
      ...row,
      productImageUrl: row.productImageUrl.join(' '),
      time: formatIndianIso(row.time),
      cells: formatCells(row.cells),
    },
  ])
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

/** One row per cart item, as in the table. */
export function exportOrders({ db, now }: ExportShop): Response {
  const batches = readInBatches((id) => listOrdersAfter(db, id), 'id', 0)
  return download('orders', now(), ORDER_COLUMNS, batches, ({ id, cartItems, addressInfo, time, ...order }) =>
    cartItems.map(({ id: productId, productImageUrl, ...line }) => ({
      ...order,
      ...addressInfo,
      ...line,
      orderId: id,
      productId,
      productImageUrl: productImageUrl.join(' '),
      time: formatIndianIso(time),
    })),
  )
}

export function exportUsers({ db, now }: ExportShop): Response {
  const batches = readInBatches((uid) => listUsersAfter(db, uid), 'uid', '')
  return download('users', now(), ['uid', 'name', 'email', 'role', 'time'], batches, (row) => [
    { ...row, time: formatIndianIso(row.time) },
  ])
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

function download<Row>(
  name: string,
  now: Date,
  columns: readonly string[],
  batches: AsyncGenerator<Row[]>,
  toLines: (row: Row) => Record<string, unknown>[],
): Response {
  const encoder = new TextEncoder()
  async function* write() {
    yield encoder.encode(`\uFEFF${toCsv([columns])}`)
    for await (const rows of batches) {
      const lines = rows.flatMap(toLines)
      yield encoder.encode(
        toCsv(lines.map((line) => columns.map((column) => escapeFormula(String(line[column] ?? ''))))),
      )
    }
  }
  return new Response(Readable.toWeb(Readable.from(write())) as ReadableStream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="gamla-${name}-${calendarDay(now)}.csv"`,
    },
  })
}

function toCsv(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], { record_delimiter: 'windows' })
}
