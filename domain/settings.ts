import * as v from 'valibot'

/** Settings that an admin can change, with their defaults: a fresh shop works as specified. */
const schemas = {
  /** Admins without a second factor must set one up before they can work. */
  requireSecondFactor: { type: v.boolean(), default: false },
  /** Contact messages and requests for sold-out pots. A consumer may complain for two years (Consumer Protection Act, section 69). */
  keepMessagesDays: { type: v.number(), default: 730 },
  /** Emails that were sent or given up: long enough to answer what became of one. */
  keepEmailsDays: { type: v.number(), default: 90 },
  /** Name and address of an online checkout that is over. The order has its own copy. */
  keepCheckoutsDays: { type: v.number(), default: 90 },
  /** Who did something and whom it was about, in the audit log; what was done stays. As long as a consumer may complain. */
  keepAuditPersonalDays: { type: v.number(), default: 730 },
  /** Who is responsible for the data (the data fiduciary), as the privacy page names them. */
  dataFiduciary: { type: v.string(), default: 'Gamla' },
  /** Who answers questions and complaints about data. Empty: the contact page. */
  grievanceContact: { type: v.string(), default: '' },
} as const

export type Settings = { [Name in keyof typeof schemas]: v.InferOutput<(typeof schemas)[Name]['type']> }
export type SettingName = keyof Settings

export const defaultSettings = Object.fromEntries(
  Object.entries(schemas).map(([name, setting]) => [name, setting.default]),
) as Settings

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(schemas, name)
}

/** @param rows as stored; unknown names and values of another type are ignored, so that an older release can start */
export function readSettings(rows: readonly { name: string; value: unknown }[]): Settings {
  const changed = rows.flatMap(({ name, value }) =>
    isSettingName(name) && v.is(schemas[name].type, value) ? [[name, value]] : [],
  )
  return { ...defaultSettings, ...Object.fromEntries(changed) }
}
