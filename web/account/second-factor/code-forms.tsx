import { Form } from 'react-router'
import { CodeField } from '#web/account/proof-fields.tsx'
import { SubmitButton } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'

export function AppCodeForm({ button, autoFocus = false }: { button: string; autoFocus?: boolean }) {
  return (
    <Form method="post" noValidate className="form">
      <CodeField label="6-digit code" maxLength={10} autoFocus={autoFocus} hint="From your authenticator app." />
      <SubmitButton wide>{button}</SubmitButton>
    </Form>
  )
}

/** Closed at first: most people have their app at hand. */
export function RecoveryCodeForm({ button, isOpen = false }: { button: string; isOpen?: boolean }) {
  return (
    <details className="underlined" open={isOpen}>
      <summary>Use a recovery code</summary>
      <Form method="post" noValidate className="form">
        <Field
          label="Recovery code"
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
          hint="Each code works once."
        />
        <SubmitButton wide variant="quiet">
          {button}
        </SubmitButton>
      </Form>
    </details>
  )
}
