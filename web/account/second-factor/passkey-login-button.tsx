import { useLocation, useNavigate } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import { messages } from '#domain/messages.ts'
import { toast } from '#web/client/toast.ts'
import { setVisitor } from '#web/client/visitor.ts'
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
    setVisitor(user)
    toast.success(messages.loginDone)
    await navigate(to)
  }
  return <PasskeyButton onCredential={logIn}>Log in with a passkey</PasskeyButton>
}
