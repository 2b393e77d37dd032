import type { AltTexts } from '#domain/catalog/alt-texts.ts'
import { idsOf } from '#domain/catalog/attributes.ts'
import { type OwnVariants, ownText, seenOwn } from '#domain/catalog/forms/own-variants.ts'
import type { EditableProduct } from '#domain/catalog/forms/product-form.ts'
import { setText } from '#domain/catalog/forms/set-form.ts'
import type { PickedProduct } from '#domain/catalog/picked-products.ts'
import { fieldOf, PRODUCT_FIELD_NAMES } from '#domain/catalog/product-fields.ts'
import type { SetContents } from '#domain/catalog/sets.ts'
import { formatStock, type StockedVariant, seenFields } from '#domain/catalog/stock/stock-form.ts'
import { formatRupees } from '#domain/money.ts'
import { ChoiceForm, VersionConflict } from '#web/admin/version-conflict.tsx'
import { ProductImage } from '#web/ui/product/product-image.tsx'

type Version = { [Name in keyof EditableProduct]?: unknown }

const COMPARED = [...PRODUCT_FIELD_NAMES, 'cells', 'own', 'set', 'productImageUrl', 'altTexts'] as const

type FieldName = (typeof COMPARED)[number]

/** The fields in which two versions of a product differ. */
export function listConflicts(one: Version, other: Version): FieldName[] {
  // The price of a set follows from its parts, which are compared.
  const compared = COMPARED.filter((name) => name !== 'price' || !one.set)
  return compared.filter((name) => textOf(name, one[name]) !== textOf(name, other[name]))
}

type ConflictProps = {
  mine: Version
  theirs: EditableProduct
  /** The input of a form that was sent without scripts. */
  values?: Record<string, string> | undefined
  /** Titles of products that either version goes with. */
  picked?: readonly PickedProduct[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

export function Conflict({ mine, theirs, values, picked = [], onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
    <VersionConflict
      heading="Someone else saved this product while you were editing it"
      text="Your changes are still here. Compare both versions, then choose one."
      names={listConflicts(mine, theirs)}
      labelOf={labelOf}
      mine={(name) => <Value name={name} value={titled(name, mine[name], picked)} />}
      theirs={(name) => <Value name={name} value={titled(name, theirs[name], picked)} />}
      keep={
        // Without scripts it saves the input over the version that is shown beside it.
        <ChoiceForm
          method="post"
          fields={{ ...values, ...seenFields(theirs.cells), ...seenOwn(theirs.own), version: String(theirs.version) }}
          onChoose={onKeepMine}
        >
          Keep my version
        </ChoiceForm>
      }
      onTakeTheirs={onTakeTheirs}
    />
  )
}

/** The titles in place of the numbers that are stored. */
function titled(name: FieldName, value: unknown, picked: readonly PickedProduct[]): unknown {
  if (name !== 'goesWith' || typeof value !== 'string') return value
  return idsOf(value)
    .map((id) => picked.find((product) => product.id === id)?.title ?? `Product ${id}`)
    .join(', ')
}

function labelOf(name: FieldName): string {
  if (name === 'cells') return 'Units on hand'
  if (name === 'own') return 'Variants'
  if (name === 'set') return 'Parts and price'
  if (name === 'productImageUrl') return 'Product images'
  return name === 'altTexts' ? 'Alt text' : fieldOf(name).label
}

function Value({ name, value }: { name: FieldName; value: unknown }) {
  if (name === 'altTexts') return <AltTextValue altTexts={value} />
  if (name !== 'productImageUrl' || !Array.isArray(value)) return textOf(name, value)
  return (
    <span className="cluster gap-1">
      {value.map((src: string) => (
        <Small key={src} src={src} />
      ))}
    </span>
  )
}

function AltTextValue({ altTexts }: { altTexts: unknown }) {
  const texts = listTexts(altTexts)
  if (texts.length === 0) return 'none'
  return texts.map(([src, text]) => (
    <span key={src} className="cluster gap-1">
      <Small src={src} /> {text}
    </span>
  ))
}

function listTexts(altTexts: unknown): [image: string, text: string][] {
  return Object.entries((altTexts ?? {}) as AltTexts)
    .filter(([, text]) => text !== '')
    .sort()
}

/** An image that was just chosen is not uploaded yet. */
function Small({ src }: { src: string }) {
  if (!src.startsWith('blob:')) return <ProductImage src={src} alt="" sizes="3rem" />
  return (
    <span className="image-frame">
      <img className="product-image" src={src} alt="" />
    </span>
  )
}

function textOf(name: FieldName, value: unknown): string {
  if (name === 'altTexts') return JSON.stringify(listTexts(value))
  if (value === undefined || value === null || value === '') return 'none'
  if (name === 'own') return ownText(value as OwnVariants)
  if (name === 'set') return setText(value as SetContents)
  if (name === 'cells') return formatStock(value as StockedVariant[]) || 'none'
  if (Array.isArray(value)) return value.join(' ')
  if ((name === 'price' || name === 'mrp') && Number.isFinite(Number(value))) return formatRupees(Number(value))
  return String(value).replace(/\r\n?/g, '\n')
}
