import { Fragment } from 'react'

type DiffProps = { before: unknown; after: unknown }

/** The fields that a change has changed; all of them for a record that was created or deleted. */
export function Diff({ before, after }: DiffProps) {
  const old = fieldsOf(before)
  const fresh = fieldsOf(after)
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
  const changed = names.filter((name) => textOf(old[name]) !== textOf(fresh[name]))
  if (changed.length === 0) return null
  return (
    <dl className="terms before-after">
      {changed.map((name) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>
            {before != null && <del>{textOf(old[name])}</del>} {after != null && <ins>{textOf(fresh[name])}</ins>}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value == null) return {}
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : { value }
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}
