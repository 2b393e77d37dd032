import { data } from 'react-router'
import { renderEmail } from '#domain/messages/render-email.ts'
import { MESSAGE_NAMES } from '#domain/messages/templates.ts'
import { shopInfoOf } from '#domain/shop/shop-info.ts'
import { parseId } from '#domain/text.ts'
import { originOf } from '#server/config.ts'
import { shopContext } from '#server/contexts.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import { withoutTokens } from '#server/messages/links.ts'
import { findSentMessageById } from '#server/messages/queries.ts'
import type { Shop } from '#server/shop.ts'
import { privateMeta } from '#web/page-meta.ts'
import { DateTime } from '#web/ui/date-time.tsx'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import type { Route } from './+types/sent-email'

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const id = parseId(params.id)
  const email = await readOrFail(shop, 'Failed to load emails', async () => id && readEmail(shop, id))
  if (!email) throw data(null, { status: 404 })
  return email
}

async function readEmail(shop: Shop, id: number) {
  const sent = await findSentMessageById(shop.db, id)
  if (sent?.channel !== 'email') return undefined
  const { template: kind, time } = sent
  const [message, settings] = await Promise.all([withoutTokens(shop, sent), shop.settings.read()])
  const say = await shop.texts.say()
  const rendered = renderEmail({ message, kind, shop: shopInfoOf(settings), say, origin: originOf(shop.config) })
  const isEmailjs = settings.emailThrough === 'emailjs'
  return { ...rendered, name: MESSAGE_NAMES[kind], to: message.email, time: time.toISOString(), isEmailjs }
}

export const handle = { needsHeading: true }

export const meta = privateMeta({ title: 'Email', description: 'An email as its reader sees it.' })

export default function SentEmail({
  loaderData: { subject, html, text, name, to, time, isEmailjs },
}: Route.ComponentProps) {
  return (
    <div className="stack">
      <Breadcrumbs trail={[{ label: 'Sent', to: '/adminDashboard/emails' }, { label: name }]} />
      <h2>{subject}</h2>
      <p className="fine quiet">
        To {to}, <DateTime of={time} />.
        {isEmailjs && ' EmailJS puts these words into the template of your account there; SMTP sends them like this.'}
      </p>
      {/* Without any permission: it runs no script, and its links do nothing. */}
      <iframe className="email-frame" title="The email" sandbox="" srcDoc={html} />
      <details className="underlined">
        <summary>As text</summary>
        <p className="note">{text}</p>
      </details>
    </div>
  )
}
