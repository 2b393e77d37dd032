import { useState } from 'react'
import { IMAGE_TYPES } from '#domain/catalog/forms/image-limits.ts'
import {
  carryRows,
  combinationsOf,
  isRowOffered,
  keyOf,
  MAX_OWN_VARIANTS,
  OWN_FIELDS,
  type OwnVariants,
  ownFieldName,
  ownFields,
  typedOptions,
} from '#domain/catalog/forms/own-variants.ts'
import { MAX_OPTIONS } from '#domain/catalog/options.ts'
import type { Problems } from '#domain/form-fields.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FieldError } from '#web/ui/forms/field.tsx'
import { ProductImage } from '#web/ui/product/product-image.tsx'

type OwnVariantsFieldsProps = {
  /** Undefined adds a product. */
  product: { own?: OwnVariants; price: number; sku: string } | undefined
  isCounted: boolean
  problems: Problems
  values: Record<string, string> | undefined
}

/** The options of a product of another kind, and a row for each variant. */
export function OwnVariantsFields({ product, isCounted, problems, values }: OwnVariantsFieldsProps) {
  const hasTyped = Object.keys(values ?? {}).some((name) => name.startsWith('option'))
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    hasTyped || !product?.own ? { ...values } : ownFields(product.own, product),
  )
  const set = (name: string, text: string) => setTexts((before) => ({ ...before, [name]: text }))
  const options = typedOptions(texts)
  const rows = combinationsOf(options)

  function typeOption(name: string, text: string) {
    setTexts((before) => {
      const after = { ...before, [name]: text }
      return carryRows(after, typedOptions(before), typedOptions(after))
    })
  }

  return (
    <>
      <fieldset className="stack gap-3 form-group">
        <legend>Options</legend>
        <p className="fine">
          In what it is sold, such as packs or colours. Leave all empty if there is only one way to buy it.
        </p>
        {Array.from({ length: MAX_OPTIONS }, (_, index) => index + 1).map((number) => (
          <div key={number} className="grid grid-large gap-2">
            {(['option', 'values'] as const).map((part) => {
              const name = `${part}${number}`
              const isName = part === 'option'
              return (
                <Field
                  key={name}
                  label={isName ? `Option ${number}` : `Values of option ${number}`}
                  name={name}
                  value={texts[name] ?? ''}
                  hint={number === 1 && (isName ? 'Such as Pack' : 'With commas between them: 1 kg, 5 kg')}
                  error={problems[name]}
                  autoComplete="off"
                  onChange={(event) => typeOption(name, event.currentTarget.value)}
                />
              )
            })}
          </div>
        ))}
        <ShowGrid />
      </fieldset>
      {rows ? (
        <Grid
          rows={rows}
          texts={texts}
          set={set}
          isCounted={isCounted}
          problems={problems}
          product={product}
          values={values}
        />
      ) : (
        <p className="field-error">A product can have at most {MAX_OWN_VARIANTS} variants.</p>
      )}
      {/* Without scripts what was typed into rows that are not shown now would be lost. */}
      <noscript>
        {listUnshown(texts, rows ?? []).map(([name, text]) => (
          <input key={name} type="hidden" name={name} value={text} />
        ))}
      </noscript>
    </>
  )
}

function listUnshown(
  texts: Readonly<Record<string, string>>,
  rows: readonly string[][],
): [name: string, text: string][] {
  const shown = new Set(
    rows.flatMap((row) => [...OWN_FIELDS, 'id' as const, 'seen' as const].map((field) => ownFieldName(field, row))),
  )
  return Object.entries(texts).filter(([name]) => name.startsWith('own:') && !shown.has(name))
}

/** Without scripts the server adds the fields that follow from what was typed; chosen files have to be chosen again. */
export function ShowGrid() {
  return (
    <noscript>
      <Button type="submit" variant="quiet" name="show" value="grid">
        Show the grid
      </Button>
      <p className="fine">It shows the fields of this kind and these options. Choose images after that.</p>
    </noscript>
  )
}

