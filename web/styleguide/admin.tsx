import '#web/styles/admin.css'
import { useState } from 'react'
import { PHOTOGRAPHED_FINISHES, potImageOf } from '#domain/catalog/catalogue-images.ts'
import type { Product } from '#domain/catalog/product.ts'
import { formatRupees } from '#domain/money.ts'
import { BarChart, ColumnChart } from '#web/ui/admin/chart.tsx'
import { ConfirmDialog } from '#web/ui/admin/confirm-dialog.tsx'
import { ImagePicker } from '#web/ui/admin/image-picker.tsx'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { RouteTabs } from '#web/ui/admin/tabs.tsx'
import { Tile } from '#web/ui/admin/tile.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ProductImage } from '#web/ui/product/product-image.tsx'
import { LONG, PRODUCTS, Row } from './samples.tsx'

export function AdminSamples() {
  return (
    <Section heading="The back office">
      <RouteTabs
        label="Tabs"
        tabs={[
          { label: 'Open', to: '/styleguide', count: 120 },
          { label: 'Other', to: '/faq', count: 3 },
          { label: 'Empty', to: '/warranty' },
        ]}
      >
        <Figures />
        <Tables />
        <Images />
        <Dialogs />
      </RouteTabs>
    </Section>
  )
}

const DAYS = Array.from({ length: 14 }, (_, day) => {
  const value = (day * 37) % 11
  return { label: `${day + 1} Jan`, value: value * 1000, text: formatRupees(value * 1000) }
})

function Figures() {
  return (
    <div className="overview">
      <dl className="tiles">
        <Tile label="Revenue" value={formatRupees(1234567)} />
      </dl>
      <ColumnChart heading="Columns" summary="A fortnight" figures={DAYS} columns={['Day', 'Revenue']} />
      <BarChart heading="Bars" summary="The first three" figures={DAYS.slice(1, 4)} columns={['Day', 'Revenue']} />
      <BarChart heading="No bars" summary="Nothing yet" figures={[]} columns={['Day', 'Revenue']} />
    </div>
  )
}

const COLUMNS: readonly Column<Product>[] = [
  {
    heading: 'Image',
    kind: 'image',
    cell: ({ productImageUrl: [first = ''] }) => <ProductImage src={first} alt="" sizes="4rem" />,
  },
  { heading: 'Title', kind: 'row', cell: ({ title }) => title },
  {
    heading: 'Price',
    note: '(rupees)',
    kind: 'number',
    cell: ({ price }) => formatRupees(price),
    sorts: { descending: 'dearest', ascending: 'cheapest' },
  },
  { heading: 'Category', kind: 'wide', cell: ({ category }) => category },
  { heading: 'Action', kind: 'action', cell: () => <Button small>Act</Button> },
]

function Tables() {
  return (
    <>
      <Table
        label="A table"
        columns={COLUMNS}
        rows={PRODUCTS}
        keyOf={({ id }) => id}
        sort="dearest"
        hrefForSort={(sort) => `?sort=${sort}`}
      />
      <Table label="An empty table" columns={COLUMNS} rows={[]} keyOf={({ id }) => id} />
    </>
  )
}

const IMAGES = PHOTOGRAPHED_FINISHES.map((colour) => ({
  key: colour,
  name: colour,
  src: potImageOf('CUBEE', colour),
  altText: '',
}))

/** Chosen, uploading, rejected and none. */
function Images() {
  const [images, setImages] = useState(IMAGES)
  const others = (key: string) => images.filter((image) => image.key !== key)
  const two = IMAGES.slice(0, 2)
  const states = [
    { label: 'Chosen images', images },
    { label: 'Uploading images', images: two, sent: new Map(two.map(({ key }, index) => [key, index / 2 + 0.4])) },
    {
      label: 'Rejected images',
      images: two.map((image) => ({ ...image, name: LONG, problem: 'This file is not an image.' })),
      error: 'Please fix the highlighted images.',
    },
    { label: 'No images', images: [] },
  ]
  return (
    <div className="form">
      {states.map((state) => (
        <ImagePicker
          key={state.label}
          {...state}
          name={state.label}
          hint="Up to five."
          accept="image/*"
          altTextOf={({ key }) => ({
            name: `${state.label} ${key}`,
            error: state.error && 'An alt text can have at most 200 characters.',
          })}
          onAltText={() => {}}
          onAdd={() => {}}
          onRemove={(key) => setImages(others(key))}
          onMove={(key, to) => setImages(others(key).toSpliced(to, 0, ...images.filter((image) => image.key === key)))}
        />
      ))}
    </div>
  )
}

function Dialogs() {
  const [dialog, setDialog] = useState<'Confirm' | 'Confirm, busy'>()
  const close = () => setDialog(undefined)
  return (
    <Row>
      {(['Confirm', 'Confirm, busy'] as const).map((label) => (
        <Button key={label} variant="danger" onClick={() => setDialog(label)}>
          {label}
        </Button>
      ))}
      <ConfirmDialog
        open={dialog !== undefined}
        onClose={close}
        question="Delete “Cubee”?"
        action="Delete"
        busy={dialog === 'Confirm, busy'}
        onConfirm={close}
      >
        <p>You can undo this.</p>
      </ConfirmDialog>
    </Row>
  )
}
