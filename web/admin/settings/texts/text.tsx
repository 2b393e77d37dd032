import { useState } from 'react'
import { data, Form, Link, type ShouldRevalidateFunctionArgs, useNavigation, useSearchParams } from 'react-router'
import { listWordingPlaceholders } from '#domain/messages/say.ts'
import { isWordingKey, type StoredName, wordingKeyOf } from '#domain/messages/wordings.ts'
import { shopInfoOf } from '#domain/shop/shop-info.ts'
import { listPlaceholders } from '#domain/texts/placeholders.ts'
import { isFieldText, parseArrangement } from '#domain/texts/text-fields.ts'
import { isTextName } from '#domain/texts/texts.ts'
import { formatDateTime } from '#domain/time.ts'
import { shopContext } from '#server/contexts.ts'
import { findTextVersion, getCurrentText, listTextVersions } from '#server/texts/queries.ts'
import { isPageLoading } from '#web/admin/action-result.ts'
import { readPress } from '#web/admin/run-action.ts'
import { CONNECTION_LOST, orIfLost, textField } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage, HiddenFields } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/text'
import { editorOf, TextTrail } from './editor-of.tsx'
import { answerTextForm, previewOf, type TextAnswer } from './save-text.ts'
import { TextEditor } from './text-editor.tsx'

