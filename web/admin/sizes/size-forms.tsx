import { Link, useLocation } from 'react-router'
import type { Finish, Size } from '#domain/catalog/sizes.ts'
import { type FormRefused, SaveForm } from '#web/admin/save-form.tsx'
import { Field, type fieldsOf } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'

type EntryFormProps = {
  kind: string
  /** The stored entry; undefined: a new one. */
  entry: Size | Finish | string | undefined
  seen: string | undefined
  families: readonly string[]
  /** The family of a new size. */
  family: string
  refused: FormRefused | undefined
}

/** Adds or edits a family, a size or a finish. */
export function EntryForm({ kind, entry, seen, families, family, refused }: EntryFormProps) {
  const name = nameOf(entry)
  return (
    <section className="stack narrow" aria-labelledby="entry-heading">
      <h1 id="entry-heading">{entry ? `Edit ${kind} ${name}` : `Add ${kind}`}</h1>
      <SaveForm
        intent={`save-${kind}`}
        action={`/adminDashboard/sizes${useLocation().search}`}
        about={name}
        fields={{ original: name, seen: seen ?? '' }}
        refused={refused}
        values={valuesOf(entry, family)}
        labelledBy="entry-heading"
      >
        {(field) => (
          <>
            {kind === 'size' ? (
              <SizeFields field={field} families={families} isNew={!entry} />
            ) : (
              <Field label="Name" {...field('name')} required />
            )}
            {kind === 'finish' && (
              <Field
                label="Swatch"
                {...field('swatch')}
                type="color"
                required
                hint="The colour of the sample beside the name."
              />
            )}
          </>
        )}
      </SaveForm>
      <p>
        <Link to="/adminDashboard/sizes">Back to the list</Link>
      </p>
    </section>
  )
}

function nameOf(entry: EntryFormProps['entry']): string {
  if (entry === undefined || typeof entry === 'string') return entry ?? ''
  return 'code' in entry ? entry.code : entry.name
}

function valuesOf(entry: EntryFormProps['entry'], family: string): Record<string, string> {
  if (entry === undefined) return { family, swatch: '#b08d57' }
  if (typeof entry === 'string') return { name: entry }
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, value === null ? '' : String(value)]))
}

type SizeFieldsProps = {
  field: ReturnType<typeof fieldsOf<string>>
  families: readonly string[]
  isNew: boolean
}

function SizeFields({ field, families, isNew }: SizeFieldsProps) {
  return (
    <>
      <Field as="select" label="Family" {...field('family')} required>
        <option value="">Choose a family</option>
        <Options of={families} />
      </Field>
      <Field
        label="Code"
        {...field('code')}
        required
        readOnly={!isNew}
        autoComplete="off"
        hint={
          isNew
            ? 'Such as TR04. It cannot be changed later.'
            : 'Products and orders use this code, so it can’t be changed.'
        }
      />
      <Field label="Price" {...field('price')} required inputMode="numeric" hint="In whole rupees." />
      <div className="grid grid-small">
        <Field label="Width" {...field('width')} required inputMode="decimal" hint="cm" />
        <Field label="Depth" {...field('depth')} required inputMode="decimal" hint="cm" />
        <Field label="Height" {...field('height')} required inputMode="decimal" hint="cm" />
        <Field label="Weight" {...field('weight')} inputMode="decimal" hint="kg, optional" />
      </div>
    </>
  )
}
