import { textField } from '#web/form-actions.ts'

/** Parses the browser's passkey JSON, which webauthn.ts validates. @returns undefined if it is not JSON */
export function parseCredential(form: FormData): unknown {
  try {
    return JSON.parse(textField(form, 'credential'))
  } catch {
    return undefined
  }
}
