const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** `2023-05-19 11:59:16`, with `T`, without seconds, with parts of a second, with or without a zone. */
const YEAR_FIRST =
  /^(\d{4})[-/ ](\d{1,2})[-/ ](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)? ?(Z|[+-]\d{2}:?\d{2})?$/i
/** `23 05 2023 11:43:52`, `19-05-2023 11:59`, `24 Jul 2019 11:11 AM`. */
const DAY_FIRST = /^(\d{1,2})[-/ ](\d{1,2}|[a-z]{3,9})[-/ ](\d{4})(?: (\d{1,2}):(\d{2})(?::(\d{2}))? ?([ap]m)?)?$/i
const MAX_LENGTH = 50

/**
 * Reads the formats of time that couriers in India write. A time without a zone is India's.
 *
 * @returns undefined for anything else, and for days that no calendar has
 */
export function parseCourierTime(text: string): Date | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const written = text.split(/[ ,]/).filter(Boolean).join(' ')
  const yearFirst = YEAR_FIRST.exec(written)
  if (yearFirst) {
    const [, year, month, day, hour, minute, second, zone] = yearFirst
    return momentOf({ year, month, day, hour, minute, second, zone })
  }
  const dayFirst = DAY_FIRST.exec(written)
  if (!dayFirst) return undefined
  const [, day, month = '', year, hour, minute, second, half] = dayFirst
  const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  return momentOf({
    year,
    month: /^\d/.test(month) ? month : String(named),
    day,
    hour: half && hour !== undefined ? inDay(Number(hour), half) : hour,
    minute,
    second,
  })
}

/** 12 am is midnight, 12 pm noon. */
function inDay(hour: number, half: string): string {
  return String((hour % 12) + (/^p/i.test(half) ? 12 : 0))
}

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string | undefined> & {
  zone?: string | undefined
}

function momentOf({ year = '', month, day, hour, minute, second, zone }: Parts): Date | undefined {
  const two = (part: string | undefined) => (part ?? '0').padStart(2, '0')
  const date = `${year}-${two(month)}-${two(day)}`
  const offset = zone === undefined ? '+05:30' : zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2').toUpperCase()
  const moment = new Date(`${date}T${two(hour)}:${two(minute)}:${two(second)}${offset}`)
  // JavaScript takes 31 February for 3 March.
  const isReal = new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date)
  return isReal && !Number.isNaN(moment.getTime()) ? moment : undefined
}
