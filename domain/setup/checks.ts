import { deliverySection } from '#domain/settings/delivery-section.ts'
import { paymentSection } from '#domain/settings/payment-section.ts'
import { feeSentence } from '#domain/shop/delivery.ts'
import { defaultSettings, type Settings } from '#domain/shop/settings.ts'
import { TEXTS, type TextName } from '#domain/texts/texts.ts'
import { formatDateTime } from '#domain/time.ts'
import { NEW_SHOP_WORDS } from './new-shop.ts'
import { describeRecords, type SenderDns } from './sender-dns.ts'

/** The things that a shop begun without demo data has of its own by now. */
export type BegunShop = {
  hasProducts: boolean
  /** Offered ones. */
  hasSizes: boolean
  hasFinishes: boolean
  /** Is there a list of pincodes? */
  hasAreas: boolean
  /** Products for sale, of the newest thousand. */
  withoutHsn: number
  soldOnce: number
}

export type ShopFacts = {
  /** Absent: the shop was not begun empty. */
  begun?: BegunShop | undefined
  payment: 'live' | 'test' | 'none'
  emails: 'sent' | 'sandbox' | 'none'
  /** The DNS records of the sender, if emails go through SMTP. Absent: not looked up. */
  senderDns?: SenderDns | undefined
  contactForm: 'sent' | 'sandbox' | 'none'
  /** Browsers reach the shop over https only. */
  isHttps: boolean
  settings: Settings
  /** Seeded products that are for sale as they were. */
  demoProducts: number
  /** Addresses of seeded accounts that still have the password they were made with. */
  demoAccounts: readonly string[]
  lastBackup: Date | undefined
  /** Names of texts that are the defaults. */
  unreadTexts: readonly TextName[]
  /** Names, or titles of own pages, of texts that promise free delivery. Absent: it costs nothing, so they may. */
  freeTexts?: readonly { name: string; label: string }[]
  adminsWithoutSecondFactor: number
  /** Addresses of admins and sellers that nobody has proved to be theirs. */
  unconfirmedStaff: readonly string[]
  /** Somebody is told of new orders. Absent: not looked up. */
  hearsOfOrders?: boolean
  now: Date
}

/** Something that a shop lacks before it can sell, in words for its owner. */
export type Check = {
  id: string
  heading: string
  /** One sentence. */
  why: string
  /** The rule that asks for it. */
  law?: string
  fix: Fix
  /** The names that `Keep as it is` stores; absent: it has to be fixed. */
  keeps?: readonly string[]
  /** The shop may sell without it. */
  isAdvice?: true
}

type Fix =
  | { link: string; label: string }
  /** To run on the server. */
  | { command: string }
  /** Settings of the server, in its file `.env`. */
  | { variables: readonly string[] }

/** A day, and an hour in which the nightly backup runs. */
const BACKUP_MAX_AGE_MS = 25 * 60 * 60 * 1000

const E_COMMERCE_RULES = 'Consumer Protection (E-Commerce) Rules 2020'
const LEGAL: Fix = { link: '/adminDashboard/settings/legal', label: 'Settings, Legal' }
const MESSAGES: Fix = { link: '/adminDashboard/settings/messages', label: 'Settings, Messages' }
const CONNECTIONS: Fix = { link: '/adminDashboard/settings/connections', label: 'Settings, Connections' }

/** The words of a shop whose owner has not chosen one. */
const UNCHOSEN_NOUNS: readonly string[] = [NEW_SHOP_WORDS.productNoun, defaultSettings.productNoun]

/** Settings of which an owner who has looked at delivery and cash has usually changed one. */
const LOOKED_AT = [...deliverySection.names, ...paymentSection.names]

function productsHave(count: number): string {
  return count === 1 ? 'A product has' : `${count} products have`
}

