import { textField } from '#web/form-actions.ts'

/** A passkey as the browser writes it; better-auth checks it. Undefined: no JSON. */
export function parseCredential(form: FormData): unknown {
  try {
    return JSON.parse(textField(form, 'credential'))
  } catch {
    return undefined
  }
}
