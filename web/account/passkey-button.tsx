import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import { welcome } from '#web/client/welcome.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'

type PasskeyButtonProps = { children: string; onCredential: (credential: string) => Promise<void> | void }

/** A button that appears only where the browser knows passkeys. */
export function PasskeyButton({ children, onCredential }: PasskeyButtonProps) {
  const isKnown = usePasskeys()
  const { run, busy, problem } = usePasskeyAction()
  if (!isKnown) return null
  const use = () =>
    run(async () => {
      const { getCredential } = await import('#web/client/passkey.ts')
      await onCredential(await getCredential())
    })
  return (
    <div className="form">
      <Button variant="quiet" wide busy={busy} onClick={use}>
        {children}
      </Button>
      {problem && <FormMessage alert>{problem}</FormMessage>}
    </div>
  )
}

/** True when this browser supports passkeys; false until the page has its scripts. */
export function usePasskeys(): boolean {
  const [isKnown, setKnown] = useState(false)
  useEffect(() => {
    setKnown(
      'PublicKeyCredential' in globalThis &&
        'parseCreationOptionsFromJSON' in PublicKeyCredential &&
        'toJSON' in PublicKeyCredential.prototype,
    )
  }, [])
  return isKnown
}

/** Runs one attempt at a time and says why it failed. */
export function usePasskeyAction() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function run(attempt: () => Promise<void>) {
    setBusy(true)
    setProblem(undefined)
    try {
      await attempt()
    } catch (error) {
      const { passkeyProblem } = await import('#web/client/passkey.ts')
      setProblem(passkeyProblem(error))
    } finally {
      setBusy(false)
    }
  }
  return { run, busy, problem }
}

export function PasskeyLoginButton() {
  const navigate = useNavigate()
  const { search } = useLocation()
  async function logIn(credential: string) {
    const { post } = await import('#web/client/passkey.ts')
    const { user, to } = await post<{ user: User; to: string }>(`/login/passkey${search}`, {
      intent: 'log-in',
      credential,
    })
    welcome(user)
    await navigate(to)
  }
  return <PasskeyButton onCredential={logIn}>Log in with a passkey</PasskeyButton>
}
