import { data } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import type { SpooledForm } from '#server/http/uploads/spooled-form.ts'
import { CONNECTION_LOST, orIfLost } from '#web/form-actions.ts'

export const START_PATH = '/adminDashboard/import/move'

export const REVIEWS_PATH = '/adminDashboard/import/reviews'

export const CUSTOMERS_PATH = '/adminDashboard/import/customers'

export function importPath(id: string): string {
  return `${START_PATH}/${id}`
}

export const FAILED = 'We couldn’t process this. Nothing was imported. Please try again.'

type Refused = { ok: false; problems: Problems }

export function refuse(problems: Problems, status: number) {
  return data<Refused>({ ok: false, problems }, { status })
}

/** The file of a field; one that is empty counts as none. */
export function sentFile(files: SpooledForm['files'], name: string) {
  return files.find(({ field, file }) => field === name && file.size > 0)?.file
}

/** The answer, or why there is none. */
export async function refusedIfLost<T>(answer: Promise<T>): Promise<T | Refused> {
  return orIfLost(answer, { ok: false, problems: { form: CONNECTION_LOST } })
}
