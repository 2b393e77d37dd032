/**
 * Makes text that strangers typed fit for an email that the shop sends in its own name: without links, addresses and long
 * numbers, so that nobody can have the shop deliver an advertisement or a trap to somebody else's inbox.
 */

const TITLE_LENGTH = 80
const NAME_LENGTH = 40
const NAME_WORDS = 4

/** A product's title: text on one line. `…` stands for what was taken out. */
export function emailTitle(text: string): string {
  return shorten(withoutLinks(plain(text)), TITLE_LENGTH)
}

/** A person's name: letters and what joins them, four words at most; `Customer` if nothing of that is left. */
export function emailName(text: string): string {
  const words = withoutLinks(plain(text))
    .replace(/[^\p{L}\p{M}\s.'’-]/gu, ' ')
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word))
  return shorten(words.slice(0, NAME_WORDS).join(' '), NAME_LENGTH) || 'Customer'
}

/** One spelling for look-alikes such as `．` and `ｗ`, and none of the signs that hide or reorder others. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, (sign) => (/\s/.test(sign) ? ' ' : ''))
    .replace(/(?<=\S)[。｡․‧・∙⋅·](?=\S)/g, '.')
    .replace(/\s+/g, ' ')
    .trim()
}

const TITLES = /^(adv|dr|er|mr|mrs|ms|no|prof|shri|sm|smt|sri|st)$/i
/** Before endings that are no words of a title or a name a dot counts also as a word, and with spaces around it. */
const LOOSE_DOT = /(?: dot | ?\. ?)(?=(?:com|net|org|info|biz|xyz|co\.in)\b)/gi

/** @param text with single spaces */
function withoutLinks(text: string): string {
  return text
    .replace(/ ?[([{] ?(?:\.|dot) ?[)\]}] ?/gi, '.')
    .replace(LOOSE_DOT, '.')
    .replace(/ ?(?:@|[([{] ?at ?[)\]}]) ?/gi, '@')
    .split(' ')
    .map(withoutLink)
    .join(' ')
    .replace(/[\p{Nd}\s().+-]+/gu, withoutLongNumber)
    .split(' ')
    .filter((word, index, words) => word !== '…' || words[index - 1] !== '…')
    .join(' ')
    .trim()
}

function withoutLink(word: string): string {
  if (/:[/\\]|@|[/\\]{2}|\bwww\.|^(?:mailto|tel|sms|data|javascript):/i.test(word)) return '…'
  const hosts = word
    .split(/[^\p{L}\p{M}\p{N}.-]/u)
    .map((part) => part.split('.').filter(Boolean))
    .filter((labels) => labels.length > 1 && !isNumber(labels))
  if (hosts.length === 0) return word
  if (/[/\\?#]/.test(word) || !hosts.every(isInitials)) return '…'
  // The space is also what keeps them from being links.
  return word.replace(/\.(?=[\p{L}\p{M}\p{N}-])/gu, '. ')
}

/** 2.5, and 1.2.2026; an address in figures has four parts. */
function isNumber(labels: readonly string[]): boolean {
  return labels.length < 4 && labels.every((label) => /^\p{Nd}+$/u.test(label))
}

/** A.P.J.Abdul, St.John and No.2, written without their spaces. */
function isInitials(labels: readonly string[]): boolean {
  return labels.slice(0, -1).every((label) => TITLES.test(label) || /^\p{L}\p{M}*$/u.test(label))
}

/** Six digits that belong together are a telephone number or a code, however they are grouped. */
function withoutLongNumber(digits: string): string {
  return (digits.match(/\p{Nd}/gu)?.length ?? 0) < 6 ? digits : ' … '
}

function shorten(text: string, length: number): string {
  const letters = Array.from(text)
  return letters.length <= length
    ? text
    : `${letters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}
