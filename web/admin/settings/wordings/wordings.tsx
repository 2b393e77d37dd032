import { Form, Link } from 'react-router'
import { previewWording } from '#domain/messages/say.ts'
import { WORDING_LIST, WORDINGS, type WordingName } from '#domain/messages/wordings.ts'
import { settingsPath } from '#domain/settings/pages.ts'
import { shopInfoOf } from '#domain/shop/shop-info.ts'
import { originOf } from '#server/config.ts'
import { shopContext } from '#server/contexts.ts'
import { listCurrentTexts } from '#server/texts/queries.ts'
import { editorOf } from '#web/admin/settings/texts/editor-of.tsx'
import { privateMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/forms/button.tsx'
import type { Route } from './+types/wordings'

/** Each wording with sample values, and the version of those that the owner has changed. */
export async function loader({ context }: Route.LoaderArgs) {
  const { config, db, settings } = context.get(shopContext)
  const stored = await listCurrentTexts(db)
  const info = shopInfoOf(await settings.read())
  return WORDING_LIST.map(({ group, wordings }) => ({
    group,
    wordings: wordings.map(({ key, title }) => {
      const name: WordingName = `wordings/${key}`
      const own = stored.get(name)
      const preview = previewWording(own?.markdown ?? WORDINGS[key], info, originOf(config))
      return { name, title, preview, changed: own && own.markdown !== WORDINGS[key] ? own.version : undefined }
    }),
  }))
}

export const handle = { needsHeading: true }

export const meta = privateMeta({ title: 'Wordings', description: 'What messages to customers and staff say.' })

export default function Wordings({ loaderData }: Route.ComponentProps) {
  return (
    <div className="settings stack gap-6">
      <p className="quiet">
        What messages to customers and staff say, shown with examples. Every version is kept and can be restored.
        WhatsApp sends only texts that Meta has approved by name, so those are fixed:{' '}
        <Link to={settingsPath('connections')}>Connections</Link> lists them.
      </p>
      <nav aria-label="Wordings" className="cluster gap-2">
        {loaderData.map(({ group }) => (
          <a key={group} className="chip bare" href={`#${idOf(group)}`}>
            {group}
          </a>
        ))}
      </nav>
      {loaderData.map(({ group, wordings }) => (
        <section key={group} className="stack gap-3" aria-labelledby={idOf(group)}>
          <h2 id={idOf(group)}>{group}</h2>
          {group === 'Subjects of emails' && <p className="quiet">EmailJS takes them from its own template.</p>}
          <ul className="lines">
            {wordings.map((wording) => (
              <Wording key={wording.name} {...wording} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function idOf(group: string): string {
  return group.toLowerCase().replaceAll(' ', '-')
}

type WordingProps = Awaited<ReturnType<typeof loader>>[number]['wordings'][number]

function Wording({ name, title, preview, changed }: WordingProps) {
  const { path } = editorOf(name)
  return (
    <li className="stack gap-2">
      <div className="cluster spread gap-2">
        <h3>
          {title} {changed !== undefined && <span className="badge">Changed</span>}
        </h3>
        <div className="cluster gap-2">
          {changed !== undefined && (
            <Form method="post" action={path} encType="multipart/form-data">
              <input type="hidden" name="intent" value="restore" />
              <input type="hidden" name="version" value={changed} />
              <Button type="submit" name="restore" value="0" variant="quiet" small aria-label={`Restore: ${title}`}>
                Restore
              </Button>
            </Form>
          )}
          <Link className="button quiet small" to={path} aria-label={`Edit: ${title}`}>
            Edit
          </Link>
        </div>
      </div>
      <p className="quiet note">{preview}</p>
    </li>
  )
}
