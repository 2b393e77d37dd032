import { useId } from 'react'
import { type Finish, type Size, sizesOf } from '#domain/catalog/sizes.ts'
import { type StockedVariant, type StockField, stockFieldName } from '#domain/catalog/stock/stock-form.ts'
import { findVariant, type VariantName } from '#domain/catalog/variant.ts'
import type { Problems } from '#domain/form-fields.ts'
import { FieldError } from '#web/ui/forms/field.tsx'

export type StockGridProps = {
  /** The product's size; the sizes of its family are the rows. */
  sizeCode: string
  sizes: readonly Size[]
  finishes: readonly Finish[]
  cells: readonly StockedVariant[]
  problems: Problems
  values?: Record<string, string> | undefined
}

/** Units of each size and finish of a counted product. */
export function StockGrid({ sizeCode, sizes, finishes, cells, problems, values }: StockGridProps) {
  const rows = sizesOf({ sizes }, { sizeCode })
  const names = rows.flatMap(({ code }) => finishes.map(({ name }) => ({ sizeCode: code, finish: name })))
  const textOf = (field: StockField, name: VariantName) =>
    values?.[stockFieldName(field, name)] ?? storedText(field, findVariant(cells, name))
  const hasMore = names.some((name) => {
    const isGiven = (field: StockField) => textOf(field, name) !== '' || problems[stockFieldName(field, name)]
    return isGiven('cellPrice') || isGiven('sku')
  })
  const input = { textOf, problems }

  return (
    <fieldset className="stack gap-2 stock-grid" id="stock">
      <legend>Units on hand</legend>
      {rows.length === 0 ? (
        <p className="fine">Choose a size first.</p>
      ) : (
        <>
          <p className="fine">
            Leave a field empty if you don’t offer it. Sales since you opened this page are kept: your change applies to
            the units left.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the arrow keys */}
          <section className="table-scroll" aria-label="Units on hand" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Size</th>
                  {finishes.map(({ name }) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ code }) => (
                  <tr key={code}>
                    <th scope="row">{code}</th>
                    {finishes.map(({ name }) => (
                      <td key={name}>
                        <CellInput {...input} field="units" label="Units" name={{ sizeCode: code, finish: name }} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <details className="disclosure" open={hasMore}>
            <summary>Own prices and SKUs</summary>
            <p className="fine">Leave the price empty to use the size’s price.</p>
            <ul className="stack">
              {names.map((name) => (
                <li key={`${name.sizeCode}/${name.finish}`} className="grid grid-small gap-2">
                  <span>
                    {name.sizeCode} · {name.finish}
                  </span>
                  <CellInput {...input} field="cellPrice" label="Rupees" name={name} isLabelled />
                  <CellInput {...input} field="sku" label="SKU" name={name} isLabelled />
                </li>
              ))}
            </ul>
          </details>
          {names.map((name) => (
            <input
              key={`${name.sizeCode}/${name.finish}/${textOf('seen', name)}`}
              type="hidden"
              name={stockFieldName('seen', name)}
              defaultValue={textOf('seen', name)}
            />
          ))}
        </>
      )}
    </fieldset>
  )
}

type CellInputProps = {
  field: StockField
  label: string
  name: VariantName
  /** Shows the label; in a table it is hidden, because the table's headings name the field. */
  isLabelled?: boolean
  textOf: (field: StockField, name: VariantName) => string
  problems: Problems
}

function CellInput({ field, label, name, isLabelled, textOf, problems }: CellInputProps) {
  const id = useId()
  const error = problems[stockFieldName(field, name)]
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelled ? undefined : 'visually-hidden'}>
        {label} <span className="visually-hidden">{`of ${name.sizeCode} in ${name.finish}`}</span>
      </label>
      <input
        id={id}
        name={stockFieldName(field, name)}
        defaultValue={textOf(field, name)}
        inputMode={field === 'sku' ? undefined : 'numeric'}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <FieldError id={id} error={error} />
    </div>
  )
}

function storedText(field: StockField, cell: StockedVariant | undefined): string {
  if (!cell) return ''
  if (field === 'cellPrice') return String(cell.price ?? '')
  return field === 'sku' ? (cell.sku ?? '') : String(cell.units)
}
