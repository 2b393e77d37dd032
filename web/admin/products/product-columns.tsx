import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import type { Role } from '#domain/accounts/user.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import { formatRupees } from '#domain/money.ts'
import { creatorName } from '#domain/privacy/deleted-user.ts'
import type { ShopInfo } from '#domain/shop/shop-info.ts'
import { useMaySend } from '#web/admin/frame-data.ts'
import { Truncate, UserId } from '#web/admin/table/cells.tsx'
import type { TableControls } from '#web/admin/table/live-table.tsx'
import { RowAction } from '#web/admin/table/row-action.tsx'
import type { Column } from '#web/ui/admin/table.tsx'
import { DateTime } from '#web/ui/date-time.tsx'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { SoldBadge } from '#web/ui/product/badge.tsx'
import { ProductImage } from '#web/ui/product/product-image.tsx'
import type { Route } from './+types/products-tab'
import { SALE_FORM } from './bulk-sale.tsx'
import { FieldInPlace, StockInPlace, stockText } from './edit-in-place.tsx'
import { productPaths } from './product-paths.ts'

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

/** The specification's columns, in its order, among ours. @param isComplete with those of whoever added the product */
export function adminColumns(
  controls: TableControls<Row>,
  shop: ShopInfo,
  isComplete: boolean,
): readonly Column<Row>[] {
  const [number, ...rest] = commonColumns(controls, 'admin')
  const creator: readonly Column<Row>[] = [
    { heading: 'UserId', cell: ({ userId }) => <UserId userId={userId} /> },
    { heading: 'UserName', cell: (row) => creatorName(row, shop) },
    { heading: 'Email', cell: ({ email }) => <Truncate text={email} /> },
  ]
  return [
    number,
    ...(isComplete ? creator : []),
    ...rest,
    { heading: 'Edit', kind: 'action', cell: (row) => <Edit row={row} of="admin" /> },
    { heading: 'Products', note: '(approve)', kind: 'action', cell: (row) => <Approve row={row} /> },
    { heading: 'Featured', kind: 'action', cell: (row) => <Feature row={row} /> },
    { heading: 'Delete', kind: 'action', cell: (row) => <Delete row={row} onDone={() => controls.forget(row)} /> },
  ]
}

/** Sellers see the state of their products and cannot change it. */
export function sellerColumns(controls: TableControls<Row>): readonly Column<Row>[] {
  return [
    ...commonColumns(controls, 'seller'),
    { heading: 'State', cell: (row) => <State row={row} /> },
    { heading: 'Edit', kind: 'action', cell: (row) => <Edit row={row} of="seller" /> },
  ]
}

function commonColumns({ numberOf }: TableControls<Row>, role: Role): [Column<Row>, ...Column<Row>[]] {
  return [
    { heading: 'S.No.', kind: 'number', cell: (row) => numberOf(row) },
    { heading: 'Image', kind: 'image', cell: ({ productImageUrl }) => <Thumbnail src={productImageUrl[0]} /> },
    { heading: 'Title', kind: 'row', cell: (row) => <Title row={row} isAdmin={role === 'admin'} /> },
    {
      heading: 'Price',
      kind: 'number',
      sorts: { descending: 'highToLow', ascending: 'lowToHigh' },
      cell: (row) =>
        role === 'seller' ? (
          formatRupees(row.price)
        ) : (
          <FieldInPlace product={row} name="price" shown={formatRupees(row.price)} />
        ),
    },
    {
      heading: 'Stock',
      cell: (row) => (role === 'seller' ? stockText(row) : <StockInPlace product={row} />),
    },
    {
      heading: 'SKU',
      cell: (row) =>
        role === 'seller' ? row.sku : <FieldInPlace product={row} name="sku" shown={row.sku || 'None'} />,
    },
    { heading: 'Category', cell: ({ category }) => category },
    {
      heading: 'Date and time',
      sorts: { descending: 'newest', ascending: 'oldest' },
      cell: ({ time }) => <DateTime of={time} />,
    },
  ]
}

export function Thumbnail({ src }: { src: string | undefined }) {
  return src ? <ProductImage src={src} alt="" sizes="4rem" /> : null
}

