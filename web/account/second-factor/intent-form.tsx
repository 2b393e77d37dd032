import { Form, useNavigation } from 'react-router'
import { Button } from '#web/ui/forms/button.tsx'

type IntentFormProps = { intent: string; button: string; variant?: 'primary' | 'quiet' | 'danger' }

export function IntentForm({ intent, button, variant = 'primary' }: IntentFormProps) {
  const busy = useNavigation().formData?.get('intent') === intent
  return (
    <Form method="post">
      <Button type="submit" name="intent" value={intent} variant={variant} busy={busy}>
        {button}
      </Button>
    </Form>
  )
}
