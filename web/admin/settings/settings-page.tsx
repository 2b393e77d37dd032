import { Link, useFetcher } from 'react-router'
import { AREA_COLUMNS } from '#domain/delivery/area-file.ts'
import { FORM_PAGES, type FormPageName } from '#domain/settings/pages.ts'
import { SECTIONS, type SectionName } from '#domain/settings/sections.ts'
import { CsvFileField } from '#web/admin/csv/csv-file-field.tsx'
import { useProblems } from '#web/client/problems.ts'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { FieldError, FormMessage } from '#web/ui/forms/field.tsx'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import { SectionForm } from './section-form.tsx'
import type { SectionResult } from './section-result.ts'
import type { LoadedSettings } from './section-store.ts'

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

type SecuritySectionProps = {
  requireSecondFactor: boolean
  /** True if this admin has a second factor; only then may they require one of all admins. */
  mayRequire: boolean
  answer: SectionResult | undefined
}

function SecuritySection({ requireSecondFactor, mayRequire, answer }: SecuritySectionProps) {
  const fetcher = useFetcher<SectionResult>()
  const result = fetcher.data ?? answer
  const { form, problems, message } = useProblems(result?.ok === false ? result : undefined)
  const problem = problems.requireSecondFactor
  return (
    <section className="stack" aria-labelledby="settings-security">
      <h2 id="settings-security" className={answer ? undefined : 'visually-hidden'}>
        Security
      </h2>
      <fetcher.Form ref={form} method="post" action="/adminDashboard/settings" className="form">
        <input type="hidden" name="intent" value="security" />
        <label className="check">
          <input
            type="checkbox"
            name="requireSecondFactor"
            defaultChecked={requireSecondFactor}
            aria-invalid={problem !== undefined}
            aria-describedby={problem ? 'second-factor-error second-factor-hint' : 'second-factor-hint'}
          />
          Require a second factor for admins
        </label>
        <p className="fine" id="second-factor-hint">
          An admin without an authenticator app or a passkey sets one up before anything else in the back office.
          {!mayRequire && (
            <>
              {' '}
              First <Link to="/account/security">set up your own</Link>, so that you are not locked out.
            </>
          )}
        </p>
        <div role="status">{result?.ok && <FormMessage tone="good">Saved.</FormMessage>}</div>
        <FieldError id="second-factor" error={problem} />
        {message && <FormMessage alert>{message}</FormMessage>}
        <div>
          <Button type="submit" busy={fetcher.state !== 'idle'}>
            Save
          </Button>
        </div>
      </fetcher.Form>
    </section>
  )
}

type AreasSectionProps = {
  count: number
  answer: SectionResult | undefined
}

/** The serviceable pincodes: a list that a CSV file replaces. */
function AreasSection({ count, answer }: AreasSectionProps) {
  const fetcher = useFetcher<SectionResult>()
  const result = fetcher.data ?? answer
  const refused = result?.ok === false ? result : undefined
  const { form, problems } = useProblems(refused)
  const rows = Object.entries(refused?.problems ?? {}).filter(([field]) => field.startsWith('row '))
  return (
    <section aria-labelledby="settings-pincodes" className="stack">
      <h3 id="settings-pincodes">Serviceable pincodes</h3>
      <p className="quiet">
        {count === 0
          ? 'The shop delivers everywhere. A list limits it to the pincodes that it names.'
          : `The shop delivers to ${count.toLocaleString('en-IN')} ${count === 1 ? 'pincode' : 'pincodes'}.`}
      </p>
      <fetcher.Form
        ref={form}
        method="post"
        action="/adminDashboard/settings"
        encType="multipart/form-data"
        className="form"
        noValidate
        aria-labelledby="settings-pincodes"
      >
        <input type="hidden" name="intent" value="save-areas" />
        <CsvFileField
          label="CSV file of pincodes"
          name="areas"
          hint={`Columns ${AREA_COLUMNS.join(',')}: days, cash (yes or no) and the largest cash order in rupees may be empty. The file replaces the list. A file with only the header row removes the list.`}
          error={problems.areas ?? problems.form}
          problems={rows.map(([, problem]) => problem ?? '')}
          done={result?.ok ? 'The list was replaced.' : undefined}
        />
        <div className="cluster">
          <Button type="submit" busy={fetcher.state !== 'idle'}>
            Replace the list
          </Button>
          {count > 0 && (
            <LinkButton to="/adminDashboard/export/pincodes" variant="quiet" reloadDocument>
              Download the list
            </LinkButton>
          )}
        </div>
      </fetcher.Form>
    </section>
  )
}
