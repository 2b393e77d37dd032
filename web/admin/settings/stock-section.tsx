import { Form, useNavigation } from 'react-router'
import { useFocusOnProblem } from '#web/client/focus-on-problem.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage, fieldsOf } from '#web/ui/forms/field.tsx'
import type { SectionResult } from './save-section.ts'

/** From how many on a counted choice is low. */
export function StockSection({ lowStock, result }: { lowStock: number; result: SectionResult | undefined }) {
  const busy = useNavigation().formData?.get('intent') === 'save-stock'
  const refused = result?.ok === false ? result : undefined
  const field = fieldsOf<'lowStock'>(refused?.values ?? { lowStock: String(lowStock) }, refused?.problems)
  const form = useFocusOnProblem(refused)
  return (
    <section aria-labelledby="stock-settings">
      <h2 id="stock-settings">Stock</h2>
      <Form ref={form} method="post" noValidate className="form" preventScrollReset aria-labelledby="stock-settings">
        <input type="hidden" name="intent" value="save-stock" />
        <Field
          key={lowStock}
          label="Low stock"
          {...field('lowStock')}
          inputMode="numeric"
          required
          hint="A counted choice with so many left, or fewer, says “Only 2 left” and is listed in the overview."
        />
        <div>
          <Button type="submit" busy={busy}>
            Save
          </Button>
        </div>
        <div role="status">{result?.ok && <FormMessage tone="good">Saved.</FormMessage>}</div>
        {refused && <FormMessage alert>{refused.problems.form ?? 'Please fix the highlighted fields.'}</FormMessage>}
      </Form>
    </section>
  )
}
