import { FORM_PAGES, type FormPageName } from '#domain/settings/pages.ts'
import { SECTIONS, type SectionName } from '#domain/settings/sections.ts'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import { AreasSection } from './areas-section.tsx'
import type { LoadedSettings } from './load-settings.ts'
import { SectionForm } from './section-form.tsx'
import type { SectionResult } from './section-result.ts'
import { SecuritySection } from './security-section.tsx'
import { TestMessages } from './test-messages.tsx'

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
