import type { ImportResult } from '#domain/catalog/import/plan.ts'
import { Table } from '#web/ui/admin/table.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { START_PATH } from './import-path.ts'
import { RowNumber } from './row-number.tsx'

/** The report of an import. */
export function Report({ result }: { result: ImportResult }) {
  const { added, changed, unchanged, skipped, withoutPictures, redirects, refusedRedirects, notes } = result
  return (
    <div className="stack" role="status">
      <FormMessage tone="good">
        {`Imported: ${added} new, ${changed} changed, ${unchanged} unchanged, ${skipped} skipped. ${redirects} old ${redirects === 1 ? 'address leads' : 'addresses lead'} here now.`}
      </FormMessage>
      {withoutPictures > 0 && (
        <p>
          {withoutPictures} {withoutPictures === 1 ? 'product has' : 'products have'} no picture yet and{' '}
          {withoutPictures === 1 ? 'is' : 'are'} off sale. Import the same file again with the pictures, or add them to
          each product and put it on sale.
        </p>
      )}
      {notes.length > 0 && (
        <Table
          label="To know"
          rows={notes}
          keyOf={({ row, note }) => `${row} ${note}`}
          columns={[
            { heading: 'Row', kind: 'row', cell: RowNumber },
            { heading: 'Title', cell: ({ title }) => title || '–' },
            { heading: 'To know', kind: 'wide', cell: ({ note }) => note },
          ]}
        />
      )}
      {refusedRedirects.length > 0 && (
        <Table
          label="Old addresses without a redirect"
          rows={refusedRedirects}
          keyOf={({ from }) => from}
          columns={[
            { heading: 'Old address', kind: 'row', cell: ({ from }) => from },
            { heading: 'Why', kind: 'wide', cell: ({ why }) => why },
          ]}
        />
      )}
      <div className="cluster">
        <LinkButton to="/adminDashboard">Products</LinkButton>
        <LinkButton to="/adminDashboard/sizes" variant="quiet">
          Sizes
        </LinkButton>
        <LinkButton to="/adminDashboard/redirects" variant="quiet">
          Redirects
        </LinkButton>
        <LinkButton to={START_PATH} variant="quiet">
          Import another file
        </LinkButton>
      </div>
    </div>
  )
}
