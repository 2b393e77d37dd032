import type { RouterContextProvider } from 'react-router'
import { uploadContext } from '#server/contexts.ts'
import type { Upload } from './uploads/uploads.ts'

/** The fields of a posted form. Any other body counts as an empty form, so that each required field reports itself. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    return new FormData()
  }
}

/** The fields and files of a posted form. */
export async function readUpload(context: Readonly<RouterContextProvider>, request: Request): Promise<Upload> {
  return context.get(uploadContext) ?? { ok: true, fields: await readForm(request), files: [] }
}

/** Is this a browser's own navigation, rather than a fetch by a script? */
export function wantsDocument(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false
}
