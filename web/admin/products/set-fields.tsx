import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { OfferedPart } from '#domain/catalog/forms/product-form.ts'
import { hasSetFields, MAX_PARTS, partField, setFields, typedRows } from '#domain/catalog/forms/set-form.ts'
import type { PickedProduct } from '#domain/catalog/picked-products.ts'
import { type SetContents, sumOfParts } from '#domain/catalog/sets.ts'
import { choiceText } from '#domain/catalog/variant.ts'
import type { Problems } from '#domain/form-fields.ts'
import { formatRupees } from '#domain/money.ts'
import { stripRupeeFormat } from '#domain/text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { IconButton } from '#web/ui/forms/icon-button.tsx'
import { Options } from '#web/ui/forms/options.tsx'
import { ShowGrid } from './own-variants.tsx'
import { PickField } from './product-picker.tsx'

type SetFieldsProps = {
  /** As stored; undefined: it is new. */
  set: SetContents | undefined
  parts: readonly OfferedPart[]
  /** To choose from without scripts. */
  offered: readonly PickedProduct[]
  problems: Problems
  values: Record<string, string> | undefined
}

type Row = ReturnType<typeof typedRows>[number] & { title: string; choices: OfferedPart['choices'] | undefined }

/** The products of a set, and what it costs. */
export function SetFields({ set, parts, offered, problems, values }: SetFieldsProps) {
  const [texts] = useState<Record<string, string>>(() =>
    values && hasSetFields(values) ? values : set ? setFields(set) : {},
  )
  const [rows, setRows] = useState<Row[]>(() =>
    typedRows(texts).map((row) => {
      const part = parts.find(({ id }) => String(id) === row.product)
      return { ...row, title: part?.title ?? 'A product that was deleted', choices: part?.choices ?? [] }
    }),
  )
  const [price, setPrice] = useState(texts.price ?? '')
  const [percent, setPercent] = useState(texts.setPercent ?? '')
  const change = (number: number, with_: Partial<Row>) =>
    setRows((before) => before.map((row) => (row.number === number ? { ...row, ...with_ } : row)))

  return (
    <>
      <fieldset className="stack gap-3 form-group" id="stock">
        <legend>Parts</legend>
        <PickField
          label="Products in the set"
          name="parts"
          hint={`Up to ${MAX_PARTS}. A set is there as long as all of them are, and takes its units from their stock.`}
          offered={offered}
          isFull={rows.length >= MAX_PARTS}
          error={problems.parts}
          onPick={({ id, title }) =>
            setRows((before) => [
              ...before,
              {
                number: Math.max(0, ...before.map(({ number }) => number)) + 1,
                product: String(id),
                title,
                variant: '',
                many: '1',
                choices: undefined,
              },
            ])
          }
        />
        {rows.length > 0 && (
          <ol className="stack gap-3" aria-label="Parts in order">
            {rows.map((row) => (
              <PartRow
                key={row.number}
                row={row}
                problems={problems}
                onChange={(with_) => change(row.number, with_)}
                onRemove={() => setRows((before) => before.filter(({ number }) => number !== row.number))}
              />
            ))}
          </ol>
        )}
        <ShowGrid />
      </fieldset>
      <fieldset className="stack form-group">
        <legend>Price of the set</legend>
        <SumOfParts rows={rows} price={price} percent={percent} />
        <Field
          label="Price"
          name="price"
          value={price}
          hint="In whole rupees. Leave it empty to take percent off the prices of the parts."
          error={problems.price}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setPrice(event.currentTarget.value)}
        />
        <Field
          label="Percent off"
          name="setPercent"
          value={percent}
          hint="Off the prices of the parts together, rounded down to the rupee. The price follows when theirs change."
          error={problems.setPercent}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setPercent(event.currentTarget.value)}
        />
      </fieldset>
    </>
  )
}

type PartRowProps = {
  row: Row
  problems: Problems
  onChange: (change: Partial<Row>) => void
  onRemove: () => void
}

function PartRow({ row, problems, onChange, onRemove }: PartRowProps) {
  const { number, product, title, variant, many } = row
  const choices = useChoices(row, (loaded) =>
    onChange({ choices: loaded, ...(loaded.length === 1 && { variant: loaded[0]?.words ?? '' }) }),
  )
  const wrong = problems[partField(number, 'variant')]
  const isListed = choices.some(({ words }) => words === variant)
  const isPlain = choices.length === 1 && choices[0]?.words === '' && variant === '' && !wrong
  return (
    <li>
      {/* The group names the product, so that its fields need not. */}
      <fieldset className="box stack gap-2" aria-label={title}>
        <div className="row gap-2">
          <strong className="cut">{title}</strong>
          <IconButton icon="close" label={`Remove ${title}`} className="only-scripts" onClick={onRemove} />
        </div>
        <input type="hidden" name={partField(number, 'product')} value={product} />
        <div className="grid own-row">
          {isPlain ? (
            <input type="hidden" name={partField(number, 'variant')} value="" />
          ) : (
            <Field
              as="select"
              label="Variant"
              name={partField(number, 'variant')}
              value={variant}
              error={wrong}
              onChange={(event) => onChange({ variant: event.currentTarget.value })}
            >
              {!isListed && <option value={variant}>{variant || 'Choose'}</option>}
              <Options
                of={choices.map(({ words, price }) => [
                  words,
                  [words, formatRupees(price)].filter(Boolean).join(' · '),
                ])}
              />
            </Field>
          )}
          <Field
            label="How many"
            name={partField(number, 'many')}
            value={many}
            error={problems[partField(number, 'many')]}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => onChange({ many: event.currentTarget.value })}
          />
        </div>
        <noscript>
          <p className="fine">0 leaves it out.</p>
        </noscript>
      </fieldset>
    </li>
  )
}

/** The variants on sale of a product that was just picked, from its page. */
function useChoices({ product, choices }: Row, onLoad: (choices: OfferedPart['choices']) => void) {
  const { load, data } = useFetcher<{ choices?: { variants: { sizeCode: string; finish: string; price: number }[] } }>()
  const isMissing = choices === undefined
  useEffect(() => {
    if (isMissing) load(`/productinfo/${product}`)
  }, [isMissing, product, load])
  const loaded = data?.choices?.variants
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is changed once, when its variants have come
  useEffect(() => {
    if (isMissing && loaded) onLoad(loaded.map((each) => ({ words: choiceText(each), price: each.price })))
  }, [isMissing, loaded])
  return choices ?? []
}

function SumOfParts({ rows, price, percent }: { rows: readonly Row[]; price: string; percent: string }) {
  const priced = rows.flatMap(({ choices = [], variant, many }) => {
    const chosen = choices.find(({ words }) => words === variant)
    return chosen && Number(many) > 0 ? [{ price: chosen.price, quantity: Number(many) }] : []
  })
  if (priced.length === 0 || priced.length < rows.length) return null
  const sum = sumOfParts(priced)
  const off = Number(percent.replace('%', ''))
  const own = Number(stripRupeeFormat(price))
  const cost = own > 0 ? own : off > 0 && off < 100 ? Math.floor((sum * (100 - off)) / 100) : undefined
  return (
    <p aria-live="polite">
      One by one, the parts cost <strong className="bare">{formatRupees(sum)}</strong>
      {cost !== undefined && cost <= sum && (
        <>
          , the set <strong className="bare">{formatRupees(cost)}</strong>
        </>
      )}
      .
    </p>
  )
}
