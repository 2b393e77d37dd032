/**
 * A number as WhatsApp's links have it: country code and number, digits only. Ten digits from 6 to 9 are an Indian mobile number.
 *
 * @returns undefined: it cannot be one
 */
export function parseWhatsAppNumber(typed: string): string | undefined {
  const plain = typed.replace(/[\s().-]/g, '')
  const [, mobile] = /^0?([6-9]\d{9})$/.exec(plain) ?? []
  if (mobile) return `91${mobile}`
  const [, whole] = /^\+?([1-9]\d{10,14})$/.exec(plain) ?? []
  return whole?.startsWith('91') && !/^91[6-9]\d{9}$/.test(whole) ? undefined : whole
}

/**
 * Opens a chat with what the shopper wants to ask already typed.
 * @see https://faq.whatsapp.com/5913398998672934
 */
export function whatsAppLink(number: string, text: string): string {
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}
