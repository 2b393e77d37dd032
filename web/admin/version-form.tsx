import type { ReactNode, RefObject } from 'react'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import { DraftNotice, useDraft } from '#web/client/admin/draft.tsx'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { VersionConflict } from './version-conflict.tsx'

type VersionFormProps<Name extends string> = {
  /** Of the form, and of its draft; a noun such as `collection`. */
  name: string
  form: RefObject<HTMLFormElement | null>
  /** The version that the form was filled from; undefined: there is none yet. */
  version: number | undefined
  refused: { values: Record<string, string>; current?: { version: number } } | undefined
  labels: Readonly<Record<Name, string>>
  /** A field's value as somebody reads it, here and in the version that somebody else has saved. */
  mine: (name: Name) => string
  theirs: (name: Name) => string
  action?: string
  /** The page of what was saved, if it has one, and the list that it is in. */
  path?: string | undefined
  leaveTo: string
  message: ReactNode
  /** Said above the form. */
  status?: ReactNode
  children: ReactNode
}

/** The frame of a form that saves over a version: draft, conflict, what was saved, and the buttons. */
export function VersionForm<Name extends string>(props: VersionFormProps<Name>) {
  const { name, form, version, refused, labels, mine, theirs, path, message } = props
  const [params] = useSearchParams()
  const busy = useNavigation().state === 'submitting'
  const draft = useDraft({ name, form, version: String(version ?? ''), answer: refused, isSaved: false })
  const current = refused?.current
  return (
    <>
      {current && (
        <VersionConflict
          heading={`Someone else saved this ${name} while you were editing it`}
          text="Keep yours and save it over theirs, or use the saved version."
          names={(Object.keys(labels) as Name[]).filter((each) => theirs(each) !== mine(each))}
          labelOf={(each) => labels[each]}
          mine={mine}
          theirs={theirs}
          keep={
            <Button type="submit" form={name} name="seen" value={current.version} small>
              Save mine
            </Button>
          }
          onTakeTheirs={() => {
            draft.forget()
            location.reload()
          }}
          takesFocus
        />
      )}
      <div role="status">
        {params.has('saved') && !refused && (
          <FormMessage tone="good">Saved. {path && <Link to={path}>See the page</Link>}</FormMessage>
        )}
        {!refused && props.status}
      </div>
      <Form
        ref={form}
        id={name}
        method="post"
        action={props.action}
        encType="multipart/form-data"
        noValidate
        className="form"
      >
        <DraftNotice draft={draft} />
        <input type="hidden" name="intent" value="save" />
        {props.children}
        {version !== undefined && (
          <input type="hidden" name="seen" value={refused?.values.seen ?? (draft.version || version)} />
        )}
        <div className="cluster">
          <Button type="submit" busy={busy}>
            Save
          </Button>
          <LinkButton to={props.leaveTo} variant="quiet">
            Cancel
          </LinkButton>
        </div>
        {message && <FormMessage alert>{message}</FormMessage>}
      </Form>
    </>
  )
}
