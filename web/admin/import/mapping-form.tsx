import { useMemo } from 'react'
import { Form, useNavigation } from 'react-router'
import { finishFieldName, type SizeField, type SizeMapping, sizeFieldName } from '#domain/catalog/import/mapping.ts'
import { dimensionsOf } from '#domain/catalog/sizes.ts'
import type { Problems } from '#domain/form-fields.ts'
import { plural } from '#domain/text.ts'
import type { ImportPreview } from '#server/import/plan.ts'
import { DraftNotice, useDraft } from '#web/client/admin/draft.tsx'
import { useProblems } from '#web/client/problems.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'
import { importPath } from './action.ts'

type MappingFormProps = {
  id: string
  preview: ImportPreview
  refused: { problems: Problems } | undefined
}

/** The form that maps the file's sizes and finishes to those of the shop, and its buttons. It is filled in once. */
export function MappingForm({ id, preview, refused }: MappingFormProps) {
  const { sizes, finishes, choices, unknownUnits, counts, pictures } = preview
  const intent = useNavigation().formData?.get('intent')
  const count = counts.add + counts.change
  const isWaiting = pictures.waiting > 0
  const asked = sizes.filter(({ added }) => !added)
  const wrong = useMemo(() => ({ problems: { ...refused?.problems, ...problemsOf(sizes) } }), [refused, sizes])
  const { form, problems } = useProblems(wrong)
  const draft = useDraft({ name: 'mapping', form, answer: refused, isSaved: false })
  return (
    <Form method="post" action={importPath(id)} className="form" noValidate ref={form}>
      <DraftNotice draft={draft} />
      {asked.length > 0 && <AskedSizes {...preview} sizes={asked} problems={problems} />}
      {sizes.length > asked.length && <AddedSizes sizes={sizes} />}
      {finishes.length > 0 && <Finishes {...preview} />}
      {unknownUnits > 0 && (
        <fieldset className="stack">
          <legend>Stock</legend>
          <Field
            label="Units for products without a stock count"
            name="units"
            inputMode="numeric"
            defaultValue={String(choices.units)}
            error={problems.units}
            hint={`The file has no count for ${plural(unknownUnits, 'choice')}. With 0, ${unknownUnits === 1 ? 'it is sold out until you count it' : 'they are sold out until you count them'}.`}
          />
        </fieldset>
      )}
      <FormMessage tone="plain">{summaryOf(preview)}</FormMessage>
      <div className="cluster">
        {count > 0 && (
          <Button
            type="submit"
            name="intent"
            value="import"
            busy={intent === 'import'}
            aria-disabled={isWaiting || undefined}
          >
            Import {plural(count, 'product')}
          </Button>
        )}
        {(sizes.length > 0 || finishes.length > 0 || unknownUnits > 0) && (
          <Button type="submit" name="intent" value="choose" variant="quiet" busy={intent === 'choose'}>
            Preview again
          </Button>
        )}
        <Button type="submit" name="intent" value="discard" variant="quiet" busy={intent === 'discard'}>
          Discard
        </Button>
      </div>
    </Form>
  )
}

function summaryOf({ counts: { add, change, unchanged, skip }, added: { sizes, finishes } }: ImportPreview): string {
  const created = [sizes > 0 && plural(sizes, 'size'), finishes > 0 && plural(finishes, 'finish', 'finishes')]
    .filter(Boolean)
    .join(' and ')
  const products = `Preview: ${add} new, ${change} changed, ${unchanged} unchanged, ${skip} skipped.`
  return created ? `${products} New in the catalogue: ${created}.` : products
}

function problemsOf(sizes: readonly SizeMapping[]): Problems {
  return Object.fromEntries(
    sizes.flatMap(({ key, problem }) => (problem ? [[sizeFieldName('width', key), problem]] : [])),
  )
}

function AskedSizes({ sizes, offered, choices, problems }: ImportPreview & { problems: Problems }) {
  return (
    <fieldset className="stack">
      <legend>Sizes</legend>
      <p className="fine">
        Shoppers see how large a pot is, so every size needs its outer dimensions in cm. Choose one of the shop’s sizes,
        or enter them for a new one. What you leave empty is skipped now; you can import the file again later.
      </p>
      {sizes.map((size) => (
        <SizeRow
          key={size.key}
          size={size}
          offered={offered}
          typed={choices.sizes[size.key] ?? {}}
          problems={problems}
        />
      ))}
    </fieldset>
  )
}

type SizeRowProps = {
  size: SizeMapping
  offered: ImportPreview['offered']
  typed: ImportPreview['choices']['sizes'][string]
  problems: Problems
}

function SizeRow({ size, offered, typed, problems }: SizeRowProps) {
  const { key, value, category, products, examples, measures } = size
  const name = value || 'Without a size'
  const field = (side: SizeField) => sizeFieldName(side, key)
  return (
    <fieldset className="stack gap-2 form-group">
      <legend>
        {name} <span className="quiet">· {category || 'no category'}</span>
      </legend>
      <p className="fine">
        {examples.join(', ')}
        {products > examples.length && ` and ${products - examples.length} more`}
      </p>
      <div className="grid grid-small">
        <Field as="select" label="Size here" name={field('code')} defaultValue={typed.code ?? ''}>
          <option value="">New size</option>
          <Options of={offered.sizes.map(({ code, label }) => [code, label])} />
        </Field>
        {(['width', 'depth', 'height'] as const).map((side) => (
          <Field
            key={side}
            label={SIDES[side]}
            name={field(side)}
            inputMode="decimal"
            defaultValue={typed[side] ?? String(measures[side] ?? '')}
            error={problems[field(side)]}
          />
        ))}
      </div>
    </fieldset>
  )
}

const SIDES = { width: 'Width, cm', depth: 'Depth, cm', height: 'Height, cm' }

function AddedSizes({ sizes }: { sizes: readonly SizeMapping[] }) {
  const added = sizes.flatMap((size) => (size.added ? [{ ...size, size: size.added }] : []))
  return (
    <details className="disclosure">
      <summary>{plural(added.length, 'new size')} with measures</summary>
      <ul>
        {added.map(({ key, value, size }) => (
          <li key={key}>
            {value && `“${value}” → `}
            {size.family} {size.code}: {dimensionsOf(size)}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Finishes({ finishes, offered, choices, untracked }: ImportPreview) {
  return (
    <fieldset className="stack">
      <legend>Finishes</legend>
      {untracked > 0 && (
        <p className="fine">
          {plural(untracked, 'product')} of the shop come in every finish, so new finishes are offered for them, too.
          Count their stock, or choose one of the shop’s finishes here.
        </p>
      )}
      <div className="grid">
        {finishes.map(({ value, name, isNew, products }) => (
          <Field
            key={value}
            as="select"
            label={value || 'Without a colour'}
            name={finishFieldName(value)}
            defaultValue={choices.finishes[value] ?? (isNew ? '' : name)}
            hint={plural(products, 'product')}
          >
            <option value="">{isNew ? `New: ${name}` : `New: ${value}`}</option>
            <Options of={offered.finishes} />
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
