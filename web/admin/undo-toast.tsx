import { useSubmit } from 'react-router'
import { toast } from '#web/client/toast.ts'
import { Button } from '#web/ui/forms/button.tsx'

type Undo = {
  text: string
  fields: Record<string, string | number>
  action: string
  /** For how long it can be taken back; otherwise as long as any toast. */
  seconds?: number
}

/** Offers to take back what a button has just done. */
export function offerUndo(undo: Undo) {
  const id = `undo ${Object.values(undo.fields).join(' ')}`
  const duration = undo.seconds === undefined ? {} : { duration: undo.seconds * 1000 }
  toast(<UndoButton {...undo} onPress={() => toast.dismiss(id)} />, { id, ...duration })
}

function UndoButton({ text, fields, action, onPress }: Undo & { onPress: () => void }) {
  const submit = useSubmit()
  function takeBack() {
    onPress()
    submit(fields, { method: 'post', action, navigate: false })
  }
  return (
    <span className="row">
      <span>{text}</span>
      <Button variant="link" small onClick={takeBack}>
        Undo
      </Button>
    </span>
  )
}
