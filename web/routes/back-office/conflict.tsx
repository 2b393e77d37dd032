import { formatRupees } from '#domain/money.ts'
import type { EditableProduct } from '#domain/product-form.ts'
import { Button } from '#web/ui/button.tsx'
import { ProductPicture } from '#web/ui/product-picture.tsx'

type Version = { [Name in keyof EditableProduct]?: unknown }

const FIELDS = {
  title: 'Title',
  sizeCode: 'Size',
  price: 'Price',
  category: 'Category',
  discount: 'Discount',
  description: 'Description',
  productImageUrl: 'Product images',
} as const

type FieldName = keyof typeof FIELDS

/** The fields in which two versions of a product are not the same. */
export function differences(one: Version, other: Version): FieldName[] {
  return (Object.keys(FIELDS) as FieldName[]).filter((name) => textOf(name, one[name]) !== textOf(name, other[name]))
}

type ConflictProps = {
  mine: Version
  theirs: Version
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Somebody else has saved while this form was open: both versions, and a choice. Nothing is overwritten unseen. */
export function Conflict({ mine, theirs, onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
    <section className="conflict" role="alert" aria-labelledby="conflict-heading">
      <h2 id="conflict-heading">Somebody else has saved this product meanwhile</h2>
      <p>What you typed is still here. Look at both, then choose which one to go on with.</p>
      <div className="conflict-versions">
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Yours</th>
              <th scope="col">In the shop now</th>
            </tr>
          </thead>
          <tbody>
            {differences(mine, theirs).map((name) => (
              <tr key={name}>
                <th scope="row">{FIELDS[name]}</th>
                <td>
                  <Value name={name} value={mine[name]} />
                </td>
                <td>
                  <Value name={name} value={theirs[name]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="product-form-buttons">
        <Button variant="quiet" small onClick={onKeepMine}>
          Go on with mine
        </Button>
        <Button variant="quiet" small onClick={onTakeTheirs}>
          Take what is in the shop
        </Button>
      </div>
    </section>
  )
}

function Value({ name, value }: { name: FieldName; value: unknown }) {
  if (name !== 'productImageUrl' || !Array.isArray(value)) return textOf(name, value)
  return (
    <span className="conflict-pictures">
      {value.map((src: string) => (
        <ProductPicture key={src} src={src} alt="" sizes="3rem" />
      ))}
    </span>
  )
}

function textOf(name: FieldName, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none'
  if (Array.isArray(value)) return value.join(' ')
  if (name === 'price' && Number.isFinite(Number(value))) return formatRupees(Number(value))
  return String(value).replace(/\r\n?/g, '\n')
}
