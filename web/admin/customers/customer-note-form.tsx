import { useState } from 'react'
import { CUSTOMER_NOTE_MAX, type CustomerNote } from '#domain/accounts/customer-note.ts'
import { DeskForm } from '#web/admin/desk-form.tsx'
import { Field } from '#web/ui/forms/field.tsx'

/** Note and tags of a customer. What another person saves does not touch what is being typed. */
export function CustomerNoteForm({ note }: { note: CustomerNote }) {
  const [opened, setOpened] = useState(note)
  const [typed, setTyped] = useState(fieldsOf(note))
  const [isSaved, setSaved] = useState(false)
  const isUntouched = (than: CustomerNote) => same(typed, fieldsOf(than))
  if (note.version !== opened.version && (isSaved || isUntouched(opened) || isUntouched(note))) {
    setOpened(note)
    setTyped(fieldsOf(note))
  }
  function type(fields: Partial<Fields>) {
    setSaved(false)
    setTyped({ ...typed, ...fields })
  }
  return (
    <div className="box">
      <DeskForm intent="note" onDone={() => setSaved(true)} submit="Save notes and tags" variant="quiet" small>
        {({ problems, values }) => {
          // Without scripts what was typed comes back with the answer.
          const shown = isUntouched(note) ? { ...typed, ...values } : typed
          return (
            <>
              <input type="hidden" name="version" value={values.version ?? opened.version} />
              <Field
                as="textarea"
                label="Notes"
                name="note"
                rows={4}
                maxLength={CUSTOMER_NOTE_MAX}
                hint="The customer finds notes and tags in the copy of their data."
                error={problems.note}
                value={shown.note}
                onChange={({ currentTarget: { value } }) => type({ note: value })}
              />
              <Field
                label="Tags"
                name="tags"
                hint="Separated by commas, such as: wholesale, VIP"
                error={problems.tags}
                value={shown.tags}
                onChange={({ currentTarget: { value } }) => type({ tags: value })}
              />
            </>
          )
        }}
      </DeskForm>
    </div>
  )
}

type Fields = { note: string; tags: string }

function fieldsOf({ note, tags }: CustomerNote): Fields {
  return { note, tags: tags.join(', ') }
}

function same(one: Fields, other: Fields): boolean {
  return one.note === other.note && one.tags === other.tags
}
