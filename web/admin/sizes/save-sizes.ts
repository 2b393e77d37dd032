import type { User } from '#domain/accounts/user.ts'
import { parseFamily, parseFinish, parseSize } from '#domain/catalog/forms/size-form.ts'
import type { Parsed } from '#domain/form-fields.ts'
import { type Edited, type Opened, saveFamily, saveFinish, saveSize } from '#server/catalog/sizes/edit.ts'
import type { Shop } from '#server/shop.ts'
import { textField } from '#web/form-actions.ts'

type Save = (shop: Shop, admin: User, form: FormData) => Promise<Edited>

/** The forms of the page by their intent; domain/permissions.ts has a row for each. */
export const saves: Readonly<Record<string, Save>> = {
  'save-family': saveWith(parseFamily, saveFamily),
  'save-size': saveWith(parseSize, saveSize),
  'save-finish': saveWith(parseFinish, saveFinish),
}

function saveWith<Values>(
  parse: (form: FormData) => Parsed<Values>,
  save: (shop: Shop, admin: User, values: Values, opened: Opened) => Promise<Edited>,
): Save {
  return async (shop, admin, form) => {
    const parsed = parse(form)
    if (!parsed.ok) return parsed
    const original = textField(form, 'original') || undefined
    return save(shop, admin, parsed.value, { original, seen: textField(form, 'seen') })
  }
}
