import { type StoredName, titleOf, wordingKeyOf } from '#domain/messages/wordings.ts'
import { settingsPath } from '#domain/settings/pages.ts'
import { isTextName, specOf } from '#domain/texts/texts.ts'
import { useMayOpen } from '#web/admin/frame-data.ts'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'

type Editor = {
  label: string
  /** Of the editor. */
  path: string
  list: { label: string; to: string }
  hint: string
  /** The page that shows it; undefined for a message. */
  page?: string
  rows: number
}

/** The editor of a text, or of the wording of a message, which is plain text. */
export function editorOf(name: StoredName): Editor {
  if (isTextName(name)) {
    const { label, path: page, hint } = specOf(name)
    return { label, path: `${TEXTS.to}/${name}`, list: TEXTS, hint, page, rows: 24 }
  }
  const key = wordingKeyOf(name)
  return {
    label: key ? titleOf(key) : name,
    path: `/adminDashboard/settings/${name}`,
    list: { label: 'Wordings', to: settingsPath('wordings') },
    hint: 'Words in double braces are placeholders. Links are placeholders too.',
    rows: 8,
  }
}

const SETTINGS = '/adminDashboard/settings'
export const TEXTS = { label: 'Texts', to: settingsPath('texts') }

/** Without the settings for staff who may change only texts. */
export function TextTrail({ here, list = TEXTS }: { here: string; list?: { label: string; to: string } }) {
  const above = useMayOpen()(SETTINGS) ? [{ label: 'Settings', to: SETTINGS }] : []
  return <Breadcrumbs trail={[...above, list, { label: here }]} />
}
