import { useFetcher } from 'react-router'
import { FORM_PAGES, type FormPageName } from '#domain/settings/pages.ts'
import { SECTIONS, type SectionName } from '#domain/settings/sections.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import { AreasSection } from './areas-section.tsx'
import type { LoadedSettings } from './load-settings.ts'
import { SectionForm } from './section-form.tsx'
import type { SectionResult } from './section-result.ts'
import { SecuritySection } from './security-section.tsx'

type SettingsPageProps = {
  page: FormPageName
  settings: LoadedSettings
  /** The answer to a form that was sent without scripts. */
  answer?: SectionResult | undefined
}

export function SettingsPage({ page, settings, answer }: SettingsPageProps) {
  const { stored, areas, requireSecondFactor, mayRequireSecondFactor: mayRequire } = settings
  const label = FORM_PAGES.find(({ name }) => name === page)?.label ?? ''
  const answerTo = (intent: string) => (answer?.section === intent ? answer : undefined)
  const form = (intent: SectionName, about?: string) => (
    <SectionForm
      name={label}
      intent={intent}
      section={SECTIONS[intent]}
      stored={stored[intent]}
      answer={answerTo(intent)}
    >
      {about}
    </SectionForm>
  )
  const sections: Record<FormPageName, () => React.ReactNode> = {
    shop: () => form('save-shop', 'What the shop is called and what it sells. Every page, email and file follows.'),
    look: () => form('save-look', 'The colour of buttons and links, the fonts and the corners of every page.'),
    legal: () =>
      form(
        'save-legal',
        'Your business details, shown in the footer, on the contact page, in the terms and in emails. Empty fields are hidden.',
      ),
    delivery: () => (
      <>
        {form('save-delivery')}
        <AreasSection count={areas} answer={answerTo('save-areas')} />
      </>
    ),
    payment: () => form('save-payment'),
    returns: () => form('save-returns'),
    messages: () => (
      <>
        {form('save-messages')}
        <TestMessages answer={answerTo('test-messages')} />
      </>
    ),
    pause: () => form('save-pause', 'Payments that began before the pause still become orders.'),
    stock: () => form('save-stock'),
    sellers: () => form('save-sellers'),
    search: () =>
      form(
        'save-search',
        'What /search shows below its results: products for words with a typing mistake, and for words that mean the same.',
      ),
    security: () => (
      <SecuritySection
        requireSecondFactor={requireSecondFactor}
        mayRequire={mayRequire}
        answer={answerTo('security')}
      />
    ),
    privacy: () =>
      form(
        'save-privacy',
        'How many days personal data is kept. A job removes older data every night; the privacy page shows the periods.',
      ),
  }
  return (
    <div className="stack settings">
      <div className="stack gap-1">
        <Breadcrumbs trail={[{ label: 'Settings', to: '/adminDashboard/settings' }, { label }]} />
        <h1>{label}</h1>
      </div>
      {sections[page]()}
    </div>
  )
}

/** A button that sends an email to the person who presses it, and what the provider said. */
function TestMessages({ answer }: { answer: SectionResult | undefined }) {
  const fetcher = useFetcher<SectionResult>()
  const result = fetcher.data ?? answer
  return (
    <fetcher.Form method="post" action="/adminDashboard/settings" className="stack gap-2">
      <input type="hidden" name="intent" value="test-messages" />
      <div className="stack gap-1">
        <div>
          <Button type="submit" variant="quiet" busy={fetcher.state !== 'idle'} aria-describedby="test-messages">
            Send a test
          </Button>
        </div>
        <p className="fine" id="test-messages">
          To your own address, by the way that is saved.
        </p>
      </div>
      <div role="status">{result?.ok && <FormMessage tone="good">{result.said}</FormMessage>}</div>
      {result?.ok === false && <FormMessage alert>{result.problems.form}</FormMessage>}
    </fetcher.Form>
  )
}
