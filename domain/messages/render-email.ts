import { formatRupees } from '#domain/money.ts'
import { inkInDark, SPECIFIED_ACCENT } from '#domain/shop/look.ts'
import { sellerFactsOf } from '#domain/shop/seller.ts'
import { defaultShopInfo, type ShopInfo } from '#domain/shop/shop-info.ts'
import { startInWords } from '#domain/short-text.ts'
import { cleanLine, cleanText } from '#domain/text.ts'
import { type Action, type Paragraph, parseParagraph } from './email-links.ts'
import { linesOf, type Message, type MessageItem } from './message.ts'
import type { Say } from './say.ts'
import { type EmailKind, SHIPMENT_TEMPLATES } from './templates.ts'

type Email = {
  message: Message
  kind: EmailKind
  shop: ShopInfo
  say: Say
  /** Of the shop's pages, such as `https://shop.example`. */
  origin: string
}

export type RenderedEmail = { subject: string; html: string; text: string }

/**
 * An email in the shop's look. Tables, inline styles and no remote file: Outlook for Windows lays out with Word's engine,
 * and Gmail drops the styles for dark mode, which only add to the inline ones.
 */
export function renderEmail(email: Email): RenderedEmail {
  const subject = subjectOf(email.say, email.kind, email.message)
  const paragraphs = paragraphsOf(email)
  // Without control and bidirectional characters, whatever they came with.
  return { subject, html: cleanText(writeHtml(email, subject, paragraphs)), text: cleanText(writeText(email)) }
}

function paragraphsOf({ message, kind, origin }: Email): Paragraph[] {
  const isLink = (url: string) => canLink(url, { kind, origin })
  return cleanText(message.status)
    .split(/\n{2,}/)
    .map((text) => parseParagraph(text, isLink))
}

/** The shop's own pages; and, about a parcel, its courier's page, whose address was checked when it was typed. */
function canLink(address: string, { kind, origin }: Pick<Email, 'kind' | 'origin'>): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  const isShipment = SHIPMENT_TEMPLATES.some((template) => template === kind)
  return url.username === '' && (url.origin === origin || (isShipment && url.protocol === 'https:'))
}

function writeText({ message, shop }: Email): string {
  const { name, status, amount, paymentId } = message
  const seller = sellerLinesOf(shop)
  const parts = [
    shop.shopName,
    `Hello ${name},`,
    status,
    linesOf(message),
    amount && `${amountLabel(message)}: ${amount}`,
    paymentId && `Payment id: ${paymentId}`,
    seller.length > 0 && seller.join('\n'),
  ]
  return parts.filter(Boolean).join('\n\n')
}

/** The amount is not the sum of the lines where something was taken off, or only a part is refunded. */
function amountLabel({ items = [], terms = [], amount }: Message): 'Total' | 'Amount' {
  const below = terms.reduce((sum, term) => sum + term.amount, 0)
  const sum = items.reduce((total, { price, quantity }) => total + price * quantity, below)
  return items.length > 0 && formatRupees(sum) === amount ? 'Total' : 'Amount'
}

function sellerLinesOf(shop: ShopInfo): string[] {
  return sellerFactsOf(shop).map(({ label, lines }) => `${label}: ${lines.join(', ')}`)
}

/** As web/styles/tokens.css has them: in light, and in dark. */
const COLOURS = {
  paper: ['#faf7f2', '#131915'],
  card: ['#fffdfa', '#1a211c'],
  line: ['#ddd6ca', '#37423a'],
  ink: ['#1c261f', '#f2eee5'],
  soft: ['#545e56', '#b5bdb2'],
} as const

const SPECIFIED_INK_IN_DARK = '#8ed3a0'
const CORNERS = { soft: ['10px', '999px'], sharp: ['0', '0'], round: ['18px', '999px'] } as const
const SANS = "'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const FONTS = {
  shop: { text: `Figtree,${SANS}`, display: "Fraunces,Georgia,'Times New Roman',serif" },
  system: { text: SANS, display: SANS },
}

