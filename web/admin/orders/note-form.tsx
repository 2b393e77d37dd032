import { useState } from 'react'
import { NOTE_MAX } from '#domain/orders/order-state.ts'
import { DeskForm } from '#web/admin/desk-form.tsx'
import { Field } from '#web/ui/forms/field.tsx'

/** The desk's note about an order. A note that another admin saves meanwhile does not touch what is being typed. */
export function NoteForm({ note, isReadOnly }: { note: string; isReadOnly: boolean }) {
  const [seen, setSeen] = useState(note)
  const [text, setText] = useState(note)
  if (note !== seen && (text === seen || text === note)) {
    setSeen(note)
    setText(note)
  }
  if (isReadOnly)
    return note === '' ? null : (
      <section aria-labelledby="note" className="box stack gap-3">
        <h3 id="note">Internal note</h3>
        <p>{note}</p>
      </section>
    )
  return (
    <div className="box stack gap-3">
      <DeskForm intent="note" fields={{ seen }} submit="Save note" variant="quiet" small>
        {({ problems, values }) => (
          <Field
            as="textarea"
            label="Internal note"
            name="note"
            rows={3}
            maxLength={NOTE_MAX}
            hint="Only the back office sees it."
            error={problems.note}
            // Without scripts what was typed comes back with the answer.
            value={text === note && values.note !== undefined ? values.note : text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </DeskForm>
    </div>
  )
}