/** In the order of the page. Each returns no check where nothing is missing. */
export const OPEN_CHECKS: readonly ((facts: ShopFacts) => Check | false | undefined)[] = [
  ({ isHttps }) =>
    !isHttps && {
      id: 'https',
      heading: 'The shop has no https address',
      why: 'Passwords and addresses can be read on their way to the shop; docs/deploy.md sets up a proxy with a certificate.',
      law: 'Digital Personal Data Protection Act 2023, section 8(5)',
      fix: { variables: ['PUBLIC_URL', 'TRUST_PROXY'] },
    },
  ({ payment, settings: { cashOnDelivery } }) => {
    if (payment === 'live') return undefined
    if (payment === 'test')
      return {
        id: 'test-payment',
        heading: 'Online payment uses test keys',
        why: 'Shoppers can pay online, but no money moves.',
        fix: CONNECTIONS,
      }
    return {
      id: 'no-payment',
      heading: 'Online payment is off',
      why: cashOnDelivery
        ? 'Shoppers can order with cash on delivery only.'
        : 'Cash on delivery is off as well, so customers cannot order anything.',
      fix: CONNECTIONS,
      ...(cashOnDelivery && { keeps: ['no-payment'] }),
    }
  },
  ({ emails }) =>
    emails === 'sandbox' && {
      id: 'sandbox-emails',
      heading: 'Emails go to the sandbox',
      why: 'Confirmations, codes and links appear in its inbox on this server, and reach no one.',
      fix: CONNECTIONS,
    },
  ({ emails }) =>
    emails === 'none' && {
      id: 'no-emails',
      heading: 'Emails are not sent',
      why: 'They wait in the database, and no one can log in with a code or reset a password.',
      fix: CONNECTIONS,
      keeps: ['no-emails'],
    },
  ({ contactForm }) =>
    contactForm === 'sandbox' && {
      id: 'sandbox-contact-form',
      heading: 'Contact messages go to the sandbox',
      why: 'You find them under Messages, but no email tells you about them.',
      fix: CONNECTIONS,
    },
  ({ contactForm }) =>
    contactForm === 'none' && {
      id: 'no-contact-form',
      heading: 'Contact messages are not forwarded',
      why: 'You find them under Messages, but no email tells you about them.',
      fix: CONNECTIONS,
      keeps: ['no-contact-form'],
    },
  ({ settings: { legalName, legalAddress } }) =>
    !(legalName && legalAddress) && {
      id: 'legal-name',
      heading: 'Legal name and address are missing',
      why: 'An online shop has to say who sells, and from where.',
      law: `${E_COMMERCE_RULES}, rule 4(2)`,
      fix: LEGAL,
    },
  ({ settings: { customerCareEmail, customerCarePhone } }) =>
    !(customerCareEmail || customerCarePhone) && {
      id: 'customer-care',
      heading: 'Customer care is missing',
      why: 'Shoppers need an email address or a phone number that someone answers.',
      law: `${E_COMMERCE_RULES}, rule 4(2)`,
      fix: LEGAL,
    },
  ({ settings: { grievanceOfficer } }) =>
    !grievanceOfficer && {
      id: 'grievance-officer',
      heading: 'The grievance officer is missing',
      why: 'Someone named on the site has to acknowledge complaints within 48 hours and settle them within a month.',
      law: `${E_COMMERCE_RULES}, rule 4(4) and (5)`,
      fix: LEGAL,
    },
  ({ emails, settings: { acknowledgeMessages } }) =>
    !acknowledgeMessages &&
    emails !== 'none' && {
      id: 'acknowledge-messages',
      heading: 'Contact messages are not acknowledged',
      why: 'Complaints have to be acknowledged within 48 hours, with a number: let the shop email it at once, or do it yourself.',
      law: `${E_COMMERCE_RULES}, rule 4(5)`,
      fix: { link: '/adminDashboard/settings/messages', label: 'Settings, Messages' },
      keeps: ['acknowledge-messages'],
      isAdvice: true,
    },
  ({ settings: { taxRegime } }) =>
    !taxRegime && {
      id: 'tax-regime',
      heading: 'The tax regime is not chosen',
      why: 'It decides what invoices and pages say about GST; Unregistered is a choice, too.',
      law: 'CGST Act 2017, sections 10 and 22 to 25',
      fix: LEGAL,
    },
  ({ settings: { taxRegime, gstin } }) =>
    !gstin &&
    (taxRegime === 'regular' || taxRegime === 'composition') && {
      id: 'gstin',
      heading: 'The GSTIN is missing',
      why: 'A shop that is registered for GST names it on every invoice or bill of supply.',
      law: taxRegime === 'regular' ? 'CGST Rules 2017, rule 46(a)' : 'CGST Rules 2017, rule 49(a)',
      fix: LEGAL,
    },
  ({ demoProducts }) =>
    demoProducts > 0 && {
      id: 'demo-products',
      heading: demoProducts === 1 ? 'A demo product is for sale' : `${demoProducts} demo products are for sale`,
      why: 'Their pictures, ratings and reviews are made up: delete them, or give them your own title or picture.',
      law: 'Consumer Protection Act 2019, section 2(28) and (47)',
      fix: { link: '/adminDashboard', label: 'Products' },
    },
  ({ demoAccounts: [first, ...others] }) =>
    first !== undefined && {
      id: 'demo-accounts',
      heading: 'Demo accounts have their first passwords',
      why: `Anyone who has read demo-accounts.json can log in as ${[first, ...others].join(', ')}: give each a new password.`,
      fix: { command: `npm run shop -- set-password ${first}` },
    },
  ({ begun }) =>
    begun &&
    !begun.hasProducts && {
      id: 'no-product',
      heading: 'There is no product yet',
      why: 'Shoppers find an empty shop.',
      fix: { link: '/addproduct', label: 'Add product' },
    },
  ({ begun }) =>
    begun &&
    !(begun.hasSizes && begun.hasFinishes) && {
      id: 'sizes',
      heading: begun.hasSizes ? 'There is no finish yet' : 'There is no size yet',
      why: 'Shoppers choose a size and a finish of each product; one of each is enough.',
      fix: { link: '/adminDashboard/sizes', label: 'Sizes' },
    },
  ({ begun, settings: { productNoun } }) =>
    begun &&
    UNCHOSEN_NOUNS.includes(productNoun) && {
      id: 'noun',
      heading: `Your shop sells “${productNoun}”`,
      why: 'Enter your own word for what you sell, such as lamp, your word for its finish, and your categories.',
      fix: { link: '/adminDashboard/settings/shop', label: 'Settings, Shop' },
      keeps: ['noun'],
    },
  ({ begun, settings: { taxRegime } }) =>
    begun &&
    begun.withoutHsn > 0 &&
    taxRegime !== 'unregistered' && {
      id: 'hsn',
      heading: `${productsHave(begun.withoutHsn)} no HSN`,
      why: 'Invoices and GSTR-1 name it: enter it in each product, under Tax and details.',
      law: 'CGST Rules 2017, rule 46(g)',
      fix: { link: '/adminDashboard', label: 'Products' },
      keeps: ['hsn'],
    },
  ({ begun }) =>
    begun &&
    begun.soldOnce > 0 && {
      id: 'as-delivered',
      heading: `${productsHave(begun.soldOnce)} the stock “As delivered”`,
      why: 'Each is Sold after its first delivery: choose Counted or Made to order where you have more.',
      fix: { link: '/adminDashboard', label: 'Products' },
      keeps: ['as-delivered'],
    },
  ({ begun, settings }) =>
    begun &&
    !begun.hasAreas &&
    LOOKED_AT.every((name) => settings[name] === defaultSettings[name]) && {
      id: 'delivery-and-cash',
      heading: 'Delivery and cash on delivery are unchanged',
      why: 'You deliver everywhere and take every order in cash: change it, or keep it as it is.',
      fix: { link: '/adminDashboard/settings/delivery', label: 'Settings, Delivery and Payment' },
      keeps: ['delivery-and-cash'],
    },
  ({ unreadTexts }) =>
    unreadTexts.length > 0 && {
      id: 'texts',
      heading: 'Some texts are still the defaults',
      why: `Read what your shop promises, and change it or keep it: ${unreadTexts.map((name) => TEXTS[name].label).join(', ')}.`,
      law: `${E_COMMERCE_RULES}, rule 7(1)`,
      fix: { link: '/adminDashboard/settings/texts', label: 'Settings, Texts' },
      // By name, so that a text that a later version adds is asked about again.
      keeps: unreadTexts.map((name) => `text:${name}`),
    },
  ({ settings, freeTexts = [] }) =>
    freeTexts.length > 0 && {
      id: 'free-delivery-texts',
      heading: 'Your texts promise free delivery',
      why: `${feeSentence(settings)} Change what says otherwise: ${freeTexts.map(({ label }) => label).join(', ')}.`,
      law: 'Consumer Protection Act 2019, section 2(28)',
      fix: { link: '/adminDashboard/settings/texts', label: 'Settings, Texts' },
      keeps: freeTexts.map(({ name }) => `free:${name}`),
    },
  ({ unreadTexts }) =>
    unreadTexts.includes('refund-policy') && {
      id: 'refund-vouchers',
      heading: 'The refund page offers vouchers for damaged goods',
      why: 'Money back may not be refused for goods that are damaged, wrong, not as shown or late. Buyers can choose it under “Something is wrong”; let the page say so, too.',
      law: `${E_COMMERCE_RULES}, rule 7(4)`,
      fix: { link: '/adminDashboard/settings/texts/refund-policy', label: 'Settings, Texts' },
      keeps: ['refund-vouchers'],
      isAdvice: true,
    },
  ({ lastBackup, now }) =>
    !(lastBackup && now.getTime() - lastBackup.getTime() <= BACKUP_MAX_AGE_MS) && {
      id: 'backup',
      heading: 'No backup in the last 24 hours',
      why: `${lastBackup ? `The last one was on ${formatDateTime(lastBackup)}` : 'There has never been one'}; after a broken disk, orders would be lost.`,
      fix: { command: 'npm run shop -- backup-nightly /var/backups/shop' },
      keeps: ['backup'],
    },
  ({ unconfirmedStaff: [first, ...others] }) =>
    first !== undefined && {
      id: 'unconfirmed-staff',
      heading:
        others.length === 0
          ? `The address of ${first} is not confirmed`
          : `${others.length + 1} addresses of admins and sellers are not confirmed`,
      why: `Anyone who reads such a mailbox can take the account over with a code. Each person confirms their own${others.length === 0 ? '' : `, the first is ${first}`}.`,
      fix: { link: '/account/confirm-email', label: 'Confirm your email' },
      keeps: ['unconfirmed-staff'],
    },
  ({ senderDns }) => {
    if (!senderDns) return undefined
    const { domain, records } = senderDns
    if (!domain.includes('.'))
      return {
        id: 'send-from',
        heading: 'Emails have no address of yours',
        why: `They come from ${domain}, which most mail servers refuse; name an address under Send from.`,
        fix: MESSAGES,
        isAdvice: true,
      }
    if (!records)
      return {
        id: 'sender-dns',
        heading: `SPF, DKIM and DMARC of ${domain} could not be looked up`,
        why: 'The name servers did not answer, so we cannot say whether mailboxes trust your emails; look again in a few minutes.',
        fix: MESSAGES,
        isAdvice: true,
      }
    if (Object.values(records).every(Boolean)) return undefined
    return {
      id: 'sender-dns',
      heading: `Emails from ${domain} may land in spam`,
      why: `In the DNS of the domain ${describeRecords(records)}: your mail provider shows which records to add, so that mailboxes know that an email is from you.`,
      fix: CONNECTIONS,
      keeps: [`sender-dns:${domain}`],
      isAdvice: true,
    }
  },
  ({ hearsOfOrders }) =>
    hearsOfOrders === false && {
      id: 'hears-of-orders',
      heading: 'Nobody is told of new orders',
      why: 'You see an order when you look here; choose to be told at once or each morning, by email or on your phone.',
      fix: { link: '/account#notifications', label: 'Notifications' },
      keeps: ['hears-of-orders'],
      isAdvice: true,
    },
  ({ adminsWithoutSecondFactor: admins }) =>
    admins > 0 && {
      id: 'second-factor',
      heading: admins === 1 ? 'An admin has no two-step login' : `${admins} admins have no two-step login`,
      why: 'A stolen password or mailbox is enough to read every order and to change every price.',
      fix: { link: '/account/security', label: 'Two-step login' },
      keeps: ['second-factor'],
      isAdvice: true,
    },
]

