import { useFetcher, useLocation } from 'react-router'
import { plural } from '#domain/text.ts'
import { useAskFirst } from '#web/admin/ask-first.tsx'
import { Button } from '#web/ui/forms/button.tsx'

/** The checkboxes of the list belong to this form. */
export const SALE_FORM = 'chosen-products'

export type SaleIntent = 'take-off-sale' | 'put-on-sale'
export const OPPOSITE = { 'take-off-sale': 'put-on-sale', 'put-on-sale': 'take-off-sale' } as const

const WORDS: Record<SaleIntent, { button: string; question: string; done: string; text: string }> = {
  'take-off-sale': {
    button: 'Take off sale',
    question: 'Take # off sale?',
    done: '# taken off sale.',
    text: 'They leave the shop at once. Orders that are placed stay.',
  },
  'put-on-sale': {
    button: 'Put on sale',
    question: 'Put # on sale?',
    done: '# put on sale.',
    text: 'Those that are approved appear in the shop at once.',
  },
}

export function saleQuestion(intent: SaleIntent, count: number): string {
  return WORDS[intent].question.replace('#', plural(count, 'product'))
}

export function saleDone(intent: SaleIntent, count: number): string {
  return WORDS[intent].done.replace('#', plural(count, 'product'))
}

/** Takes the chosen products off sale, or puts them on sale, after one question. Without scripts the answer asks it. */
export function BulkSale() {
  const fetcher = useFetcher()
  const { search } = useLocation()
  const [ask, dialog] = useAskFirst(
    (form) => {
      const { length } = form.getAll('products')
      const intent = form.get('intent') === 'put-on-sale' ? 'put-on-sale' : 'take-off-sale'
      const { button, text } = WORDS[intent]
      if (length === 0) return undefined
      return { question: saleQuestion(intent, length), text, action: button, variant: 'primary' }
    },
    (form) => {
      form.set('products', form.getAll('products').join(','))
      fetcher.submit(form, { method: 'post', action: '/adminDashboard' })
    },
  )
  return (
    <form
      id={SALE_FORM}
      method="post"
      action={`/adminDashboard${search}`}
      className="cluster"
      onSubmit={(event) => {
        // Nothing is sent while nothing is chosen.
        event.preventDefault()
        ask(event)
      }}
    >
      {(Object.keys(WORDS) as SaleIntent[]).map((intent) => (
        <Button
          key={intent}
          type="submit"
          name="intent"
          value={intent}
          variant="quiet"
          small
          busy={fetcher.state !== 'idle'}
          aria-haspopup="dialog"
        >
          {WORDS[intent].button}
        </Button>
      ))}
      {dialog}
    </form>
  )
}
