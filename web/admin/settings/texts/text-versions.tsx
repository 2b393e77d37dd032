import { Form, Link } from 'react-router'
import type { StoredName } from '#domain/messages/wordings.ts'
import { formatDateTime } from '#domain/time.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { editorOf } from './editor-of.ts'

type Version = { version: number; author: string | undefined; time: Date | undefined }
type TextVersionsProps = {
  name: StoredName
  /** The current one. */
  version: number
  versions: readonly { version: number; author: string | undefined; time: Date }[]
}

/** Every version, newest first; the last is the text that comes with the shop. */
export function TextVersions({ name, version: current, versions }: TextVersionsProps) {
  const { path } = editorOf(name)
  const all: readonly Version[] = [...versions, { version: 0, author: undefined, time: undefined }]
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
                <input type="hidden" name="intent" value="restore" />
                <input type="hidden" name="version" value={current} />
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
