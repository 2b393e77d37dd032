import { Form } from 'react-router'
import { CodeField } from '#web/account/proof-fields.tsx'
import { useProblems } from '#web/client/problems.ts'
import { SubmitButton } from '#web/ui/forms/button.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import type { FactorResult } from './change-factors.ts'
import { IntentForm } from './intent-form.tsx'

export function AuthenticatorSection({ hasApp, answer }: { hasApp: boolean; answer: FactorResult | undefined }) {
  return (
    <section className="stack" aria-labelledby="authenticator-app">
      <h2 id="authenticator-app">Authenticator app</h2>
      {hasApp ? <AppIsOn /> : answer?.setup ? <FirstCode setup={answer.setup} answer={answer} /> : <SetUp />}
    </section>
  )
}

function SetUp() {
  return (
    <>
      <p>An app on your phone, such as Aegis or Google Authenticator, shows a new code every 30 seconds.</p>
      <IntentForm intent="start-app" button="Set up authenticator app" />
    </>
  )
}

type FirstCodeProps = { setup: NonNullable<FactorResult['setup']>; answer: FactorResult }

function FirstCode({ setup: { secret, uri }, answer }: FirstCodeProps) {
  const { form, problems } = useProblems(answer.ok ? undefined : answer)
  return (
    <>
      <p>Scan this code with your authenticator app.</p>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <p>
        Or type this key into the app: <code className="secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <Form ref={form} method="post" noValidate className="form">
        <CodeField
          label="First code"
          maxLength={10}
          error={problems.code}
          hint="The six digits that the app shows now."
        />
        <SubmitButton name="intent" value="activate-app">
          Turn on
        </SubmitButton>
      </Form>
    </>
  )
}

function AppIsOn() {
  return (
    <>
      <p>On. Logging in asks for a code from your app.</p>
      <IntentForm intent="turn-off-app" button="Turn off authenticator app" variant="danger" />
    </>
  )
}