/** `?version=` opens an earlier one in the editor. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const name = getStoredName(params.name)
  const key = wordingKeyOf(name)
  const info = shopInfoOf(await shop.settings.read())
  const asked = /^\d{1,9}$/.exec(new URL(request.url).searchParams.get('version') ?? '')?.[0]
  const current = await getCurrentText(shop.db, name)
  const earlier = asked === undefined ? undefined : await findTextVersion(shop.db, name, Number(asked))
  const shown = earlier ?? current
  return {
    name,
    version: current.version,
    shown,
    isEarlier: shown.version !== current.version,
    versions: await listTextVersions(shop.db, name),
    placeholders: key ? listWordingPlaceholders(key, info) : listPlaceholders(info),
    preview: await previewOf(shop, name, shown.markdown),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { shop, user: admin, form, address } = await readPress({ context, request })
  const name = getStoredName(params.name)
  const moved = parseArrangement(new URL(request.url).searchParams.get('arrange') ?? '')
  const { status, answer } = await answerTextForm(shop, admin, name, form, moved)
  const section = `text ${name}`
  if (answer.ok && answer.intent !== 'preview')
    shop.securityLog.record('settings-changed', { account: admin.userId, address, section })
  return data(answer, { status })
}

/** The last part of the address of a text or a wording; none has the name of the other. */
function getStoredName(name: string): StoredName {
  if (isTextName(name)) return name
  if (!isWordingKey(name)) throw data(null, { status: 404 })
  return `wordings/${name}`
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<TextAnswer> {
  const form = await request.clone().formData()
  const values = {
    markdown: textField(form, 'markdown'),
    version: textField(form, 'version'),
    isInFields: textField(form, 'editor') === 'fields',
  }
  return orIfLost(serverAction(), { ok: false, problems: [CONNECTION_LOST], values })
}

/** A preview changes nothing, and after a conflict the form keeps the version that it was opened with. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { formMethod, actionResult, defaultShouldRevalidate } = args
  // Without a result, a live event came while the page was read after a form.
  if (formMethod === undefined || formMethod === 'GET' || actionResult === undefined) return defaultShouldRevalidate
  if (isPageLoading(args)) return true
  return actionResult?.ok === true && (actionResult.intent === 'save' || actionResult.intent === 'restore')
}

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, {
    title: args.loaderData ? editorOf(args.loaderData.name).label : 'Text',
    description: 'Edit a text of the shop.',
  })

export default function TextRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { name, version, shown, isEarlier, versions, placeholders } = loaderData
  const { label, list, page, hint } = editorOf(name)
  const last = useLastResult<TextAnswer>(actionData)
  // Once the form holds the version that was saved: what is typed before would be a change of the one before it.
  const isSettled = useNavigation().state === 'idle'
  const isSaved = last?.ok && last.intent !== 'preview'
  const [params] = useSearchParams()
  const { opened, touch } = useOpenedText(loaderData, isSaved ? last : undefined)
  const isInFields = isFieldText(name) && params.get('as') !== 'markdown'
  return (
    <div className="stack">
      <TextTrail here={label} list={list} />
      <h1>{label}</h1>
      <p className="quiet">
        {!isInFields && hint} {page && <Link to={page}>See the page</Link>}
        {page && '.'}
      </p>
      {isEarlier && (
        <FormMessage tone="plain">
          {`This is ${shown.version === 0 ? 'the default' : `version ${shown.version}`}. The shop shows version ${version}.`}
        </FormMessage>
      )}
      <div role="status">
        {isSaved && isSettled && (
          <FormMessage tone="good">{last.intent === 'save' ? 'Saved.' : 'Restored as a new version.'}</FormMessage>
        )}
      </div>
      {opened.version !== version && !(last?.ok === false && last.conflict) && (
        <FormMessage tone="plain" alert>
          Someone else saved this text while you were editing it. Your text is still below.{' '}
          <Link to={editorOf(name).path} reloadDocument>
            Use the saved version
          </Link>
        </FormMessage>
      )}
      <TextEditor
        // Restoring and opening another version replace what the form holds.
        key={`${opened.name} ${opened.version} ${opened.shown.version}`}
        name={opened.name}
        version={opened.version}
        markdown={opened.shown.markdown}
        isEarlier={opened.isEarlier}
        preview={opened.preview}
        placeholders={placeholders}
        answer={last}
        onTouch={touch}
      />
      <TextVersions name={name} version={version} versions={versions} />
    </div>
  )
}

type Loaded = Route.ComponentProps['loaderData']

/**
 * The text that the editor holds. It follows what others save only while nobody is in it: a form that is replaced would lose
 * the focus, and a press of its button.
 *
 * @param saved the answer to a save of this page, after which the editor shows what was saved
 */
function useOpenedText(loaded: Loaded, saved: TextAnswer | undefined) {
  const [params] = useSearchParams()
  const source = `${loaded.name} ${params.get('version') ?? ''}`
  const [held, setHeld] = useState({ opened: loaded, source, saved, isTouched: false })
  const isOwn = source !== held.source || (saved !== undefined && saved !== held.saved)
  if (held.opened !== loaded && (isOwn || !held.isTouched || isSame(held.opened, loaded)))
    setHeld({ opened: loaded, source, saved, isTouched: held.isTouched && !isOwn })
  const touch = (isTouched: boolean) =>
    setHeld((before) => (before.isTouched === isTouched ? before : { ...before, isTouched }))
  return { opened: held.opened, touch }
}

function isSame(one: Loaded, other: Loaded): boolean {
  return one.version === other.version && one.shown.version === other.shown.version
}

type Version = { version: number; author: string | null; time: Date | undefined }
type TextVersionsProps = {
  name: StoredName
  /** The current one. */
  version: number
  versions: readonly { version: number; author: string | null; time: Date }[]
}

/** Every version, newest first; the last is the text that comes with the shop. */
function TextVersions({ name, version: current, versions }: TextVersionsProps) {
  const { path } = editorOf(name)
  const all: readonly Version[] = [...versions, { version: 0, author: null, time: undefined }]
  return (
    <section className="stack gap-3 apart" aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <ol className="lines" reversed>
        {all.map(({ version, author, time }) => (
          <li key={version} className="cluster spread gap-1">
            <span>
              <strong>{version === 0 ? 'Default' : `Version ${version}`}</strong>
              {version === current && ' · shown now'}
              <span className="quiet">{time ? ` · ${author ?? 'Deleted account'}, ${formatDateTime(time)}` : ''}</span>
            </span>
            {version !== current && (
              <Form method="post" action={path} encType="multipart/form-data" className="cluster" preventScrollReset>
                <HiddenFields of={{ intent: 'restore', version: current }} />
                <Link
                  className="button link small"
                  to={`${path}?version=${version}`}
                  aria-label={`Open ${version === 0 ? 'the default' : `version ${version}`}`}
                >
                  Open
                </Link>
                <Button
                  type="submit"
                  name="restore"
                  value={version}
                  variant="quiet"
                  small
                  aria-label={`Restore ${version === 0 ? 'the default' : `version ${version}`}`}
                >
                  Restore
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
