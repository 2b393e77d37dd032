import { CODE_MINUTES } from '#domain/accounts/email-code.ts'

/** Marketing costs more and may be refused; the shop's messages are all about an order or a login. */
export type WhatsappCategory = 'UTILITY' | 'AUTHENTICATION'

export type WhatsappTemplate = {
  category: WhatsappCategory
  /** `{{1}}` and so on are filled in when it is sent; Meta allows none at the beginning or the end. */
  body: string
  /** A value for each placeholder, which Meta reviews with the text. */
  examples: readonly string[]
  /** Answers that the shopper can press, or a page of the shop. */
  buttons: readonly ({ reply: string } | { link: string })[]
}

/** The language of all templates, by Meta's name. */
export const WHATSAPP_LANGUAGE = 'en'

const VIEW = [{ link: 'View your order' }] as const
const ORDER = ['Asha', '1001', 'Gamla']

const update = (body: string, examples: readonly string[], buttons: WhatsappTemplate['buttons'] = VIEW) =>
  ({ category: 'UTILITY', body, examples, buttons }) as const

/**
 * The shop's messages on WhatsApp. Meta approves each text by its name, so a changed text needs a new name. An
 * authentication template has Meta's own text.
 */
export const WHATSAPP_TEMPLATES = {
  order_placed: update(
    'Hello {{1}}, we have your order {{2}} at {{3}} of {{4}}. We will write again when it is packed.',
    [...ORDER, '₹1,999'],
  ),
  confirm_cash: update(
    'Hello {{1}}, please confirm your order {{2}} at {{3}} of {{4}}, which you pay in cash on delivery.',
    [...ORDER, '₹1,999'],
    [{ reply: 'Yes' }, { reply: 'Cancel' }, { reply: 'Pay now' }],
  ),
  dispatched: update(
    'Hello {{1}}, your order {{2}} from {{3}} is packed and comes with {{4}}. To pay on delivery: {{5}}.',
    [...ORDER, 'Delhivery (AWB 1234567890)', '₹0'],
  ),
  out_for_delivery: update(
    'Hello {{1}}, your order {{2}} from {{3}} is out for delivery and should reach you today. To pay on delivery: {{4}}.',
    [...ORDER, '₹0'],
  ),
  not_delivered: update(
    'Hello {{1}}, the courier could not deliver your order {{2}} from {{3}}. They usually try again on the next working day.',
    ORDER,
  ),
  delivered: update('Hello {{1}}, your order {{2}} from {{3}} has been delivered. Thank you.', ORDER),
  return_update: update(
    'Hello {{1}}, news of your return {{2}} of order {{3}} from {{4}}: {{5}}. The page of your order says more.',
    ['Asha', 'RET-1001', '1001', 'Gamla', 'acknowledged'],
  ),
  staff_notice: update(
    'News from {{1}}: {{2}} This is what you asked to hear of.',
    ['Gamla', 'Order 1001 over ₹1,999 came in.'],
    [{ link: 'Open the shop' }],
  ),
  login_code: { category: 'AUTHENTICATION', body: '', examples: [], buttons: [] },
} as const satisfies Record<string, WhatsappTemplate>

export type WhatsappTemplateName = keyof typeof WHATSAPP_TEMPLATES
export const WHATSAPP_TEMPLATE_NAMES = Object.keys(WHATSAPP_TEMPLATES) as WhatsappTemplateName[]

export function isWhatsappTemplate(name: string): name is WhatsappTemplateName {
  return Object.hasOwn(WHATSAPP_TEMPLATES, name)
}

/** Minutes that Meta shows below a login code. */
export const WHATSAPP_CODE_MINUTES = CODE_MINUTES

/** Meta sends only approved templates. `missing`: Meta does not know the template. */
export const TEMPLATE_STATES = ['missing', 'pending', 'approved', 'paused', 'rejected', 'disabled'] as const
export type TemplateState = (typeof TEMPLATE_STATES)[number]

/** By Meta's status, in its list and in its webhooks; one that is flagged is still sent, and Meta warns before it pauses it. */
const STATES: Readonly<Record<string, TemplateState>> = {
  APPROVED: 'approved',
  REINSTATED: 'approved',
  FLAGGED: 'approved',
  UNPAUSED: 'approved',
  PAUSED: 'paused',
  LIMIT_EXCEEDED: 'paused',
  REJECTED: 'rejected',
  DISABLED: 'disabled',
  ARCHIVED: 'disabled',
  DELETED: 'missing',
  PENDING_DELETION: 'missing',
}

export function templateStateOf(status: string): TemplateState {
  return STATES[status.toUpperCase()] ?? 'pending'
}
