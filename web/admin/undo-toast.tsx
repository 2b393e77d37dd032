import { useSubmit } from 'react-router'
import { toast } from '#web/client/toast.ts'
import { Button } from '#web/ui/forms/button.tsx'

/** Offers to restore a product with its id right after its deletion; later the audit tab does. */
export function offerToRestore(id: number, title: string) {
  const toastId = `undo ${id}`
  toast(<Undo id={id} title={title} onPress={() => toast.dismiss(toastId)} />, { id: toastId })
}

function Undo({ id, title, onPress }: { id: number; title: string; onPress: () => void }) {
  const submit = useSubmit()
  function restore() {
    onPress()
    submit({ intent: 'restore', id }, { method: 'post', action: '/adminDashboard', navigate: false })
  }
  return (
    <span className="undo">
      <span>“{title}” was deleted.</span>
      <Button variant="link" small onClick={restore}>
        Undo
      </Button>
    </span>
  )
}
