export const MOVE_PATH = '/adminDashboard/import/move'

export function movePath(id: string): string {
  return `${MOVE_PATH}/${id}`
}
