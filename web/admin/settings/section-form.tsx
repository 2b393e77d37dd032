import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import { listChanges, type SettingChange, shownValue } from '#domain/settings/section-changes.ts'
import type { Section } from '#domain/shop/section.ts'
import { sentenceIn } from '#domain/shop/wording.ts'
import { VersionConflict } from '#web/admin/version-conflict.tsx'
import { DraftNotice, useDraft } from '#web/client/admin/draft.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { CheckboxField, Field, FormMessage, HiddenFields } from '#web/ui/forms/field.tsx'
import { FormerOption, Options } from '#web/ui/forms/options.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import { LogoField, REMOVE_LOGO } from './logo-field.tsx'
import { RowsField } from './rows-field.tsx'
import { sectionId } from './section-list.tsx'
import type { SectionResult, StoredSection } from './section-result.ts'
import { useSectionForm } from './use-section-form.ts'

type SectionFormProps = {
  name: string
  intent: string
  section: Section
  stored: StoredSection
  answer: SectionResult | undefined
  children?: ReactNode
}

/** A form for the fields of a section, in their order, and a bar that says what saving it would change. */
export function SectionForm({ name, intent, section, stored, answer, children }: SectionFormProps) {
  const fetcher = useFetcher<SectionResult>()
  const result = fetcher.data ?? answer
  const { form, version, setVersion, values, keyOf, refused, problems, message, ...kept } = useSectionForm(
    stored,
    result,
  )
  const { takeStored, noteSent, typed, noteTyped } = kept
  const draft = useDraft({
    name: intent,
    form,
    version,
    answer: result,
    isSaved: result?.ok === true,
    onRestore: setVersion,
  })
  const id = sectionId(name)
  const hasImage = Object.values(section.fields).some(({ control }) => control === 'image')
  return (
    <section className="stack" aria-labelledby={id}>
      {/* The page is called so already, but for an answer without scripts. */}
      <h2 id={id} className={answer ? undefined : 'visually-hidden'}>
        {name}
      </h2>
      {children && <p className="quiet">{children}</p>}
      {refused?.conflict && (
        <SectionConflict
          key={refused.conflict.version}
          section={section}
          form={`${id}-form`}
          mine={refused.values}
          theirs={refused.conflict}
          onTakeTheirs={() => {
            draft.forget()
            takeStored()
          }}
        />
      )}
      <fetcher.Form
        ref={form}
        id={`${id}-form`}
        method="post"
        action="/adminDashboard/settings"
        encType={hasImage ? 'multipart/form-data' : undefined}
        noValidate
        className="form"
        aria-labelledby={id}
        onChange={noteTyped}
        onSubmit={noteSent}
      >
        <HiddenFields of={{ intent, version }} />
        <DraftNotice draft={draft} />
        {Object.keys(section.fields).map((field) => (
          <SettingField
            // A list that was saved or taken over has other rows.
            key={section.fields[field]?.rows ? shownValue(section, field, values) : keyOf(field)}
            name={field}
            section={section}
            values={values}
            stored={stored}
            problems={problems}
          />
        ))}
        <SaveBar
          changes={listChanges(section, stored.values, typed)}
          isSaved={result?.ok === true}
          problem={message}
          confirmAt={refused?.confirmAt}
          busy={fetcher.state !== 'idle'}
        />
      </fetcher.Form>
    </section>
  )
}

type SettingFieldProps = {
  name: string
  section: Section
  values: Record<string, string>
  stored: StoredSection
  problems: Problems
}

