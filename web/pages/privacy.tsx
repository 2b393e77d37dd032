import { Fragment } from 'react'
import { Link } from 'react-router'
import { formatDays, type PrivacySettings, privacySettingsOf } from '#domain/privacy/retention.ts'
import { STORED_DATA } from '#domain/privacy/stored-data.ts'
import { type Kept, TOPICS, type Topic } from '#domain/privacy/stored-table.ts'
import { type Sentence, sentenceIn, type Words } from '#domain/shop/wording.ts'
import type { Html as HtmlText } from '#domain/texts/document.ts'
import { shopContext } from '#server/contexts.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Html } from '#web/ui/layout/html.tsx'
import { Prose } from '#web/ui/layout/prose.tsx'
import { useRoot, useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/privacy'

/** Settings only, nothing about the visitor, because the page is cached for everyone. */
export async function loader({ context }: Route.LoaderArgs): Promise<PrivacySettings & { addition: HtmlText }> {
  const shop = context.get(shopContext)
  const settings = await shop.settings.read()
  return {
    ...privacySettingsOf(settings),
    dataFiduciary: settings.dataFiduciary || settings.legalName || settings.shopName,
    addition: await shop.texts.read('privacy-addition'),
  }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, ({ shopName }) => ({
    title: 'Privacy',
    description: `What ${shopName} stores about you, where, why and for how long. No trackers and no advertising cookies.`,
  }))
}

const IN_THE_BROWSER: readonly (readonly [key: string, what: Sentence, when: string])[] = [
  [
    'cart',
    ({ nouns, finish }) => `The ${nouns} in your cart, with size, ${finish} and quantity`,
    'Until you order, remove them or log out',
  ],
  ['checkout', 'A random number that prevents duplicate orders', 'Until you log out'],
  ['unanswered', 'The same for an order that was sent and not answered yet', 'Until the answer arrives or you log out'],
  ['wishlist', ({ nouns }) => `The ${nouns} on your wishlist`, 'Until you log out'],
  ['lastVisitedProducts', ({ nouns }) => `The last 8 ${nouns} you looked at`, 'Until you log out'],
  ['currentPage', 'The page of the product list you were on', 'Until you log out'],
  ['users', 'Your name, email, role and account ID, once you log in', 'Until you log out'],
]

export default function Privacy({ loaderData: settings }: Route.ComponentProps) {
  const words = useWords()
  const { hasWhatsapp } = useRoot()
  return (
    <Prose
      title="Privacy"
      intro={`We store only what we need to sell and deliver your ${words.nouns}. We don’t track you.`}
    >
      <h2>Who is responsible</h2>
      <p>
        {settings.dataFiduciary} is responsible for your data (the data fiduciary under India’s Digital Personal Data
        Protection Act). Questions and complaints:{' '}
        {settings.grievanceContact ? (
          `${settings.grievanceContact}.`
        ) : (
          <>
            the <Link to="/contactUs">contact page</Link>.
          </>
        )}{' '}
        If our answer doesn’t help, you can complain to the Data Protection Board of India.
      </p>
      <h2>Your data, your decision</h2>
      <p>
        In <Link to="/account/privacy">Your data</Link> you can download everything we store about you and delete your
        account. You can also ask us to correct something on the <Link to="/contactUs">contact page</Link>.
      </p>
      <h2>No trackers</h2>
      <p>
        Our pages contain no advertising, no analytics and no social network code. Fonts and images come from our own
        server. Pages are the same for every visitor; anything personal is added in your own browser.
      </p>
      <h2>What we store in your browser</h2>
      <p>We use your browser’s local storage for these entries. Logging out clears them all.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="table-scroll" aria-label="Entries in local storage" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">What it holds</th>
              <th scope="col">How long</th>
            </tr>
          </thead>
          <tbody>
            {IN_THE_BROWSER.map(([key, what, when]) => (
              <tr key={key}>
                <th scope="row">
                  <code>
                    {key.split(/(?=[A-Z])/).map((part) => (
                      <Fragment key={part}>
                        <wbr />
                        {part}
                      </Fragment>
                    ))}
                  </code>
                </th>
                <td>{sentenceIn(words, what)}</td>
                <td>{when}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p>
        An address or message that you haven’t sent yet is kept in its tab’s session storage until you close the tab.
      </p>
      <p>
        When you log in, we also set two cookies that scripts cannot read. One holds your session and is deleted when
        you log out or the session ends. The other remembers that this browser has logged in to your account before, so
        that strangers who guess passwords cannot lock you out; it expires after six months or when your password
        changes. While you log in in two steps, or add or use a passkey, another cookie holds that step for a few
        minutes. On a device that notifies staff, one more names the device until you log out there, a year at most. We
        set no other cookies. All are strictly necessary, so we don’t ask for consent.
      </p>
      <h2>What we store in our database</h2>
      <p>This list is generated from the table that our tests check against the database, so it is complete.</p>
      {Object.entries(TOPICS).map(([topic, heading]) => (
        <TopicList key={topic} topic={topic as Topic} heading={heading} settings={settings} />
      ))}
      <h2>Where else it is</h2>
      <ul>
        <li>
          <strong>Server log:</strong> when an account logs in or changes, the log notes the account’s ID and the
          network address, without name or email. It is kept for a year, so that misuse can be investigated.
        </li>
        <li>
          <strong>Backups:</strong> copies of the database. What you delete stays in older backups until they are
          overwritten, and is deleted again if one is ever used.
        </li>
      </ul>
      <h2>Who we share it with</h2>
      <ul>
        <li>The courier gets your name, address and mobile number.</li>
        <li>The payment provider gets your name, email, mobile number and the amount, if you pay online.</li>
        <li>The email service that sends your emails gets their contents.</li>
        {hasWhatsapp && (
          <li>
            WhatsApp (Meta) gets your mobile number and what we write there, if you ask for updates or codes by it.
          </li>
        )}
        <li>The form service that forwards contact messages gets your message.</li>
        <li>
          {`Sellers see who has ordered which of their ${words.nouns}: your name, never your phone number or address.`}
        </li>
      </ul>
      <h2>When you delete your account</h2>
      <p>
        Your name, email, phone number and address disappear from our database at once. We keep what you ordered and
        paid, without your personal details, because our accounts must add up. Only its invoices keep your name and
        address, for the eight financial years that the law requires.
      </p>
      <Html className="prose-text" of={settings.addition} />
    </Prose>
  )
}

function TopicList({ topic, heading, settings }: { topic: Topic; heading: string; settings: PrivacySettings }) {
  const words = useWords()
  return (
    <>
      <h3>{heading}</h3>
      <ul className="lines">
        {STORED_DATA.map(
          ({ table, about }) =>
            about?.topic === topic && (
              <li key={table}>
                <p>{sentenceIn(words, about.what)}.</p>
                <dl className="terms fine">
                  <dt>Whose</dt>
                  <dd>{sentenceIn(words, about.whose)}</dd>
                  <dt>Why</dt>
                  <dd>{about.why}</dd>
                  <dt>How long</dt>
                  <dd>{periodOf(about.kept, settings, words)}</dd>
                </dl>
              </li>
            ),
        )}
      </ul>
    </>
  )
}

function periodOf(kept: Kept, settings: PrivacySettings, words: Words): string {
  if (typeof kept !== 'object') return sentenceIn(words, kept)
  const period = formatDays(settings[kept.setting])
  return period.charAt(0).toUpperCase() + period.slice(1)
}
