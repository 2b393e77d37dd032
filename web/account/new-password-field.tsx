import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { PASSWORD_MIN } from '#domain/accounts/account.ts'
import { Field } from '#web/ui/forms/field.tsx'
import type { PasswordAdvice } from './password-advice.ts'

const COMMON = 'This password is commonly used, so it is easy to guess. We advise another one.'
/** The password is checked after a pause in typing, so that not every key sends a request. */
const PAUSE_MS = 250

/** A new password, with advice while it is typed, which does not block the form. */
export function NewPasswordField({ label = 'Password', error }: { label?: string; error: string | undefined }) {
  const [password, setPassword] = useState('')
  const { data, submit } = useFetcher<PasswordAdvice>()
  useEffect(() => {
    if (password.length < PASSWORD_MIN) return
    const timer = setTimeout(() => submit({ password }, { method: 'post', action: '/signup/password' }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [password, submit])
  const isCommon = password.length >= PASSWORD_MIN && data?.isCommon
  return (
    <Field
      label={label}
      name="password"
      {...(error !== undefined && { error })}
      type="password"
      autoComplete="new-password"
      required
      hint={isCommon ? COMMON : 'At least 6 characters.'}
      onChange={(event) => setPassword(event.currentTarget.value)}
    />
  )
}
