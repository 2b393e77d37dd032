export const START_PATH = '/adminDashboard/import/move'

export function importPath(id: string): string {
  return `${START_PATH}/${id}`
}
