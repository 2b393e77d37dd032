import { Field, type InputField } from '#web/ui/forms/field.tsx'

/** A code from an email, a message or an app. */
export function CodeField(props: Partial<InputField>) {
  return <Field label="Code" name="code" inputMode="numeric" autoComplete="one-time-code" required {...props} />
}

/** The password that the account has. */
export function PasswordField(props: Partial<InputField>) {
  return <Field label="Password" name="password" type="password" autoComplete="current-password" required {...props} />
}
