import { type FormEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useSubmit } from 'react-router'
import { formatRupees } from '#domain/money.ts'
import { choiceField, priceField, type VariantToSell } from '#domain/orders/change-form.ts'
import { addField, isAddField } from '#domain/orders/change-lines.ts'
import { useDraft } from '#web/client/admin/draft.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'

/** The state of `PickProducts`: the search, its results and the chosen products. */
export type Picked = {
  find: string
  found: { id: number; title: string; variants: VariantToSell[] }[]
  chosen: { variant: VariantToSell; quantity: string }[]
}

export const NOTHING_PICKED: Picked = { find: '', found: [], chosen: [] }

/** The form as it is typed, until the server has answered with what it holds then. */
export function useTyped(answer: object | undefined) {
  const [{ typed, answered }, setTyped] = useState<{ typed?: FormData; answered: object | undefined }>({
    answered: answer,
  })
  if (answered !== answer) setTyped({ answered: answer })
  const noteTyped = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    setTyped({ typed: new FormData(currentTarget), answered: answer })
  return { typed, noteTyped }
}

type PickedDraft = { name: string; form: RefObject<HTMLFormElement | null>; version?: string; picked: Picked }

/** Keeps what is typed, and the products that were added: only the server knows them, so a restored form is sent for them. */
export function usePickedDraft({ picked, answer, ...draftOf }: PickedDraft & { answer: object | undefined }) {
  const submit = useSubmit()
  const draft = useDraft({
    ...draftOf,
    answer,
    isSaved: false,
    onRestore: (_, fields) => {
      // Behind the fields that are filled in a second time.
      setTimeout(() => {
        if (!draftOf.form.current) return
        const typed = new FormData(draftOf.form.current)
        for (const [name, [quantity = '']] of Object.entries(fields)) if (isAddField(name)) typed.set(name, quantity)
        submit(typed, { method: 'post', preventScrollReset: true })
      })
    },
  })
  // A product that was added is no input of a field.
  const noteAdded = useEffectEvent(() => {
    if (picked.chosen.length > 0) draft.note()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer counts once
  useEffect(() => noteAdded(), [answer])
  return draft
}

/** The fields as typed, with the products that were added. */
export function withPicked(
  typed: FormData | undefined,
  answered: Record<string, string>,
  { chosen }: Picked,
): FormData {
  const form = typed ?? new FormData()
  if (!typed) for (const [name, value] of Object.entries(answered)) form.set(name, value)
  for (const { variant, quantity } of chosen) {
    form.set(priceField(variant.variantId), String(variant.price))
    // A product that was added just now is in no field that was sent.
    if (!typed) form.set(addField(variant.variantId), quantity)
  }
  return form
}

type PickProductsProps = { picked: Picked; problems: Record<string, string>; busy: boolean }

/**
 * Finds products and adds them to the form that it is in, each with its variant and quantity. The buttons send the form, which
 * keeps everything else that was typed; without scripts too.
 */
export function PickProducts({ picked: { find, found, chosen }, problems, busy }: PickProductsProps) {
  return (
    <div className="stack">
      {chosen.length > 0 && (
        <ul className="lines" aria-label="Added">
          {chosen.map(({ variant, quantity }) => (
            <li key={`${variant.variantId} ${quantity}`}>
              <ChosenVariant variant={variant} quantity={quantity} problem={problems[addField(variant.variantId)]} />
            </li>
          ))}
        </ul>
      )}
      <div className="row bottom find">
        <Field label="Add a product" name="find" type="search" defaultValue={find} placeholder="Title or SKU" />
        <Button type="submit" variant="quiet" busy={busy}>
          Find
        </Button>
      </div>
      {find !== '' && found.length === 0 && <p role="status">No product on sale matches “{find}”.</p>}
      {found.length > 0 && (
        <ul className="lines" aria-label="Products found">
          {found.map(({ id, title, variants }) => (
            <li key={id} className="cluster bottom">
              <Field as="select" label={title} name={choiceField(id)} defaultValue={firstOf(variants)}>
                {variants.map((variant) => (
                  <option key={variant.variantId} value={variant.variantId} disabled={!variant.isAvailable}>
                    {variantText(variant)}
                  </option>
                ))}
              </Field>
              <Button type="submit" variant="quiet" name="add" value={id} busy={busy} aria-label={`Add ${title}`}>
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The first that can be added; all may be sold out. */
function firstOf(variants: readonly VariantToSell[]): number | undefined {
  return (variants.find(({ isAvailable }) => isAvailable) ?? variants[0])?.variantId
}

function ChosenVariant({
  variant,
  quantity,
  problem,
}: {
  variant: VariantToSell
  quantity: string
  problem: string | undefined
}) {
  const name = addField(variant.variantId)
  return (
    <div className="cluster spread bottom">
      <div>
        <strong>{variant.title}</strong>
        <p className="quiet">{variantText(variant)}</p>
      </div>
      {/* The price that the person has seen, and agrees to by saving. */}
      <input type="hidden" name={priceField(variant.variantId)} value={variant.price} />
      <Field
        label="Quantity"
        name={name}
        type="number"
        inputMode="numeric"
        min={0}
        max={99}
        defaultValue={quantity}
        error={problem}
      />
    </div>
  )
}

/** `C02 · Grey Stone · ₹849 · 3 left` */
export function variantText({ choice, price, left, isAvailable }: VariantToSell): string {
  const stock = isAvailable ? left !== null && `${left} left` : 'sold out'
  return [choice, formatRupees(price), stock].filter(Boolean).join(' · ')
}
