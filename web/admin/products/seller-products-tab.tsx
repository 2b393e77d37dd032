import { data, Link } from 'react-router'
import { parseCursor, parseProductFilter } from '#domain/admin-lists.ts'
import { messages } from '#domain/messages.ts'
import { formatRupees } from '#domain/money.ts'
import { formatDateTime } from '#domain/time.ts'
import { listProductsOfSeller } from '#server/catalog/admin-queries.ts'
import { readOrFallback, statusFor } from '#server/catalog/degraded-reads.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { type Choice, Filter } from '#web/admin/table/list-controls.tsx'
import { emptyPage, type Help, LiveTable } from '#web/admin/table/live-table.tsx'
import { pageMeta } from '#web/page-meta.ts'
import type { Column } from '#web/ui/admin/table.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { SoldBadge } from '#web/ui/product/badge.tsx'
import type { Route } from './+types/seller-products-tab'
import { waitsForApproval } from './approval-messages.ts'
import { Picture } from './product-columns.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const seller = getUser(context)
  const shop = context.get(shopContext)
  const { searchParams } = new URL(request.url)
  const filter = parseProductFilter(searchParams)
  const failures: string[] = []
  const page = await readOrFallback(shop, {
    read: () => listProductsOfSeller(shop.db, seller.uid, filter, parseCursor(searchParams)),
    fallback: emptyPage,
    failures,
    message: messages.productsFailed,
  })
  const isWaiting = searchParams.get('saved') === 'waits'
  return data({ page, sort: filter.sort, failures, isWaiting }, statusFor(failures))
}

export const meta: Route.MetaFunction = () => [
  ...pageMeta({ title: 'Your products', description: 'The pots that you offer.' }),
  { name: 'robots', content: 'noindex' },
]

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

export default function SellerProductsTab({ loaderData }: Route.ComponentProps) {
  const { page, sort, failures, isWaiting } = loaderData
  return (
    <>
      {isWaiting && (
        <FormMessage tone="good" alert>
          {messages.productUpdated} {waitsForApproval}
        </FormMessage>
      )}
      <div className="tab-tools">
        <Filter search="Search titles" choices={CHOICES} />
      </div>
      <LiveTable
        thing="product"
        things="products"
        page={page}
        failures={failures}
        keyOf={({ id }) => id}
        columns={columns}
        sort={sort}
        empty={{
          heading: 'No products yet',
          text: 'What you add is looked at, and stands in the shop once it is approved.',
          action: <LinkButton to="/sellerDashboard/addproduct">Add product</LinkButton>,
        }}
      />
    </>
  )
}

const CHOICES: readonly Choice[] = [
  {
    label: 'State',
    name: 'approved',
    options: [
      { value: 'false', label: 'Waiting' },
      { value: 'true', label: 'Approved' },
    ],
  },
]

function columns({ numberOf }: Help<Row>): readonly Column<Row>[] {
  return [
    { heading: 'S.No.', kind: 'number', cell: (row) => numberOf(row) },
    { heading: 'Image', kind: 'image', cell: ({ productImageUrl }) => <Picture src={productImageUrl[0]} /> },
    { heading: 'Title', kind: 'row', cell: (row) => <Title row={row} /> },
    {
      heading: 'Price',
      kind: 'number',
      sorts: { descending: 'highToLow', ascending: 'lowToHigh' },
      cell: ({ price }) => formatRupees(price),
    },
    { heading: 'Category', cell: ({ category }) => category },
    {
      heading: 'Date and time',
      sorts: { descending: 'newest', ascending: 'oldest' },
      cell: ({ time }) => <time dateTime={time}>{formatDateTime(time)}</time>,
    },
    { heading: 'State', cell: (row) => <State row={row} /> },
    {
      heading: 'Edit',
      kind: 'action',
      cell: ({ id }) => (
        <LinkButton
          to={`/sellerDashboard/updateproduct/${id}`}
          variant="quiet"
          small
          aria-describedby={`product-${id}`}
        >
          Edit
        </LinkButton>
      ),
    },
  ]
}

function Title({ row: { id, title, approved, sizeLabel } }: { row: Row }) {
  return (
    <div id={`product-${id}`}>
      {approved ? <Link to={`/productinfo/${id}`}>{title}</Link> : title}
      <p className="table-note">{sizeLabel}</p>
    </div>
  )
}

function State({ row: { approved, featured, sold } }: { row: Row }) {
  return (
    <div className="row-actions">
      <span className="badge">{approved ? 'Approved' : 'Waiting for approval'}</span>
      {featured && <span className="badge">Featured</span>}
      {sold && <SoldBadge />}
    </div>
  )
}
