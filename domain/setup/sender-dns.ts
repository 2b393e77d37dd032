/** The DNS records of the domain that emails come from. */
export type SenderDns = {
  domain: string
  /** By record, whether it is there; undefined: the name servers did not answer. */
  records: Record<SenderRecord, boolean> | undefined
}

export const SENDER_RECORDS = ['SPF', 'DKIM', 'DMARC'] as const
export type SenderRecord = (typeof SENDER_RECORDS)[number]

/** `SPF and DMARC are there, DKIM is missing` */
export function describeRecords(records: Record<SenderRecord, boolean>): string {
  const say = (isThere: boolean, words: [one: string, many: string]) => {
    const names = SENDER_RECORDS.filter((name) => records[name] === isThere)
    const [one, many] = words
    return names.length === 0
      ? []
      : [`${new Intl.ListFormat('en-IN').format(names)} ${names.length === 1 ? one : many}`]
  }
  return [...say(true, ['is there', 'are there']), ...say(false, ['is missing', 'are missing'])].join(', ')
}
