import { Form, useNavigation } from 'react-router'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'

/** The six digits of an authenticator app. */
export function AppCodeForm({ button, autoFocus = false }: { button: string; autoFocus?: boolean }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" noValidate className="form">
      <Field
        label="6-digit code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        autoFocus={autoFocus}
        required
        hint="From your authenticator app."
      />
      <Button type="submit" wide busy={busy}>
        {button}
      </Button>
    </Form>
  )
}

/** Closed at first: most people have their app at hand. */
export function RecoveryCodeForm({ button, isOpen = false }: { button: string; isOpen?: boolean }) {
  const busy = useNavigation().state !== 'idle'
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
        <Button type="submit" wide variant="quiet" busy={busy}>
          {button}
        </Button>
      </Form>
    </details>
  )
}