export type Setup = {
  /** The shop is not ready while there are any. */
  open: Check[]
  /** Good to have. */
  advice: Check[]
  /** An admin has decided to leave them as they are. */
  kept: Check[]
}

export function decideSetup(facts: ShopFacts): Setup {
  const checks = OPEN_CHECKS.flatMap((findOpen) => findOpen(facts) || [])
  const kept = checks.filter((check) => isKept(check, facts.settings))
  const left = checks.filter((check) => !kept.includes(check))
  return { open: left.filter(({ isAdvice }) => !isAdvice), advice: left.filter(({ isAdvice }) => isAdvice), kept }
}

function isKept({ keeps }: Check, { acceptedChecks }: Settings): boolean {
  return keeps?.every((key) => acceptedChecks.includes(key)) ?? false
}

/** The accepted checks after this button; undefined: the check is not there, or has to be fixed. */
export function decideAccepted(
  { open, advice, kept }: Setup,
  accepted: readonly string[],
  { intent, id }: { intent: 'keep' | 'ask-again'; id: string },
): string[] | undefined {
  const keys = [...open, ...advice, ...kept].find((check) => check.id === id)?.keeps
  if (!keys) return undefined
  return intent === 'keep' ? [...new Set([...accepted, ...keys])] : accepted.filter((key) => !keys.includes(key))
}
