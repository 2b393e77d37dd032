import { useSearchParams } from 'react-router'
import type { ActionResult } from '#web/admin/action-result.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'

type OwnListHeadProps = { title: string; path: string; add: string; last: ActionResult | undefined }

/** The heading of a list of the owner's own, with its button to add one and the answer to the last press. */
export function OwnListHead({ title, path, add, last }: OwnListHeadProps) {
  const [params] = useSearchParams()
  return (
    <>
      <div className="row spread list-title">
        <h1>{title}</h1>
        <LinkButton to={`${path}/new`} small>
          {add}
        </LinkButton>
      </div>
      {params.has('saved') && !last && (
        <FormMessage tone="good" alert>
          Saved.
        </FormMessage>
      )}
      {last && !last.ok && (
        <FormMessage alert>
          {last.message}
          {last.ask && (
            <RowAction action={path} fields={{ ...last.ask, confirmed: 'yes' }} variant="danger">
              Delete
            </RowAction>
          )}
        </FormMessage>
      )}
    </>
  )
}
