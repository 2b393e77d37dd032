import type { User } from '#domain/accounts/user.ts'
import type { StoredName } from '#domain/messages/wordings.ts'
import { cleanText } from '#domain/text.ts'
import { type Arrangement, arrange, isFieldText, typedText, writeText } from '#domain/texts/text-fields.ts'
import type { Shop } from '#server/shop.ts'
import { type PreviewContent, previewStored } from '#server/texts/preview.ts'
import { restoreText, saveText, type TextSaved } from '#server/texts/save.ts'
import { textField } from '#web/form-actions.ts'

/** A preview of a text, and the problems to fix before it can be saved. */
export type Preview = { content: PreviewContent; problems: string[] }

/** `isInFields`: it was not typed as Markdown. */
type Typed = { markdown: string; version: string; isInFields: boolean }

/** The action's answer on a text's page. */
export type TextAnswer =
  | { ok: true; intent: 'preview'; preview: Preview; values: Typed }
  | { ok: true; intent: 'save' | 'restore' }
  | { ok: false; problems: string[]; values: Typed | undefined; preview?: Preview; conflict?: Conflict }

/** The version that somebody else has saved in between. */
export type Conflict = { version: number; markdown: string }

type Answered = { status: number; answer: TextAnswer }

/**
 * Carries out the forms of a text's page: `preview`, `save`, `overwrite` and `restore`.
 *
 * @param moved without scripts a preview also adds, removes and moves parts
 */
export async function answerTextForm(
  shop: Shop,
  admin: User,
  name: StoredName,
  form: FormData,
  moved: Arrangement | undefined,
): Promise<Answered> {
  const values = {
    markdown: documentIn(name, form, moved),
    version: textField(form, 'version'),
    isInFields: isInFields(form),
  }
  const intent = textField(form, 'intent')
  switch (intent) {
    case 'preview': {
      const preview = await previewOf(shop, name, values.markdown)
      return { status: 200, answer: { ok: true, intent: 'preview', preview, values } }
    }
    case 'save':
    case 'overwrite': {
      // The button beside the other version saves over that one, and over no later one.
      const opened = parseVersion(intent === 'overwrite' ? textField(form, 'theirs') : values.version)
      const saved = await saveText(shop, admin, { name, opened, markdown: values.markdown })
      const { status, answer } = answerOf(saved, 'save', values)
      return {
        status,
        answer: answer.ok ? answer : { ...answer, preview: await previewOf(shop, name, values.markdown) },
      }
    }
    default: {
      const opened = parseVersion(values.version)
      const version = parseVersion(textField(form, 'restore'))
      return answerOf(await restoreText(shop, admin, { name, opened, version }), 'restore', undefined)
    }
  }
}

/** The text as it was typed, in fields or as Markdown. */
function documentIn(name: StoredName, form: FormData, moved: Arrangement | undefined): string {
  if (!isInFields(form) || !isFieldText(name)) return textField(form, 'markdown')
  const fields = typedText(form)
  return writeText(moved ? { ...fields, parts: arrange(fields.parts, moved) } : fields)
}

function isInFields(form: FormData): boolean {
  return textField(form, 'editor') === 'fields'
}

export async function previewOf(shop: Shop, name: StoredName, markdown: string): Promise<Preview> {
  const { content, problems } = await previewStored(shop, name, cleanText(markdown))
  return { content, problems }
}

/** Anything that is no number of a version counts as an unknown one. */
function parseVersion(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : -1
}

const TOLD = 'Someone else saved this text while you were editing it.'

function answerOf(saved: TextSaved, intent: 'save' | 'restore', values: Typed | undefined): Answered {
  if (saved.ok) return { status: 200, answer: { ok: true, intent } }
  switch (saved.reason) {
    case 'problems':
      return { status: 400, answer: { ok: false, problems: saved.problems, values } }
    case 'conflict':
      return { status: 409, answer: { ok: false, problems: [TOLD], values, conflict: saved.current } }
    case 'not-found':
      return { status: 404, answer: { ok: false, problems: ['This version is not there.'], values } }
  }
}
