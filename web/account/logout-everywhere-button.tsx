import { Form } from 'react-router'
import { Button } from '#web/ui/forms/button.tsx'

export function LogoutEverywhereButton() {
  return (
    <Form method="post" action="/logout/everywhere">
      <Button type="submit" variant="quiet" small>
        Log out everywhere
      </Button>
    </Form>
  )
}
