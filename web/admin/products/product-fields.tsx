import { useState } from 'react'
import type { EditableProduct } from '#domain/catalog/product-form.ts'
import {
  dimensionsOf,
  getSize,
  isSizeCode,
  SIZES,
  type SizeCode,
  sizeLabelOf,
  sizeOptionName,
} from '#domain/catalog/sizes.ts'
import { formatRupees } from '#domain/money.ts'
import type { Problems } from '#domain/text.ts'
import { Field } from '#web/ui/forms/field.tsx'

type ProductFieldsProps = {
  product?: EditableProduct | undefined
  categories: readonly string[]
  problems: Problems
  values?: Record<string, string> | undefined
}

const FAMILIES = Map.groupBy(SIZES, ({ family }) => family)

export function ProductFields({ product, categories, problems, values }: ProductFieldsProps) {
  const [code, setCode] = useState<string>(values?.sizeCode ?? product?.sizeCode ?? '')
  const [price, setPrice] = useState(values?.price ?? String(product?.price ?? ''))

  /** Choosing a size fills the price, also where the price can be changed afterwards. */
  function choose(chosen: string) {
    setCode(chosen)
    setPrice(isSizeCode(chosen) ? String(getSize(chosen).price) : '')
  }

  return (
    <>
      <Field
        label="Title"
        name="title"
        required
        defaultValue={values?.title ?? product?.title}
        error={problems.title}
        autoComplete="off"
      />
      <Field
        as="select"
        label="Size"
        name="sizeCode"
        required
        value={code}
        onChange={(event) => choose(event.currentTarget.value)}
        error={problems.sizeCode}
      >
        <option value="">Choose a size</option>
        {[...FAMILIES].map(([family, sizes]) => (
          <optgroup key={family} label={family}>
            {sizes.map((size) => (
              <option key={size.code} value={size.code}>
                {sizeOptionName(size, size.price)}
              </option>
            ))}
          </optgroup>
        ))}
      </Field>
      {isSizeCode(code) && <Filled code={code} price={product ? undefined : price} />}
      {product ? (
        <Field
          label="Price"
          name="price"
          inputMode="numeric"
          required
          value={price}
          onChange={(event) => setPrice(event.currentTarget.value)}
          hint="In whole rupees. Choosing a size fills in its price."
          error={problems.price}
        />
      ) : (
        <input type="hidden" name="price" value={price} />
      )}
      <Field
        as="select"
        label="Category"
        name="category"
        required
        defaultValue={values?.category ?? product?.category}
        error={problems.category}
      >
        {categories.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Field>
      <Field
        label="Discount"
        name="discount"
        inputMode="numeric"
        defaultValue={values?.discount ?? product?.discount ?? ''}
        hint="Percentage on the product card. It doesn’t change the price. Leave empty for none."
        error={problems.discount}
      />
      <Field
        as="textarea"
        label="Description"
        name="description"
        required
        rows={6}
        defaultValue={values?.description ?? product?.description}
        error={problems.description}
      />
    </>
  )
}

/** What the size brings with it. */
function Filled({ code, price }: { code: SizeCode; price: string | undefined }) {
  const size = getSize(code)
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
