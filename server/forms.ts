/** The fields of a posted form; a body that is no form at all counts as an empty one, so that each field can say so. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    return new FormData()
  }
}

/** Does the browser itself wait for a page (no script yet), or did a script ask? */
export function wantsDocument(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false
}
