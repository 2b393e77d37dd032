import type { RouterContextProvider } from 'react-router'
import { uploadContext } from '#server/contexts.ts'
import type { Upload } from './uploads/uploads.ts'

/** The fields of a posted form; a body that is no form at all counts as an empty one, so that each field can say so. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    return new FormData()
  }
}

/** A form that may have files; where it was not sent as such, it has none. */
export async function readUpload(context: Readonly<RouterContextProvider>, request: Request): Promise<Upload> {
  return context.get(uploadContext) ?? { ok: true, fields: await readForm(request), files: [] }
}

/** Does the browser itself wait for a page (no script yet), or did a script ask? */
export function wantsDocument(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false
}
