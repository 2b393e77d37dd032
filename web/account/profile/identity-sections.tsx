import { useContext } from 'react'
import { Link } from 'react-router'
import { PASSWORD_MIN } from '#domain/accounts/account.ts'
import { CODE_DIGITS, CODE_MINUTES } from '#domain/accounts/email-code.ts'
import type { User } from '#domain/accounts/user.ts'
import { CodeField, PasswordField } from '#web/account/proof-fields.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import { AccountForm, LastResult, Section } from './account-form.tsx'

export function NameSection({ user }: { user: User }) {
  return (
    <Section id="name" heading="Your name">
      <AccountForm intent="name" submit="Save name">
        {({ field }) => {
          const name = field('name')
          const value = name.defaultValue ?? user.name
          return <Field label="Name" {...name} defaultValue={value} autoComplete="name" required maxLength={100} />
        }}
      </AccountForm>
    </Section>
  )
}

/** How somebody proves who they are before a new password or email. An account without a password has one of the others. */
type Proof = 'password' | 'factor' | 'code' | 'done'

export function EmailSection({ user, isConfirmed, proof }: { user: User; isConfirmed: boolean; proof: Proof }) {
  const last = useContext(LastResult)
  const isCodeSent = last?.isCodeSent && (last.intent === 'email' || last.intent === 'confirm-email')
  return (
    <Section id="email" heading="Your email">
      <p className="cluster gap-2">
        {user.email}
        <span className="badge">{isConfirmed ? 'Confirmed' : 'Not confirmed'}</span>
      </p>
      {!isConfirmed && (
        <LinkButton to="/account/confirm-email" variant="quiet" small>
          Confirm email
        </LinkButton>
      )}
      {isCodeSent ? (
        <EnterCode what="email" to={last.values.email ?? ''} />
      ) : (
        <AccountForm intent="email" submit="Change email">
          {({ field }) => {
            const email = field('email')
            return (
              <>
                <Field
                  label="Email"
                  {...email}
                  defaultValue={email.defaultValue ?? user.email}
                  type="email"
                  autoComplete="email"
                  required
                  hint="We send a code to the new address. Earlier orders keep the old one."
                />
                {proof === 'password' && <PasswordField label="Your password" error={field('password').error} />}
              </>
            )
          }}
        </AccountForm>
      )}
    </Section>
  )
}

/** The second step: the code that was sent to the new address or number. */
function EnterCode({ what, to }: { what: 'email' | 'number'; to: string }) {
  const isEmail = what === 'email'
  return (
    <>
      <p role="status">
        We’ve sent a code {isEmail ? 'to' : 'by WhatsApp to'} <strong>{to}</strong>.
        {isEmail && ' Your email changes when you enter it.'}
      </p>
      <AccountForm
        intent={`confirm-${what}`}
        submit={isEmail ? 'Confirm new email' : 'Confirm number'}
        fields={{ [what]: to }}
      >
        {({ field }) => <SentCodeField error={field('code').error} from={isEmail ? 'email' : 'WhatsApp message'} />}
      </AccountForm>
      <p>
        <Link to={`/account#${what}`}>Choose another {what} or send a new code</Link>
      </p>
    </>
  )
}

function SentCodeField({ error, from }: { error: string | undefined; from: string }) {
  const hint = `The ${CODE_DIGITS} digits in our ${from}. They work for ${CODE_MINUTES} minutes.`
  return <CodeField error={error} maxLength={20} hint={hint} />
}

type NumberSectionProps = { confirmed: string | undefined; isOn: boolean; proof: Proof }

/** A mobile number that logs in with a code on WhatsApp. */
export function NumberSection({ confirmed, isOn, proof }: NumberSectionProps) {
  const last = useContext(LastResult)
  const isCodeSent = last?.isCodeSent && (last.intent === 'number' || last.intent === 'confirm-number')
  return (
    <Section id="number" heading="Your mobile number">
      {confirmed && (
        <>
          <p className="cluster gap-2">
            {confirmed}
            <span className="badge">Confirmed</span>
          </p>
          <AccountForm intent="remove-number" submit="Remove number" variant="quiet" />
        </>
      )}
      {!confirmed && isOn && isCodeSent && <EnterCode what="number" to={last.values.number ?? ''} />}
      {!confirmed && isOn && !isCodeSent && (
        <AccountForm intent="number" submit="Send a code by WhatsApp">
          {({ field }) => (
            <>
              <Field
                label="Mobile number"
                {...field('number')}
                type="tel"
                autoComplete="tel"
                required
                maxLength={20}
                hint="Once it is confirmed you can log in with it and a code on WhatsApp."
              />
              {proof === 'password' && <PasswordField label="Your password" error={field('password').error} />}
            </>
          )}
        </AccountForm>
      )}
    </Section>
  )
}

export function PasswordSection({ proof, email }: { proof: Proof; email: string }) {
  return (
    <Section id="password" heading={proof === 'password' ? 'Change password' : 'Set a password'}>
      {proof !== 'password' && (
        <p className="quiet">You log in with codes by email. With a password you can log in without waiting for one.</p>
      )}
      {proof === 'code' && <ConfirmSession email={email} />}
      {proof === 'factor' && (
        <p>
          To set a password or change your email, first <Link to="/confirm?next=/account">confirm that it’s you</Link>.
        </p>
      )}
      {(proof === 'password' || proof === 'done') && (
        <AccountForm intent="password" submit={proof === 'password' ? 'Change password' : 'Set password'}>
          {({ field }) => (
            <>
              {/* Password managers store the new password under this name. */}
              <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
              {proof === 'password' && (
                <PasswordField label="Current password" name="currentPassword" error={field('currentPassword').error} />
              )}
              <Field
                label="New password"
                name="newPassword"
                error={field('newPassword').error}
                type="password"
                autoComplete="new-password"
                required
                hint={`At least ${PASSWORD_MIN} characters. All other devices are logged out.`}
              />
            </>
          )}
        </AccountForm>
      )}
    </Section>
  )
}

/** Emails a code to confirm who is at the browser, before an account without a password changes its email or sets a password. */
function ConfirmSession({ email }: { email: string }) {
  const last = useContext(LastResult)
  const isCodeSent = last?.isCodeSent && (last.intent === 'send-code' || last.intent === 'confirm-session')
  return (
    <>
      {isCodeSent ? (
        <>
          <FormMessage tone="plain" alert>
            We’ve sent a code to {email}.
          </FormMessage>
          <AccountForm intent="confirm-session" submit="Confirm">
            {({ field }) => <SentCodeField error={field('code').error} from="email" />}
          </AccountForm>
        </>
      ) : (
        <p>To set a password or change your email, first confirm that it’s you.</p>
      )}
      <AccountForm intent="send-code" submit="Email me a code" variant="quiet" />
    </>
  )
}
