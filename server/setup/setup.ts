import type { User } from '#domain/accounts/user.ts'
import { decideAccepted, decideSetup, type Setup, type ShopFacts } from '#domain/setup/checks.ts'
import { type FirstStep, firstHourOf } from '#domain/setup/first-hour.ts'
import type { SenderDns } from '#domain/setup/sender-dns.ts'
import { feeSentence, promisesFreeDelivery } from '#domain/shop/delivery.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { isTextName, TEXTS } from '#domain/texts/texts.ts'
import type { Services } from '#server/config.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Db } from '#server/db/connection.ts'
import { isAlwaysHttps } from '#server/http/csrf.ts'
import { listOwnPages } from '#server/own-pages/queries.ts'
import { findSettings, lockSettings, upsertSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import { listCurrentTexts, listUnreadTexts } from '#server/texts/queries.ts'
import { readStoredFacts, type StoredFacts } from './queries.ts'

type JudgedShop = Pick<Shop, 'db' | 'config' | 'now'> & {
  services: Pick<Services, 'razorpay' | 'emailjs' | 'smtp' | 'web3forms'>
}

/** The DNS records for emails through SMTP. They are only advice, so other pages do not wait for them. */
export async function readSenderDns({ senderDns, services }: Pick<Shop, 'senderDns' | 'services'>) {
  const { emailThrough, smtp } = services
  if (emailThrough !== 'smtp' || !smtp) return undefined
  const domain = smtp.sender.address.split('@').at(-1) ?? ''
  return domain.includes('.') ? senderDns.read(domain) : { domain, records: undefined }
}

/**
 * Reads the settings from the database, so that the page after a pressed button shows its effect.
 *
 * @param stored read with the overview, which is held for a second
 */
export async function readSetup(shop: JudgedShop, stored: StoredFacts, senderDns?: SenderDns): Promise<Setup> {
  const [settings, unreadTexts] = await Promise.all([findSettings(shop.db), listUnreadTexts(shop.db)])
  const freeTexts = await listFreeTexts(shop.db, settings)
  return decideSetup({
    ...configuredFacts(shop, settings),
    ...stored,
    settings,
    unreadTexts,
    freeTexts,
    senderDns,
    now: shop.now(),
  })
}

/** The owner's texts and pages that promise free delivery although it has a fee. */
async function listFreeTexts(db: Db, settings: Settings): Promise<{ name: string; label: string }[]> {
  if (!feeSentence(settings)) return []
  const free = [...(await listCurrentTexts(db))].filter(([, { markdown }]) => promisesFreeDelivery(markdown))
  const pages = new Map((await listOwnPages(db)).map(({ id, title }) => [`pages/${id}`, title]))
  return free.flatMap(([name]) => {
    const label = isTextName(name) ? TEXTS[name].label : pages.get(name)
    return label ? [{ name, label }] : []
  })
}

/** Which steps of the first hour are done. */
export async function readFirstHour(shop: JudgedShop, stored: StoredFacts): Promise<FirstStep[]> {
  const settings = await findSettings(shop.db)
  return firstHourOf({ ...configuredFacts(shop, settings), ...stored, settings })
}

/** Which services are real: all others are at an address of the sandbox, or not configured. */
function configuredFacts(
  { config, services }: JudgedShop,
  { emailThrough }: Pick<Settings, 'emailThrough'>,
): Pick<ShopFacts, 'payment' | 'emails' | 'contactForm' | 'isHttps'> {
  const { razorpay, emailjs, smtp, web3forms } = services
  const emails = emailThrough === 'smtp' ? smtp : emailjs
  const isInSandbox = emails && ('url' in emails ? isSandbox(emails.url) : emails.isSandbox)
  return {
    payment: razorpay ? (razorpay.keyId.startsWith('rzp_test_') ? 'test' : 'live') : 'none',
    emails: emails ? (isInSandbox ? 'sandbox' : 'sent') : 'none',
    contactForm: web3forms ? (isSandbox(web3forms.url) ? 'sandbox' : 'sent') : 'none',
    isHttps: isAlwaysHttps(config),
  }
}

/** The sandbox is reached on this machine, or through the shop itself. */
function isSandbox(url: string): boolean {
  const { hostname, pathname } = new URL(url, 'http://127.0.0.1')
  return hostname === '127.0.0.1' && pathname.startsWith('/sandbox/')
}

type Button = { intent: 'keep' | 'ask-again'; id: string }

/**
 * Accepts a check as it is, or no longer; repeating it changes nothing.
 *
 * @returns false: the check is gone, or has to be fixed
 */
export async function changeAccepted(
  shop: JudgedShop,
  admin: User,
  button: Button,
  senderDns?: SenderDns,
): Promise<boolean> {
  const stored = await readStoredFacts(shop.db)
  const unreadTexts = await listUnreadTexts(shop.db)
  return shop.db.transaction(async (tx) => {
    const settings = await lockSettings(tx)
    const texts = { unreadTexts, freeTexts: await listFreeTexts(tx, settings) }
    const facts = { ...configuredFacts(shop, settings), ...stored, settings, ...texts, senderDns, now: shop.now() }
    const { acceptedChecks: before } = settings
    const acceptedChecks = decideAccepted(decideSetup(facts), before, button)
    if (!acceptedChecks) return false
    if (acceptedChecks.length === before.length) return true
    await upsertSettings(tx, { acceptedChecks })
    await insertAudit(tx, admin, {
      action: button.intent === 'keep' ? 'keep as it is' : 'ask again',
      subject: 'shop',
      before: { acceptedChecks: before },
      after: { acceptedChecks },
    })
    return true
  })
}