/** The styles of one shop's emails, for the attribute of each element. */
function stylesOf({ accentColour, corner, typePair }: ShopInfo) {
  const accent = accentColour || SPECIFIED_ACCENT
  const { text, display } = FONTS[typePair]
  const [boxCorner, buttonCorner] = CORNERS[corner]
  const ink = `color:${COLOURS.ink[0]}`
  const soft = `color:${COLOURS.soft[0]}`
  const edge = `1px solid ${COLOURS.line[0]}`
  return {
    accent,
    body: `margin:0;padding:0;background:${COLOURS.paper[0]};-webkit-text-size-adjust:100%;text-size-adjust:100%`,
    paper: `background:${COLOURS.paper[0]}`,
    card: `background:${COLOURS.card[0]};border:${edge};border-radius:${boxCorner};padding:28px 20px 12px`,
    brand: `font:600 26px/32px ${display};color:${accent};text-decoration:none`,
    heading: `margin:0 0 20px;font:600 24px/30px ${display};${ink}`,
    text: `margin:0 0 16px;font:400 16px/25px ${text};${ink};overflow-wrap:anywhere`,
    fine: `margin:0 0 16px;font:400 13px/20px ${text};${soft};word-break:break-word;overflow-wrap:anywhere`,
    code: `margin:0 0 16px;font:600 30px/38px ${text};letter-spacing:6px;${ink}`,
    button: `border-radius:${buttonCorner};mso-padding-alt:13px 26px`,
    buttonLink: `display:inline-block;padding:13px 26px;border-radius:${buttonCorner};font:600 16px/20px ${text};color:#ffffff;text-decoration:none`,
    link: `color:${accent};text-decoration:underline`,
    head: `padding:0 0 8px 12px;border-bottom:${edge};font:600 13px/20px ${text};${soft}`,
    cell: `padding:12px 0;border-bottom:${edge};font:400 15px/22px ${text};${ink}`,
    number: `padding:12px 0 12px 12px;border-bottom:${edge};font:400 15px/22px ${text};${ink};white-space:nowrap`,
    total: `padding:12px 0;font:600 16px/24px ${text};${ink}`,
    detail: soft,
  }
}

type Styles = ReturnType<typeof stylesOf>

/** Gmail drops a style element that it does not understand as a whole, so that nothing else is in this one. */
function darkStyles(accent: string): string {
  const { paper, card, line, ink, soft } = COLOURS
  return `@media (prefers-color-scheme:dark){.paper{background:${paper[1]}!important}.card{background:${card[1]}!important}.card,.line{border-color:${line[1]}!important}.ink{color:${ink[1]}!important}.soft{color:${soft[1]}!important}.link{color:${accent === SPECIFIED_ACCENT ? SPECIFIED_INK_IN_DARK : inkInDark(accent)}!important}}`
}

function writeHtml({ message, kind, shop, origin }: Email, subject: string, paragraphs: readonly Paragraph[]): string {
  const styles = stylesOf(shop)
  const name = shop.shopName
  const said = paragraphs.map(({ spans }) => spans.map(({ text }) => text).join('')).join(' ')
  const [main] = paragraphs.flatMap(({ actions }) => actions)
  const code = CODE_KINDS.has(kind) ? /\b\d{6}\b/.exec(said)?.[0] : undefined
  const isOwnMark = name === defaultShopInfo.shopName
  return html`<!doctype html>
<html lang="en-IN" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${subject}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>td,th,p,a{font-family:Arial,sans-serif!important}h1,.brand{font-family:Georgia,serif!important}</style><![endif]-->
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}</style>
<style>@media (min-width:600px){.card{padding:40px 40px 24px!important}}</style>
<style>${darkStyles(styles.accent)}</style>
</head>
<body class="paper" style="${styles.body}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${name}: ${startInWords(said, 110)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${COLOURS.paper[0]}" style="${styles.paper}"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 8px 20px"><a class="brand link" href="${origin}/" target="_blank" style="${styles.brand}">${name}${isOwnMark ? HINDI : ''}</a></td></tr>
<tr><td class="card" bgcolor="${COLOURS.card[0]}" style="${styles.card}">
<h1 class="ink" style="${styles.heading}">${subject}</h1>
<p class="ink" style="${styles.text}">Hello ${message.name},</p>
${code && html`<p class="ink" style="${styles.code}">${code}</p>\n`}${paragraphs.map((paragraph) => writeParagraph(paragraph, main, styles))}
${writeBought(message, styles)}
</td></tr>
<tr><td style="padding:20px 8px 0"><p class="soft" style="${styles.fine}">${withBreaks([name, ...sellerLinesOf(shop)])}</p></td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`.html
}

const CODE_KINDS: ReadonlySet<EmailKind> = new Set(['login-code', 'confirm-code', 'reset-link', 'account-code'])
const HINDI = html` <span lang="hi" style="font-size:20px;font-weight:400">गमला</span>`

