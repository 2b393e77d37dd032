import { findBadgeMismatch } from '#domain/catalog/forms/badge-mismatch.ts'
import type { ImportPlan } from '#server/import/csv.ts'
import { Table } from '#web/ui/admin/table.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useShopInfo } from '#web/ui/shop-info.ts'
import { RowNumber } from './row-number.tsx'

export function ImportReport({ plan, written }: { plan: ImportPlan; written: boolean }) {
  const { rows, added, changed, unchanged, problems, problemCount, changes } = plan
  return (
    <div className="stack" role="status">
      <FormMessage tone={problemCount > 0 ? 'problem' : 'good'}>
        {problemCount > 0
          ? `${problemCount} ${problemCount === 1 ? 'problem' : 'problems'} in ${rows} ${rows === 1 ? 'row' : 'rows'}. Nothing was imported. Fix the file and choose it again.`
          : `${written ? 'Imported' : 'Preview'}: ${added} added, ${changed} changed, ${unchanged} unchanged.`}
      </FormMessage>
      {problems.length > 0 && (
        <Table
          label="Problems"
          rows={problems}
          keyOf={({ row, column, problem }) => `${row} ${column} ${problem}`}
          columns={[
            { heading: 'Row', kind: 'row', cell: RowNumber },
            { heading: 'Column', cell: ({ column }) => column ?? 'Whole row' },
            { heading: 'Problem', kind: 'wide', cell: ({ problem }) => problem },
          ]}
        />
      )}
      {problemCount === 0 && changes.length > 0 && (
        <Table
          label="Changes"
          rows={changes}
          keyOf={({ row }) => row}
          columns={[
            { heading: 'Row', kind: 'row', cell: RowNumber },
            { heading: 'Product', cell: ({ id }) => id ?? 'New' },
            { heading: 'Title', kind: 'wide', cell: ({ title }) => title },
            { heading: 'Changes', kind: 'wide', cell: Change },
          ]}
        />
      )}
    </div>
  )
}

function Change({ fields, badge }: ImportPlan['changes'][number]) {
  const { listPrice } = useShopInfo()
  const mismatch = badge && findBadgeMismatch(listPrice, badge)
  return (
    <>
      {fields.join(', ') || 'Added'}
      {mismatch && <p className="field-warning">{mismatch}</p>}
    </>
  )
}
