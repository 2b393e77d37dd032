import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { Table } from '#web/ui/admin/table.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { HiddenFields } from '#web/ui/forms/field.tsx'

type VersionConflictProps<Name extends string> = {
  /** Such as `Someone else saved this product while you were editing it`. */
  heading: string
  text: string
  names: readonly Name[]
  labelOf: (name: Name) => ReactNode
  mine: (name: Name) => ReactNode
  theirs: (name: Name) => ReactNode
  /** The button that keeps what was typed. */
  keep: ReactNode
  onTakeTheirs: () => void
  /** It answers a button that may be far below. */
  takesFocus?: boolean
}

/** Shows both versions when somebody else saved while this form was open, so that nothing is overwritten unseen. */
export function VersionConflict<Name extends string>(props: VersionConflictProps<Name>) {
  const { heading, text, names, labelOf, mine, theirs, keep, onTakeTheirs, takesFocus = false } = props
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takesFocus) panel.current?.focus()
  }, [takesFocus])
  return (
    <section
      ref={panel}
      className="box stack gap-3 conflict"
      role="alert"
      tabIndex={-1}
      aria-labelledby="conflict-heading"
    >
      <h2 id="conflict-heading">{heading}</h2>
      <p>{text}</p>
      <Table
        label="Both versions"
        rows={names}
        keyOf={(name) => name}
        columns={[
          { heading: 'Field', kind: 'row', cell: labelOf },
          { heading: 'Your version', kind: 'wide', cell: mine },
          { heading: 'Saved version', kind: 'wide', cell: theirs },
        ]}
      />
      <div className="cluster">
        {keep}
        {/* Without scripts it opens the page again. */}
        <ChoiceForm method="get" onChoose={onTakeTheirs}>
          Use the saved version
        </ChoiceForm>
      </div>
    </section>
  )
}

type ChoiceFormProps = {
  method: 'get' | 'post'
  /** Sent without scripts. */
  fields?: Record<string, string>
  onChoose: () => void
  children: string
}

export function ChoiceForm({ method, fields = {}, onChoose, children }: ChoiceFormProps) {
  function choose(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onChoose()
  }

  return (
    <form method={method} onSubmit={choose}>
      <HiddenFields of={fields} />
      <Button type="submit" variant="quiet" small>
        {children}
      </Button>
    </form>
  )
}