/** Sellers see in the column State that a product is sold. */
function Title({ row, isAdmin }: { row: Row; isAdmin: boolean }) {
  const { id, title, approved, onSale, sold, sizeLabel } = row
  return (
    <div>
      <span className={isAdmin ? 'check' : undefined}>
        {isAdmin && <ChooseProduct id={id} title={title} />}
        <span id={`product-${id}`}>{approved && onSale ? <Link to={productPath(id)}>{title}</Link> : title}</span>
      </span>
      <p className="fine">
        {sizeLabel} {isAdmin && sold && <SoldBadge />} {isAdmin && !onSale && <OffSaleBadge />}
      </p>
    </div>
  )
}

function ChooseProduct({ id, title }: Pick<Row, 'id' | 'title'>) {
  const maySend = useMaySend()
  return (
    maySend('/adminDashboard', 'take-off-sale') && (
      <label className="choose-row">
        <input type="checkbox" name="products" value={id} form={SALE_FORM} data-choose aria-label={`Choose ${title}`} />
      </label>
    )
  )
}

function OffSaleBadge() {
  return <span className="badge">Off sale</span>
}

function State({ row: { approved, featured, onSale, sold } }: { row: Row }) {
  return (
    <div className="cluster gap-2">
      <span className="badge">{approved ? 'Approved' : 'Waiting for approval'}</span>
      {featured && <span className="badge">Featured</span>}
      {!onSale && <OffSaleBadge />}
      {sold && <SoldBadge />}
    </div>
  )
}

function Edit({ row: { id }, of }: { row: Row; of: Role }) {
  return (
    <LinkButton to={productPaths(of).edit(id)} variant="quiet" small aria-describedby={`product-${id}`}>
      Edit
    </LinkButton>
  )
}

type ProductActionProps = Omit<ComponentProps<typeof RowAction>, 'action' | 'describedBy'> & { fields: { id: number } }

function ProductAction(props: ProductActionProps) {
  return <RowAction {...props} action="/adminDashboard" describedBy={`product-${props.fields.id}`} />
}

/** An approved product only: another one is not in the shop anyway. */
export function SaleButton({ product: { id, onSale } }: { product: Pick<Row, 'id' | 'onSale'> }) {
  return onSale ? (
    <ProductAction fields={{ intent: 'take-off-sale', id }}>Take off sale</ProductAction>
  ) : (
    <ProductAction fields={{ intent: 'put-on-sale', id }}>Put on sale</ProductAction>
  )
}

function Approve({ row }: { row: Row }) {
  const { id, approved, onSale, version } = row
  return (
    <div className="cluster gap-2">
      {approved ? (
        <Button variant="quiet" small disabled>
          Approved
        </Button>
      ) : (
        <ProductAction fields={{ intent: 'approve', id, version }} variant="primary">
          Approve
        </ProductAction>
      )}
      <Restock row={row} />
      {(approved || !onSale) && <SaleButton product={{ id, onSale }} />}
    </div>
  )
}

/** The pots of a counted product are entered in its form. */
function Restock({ row: { id, sold, stock } }: { row: Row }) {
  if (!sold) return null
  if (stock === 'as-delivered') return <ProductAction fields={{ intent: 'restock', id }}>Restock</ProductAction>
  return (
    <LinkButton to={`${productPaths('admin').edit(id)}#stock`} variant="quiet" small aria-describedby={`product-${id}`}>
      Restock
    </LinkButton>
  )
}

function Feature({ row: { id, featured } }: { row: Row }) {
  if (featured) return <span className="badge">Featured</span>
  return <ProductAction fields={{ intent: 'feature', id }}>Feature</ProductAction>
}

function Delete({ row: { id, title }, onDone }: { row: Row; onDone: () => void }) {
  return (
    <ProductAction
      fields={{ intent: 'delete', id, called: title }}
      confirm={{
        question: `Delete “${title}”?`,
        text: 'It disappears from the shop immediately, and sets that hold it are Sold until it is back. Orders keep it, and you can restore it from the audit.',
        action: 'Delete',
      }}
      onDone={onDone}
    >
      Delete
    </ProductAction>
  )
}
