import type { Section } from '#domain/shop/section.ts'
import { Table } from '#web/ui/admin/table.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import type { StoredSection } from './section-result.ts'

type SectionConflictProps = {
  section: Section
  mine: Record<string, string>
  theirs: StoredSection
  onTakeTheirs: () => void
}

/** Shows both versions when somebody else saved while this form was open, so that nothing is overwritten unseen. */
export function SectionConflict({ section, mine, theirs, onTakeTheirs }: SectionConflictProps) {
  const textOf = (name: string, values: Record<string, string>) => {
    const value = (values[name] ?? '').replace(/\r\n?/g, '\n')
    const { options, control } = section.fields[name] ?? {}
    if (control === 'checkbox') return value === 'on' ? 'yes' : 'no'
    return options?.find(([each]) => each === value)?.[1] ?? (value || 'none')
  }
  const differing = section.names.filter(
    // An image is sent beside the fields, and stays as it is without a new one.
    (name) => section.fields[name]?.control !== 'image' && textOf(name, mine) !== textOf(name, theirs.values),
  )
  return (
    <section className="conflict" role="alert" aria-labelledby="conflict-heading">
      <h3 id="conflict-heading">Somebody else has changed these settings while you were editing them</h3>
      <p>Your changes are still in the form. Save again to keep them, or use the saved version.</p>
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
    </section>
  )
}
