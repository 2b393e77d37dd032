import { importAreas } from '#server/admin/csv/delivery-areas.ts'
import type { SaveSection } from './save-section.ts'

const MAX_SHOWN = 50

/** Replaces the list of pincodes by a CSV file; with one wrong row the whole file is refused. */
export const saveAreas: SaveSection = async (shop, admin, form) => {
  const file = form.files.find(({ field }) => field === 'areas')?.file
  if (!file || file.size === 0) return { ok: false, status: 400, problems: { areas: 'Choose a CSV file first.' } }
  const imported = await importAreas(shop, admin, file)
  if (imported.ok) return { ok: true }
  const { length } = imported.problems
  const shown = imported.problems
    .slice(0, MAX_SHOWN)
    .map(({ row, problem }) => [`row ${row}`, `Row ${row}: ${problem}`])
  return {
    ok: false,
    status: 400,
    problems: {
      areas: `${length} ${length === 1 ? 'row was' : 'rows were'} refused. The list was not changed.`,
      ...Object.fromEntries(shown),
    },
  }
}
