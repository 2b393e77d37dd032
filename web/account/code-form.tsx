import { type ReactNode, useEffect } from 'react'
import { Form } from 'react-router'
import { CODE_MINUTES } from '#domain/accounts/email-code.ts'
import type { Problems } from '#domain/form-fields.ts'
import { parseMobile } from '#domain/phone.ts'
import { useProblems } from '#web/client/problems.ts'
import { SubmitButton } from '#web/ui/forms/button.tsx'
import { FormMessage, HiddenFields } from '#web/ui/forms/field.tsx'
import { CodeField } from './proof-fields.tsx'

type CodeFormProps = {
  /** Or a mobile number in E.164. */
  email: string
  /** The address that the forms post to; this page if absent. */
  action?: string
  submit: string
  rejection: { problems?: Problems } | undefined
  children?: ReactNode
}

/** Asks for the code that was sent to this address. The button for another code posts the field `again` instead. */
export function CodeForm({ email, action, submit, rejection, children }: CodeFormProps) {
  const { form, problems } = useProblems(rejection)
  const isNumber = parseMobile(email) === email
  useEffect(() => form.current?.querySelector<HTMLInputElement>('[name="code"]')?.focus(), [form])
  return (
    <>
      <p className="quiet">
        {isNumber ? 'If an account has confirmed it, we’ve sent six digits to ' : 'We’ve sent six digits to '}
        <strong>{email}</strong>. They work for {CODE_MINUTES} minutes, in this browser.
      </p>
      <Form ref={form} method="post" action={action} noValidate className="form">
        <input type="hidden" name="email" value={email} />
        <CodeField
          maxLength={20}
          hint={isNumber ? 'Look in WhatsApp on that phone.' : 'Also look in your spam folder.'}
        />
        <SubmitButton wide>{submit}</SubmitButton>
        {problems.code && <FormMessage alert>{problems.code}</FormMessage>}
      </Form>
      <Form method="post" action={action} className="form">
        <HiddenFields of={{ email, again: 'yes' }} />
        <SubmitButton variant="quiet" wide>
          Send another code
        </SubmitButton>
      </Form>
      {children}
    </>
  )
}
