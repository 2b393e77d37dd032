/**
 * Removes links, addresses and long numbers from user input before it goes into an email, so that nobody can make the
 * shop send advertising or phishing to another person's inbox.
 */

const TITLE_LENGTH = 80
const NAME_LENGTH = 40
const NAME_WORDS = 4

/** A product title on one line; `…` replaces removed text. */
export function emailTitle(text: string): string {
  return shorten(withoutLinks(normalize(text)), TITLE_LENGTH)
}

/** A person's name: at most four words of letters; `Customer` if nothing is left. */
export function emailName(text: string): string {
  const words = withoutLinks(normalize(text))
    .replace(/[^\p{L}\p{M}\s.'’-]/gu, ' ')
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word))
  return shorten(words.slice(0, NAME_WORDS).join(' '), NAME_LENGTH) || 'Customer'
}

/**
 * Unifies look-alikes such as `．` and `ｗ` and removes invisible and bidirectional control characters. The template may
 * or may not escape HTML, so the characters of tags and of its own instructions go too, before links are looked for.
 */
function normalize(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, (character) => (/\s/.test(character) ? ' ' : ''))
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replace(/[{}]/g, '')
    .replace(/(?<=\S)[。｡․‧・∙⋅·](?=\S)/g, '.')
    .replace(/\s+/g, ' ')
    .trim()
}

const TITLES = /^(adv|dr|er|mr|mrs|ms|no|prof|shri|sm|smt|sri|st)$/i
/** Before a common domain ending, ` dot ` and a dot with spaces count as a dot. */
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
  // The space keeps email programs from turning initials into links.
  return word.replace(/\.(?=[\p{L}\p{M}\p{N}-])/gu, '. ')
}

/** 2.5 or 1.2.2026; four parts are an IP address. */
function isNumber(labels: readonly string[]): boolean {
  return labels.length < 4 && labels.every((label) => /^\p{Nd}+$/u.test(label))
}

/** A.P.J.Abdul, St.John or No.2, written without spaces. */
function isInitials(labels: readonly string[]): boolean {
  return labels.slice(0, -1).every((label) => TITLES.test(label) || /^\p{L}\p{M}*$/u.test(label))
}

/** Six or more grouped digits are a phone number or a code. */
function withoutLongNumber(digits: string): string {
  return (digits.match(/\p{Nd}/gu)?.length ?? 0) < 6 ? digits : ' … '
}

function shorten(text: string, length: number): string {
  const characters = Array.from(text)
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}
