import { type ComponentProps, useState } from 'react'
import { useFetcher } from 'react-router'
import { ConfirmDialog } from '#web/ui/admin/confirm-dialog.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage, HiddenFields } from '#web/ui/forms/field.tsx'

type WithdrawFormProps = Omit<ComponentProps<typeof Button>, 'className'> & {
  fields: Record<string, string | number>
  question: string
  consequence: string
  className?: string
}

/** The button `Withdraw`, which asks first; without scripts it sends at once. */
export function WithdrawForm({ fields, question, consequence, className, ...button }: WithdrawFormProps) {
  const { Form, submit, data, state } = useFetcher<{ ok: boolean; message: string }>()
  const [asking, setAsking] = useState(false)

  function send() {
    setAsking(false)
    void submit(fields, { method: 'post' })
  }

  return (
    <Form
      method="post"
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        setAsking(true)
      }}
    >
      <HiddenFields of={fields} />
      <Button type="submit" variant="quiet" small busy={state !== 'idle'} aria-haspopup="dialog" {...button}>
        Withdraw
      </Button>
      {data?.ok === false && <FormMessage alert>{data.message}</FormMessage>}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        question={question}
        keep="Go back"
        action="Withdraw"
        onConfirm={send}
      >
        <p>{consequence}</p>
      </ConfirmDialog>
    </Form>
  )
}
