import { randomUUID } from 'node:crypto'
import { zipSync } from 'fflate'
import { someAddress } from '#tests/support/fixtures/factories.ts'
import { formFor, type Sample, type World } from './permissions-harness.ts'

const MOVE = '/adminDashboard/import/move'
const shopifyFile = () => new File(['Handle,Title,Variant Price\npot,Pot 20 x 20 x 20 cm,500'], 'products_export.csv')

const someProduct = {
  row: 2,
  title: 'Pot of another shop',
  description: 'A pot.',
  category: 'Pots',
  addresses: [],
  isPublished: true,
  isFeatured: false,
  pictures: [{ name: 'pot.jpg', address: 'https://cdn.example/pot.jpg', alt: '' }],
  variants: [
    {
      ...{ row: 2, size: '', finish: '', sku: '', price: 500, compareAt: null, units: 1, weight: null },
      measures: { width: 20, depth: 20, height: 20 },
    },
  ],
  notes: [],
}

/** The address of a file that waits to be imported. */
async function someMove({ sql }: Pick<World, 'sql'>) {
  const id = randomUUID()
  const file = { source: 'shopify', products: [{ ...someProduct, key: id }], skipped: [] }
  const choices = { sizes: {}, finishes: {}, units: 0 }
  await sql('insert into imports (id, file_name, file, choices) values ($1, $2, $3, $4)', [
    id,
    'pots.csv',
    file,
    choices,
  ])
  return `${MOVE}/${id}`
}

function someProducts() {
  const row = 'New,5,C01,POT,Round,/pots/cubee-room'
  return new File([`title,price,sizeCode,category,description,productImageUrl\n${row}`], 'pots.csv')
}

/** Requests for the tables of the back office as CSV files. */
export const csvSamples: Record<string, Sample> = {
  'GET /adminDashboard/export/:table': () => ({
    path: '/adminDashboard/export/orders',
    secret: someAddress.mobileNumber,
  }),
  ...formFor('/adminDashboard/import check', () => ({ file: someProducts() })),
  ...formFor('/adminDashboard/import write', () => ({ file: someProducts() })),
  'POST /adminDashboard/import/reviews': () => {
    const lines = [
      'body,rating,review_date,product_title,product_handle,reviewer_name',
      `Good,5,2023-01-01,Pot for all,,${crypto.randomUUID()}`,
    ]
    return { path: '/adminDashboard/import/reviews', form: { file: new File([lines.join('\n')], 'reviews.csv') } }
  },
  'POST /adminDashboard/import/customers': () => {
    const text = `First Name,Last Name,Email,Accepts Email Marketing\nMeera,Rao,${crypto.randomUUID()}@shop.example,yes`
    return { path: '/adminDashboard/import/customers', form: { file: new File([text], 'customers.csv') } }
  },
  'GET /adminDashboard/import/move': () => ({ path: MOVE }),
  'POST /adminDashboard/import/move': () => ({ path: MOVE, form: { file: shopifyFile() } }),
  'GET /adminDashboard/import/move/:id': async (shop) => ({ path: await someMove(shop) }),
  'POST /adminDashboard/import/move/:id pictures': async (shop) => ({
    path: await someMove(shop),
    form: { intent: 'pictures', pictures: new File([zipSync({ 'pot.jpg': new Uint8Array(9) })], 'pictures.zip') },
  }),
  'POST /adminDashboard/import/move/:id choose': async (shop) => ({
    path: await someMove(shop),
    form: { intent: 'choose', units: '3' },
  }),
  'POST /adminDashboard/import/move/:id import': async (shop) => ({
    path: await someMove(shop),
    form: { intent: 'import' },
  }),
  'POST /adminDashboard/import/move/:id discard': async (shop) => ({
    path: await someMove(shop),
    form: { intent: 'discard' },
  }),
}
