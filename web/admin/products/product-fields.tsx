import { Fragment, useState } from 'react'
import { fieldOf, PRODUCT_FIELD_NAMES } from '#domain/catalog/product-fields.ts'
import type { EditableProduct } from '#domain/catalog/product-form.ts'
import { dimensionsOf, type Finish, findSize, type Size, sizeLabelOf, sizeOptionName } from '#domain/catalog/sizes.ts'
import { STOCK_LABELS, STOCK_MODES } from '#domain/catalog/stock-mode.ts'
import { formatRupees } from '#domain/money.ts'
import type { Problems } from '#domain/text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { StockGrid } from './stock-grid.tsx'

type ProductFieldsProps = {
  product?: EditableProduct | undefined
  categories: readonly string[]
  sizes: readonly Size[]
  finishes: readonly Finish[]
  problems: Problems
  values?: Record<string, string> | undefined
}

export function ProductFields({ product, categories, sizes, finishes, problems, values }: ProductFieldsProps) {
  const [code, setCode] = useState<string>(values?.sizeCode ?? product?.sizeCode ?? '')
  const size = findSize({ sizes }, code)
  const [price, setPrice] = useState(values?.price ?? String(product?.price ?? ''))

  /** Choosing a size fills in the price, which an update can still change. */
  function choose(chosen: string) {
    setCode(chosen)
    setPrice(String(findSize({ sizes }, chosen)?.price ?? ''))
  }

  return PRODUCT_FIELD_NAMES.map((name) => {
    const { label, hint, required, control } = fieldOf(name)
    const common = { label, name, hint, required, error: problems[name] }
    const defaultValue = values?.[name] ?? product?.[name] ?? ''
    switch (name) {
      case 'sizeCode':
        return (
          <Fragment key={name}>
            <Field {...common} as="select" value={code} onChange={(event) => choose(event.currentTarget.value)}>
              <SizeOptions sizes={sizes.filter(({ isRetired, code }) => !isRetired || code === product?.sizeCode)} />
            </Field>
            {size && <Filled size={size} price={product ? undefined : price} />}
          </Fragment>
        )
      case 'price':
        if (!product) return <input key={name} type="hidden" name={name} value={price} />
        return (
          <Field
            key={name}
            {...common}
            inputMode="numeric"
            value={price}
            onChange={(event) => setPrice(event.currentTarget.value)}
          />
        )
      case 'category':
        return (
          <Field key={name} {...common} as="select" defaultValue={defaultValue}>
            {categories.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </Field>
        )
      case 'stock':
        return (
          <Fragment key={name}>
            <Field {...common} as="select" defaultValue={defaultValue || 'as-delivered'}>
              {STOCK_MODES.map((mode) => (
                <option key={mode} value={mode}>
                  {STOCK_LABELS[mode]}
                </option>
              ))}
            </Field>
            <StockGrid
              sizeCode={code}
              sizes={sizes}
              finishes={finishes}
              cells={product?.cells ?? []}
              problems={problems}
              values={values}
            />
          </Fragment>
        )
      default:
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
  })
}

function SizeOptions({ sizes }: { sizes: readonly Size[] }) {
  return (
    <>
      <option value="">Choose a size</option>
      {[...Map.groupBy(sizes, ({ family }) => family)].map(([family, sizes]) => (
        <optgroup key={family} label={family}>
          {sizes.map((size) => (
            <option key={size.code} value={size.code}>
              {sizeOptionName(size, size.price)}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  )
}

/** The details that follow from the size. */
function Filled({ size, price }: { size: Size; price: string | undefined }) {
  return (
    <dl className="filled" aria-live="polite">
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