function writeParagraph({ spans, actions }: Paragraph, main: Action | undefined, styles: Styles): Html {
  const sentence = spans.map(({ text, url }) =>
    url === undefined ? withBreaks(text.split('\n')) : writeLink({ label: text, url }, styles),
  )
  const text = spans.length > 0 && html`<p class="ink" style="${styles.text}">${sentence}</p>\n`
  return html`${text}${actions.map((action) =>
    action === main ? writeButton(action, styles) : writeAddress(`${action.label}:`, action, styles),
  )}`
}

/** Its address is readable below, for whoever wants to see it first or to copy it. */
function writeButton(action: Action, styles: Styles): Html {
  const { label, url } = action
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px"><tr><td bgcolor="${styles.accent}" style="background:${styles.accent};${styles.button}"><a href="${url}" target="_blank" style="${styles.buttonLink}">${label}</a></td></tr></table>
${writeAddress('Or open this address:', action, styles)}`
}

function writeAddress(label: string, { url }: Action, styles: Styles): Html {
  return html`<p class="soft" style="${styles.fine}">${label} ${writeLink({ label: url, url }, styles)}</p>\n`
}

function writeLink({ label, url }: Action, styles: Styles): Html {
  return html`<a class="link" href="${url}" target="_blank" style="${styles.link}">${label}</a>`
}

function withBreaks(lines: readonly string[]): Html {
  return html`${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`
}

/** Lines of the table: a long order would make the email too large, and programs cut large ones. */
const LINES_MAX = 20

function writeBought(message: Message, styles: Styles): Html {
  const { items = [], terms = [], lines, amount, paymentId } = message
  const shown = items.length > LINES_MAX ? items.slice(0, LINES_MAX - 1) : items
  const more = items.length - shown.length
  const label = amountLabel(message)
  return html`${lines && html`<p class="ink" style="${styles.text}">${withBreaks(lines.split('\n'))}</p>\n`}${
    items.length > 0 &&
    html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:12px 0 8px">
<tr><th scope="col" align="left" class="soft line" style="${styles.head};padding-left:0">Item</th><th scope="col" align="right" class="soft line" style="${styles.head}">Quantity</th><th scope="col" align="right" class="soft line" style="${styles.head}">Amount</th></tr>
${shown.map((item) => writeItem(item, styles))}${more > 0 && html`<tr><td colspan="3" class="soft line" style="${styles.cell}">and ${more} more items</td></tr>\n`}${terms.map(({ label: name, amount: off }) => html`<tr><th scope="row" align="left" colspan="2" class="ink line" style="${styles.cell}">${name}</th><td align="right" class="ink line" style="${styles.number}">${formatRupees(off)}</td></tr>\n`)}<tr><th scope="row" align="left" colspan="2" class="ink" style="${styles.total}">${label}</th><td align="right" class="ink" style="${styles.total}">${amount}</td></tr>
</table>\n`
  }${items.length === 0 && amount && html`<p class="ink" style="${styles.text}">${label}: <strong>${amount}</strong></p>\n`}${
    paymentId && html`<p class="soft" style="${styles.fine}">Payment id: ${paymentId}</p>`
  }`
}

function writeItem({ title, detail, quantity, price }: MessageItem, styles: Styles): Html {
  const small = [detail, quantity > 1 && `${formatRupees(price)} each`]
    .filter(Boolean)
    .map((text) => html`<br><span class="soft" style="${styles.detail}">${text}</span>`)
  return html`<tr><td class="ink line" style="${styles.cell}">${title}${small}</td><td align="right" valign="top" class="ink line" style="${styles.number}">${quantity}</td><td align="right" valign="top" class="ink line" style="${styles.number}">${formatRupees(quantity * price)}</td></tr>\n`
}

/** One line, without the order where it is not known. */
export function subjectOf(say: Say, kind: EmailKind, { orderId }: Pick<Message, 'orderId'>): string {
  if (kind === 'test') return 'A test'
  return cleanLine(say(`subject-${kind}`, { order: orderId === undefined ? '' : String(orderId) }))
}

/** Markup in which every value is escaped. */
type Html = { html: string }
type Value = Html | readonly Value[] | string | number | false | undefined

/** A template string whose values are escaped, except what it made itself. Attributes must be in double quotes. */
function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const [first = '', ...others] = strings
  return { html: first + others.map((string, index) => written(values[index]) + string).join('') }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** `false` and undefined are nothing. */
function written(value: Value): string {
  if (value === false || value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
  return 'html' in value ? value.html : value.map(written).join('')
}
