import { Form, useNavigation } from 'react-router'
import { type PrivacySettings, RETENTION_FIELDS, type RetentionSetting } from '#domain/privacy/retention.ts'
import { sentenceIn } from '#domain/shop/wording.ts'
import { useFocusOnProblem } from '#web/client/focus-on-problem.ts'
import { useWords } from '#web/client/shop-info.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage, fieldsOf } from '#web/ui/forms/field.tsx'
import type { SectionResult } from './save-section.ts'

type PrivacySectionProps = { settings: PrivacySettings; result: SectionResult | undefined }

/** How long personal data is kept, and who answers for it. */
export function PrivacySection({ settings, result }: PrivacySectionProps) {
  const words = useWords()
  const busy = useNavigation().formData?.get('intent') === 'save-privacy'
  const refused = result?.ok === false ? result : undefined
  const stored = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))
  const field = fieldsOf<string>(refused?.values ?? stored, refused?.problems)
  const form = useFocusOnProblem(refused)
  return (
    <section aria-labelledby="privacy-settings">
      <h2 id="privacy-settings">Privacy</h2>
      <p className="quiet">
        How many days personal data is kept. A job removes older data every night; the privacy page shows the periods.
      </p>
      <Form ref={form} method="post" noValidate className="form" preventScrollReset aria-labelledby="privacy-settings">
        <input type="hidden" name="intent" value="save-privacy" />
        {Object.entries(RETENTION_FIELDS).map(([name, { label, hint, min }]) => (
          <Field
            key={`${name} ${settings[name as RetentionSetting]}`}
            label={`${label} (days)`}
            {...field(name)}
            inputMode="numeric"
            required
            hint={`${sentenceIn(words, hint)} At least ${min}.`}
          />
        ))}
        <Field
          key={`dataFiduciary ${settings.dataFiduciary}`}
          label="Who is responsible"
          {...field('dataFiduciary')}
          hint="Name and postal address of the business, as the privacy page names it. Empty: the legal name."
        />
        <Field
          key={`grievanceContact ${settings.grievanceContact}`}
          label="Questions and complaints"
          {...field('grievanceContact')}
          hint="Name, email or phone number of whoever answers. Empty: the contact page."
        />
        <div>
          <Button type="submit" busy={busy}>
            Save
          </Button>
        </div>
        <div role="status">{result?.ok && <FormMessage tone="good">Saved.</FormMessage>}</div>
        {refused && <FormMessage alert>{refused.problems.form ?? 'Please fix the highlighted fields.'}</FormMessage>}
      </Form>
    </section>
  )
}
