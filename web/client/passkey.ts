// Loaded on demand, when somebody uses a passkey. Browsers convert between JSON and the bytes of WebAuthn themselves.

/** Creates a passkey on this device. @returns it as JSON. @throws DOMException when its owner cancels */
export async function createCredential(options: PublicKeyCredentialCreationOptionsJSON): Promise<string> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return write(await navigator.credentials.create({ publicKey }))
}

/** Signs with a passkey of this device. @returns it as JSON. @throws DOMException when its owner cancels */
export async function getCredential(): Promise<string> {
  const options = await post<PublicKeyCredentialRequestOptionsJSON>('/login/passkey', { intent: 'options' })
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return write(await navigator.credentials.get({ publicKey }))
}

function write(credential: Credential | null): string {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('This is no passkey')
  return JSON.stringify(credential.toJSON())
}

/** The shop refused the passkey; the message is shown to the user. */
export class PasskeyRefused extends Error {}

/** Never resolves if the shop asks for a login or the password first: the browser goes there. @throws PasskeyRefused */
export async function post<T>(path: string, fields: Record<string, string>): Promise<T> {
  const response = await fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
  if (response.redirected) {
    location.assign(response.url)
    // The page is about to be left.
    return new Promise(() => {})
  }
  const answer = (await response.json()) as T & { problem?: string }
  if (!response.ok) throw new PasskeyRefused(answer.problem)
  return answer
}

/** @returns undefined if the owner cancelled, which needs no message */
export function passkeyProblem(error: unknown): string | undefined {
  if (error instanceof PasskeyRefused) return error.message
  if (!(error instanceof DOMException)) return 'Connection lost. Please try again.'
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return undefined
  if (error.name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (error.name === 'SecurityError') return 'Passkeys do not work at this address of the shop.'
  return 'This browser could not use a passkey.'
}
