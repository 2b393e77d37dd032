import { stringify } from 'csv-stringify/sync'
import { escapeFormula, IMPORT_COLUMNS, READ_ONLY_COLUMNS } from '#domain/catalog/csv.ts'
import { calendarDay, formatIndianIso } from '#domain/time.ts'
import type { Shop } from '#server/shop.ts'
import { listOrdersAfter, listProductsAfter, listUsersAfter } from './queries.ts'

type ExportShop = Pick<Shop, 'db' | 'now'>

/** Streams a UTF-8 download with a byte order mark; rows are read as the browser receives them. */
export function exportProducts({ db, now }: ExportShop): Response {
  const batches = readInBatches(
    (id: number) => listProductsAfter(db, id),
    0,
    ({ id }) => id,
  )
  return download('products', now(), [...IMPORT_COLUMNS, ...READ_ONLY_COLUMNS], batches, (row) => [
    { ...row, productImageUrl: row.productImageUrl.join(' '), time: formatIndianIso(row.time) },
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
  const batches = readInBatches(
    (id: number) => listOrdersAfter(db, id),
    0,
    ({ id }) => id,
  )
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
  const batches = readInBatches(
    (uid: string) => listUsersAfter(db, uid),
    '',
    ({ uid }) => uid,
  )
  return download('users', now(), ['uid', 'name', 'email', 'role', 'time'], batches, (row) => [
    { ...row, time: formatIndianIso(row.time) },
  ])
}

/** Reads a table in batches, so that a slow download holds no database connection. */
async function* readInBatches<Row, Key>(
  list: (after: Key) => Promise<Row[]>,
  first: Key,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row[]> {
  let after = first
  for (;;) {
    const rows = await list(after)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = keyOf(last)
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
  const chunks = write()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="gamla-${name}-${calendarDay(now)}.csv"`,
    },
  })
}

function toCsv(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], { record_delimiter: 'windows' })
}
