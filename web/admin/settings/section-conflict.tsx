import { shownValue } from '#domain/settings/section-changes.ts'
import type { Section } from '#domain/shop/section.ts'
import { VersionConflict } from '#web/admin/version-conflict.tsx'
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

export function SectionConflict({ section, form, mine, theirs, onTakeTheirs }: SectionConflictProps) {
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
