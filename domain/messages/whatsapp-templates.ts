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

const VIEW = [{ link: 'View your order' }]
const ORDER = ['Asha', '1001', 'Gamla']

/**
 * What the shop says on WhatsApp. Meta approves each text by its name, so a changed text needs a new name. An
 * authentication template has Meta's own text.
 */
export const WHATSAPP_TEMPLATES = {
  order_placed: {
    category: 'UTILITY',
    body: 'Hello {{1}}, we have your order {{2}} at {{3}} of {{4}}. We will write again when it is packed.',
    examples: [...ORDER, '₹1,999'],
    buttons: VIEW,
  },
  confirm_cash: {
    category: 'UTILITY',
    body: 'Hello {{1}}, please confirm your order {{2}} at {{3}} of {{4}}, which you pay in cash on delivery.',
    examples: [...ORDER, '₹1,999'],
    buttons: [{ reply: 'Yes' }, { reply: 'Cancel' }, { reply: 'Pay now' }],
  },
  dispatched: {
    category: 'UTILITY',
    body: 'Hello {{1}}, your order {{2}} from {{3}} is packed and comes with {{4}}. To pay on delivery: {{5}}.',
    examples: [...ORDER, 'Delhivery (AWB 1234567890)', '₹0'],
    buttons: VIEW,
  },
  out_for_delivery: {
    category: 'UTILITY',
    body: 'Hello {{1}}, your order {{2}} from {{3}} is out for delivery and should reach you today. To pay on delivery: {{4}}.',
    examples: [...ORDER, '₹0'],
    buttons: VIEW,
  },
  not_delivered: {
    category: 'UTILITY',
    body: 'Hello {{1}}, the courier could not deliver your order {{2}} from {{3}}. They usually try again on the next working day.',
    examples: ORDER,
    buttons: VIEW,
  },
  delivered: {
    category: 'UTILITY',
    body: 'Hello {{1}}, your order {{2}} from {{3}} has been delivered. Thank you.',
    examples: ORDER,
    buttons: VIEW,
  },
  staff_notice: {
    category: 'UTILITY',
    body: 'News from {{1}}: {{2}} This is what you asked to hear of.',
    examples: ['Gamla', 'Order 1001 over ₹1,999 came in.'],
    buttons: [{ link: 'Open the shop' }],
  },
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

/** @param status as Meta says it, in its list and in its webhooks */
export function templateStateOf(status: string): TemplateState {
  switch (status.toUpperCase()) {
    case 'APPROVED':
    case 'REINSTATED':
    // It is still sent, and Meta warns before it pauses it.
    case 'FLAGGED':
    case 'UNPAUSED':
      return 'approved'
    case 'PAUSED':
    case 'LIMIT_EXCEEDED':
      return 'paused'
    case 'REJECTED':
      return 'rejected'
    case 'DISABLED':
    case 'ARCHIVED':
      return 'disabled'
    case 'DELETED':
    case 'PENDING_DELETION':
      return 'missing'
    default:
      return 'pending'
  }
}
