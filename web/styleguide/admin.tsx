import '#web/styles/admin.css'
import { useState } from 'react'
import type { Product } from '#domain/catalog/product.ts'
import { POT_COLOURS, potPictureOf } from '#domain/catalog/sizes.ts'
import { formatRupees } from '#domain/money.ts'
import { BarChart, ColumnChart } from '#web/ui/admin/chart.tsx'
import { ConfirmDialog } from '#web/ui/admin/confirm-dialog.tsx'
import { PicturePicker } from '#web/ui/admin/picture-picker.tsx'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { RouteTabs } from '#web/ui/admin/tabs.tsx'
import { Tile } from '#web/ui/admin/tile.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ProductPicture } from '#web/ui/product/product-picture.tsx'
import { Row } from './row.tsx'
import { LONG, PRODUCTS } from './samples.ts'

export function AdminSamples() {
  return (
    <Section heading="The back office">
      <RouteTabs
        label="Tabs"
        tabs={[
          { label: 'Open', to: '/pieces', count: 120 },
          { label: 'Other', to: '/faq', count: 3 },
          { label: 'Empty', to: '/warranty' },
        ]}
      >
        <Figures />
        <Tables />
        <Pictures />
        <Questions />
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
        <Tile label="Waiting" value="3" to="/pieces" />
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
    cell: ({ productImageUrl: [first = ''] }) => <ProductPicture src={first} alt="" sizes="4rem" />,
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

const PICTURES = POT_COLOURS.map((colour) => ({ key: colour, name: colour, src: potPictureOf('CUBEE', colour) }))

/** As chosen, while they are being sent, and refused. */
function Pictures() {
  const [pictures, setPictures] = useState(PICTURES)
  const sorts = {
    hint: 'Up to five.',
    accept: 'image/*',
    onAdd: () => {},
    onRemove: (key: string) => setPictures(pictures.filter((picture) => picture.key !== key)),
    onMove: (key: string, to: number) => {
      const others = pictures.filter((picture) => picture.key !== key)
      setPictures(others.toSpliced(to, 0, ...pictures.filter((picture) => picture.key === key)))
    },
  }
  const refused = PICTURES.slice(0, 2).map((picture) => ({ ...picture, name: LONG, problem: 'This is no picture.' }))
  return (
    <div className="form">
      <PicturePicker {...sorts} label="Chosen pictures" name="chosen" pictures={pictures} />
      <PicturePicker
        {...sorts}
        label="Pictures on their way"
        name="sent"
        pictures={PICTURES.slice(0, 2)}
        sent={new Map(PICTURES.map(({ key }, index) => [key, index / 2 + 0.4]))}
      />
      <PicturePicker {...sorts} label="Refused pictures" name="refused" pictures={refused} error="Mend the pictures." />
      <PicturePicker {...sorts} label="No pictures" name="none" pictures={[]} />
    </div>
  )
}

function Questions() {
  const [asked, setAsked] = useState<'plain' | 'busy'>()
  const close = () => setAsked(undefined)
  return (
    <Row>
      <Button variant="danger" onClick={() => setAsked('plain')}>
        Ask first
      </Button>
      <Button variant="danger" onClick={() => setAsked('busy')}>
        Ask, and be busy
      </Button>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={close}
        question="Delete “Cubee”?"
        action="Delete"
        busy={asked === 'busy'}
        onConfirm={close}
      >
        <p>It can be taken back.</p>
      </ConfirmDialog>
    </Row>
  )
}
