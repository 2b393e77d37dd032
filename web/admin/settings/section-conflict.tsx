import { useEffect, useRef } from 'react'
import type { Section } from '#domain/shop/section.ts'
import { Table } from '#web/ui/admin/table.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import type { StoredSection } from './section-result.ts'

type SectionConflictProps = {
  section: Section
  /** Id of the form that still holds what was typed. */
  form: string
  mine: Record<string, string>
  theirs: StoredSection
  onTakeTheirs: () => void
}

/** Shows both versions when somebody else saved while this form was open, so that nothing is overwritten unseen. */
export function SectionConflict({ section, form, mine, theirs, onTakeTheirs }: SectionConflictProps) {
  const textOf = (name: string, values: Record<string, string>) => {
    const value = (values[name] ?? '').replace(/\r\n?/g, '\n')
    const { options, control } = section.fields[name] ?? {}
    if (control === 'checkbox') return value === 'on' ? 'yes' : 'no'
    return options?.find(([each]) => each === value)?.[1] ?? (value || 'none')
  }
  const differing = section.names.filter(
    // Images are left out: one is uploaded beside the fields, and without a new file the stored one stays.
    (name) => section.fields[name]?.control !== 'image' && textOf(name, mine) !== textOf(name, theirs.values),
  )
  // Move the focus here: the button that was pressed may be far below.
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <section
      ref={panel}
      className="box stack gap-3 conflict"
      role="alert"
      tabIndex={-1}
      aria-labelledby={`${form}-conflict`}
    >
      <h3 id={`${form}-conflict`}>Someone else has changed these settings while you were editing them</h3>
      <p>Nothing was saved yet, and your changes are still in the form. Compare both versions, then choose one.</p>
      <Table
        label="Both versions"
        rows={differing}
        keyOf={(name) => name}
        columns={[
          { heading: 'Field', kind: 'row', cell: (name) => section.fields[name]?.label },
          { heading: 'Your version', kind: 'wide', cell: (name) => textOf(name, mine) },
          { heading: 'Saved version', kind: 'wide', cell: (name) => textOf(name, theirs.values) },
        ]}
      />
      <div className="cluster">
        <Button type="submit" form={form} variant="quiet" small>
          Keep my version
        </Button>
        {/* Without scripts it opens the page again. */}
        <form
          method="get"
          onSubmit={(event) => {
            event.preventDefault()
            onTakeTheirs()
          }}
        >
          <Button type="submit" variant="quiet" small>
            Use the saved version
          </Button>
        </form>
      </div>
    </section>
  )
}
