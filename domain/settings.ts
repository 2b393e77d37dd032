import * as v from 'valibot'

/** What an admin can change. A shop whose admin has changed nothing works as specified. */
const schemas = {
  /** Admins without a second factor must set one up before they can work. */
  requireSecondFactor: { type: v.boolean(), default: false },
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
