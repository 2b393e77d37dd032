import { useLocation, useNavigate } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import { welcome } from '#web/client/welcome.ts'
import { PasskeyButton } from './passkey-button.tsx'

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
