import { useFetcher } from 'react-router'
import { AREA_COLUMNS } from '#domain/delivery/area-file.ts'
import { CsvFileField } from '#web/admin/csv/csv-file-field.tsx'
import { useProblems } from '#web/client/problems.ts'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import type { SectionResult } from './section-result.ts'

type AreasSectionProps = {
  count: number
  /** To a form that was sent without scripts. */
  answer: SectionResult | undefined
}

/** Where the shop delivers: a list that a CSV file replaces. */
export function AreasSection({ count, answer }: AreasSectionProps) {
  const fetcher = useFetcher<SectionResult>()
  const result = fetcher.data ?? answer
  const refused = result?.ok === false ? result : undefined
  const { form, problems } = useProblems(refused)
  const rows = Object.entries(refused?.problems ?? {}).filter(([field]) => field.startsWith('row '))
  return (
    <section aria-labelledby="settings-pincodes" className="stack">
      <h3 id="settings-pincodes">Serviceable pincodes</h3>
      <p className="quiet">
        {count === 0
          ? 'The shop delivers everywhere. A list limits it to the pincodes that it names.'
          : `The shop delivers to ${count.toLocaleString('en-IN')} ${count === 1 ? 'pincode' : 'pincodes'}.`}
      </p>
      <fetcher.Form
        ref={form}
        method="post"
        action="/adminDashboard/settings"
        encType="multipart/form-data"
        className="form"
        noValidate
        aria-labelledby="settings-pincodes"
      >
        <input type="hidden" name="intent" value="save-areas" />
        <CsvFileField
          label="CSV file of pincodes"
          name="areas"
          hint={`Columns ${AREA_COLUMNS.join(',')}: days, cash (yes or no) and the largest cash order in rupees may be empty. The file replaces the list. A file with only the header row removes the list.`}
          error={problems.areas ?? problems.form}
          problems={rows.map(([, problem]) => problem ?? '')}
          done={result?.ok ? 'The list was replaced.' : undefined}
        />
        <div className="cluster">
          <Button type="submit" busy={fetcher.state !== 'idle'}>
            Replace the list
          </Button>
          {count > 0 && (
            <LinkButton to="/adminDashboard/export/pincodes" variant="quiet" reloadDocument>
              Download the list
            </LinkButton>
          )}
        </div>
      </fetcher.Form>
    </section>
  )
}
