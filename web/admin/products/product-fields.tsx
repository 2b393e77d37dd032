import { type ChangeEvent, Fragment, useState } from 'react'
import * as v from 'valibot'
import { GOES_WITH_MAX, idsOf } from '#domain/catalog/attributes.ts'
import {
  categoriesForNew,
  categoriesForUpdate,
  type EditableProduct,
  formKindOf,
  isAsked,
  type ProductChoices,
} from '#domain/catalog/forms/product-form.ts'
import { KINDS, type Kind } from '#domain/catalog/kind.ts'
import { findBadgeMismatch } from '#domain/catalog/list-price.ts'
import type { PickedProduct } from '#domain/catalog/picked-products.ts'
import { fieldOf, fieldSchemas, PRODUCT_FIELD_NAMES, type ProductFieldName } from '#domain/catalog/product-fields.ts'
import { dimensionsOf, findSize, type Size, sizeLabelOf, sizeOptionName } from '#domain/catalog/sizes.ts'
import { STOCK_LABELS, STOCK_MODES } from '#domain/catalog/stock-mode.ts'
import { type Problems, parseWith } from '#domain/form-fields.ts'
import { formatRupees } from '#domain/money.ts'
import type { ListPrice } from '#domain/shop/shop-info.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { FormerOption, Options } from '#web/ui/forms/options.tsx'
import { useShopInfo, useWords } from '#web/ui/shop-info.ts'
import { FinishPictures, MediaFields } from './media-fields.tsx'
import { OwnVariantsFields, ShowGrid } from './own-variants.tsx'
import { ProductPicker } from './product-picker.tsx'
import { SetFields } from './set-fields.tsx'
import { StockGrid } from './stock-grid.tsx'

type ProductFieldsProps = {
  product: EditableProduct | undefined
  choices: ProductChoices
  problems: Problems
  values: Record<string, string>
  onKind: (kind: string) => void
}

