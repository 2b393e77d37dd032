import { useState } from 'react'
import { Link } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import { addressFor } from '#domain/page-address.ts'
import { type OwnPage, ownPagePath } from '#domain/texts/own-page.ts'
import { formatDateTime } from '#domain/time.ts'
import { VersionForm } from '#web/admin/version-form.tsx'
import { useProblems } from '#web/client/problems.ts'
import { CheckboxField, Field, FormMessage, fieldsOf } from '#web/ui/forms/field.tsx'

/** The answer to a form that was not saved, with its values. */
export type OwnPageRefused = {
  problems: Problems
  values: Record<string, string>
  current?: OwnPage
}

type OwnPageFormProps = {
  page: OwnPage | undefined
  /** An earlier text, to save as the newest one. */
  earlier: { version: number; text: string } | undefined
  versions: readonly { version: number; author: string | null; time: Date }[]
  refused: OwnPageRefused | undefined
}

export function OwnPageForm({ page, earlier, versions, refused }: OwnPageFormProps) {
  const { form, problems, message } = useProblems(refused)
  const values = refused?.values ?? { ...typedOf(page), ...(earlier && { text: earlier.text }) }
  const field = fieldsOf(values, problems)
  const [title, setTitle] = useState(values.title ?? '')
  const [address, setAddress] = useState(values.address ?? '')
  return (
    <>
      <VersionForm
        name="page"
        form={form}
        version={page?.version}
        refused={refused}
        labels={LABELS}
        mine={(name) => shown(name, values[name])}
        theirs={(name) => shown(name, typedOf(refused?.current)[name])}
        // Without `?version=`: what is saved is the current one.
        action={`/adminDashboard/pages/${page?.id ?? 'new'}`}
        path={page && ownPagePath(page)}
        leaveTo="/adminDashboard/pages"
        message={message}
        status={
          earlier && (
            <FormMessage tone="plain">
              This is the text of version {earlier.version}. Save it to show it again.
            </FormMessage>
          )
        }
      >
        <Field
          label="Title"
          {...field('title')}
          required
          maxLength={100}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Field
          label="Address"
          name="address"
          error={problems.address}
          value={address}
          placeholder={addressFor(title)}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          hint={`The page is at /pages/${address || addressFor(title) || '…'}. Left empty, it is made of the title.`}
        />
        <Field
          label="Text"
          {...field('text')}
          as="textarea"
          required
          rows={16}
          spellCheck
          hint="Markdown: **bold**, *italic*, [link](/contactUs), “##” for a heading, “-” for a list. A first line with “>” is what search engines show."
        />
        <CheckboxField label="In the menu" name="inMenu" isChecked={values.inMenu !== undefined} />
      </VersionForm>
      {page && versions.length > 1 && (
        <section className="stack gap-3 apart" aria-labelledby="versions">
          <h2 id="versions">Versions</h2>
          <ol className="lines" reversed>
            {versions.map(({ version, author, time }) => (
              <li key={version} className="cluster spread gap-1">
                <span>
                  <strong>{`Version ${version}`}</strong>
                  {version === page.version && ' · shown now'}
                  <span className="quiet">{` · ${author ?? 'Deleted account'}, ${formatDateTime(time)}`}</span>
                </span>
                {version !== page.version && (
                  <Link to={`?version=${version}`} aria-label={`Open version ${version}`}>
                    Open
                  </Link>
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

/** A stored page as the form would send it. */
function typedOf(page: OwnPage | undefined): Record<string, string> {
  if (!page) return {}
  const { title, address, text, inMenu } = page
  return { title, address, text, ...(inMenu && { inMenu: 'on' }) }
}

const LABELS = { title: 'Title', address: 'Address', text: 'Text', inMenu: 'In the menu' }

function shown(name: keyof typeof LABELS, value: string | undefined): string {
  return name === 'inMenu' ? (value === undefined ? 'No' : 'Yes') : (value ?? '')
}
