/** A mobile number as `+919876543210` (E.164), by which people are known on WhatsApp; undefined: it is none. */
export function parseMobile(typed: string): string | undefined {
  const digits = typed.normalize('NFKC').replace(/[\s().-]/g, '')
  const indian = /^(?:\+91|0091|91|0)?([6-9]\d{9})$/.exec(digits)
  if (indian) return `+91${indian[1]}`
  const foreign = /^(?:\+|00)([1-9]\d{7,14})$/.exec(digits)
  return foreign && !foreign[1]?.startsWith('91') ? `+${foreign[1]}` : undefined
}