export function ProductFields(props: ProductFieldsProps) {
  const { product, choices, problems, values, onKind } = props
  const { sizes, finishes, picked = [], offered = [], parts = [] } = choices
  const [code, setCode] = useState<string>(values.sizeCode ?? product?.sizeCode ?? '')
  const [kind, setKind] = useState<Kind>(() =>
    product ? formKindOf(product) : (KINDS.find((each) => each === values.kind) ?? 'Pot'),
  )
  const isPot = kind === 'Pot'
  const size = findSize({ sizes }, code)
  const typed = (name: PriceName) => values[name] ?? String(product?.[name] ?? '')
  const [prices, setPrices] = useState({ price: typed('price'), discount: typed('discount'), mrp: typed('mrp') })
  const setPrice = (name: PriceName, text: string) => setPrices((before) => ({ ...before, [name]: text }))
  const pricing = (name: PriceName) => ({
    inputMode: 'numeric' as const,
    value: prices[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => setPrice(name, currentTarget.value),
  })
  const { listPrice } = useShopInfo()
  const words = useWords()
  // The form to add a product shows the price of its size, as specified; a button opens a field for another one.
  const [isOwnPrice, setIsOwnPrice] = useState(product !== undefined || problems.price !== undefined)
  const [stock, setStock] = useState<string>(values.stock ?? product?.stock ?? 'as-delivered')

  /** Stock of other kinds is counted unless somebody chooses otherwise. */
  function chooseKind(chosen: string) {
    setKind(KINDS.find((each) => each === chosen) ?? 'Pot')
    onKind(chosen)
    setStock(chosen === 'Pot' ? 'as-delivered' : 'counted')
  }

  /** Choosing a size fills in the price, which an update can still change. */
  function choose(chosen: string) {
    setCode(chosen)
    setPrice('price', String(findSize({ sizes }, chosen)?.price ?? ''))
  }

  function fieldFor(name: ProductFieldName) {
    const { label, hint, required, control, options, unset } = fieldOf(name)
    const common = { label, name, hint, required, error: problems[name] }
    const defaultValue = values[name] ?? product?.[name] ?? ''
    switch (name) {
      case 'sizeCode':
        return (
          <Fragment key={name}>
            <Field {...common} as="select" value={code} onChange={(event) => choose(event.currentTarget.value)}>
              <SizeOptions sizes={sizes.filter(({ isRetired, code }) => !isRetired || code === product?.sizeCode)} />
            </Field>
            {size && <Filled size={size} price={product ? undefined : prices.price} />}
          </Fragment>
        )
      case 'price':
        if (!isOwnPrice)
          return (
            <Fragment key={name}>
              <input type="hidden" name={name} value={prices.price} />
              {size && (
                <div className="only-scripts">
                  <Button variant="quiet" small onClick={() => setIsOwnPrice(true)}>
                    Set another price
                  </Button>
                </div>
              )}
            </Fragment>
          )
        return <Field key={name} {...common} {...pricing(name)} />
      case 'category':
        return (
          <Field key={name} {...common} as="select" defaultValue={defaultValue}>
            <Options
              of={
                product
                  ? categoriesForUpdate(product.category, choices.categories)
                  : categoriesForNew(choices.categories)
              }
            />
          </Field>
        )
      case 'discount':
        return (
          <Field
            key={name}
            {...common}
            {...pricing(name)}
            warning={badgeWarning(listPrice, prices)}
            autoComplete="off"
          />
        )
      case 'mrp':
        return <Field key={name} {...common} {...pricing(name)} hint={isPot ? hint : OTHER_MRP} autoComplete="off" />
      case 'stock':
        return (
          <Fragment key={name}>
            <Field {...common} as="select" value={stock} onChange={(event) => setStock(event.currentTarget.value)}>
              <Options of={STOCK_MODES.map((mode) => [mode, STOCK_LABELS[mode]])} />
            </Field>
            {stock === 'counted' && isPot && (
              <StockGrid
                sizeCode={code}
                sizes={sizes}
                finishes={finishes}
                cells={product?.cells ?? []}
                problems={problems}
                values={values}
              />
            )}
          </Fragment>
        )
      default:
        if (options) {
          return (
            <Field key={name} {...common} as="select" defaultValue={defaultValue}>
              <option value="">{unset}</option>
              <FormerOption value={String(defaultValue)} offered={options.map(({ value }) => value)} />
              <Options of={options.map((option) => [option.value, option.label])} />
            </Field>
          )
        }
        if (control === 'textarea') {
          return <Field key={name} {...common} as="textarea" rows={6} defaultValue={defaultValue} />
        }
        return (
          <Field
            key={name}
            {...common}
            inputMode={control && 'numeric'}
            defaultValue={defaultValue}
            autoComplete="off"
          />
        )
    }
  }

  const asked = (name: ProductFieldName) => isAsked(kind, name)
  return (
    <>
      {product ? (
        !isPot && <input type="hidden" name="kind" value={kind} />
      ) : (
        <>
          <Field
            as="select"
            label="Kind of product"
            name="kind"
            value={kind}
            hint={`${words.ANoun} comes in sizes and finishes. Anything else, such as soil or tools, has options of its own. A set holds other products.`}
            onChange={(event) => chooseKind(event.currentTarget.value)}
          >
            <Options of={KINDS.map((each) => [each, each === 'Pot' ? words.Noun : each])} />
          </Field>
          {isPot && <ShowGrid />}
        </>
      )}
      {PRODUCT_FIELD_NAMES.filter((name) => !fieldOf(name).group && !isSold(name)).map(fieldFor)}
      {kind !== 'Set' && (
        <fieldset className="stack form-group">
          <legend>Price and stock</legend>
          {SOLD_FIELDS.filter(asked).map(fieldFor)}
        </fieldset>
      )}
      {kind === 'Other' && (
        <OwnVariantsFields product={product} isCounted={stock === 'counted'} problems={problems} values={values} />
      )}
      {kind === 'Set' && (
        <SetFields
          set={product?.set}
          parts={parts}
          offered={offered.filter(({ id }) => id !== product?.id)}
          problems={problems}
          values={values}
        />
      )}
      {isPot && <FinishPictures finishes={finishes} pictures={product?.pictures} problems={problems} values={values} />}
      <MediaFields product={product} problems={problems} values={values} />
      <fieldset className="stack form-group">
        <legend>Listing</legend>
        {(['tags', 'attributes'] as const).map(fieldFor)}
        <ProductPicker
          label={fieldOf('goesWith').label}
          name="goesWith"
          hint={fieldOf('goesWith').hint ?? ''}
          picked={listPicked(values.goesWith ?? product?.goesWith, picked)}
          offered={offered.filter(({ id }) => id !== product?.id)}
          most={GOES_WITH_MAX}
          error={problems.goesWith}
        />
      </fieldset>
      <fieldset className="stack form-group">
        <legend>Tax and details</legend>
        <p className="fine">
          All optional. The product’s page shows the MRP and the country; the others are for invoices and your records.
        </p>
        <div className="grid grid-large">
          {PRODUCT_FIELD_NAMES.filter((name) => fieldOf(name).group === 'details' && asked(name)).map(fieldFor)}
        </div>
      </fieldset>
    </>
  )
}

/** One that was deleted since stays until somebody removes it. @param text as the field has it */
function listPicked(text: string | undefined, titles: readonly PickedProduct[]): PickedProduct[] {
  return idsOf(text).flatMap((id) => {
    if (!Number.isSafeInteger(id) || id < 1) return []
    return titles.find((product) => product.id === id) ?? { id, title: `Product ${id}, which was deleted` }
  })
}

/** The fields of a product's price and stock, which are shown together. */
const SOLD_FIELDS = ['sizeCode', 'price', 'discount', 'stock'] as const satisfies ProductFieldName[]

function isSold(name: ProductFieldName): boolean {
  return SOLD_FIELDS.some((each) => each === name)
}

const OTHER_MRP = 'The maximum retail price in whole rupees, with all taxes. No variant may cost more than this.'

const PRICES = ['price', 'discount', 'mrp'] as const
type PriceName = (typeof PRICES)[number]

/** Only a warning, because the specification allows any discount badge beside any price. */
function badgeWarning(rule: ListPrice, typed: Record<PriceName, string>): string | undefined {
  const parsed = parseWith(v.object(fieldSchemas(PRICES)), typed)
  return parsed.ok ? findBadgeMismatch(rule, parsed.value) : undefined
}

function SizeOptions({ sizes }: { sizes: readonly Size[] }) {
  return (
    <>
      <option value="">Choose a size</option>
      {[...Map.groupBy(sizes, ({ family }) => family)].map(([family, sizes]) => (
        <optgroup key={family} label={family}>
          <Options of={sizes.map((size) => [size.code, sizeOptionName(size, size.price)])} />
        </optgroup>
      ))}
    </>
  )
}

/** The details that follow from the size. */
function Filled({ size, price }: { size: Size; price: string | undefined }) {
  return (
    <dl className="cluster tint figures" aria-live="polite">
      {price !== undefined && (
        <div>
          <dt>Price</dt>
          <dd>{formatRupees(Number(price))}</dd>
        </div>
      )}
      <div>
        <dt>Size label</dt>
        <dd>{sizeLabelOf(size)}</dd>
      </div>
      <div>
        <dt>Dimensions</dt>
        <dd>{dimensionsOf(size)}</dd>
      </div>
    </dl>
  )
}
