import { WHY_MAX } from '#domain/returns/forms.ts'
import {
  isFaultOfShop,
  mayMoveReturn,
  type ReturnReasonAsked,
  type ReturnState,
} from '#domain/returns/return-request.ts'
import { DeskForm } from '#web/admin/desk-form.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'

type Request = { id: number; state: ReturnState; reason: ReturnReasonAsked }

/** `Acknowledge` and `Decline`, which is not offered where the shop is at fault. */
export function DecideReturn({ request }: { request: Request }) {
  const fields = { return: request.id }
  const isOpen = mayMoveReturn(request, 'settled')
  return (
    <>
      {mayMoveReturn(request, 'acknowledged') && (
        <DeskForm intent="acknowledge" fields={fields}>
          {({ busy }) => (
            <Button type="submit" busy={busy}>
              Acknowledge
            </Button>
          )}
        </DeskForm>
      )}
      {mayMoveReturn(request, 'declined') && (
        <details>
          <summary className="button quiet small">Decline</summary>
          <DeskForm intent="decline" fields={fields}>
            {({ field, busy }) => (
              <>
                <Field
                  as="textarea"
                  label="Why"
                  rows={3}
                  maxLength={WHY_MAX}
                  hint="The buyer reads it."
                  {...field('why')}
                />
                <Button type="submit" variant="danger" busy={busy}>
                  Decline
                </Button>
              </>
            )}
          </DeskForm>
        </details>
      )}
      {isOpen && isFaultOfShop(request.reason) && (
        <p className="fine quiet">
          This is the shop’s fault, so money may not be refused (E-Commerce Rules 2020, rules 6 and 7).
        </p>
      )}
    </>
  )
}
