import { createContext, type ReactNode, useContext } from 'react'
import { Form, useNavigation, useSearchParams } from 'react-router'
import type { Parsed, Problems } from '#domain/form-fields.ts'
import { useProblems } from '#web/client/problems.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage, fieldsOf, HiddenFields } from '#web/ui/forms/field.tsx'
import type { AccountResult } from './account-action.ts'
import { type AccountIntent, type AccountSection, confirmationFor, sectionOf } from './account-messages.ts'

export const LastResult = createContext<AccountResult | undefined>(undefined)

/** A section of the account page, with the confirmation of what was last done in it. */
export function Section({ id, heading, children }: { id: AccountSection; heading: string; children: ReactNode }) {
  const [params] = useSearchParams()
  const hasFailed = useContext(LastResult) !== undefined
  const confirmation = hasFailed ? undefined : confirmationFor(id, params.get('done'))
  return (
    <section className="stack start account-section" id={id}>
      <h2>{heading}</h2>
      {confirmation && (
        <FormMessage tone="good" alert>
          {confirmation}
        </FormMessage>
      )}
      {children}
    </section>
  )
}

type AccountFormProps = {
  intent: AccountIntent
  submit: string
  variant?: 'primary' | 'quiet'
  small?: boolean
  /** Id of the text that tells the buttons of several rows apart for screen readers. */
  describedBy?: string
  fields?: Record<string, string | number>
  page?: string
  parse?: (form: FormData) => Parsed<unknown>
  children?: (form: { field: ReturnType<typeof fieldsOf<string>>; problems: Problems }) => ReactNode
}

/** One form of the account page. Its fields keep what was typed and show what is wrong; without scripts too. */
export function AccountForm({
  intent,
  submit,
  variant,
  small,
  describedBy,
  fields = {},
  page = '/account',
  parse,
  children,
}: AccountFormProps) {
  const { state, formData } = useNavigation()
  const last = useContext(LastResult)
  const result = last?.intent === intent && isSameForm(last.values, fields) ? last : undefined
  const { form, problems, message } = useProblems(result, parse)
  const busy = state !== 'idle' && formData?.get('intent') === intent && isSameForm(textsOf(formData), fields)
  return (
    <Form
      ref={form}
      method="post"
      // Without scripts the page comes back at this section.
      action={`${page}#${sectionOf(intent)}`}
      noValidate
      className={children ? 'stack start account-form' : undefined}
    >
      <HiddenFields of={{ intent, ...fields }} />
      {children?.({ field: fieldsOf(result?.values, problems), problems })}
      <Button type="submit" variant={variant} small={small} busy={busy} aria-describedby={describedBy}>
        {submit}
      </Button>
      {message && <FormMessage alert>{message}</FormMessage>}
    </Form>
  )
}

/** The rows of a list have the same form, so their `id` decides. */
function isSameForm(values: Record<string, unknown>, fields: Record<string, string | number>): boolean {
  return fields.id === undefined || values.id === String(fields.id)
}

function textsOf(form: FormData): Record<string, unknown> {
  return Object.fromEntries(form)
}