type GridProps = Pick<OwnVariantsFieldsProps, 'product' | 'isCounted' | 'problems' | 'values'> & {
  rows: readonly string[][]
  texts: Record<string, string>
  set: (name: string, text: string) => void
}

const COLUMNS = ['price', 'units', 'weight', 'sku', 'barcode'] as const
const LABELS = { price: 'Price', units: 'Units', sku: 'SKU', barcode: 'Barcode', weight: 'Weight' } as const
const MODES = { price: 'numeric', units: 'numeric', sku: undefined, barcode: 'numeric', weight: 'decimal' } as const

function Grid({ rows, texts, set, isCounted, problems, product, values }: GridProps) {
  const columns = COLUMNS.filter((field) => field !== 'units' || isCounted)
  const isPlain = rows.length === 1 && rows[0]?.length === 0
  const used = new Set<string>()
  return (
    <fieldset className="stack gap-2 own-grid" id="stock">
      <legend>{isPlain ? 'Price, stock and codes' : 'Variants'}</legend>
      <p className="fine">
        Prices in whole rupees, weights in kilograms with the packaging.
        {isCounted && product && ' Sales since you opened this page are kept: your change applies to the units left.'}
      </p>
      <ul className="stack gap-3">
        {rows.map((row) => {
          const key = keyOf(row)
          const origin = texts[`own:origin:${key}`] ?? key
          const unique = used.has(origin) ? `${origin}*` : origin
          used.add(origin)
          const stored = product?.own?.variants.find(({ id }) => String(id) === texts[ownFieldName('id', row)])
          return (
            <li key={unique} className={isPlain ? undefined : 'box'}>
              {!isPlain && (
                <label className="check">
                  <input
                    type="checkbox"
                    name={ownFieldName('offered', row)}
                    aria-label={`Offered: ${key}`}
                    checked={isRowOffered(texts, row)}
                    onChange={({ currentTarget }) => {
                      set(ownFieldName('id', row), texts[ownFieldName('id', row)] ?? '')
                      set(ownFieldName('offered', row), currentTarget.checked ? 'on' : '')
                    }}
                  />
                  <strong className="bare">{key}</strong>
                </label>
              )}
              <FieldError id={`offered-${key}`} error={problems[ownFieldName('offered', row)]} />
              <div className="grid own-row">
                {columns.map((field) => {
                  const name = ownFieldName(field, row)
                  return (
                    <Field
                      key={field}
                      label={<Label row={row}>{LABELS[field]}</Label>}
                      name={name}
                      value={texts[name] ?? ''}
                      error={problems[name]}
                      inputMode={MODES[field]}
                      autoComplete="off"
                      onChange={(event) => set(name, event.currentTarget.value)}
                    />
                  )
                })}
                {!isPlain && (
                  <Field
                    label={<Label row={row}>Picture</Label>}
                    name={ownFieldName('picture', row)}
                    type="file"
                    accept={IMAGE_TYPES.join(',')}
                    error={problems[ownFieldName('picture', row)]}
                  />
                )}
              </div>
              {stored?.image && (
                <div className="row gap-2 own-picture">
                  <ProductImage src={stored.image} alt={`Picture of ${key}`} sizes="4rem" />
                  <label className="check">
                    <input
                      type="checkbox"
                      name={ownFieldName('nopicture', row)}
                      checked={texts[ownFieldName('nopicture', row)] === 'on'}
                      onChange={({ currentTarget }) =>
                        set(ownFieldName('nopicture', row), currentTarget.checked ? 'on' : '')
                      }
                    />
                    Remove this picture
                  </label>
                </div>
              )}
              <input type="hidden" name={ownFieldName('id', row)} value={texts[ownFieldName('id', row)] ?? ''} />
              <input
                type="hidden"
                name={ownFieldName('seen', row)}
                value={values?.[ownFieldName('seen', row)] ?? texts[ownFieldName('seen', row)] ?? ''}
              />
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

/** Names the variant to those who do not see the row. */
function Label({ row, children }: { row: readonly string[]; children: string }) {
  return (
    <>
      {children}
      {row.length > 0 && <span className="visually-hidden">{` of ${keyOf(row)}`}</span>}
    </>
  )
}