function SettingField({ name, section, values, stored, problems }: SettingFieldProps) {
  const words = useWords()
  const field = section.fields[name]
  if (!field) return null
  const error = problems[name]
  const { label, control, options, rows, required, inputMode, type, autoComplete } = field
  const hint = field.hint && sentenceIn(words, field.hint)
  const warning = stored.warnings[name]
  const common = { label, name, hint, warning, required, error }
  const defaultValue = values[name] ?? ''
  if (rows) return <RowsField {...common} rows={rows} values={values} problems={problems} />
  if (options) {
    return (
      <Field {...common} as="select" defaultValue={defaultValue}>
        <FormerOption value={defaultValue} offered={options.map(([value]) => value)} />
        <Options of={options} />
      </Field>
    )
  }
  switch (control) {
    case 'image':
      return (
        <LogoField
          label={label}
          hint={hint}
          logo={stored.values[name] ?? ''}
          isRemoved={REMOVE_LOGO in values}
          error={error}
        />
      )
    case 'checkbox':
      return <CheckboxField label={label} name={name} isChecked={defaultValue === 'on'} warning={warning} />
    case 'textarea':
      return <Field {...common} as="textarea" rows={3} defaultValue={defaultValue} />
    default:
      return (
        <Field
          {...common}
          type={type ?? 'text'}
          inputMode={inputMode}
          autoComplete={autoComplete ?? 'off'}
          defaultValue={defaultValue}
        />
      )
  }
}

type SectionConflictProps = {
  section: Section
  /** Id of the form that still holds what was typed. */
  form: string
  mine: Record<string, string>
  theirs: StoredSection
  onTakeTheirs: () => void
}

function SectionConflict({ section, form, mine, theirs, onTakeTheirs }: SectionConflictProps) {
  const textOf = (name: string, values: Record<string, string>) => shownValue(section, name, values)
  const differing = section.names.filter(
    // Images are left out: one is uploaded beside the fields, and without a new file the stored one stays.
    (name) => section.fields[name]?.control !== 'image' && textOf(name, mine) !== textOf(name, theirs.values),
  )
  return (
    <VersionConflict
      heading="Someone else has changed these settings while you were editing them"
      text="Nothing was saved yet, and your changes are still in the form. Compare both versions, then choose one."
      names={differing}
      labelOf={(name) => section.fields[name]?.label}
      mine={(name) => textOf(name, mine)}
      theirs={(name) => textOf(name, theirs.values)}
      keep={
        <Button type="submit" form={form} variant="quiet" small>
          Keep my version
        </Button>
      }
      onTakeTheirs={onTakeTheirs}
      takesFocus
    />
  )
}

/** More changes are counted, so that the bar leaves room for the fields. */
const MAX_LISTED = 3

type SaveBarProps = {
  changes: readonly SettingChange[]
  isSaved: boolean
  problem: string | undefined
  confirmAt: string | undefined
  busy: boolean
}

/** At the foot of the window: what saving would change, what became of it, and the button. */
function SaveBar({ changes, isSaved, problem, confirmAt, busy }: SaveBarProps) {
  const more = changes.length - MAX_LISTED
  return (
    <div className="save-bar stack gap-2">
      {changes.length > 0 && (
        <ul aria-label="Changes">
          {changes.slice(0, MAX_LISTED).map(({ label, from, to }) => (
            <li key={label} className="fine cut">{`${label}: ${shorten(from)} → ${shorten(to)}`}</li>
          ))}
          {more > 0 && <li className="fine">{more === 1 ? 'and 1 more change' : `and ${more} more changes`}</li>}
        </ul>
      )}
      {problem && <FormMessage alert>{problem}</FormMessage>}
      {confirmAt && (
        <p>
          <a href={confirmAt} target="_blank" rel="noreferrer">
            Confirm that it’s you (opens a new tab)
          </a>
        </p>
      )}
      <div className="cluster">
        <Button type="submit" busy={busy}>
          Save
        </Button>
        <div role="status">
          {isSaved && changes.length === 0 && !busy && <FormMessage tone="good">Saved.</FormMessage>}
        </div>
      </div>
    </div>
  )
}

const LONGEST = 40

function shorten(text: string): string {
  const line = text
    .split('\n')
    .map((one) => one.trim())
    .join(', ')
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}
