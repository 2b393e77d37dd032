import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { fieldOf } from '#domain/catalog/product-fields.ts'
import { type StockedVariant, type StockField, stockFieldName } from '#domain/catalog/stock/stock-form.ts'
import { STOCK_LABELS, type StockMode } from '#domain/catalog/stock-mode.ts'
import type { Problems } from '#domain/form-fields.ts'
import type { Rupees } from '#domain/money.ts'
import type { ActionResult } from '#web/admin/action-result.ts'
import { DraftNotice, forgetDraft, useDraft } from '#web/client/admin/draft.tsx'
import { useProblems } from '#web/client/problems.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage, HiddenFields } from '#web/ui/forms/field.tsx'

export type ProductInList = {
  id: number
  title: string
  version: number
  price: Rupees
  sku: string
  stock: StockMode
  cells: readonly StockedVariant[]
}

/**
 * `about`: which form was refused, and `values`: what it held. `version`: somebody else has saved this one since the form was
 * opened; sent again, it is replaced.
 */
export type RowResult = ActionResult & {
  about?: string
  values?: Record<string, string>
  problems?: Problems
  version?: number
}

/** Result of the last form posted without scripts. */
export const LastRowResult = createContext<RowResult | undefined>(undefined)

type EditInPlaceProps = {
  product: ProductInList
  /** The name of the edited value, such as `price`. */
  what: string
  shown: ReactNode
  /** The fields, for the product as it was when the form was opened, with what was typed and refused. */
  children: (opened: ProductInList, problems: Problems, typed: Record<string, string>) => ReactNode
}

/** A value of the list that opens as a small form; it closes when it is saved. */
export function EditInPlace({ product, what, shown, children }: EditInPlaceProps) {
  const box = useRef<HTMLDetailsElement>(null)
  // The list follows what others save, but the version that was seen decides whether there is a conflict.
  const [{ kept, times }, setKept] = useState<{ kept?: ProductInList; times: number }>({ times: 0 })
  const draftName = `${what} ${product.id}`
  const last = useContext(LastRowResult)
  const refused = last?.ok === false && last.about === draftName ? last : undefined

  function setOpen(isOpen: boolean) {
    if (box.current) box.current.open = isOpen
  }

  /** Puts a press into the first field, and discards unsaved input when the form is closed. */
  function noteToggle() {
    if (box.current?.open) {
      if (box.current.contains(document.activeElement))
        box.current.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
      return setKept((before) => ({ ...before, kept: product }))
    }
    forgetDraft(draftName)
    setKept((before) => ({ times: before.times + 1 }))
  }

  return (
    <details ref={box} open={refused !== undefined} className="edit-in-place" onToggle={noteToggle}>
      <summary>
        {shown} <span className="visually-hidden">{`Change the ${what} of ${product.title}`}</span>
      </summary>
      <RowForm key={times} opened={kept ?? product} draftName={draftName} refused={refused} setOpen={setOpen}>
        {children}
      </RowForm>
    </details>
  )
}

type RowFormProps = Pick<EditInPlaceProps, 'children'> & {
  opened: ProductInList
  draftName: string
  refused: RowResult | undefined
  setOpen: (isOpen: boolean) => void
}

function RowForm({ opened, draftName, refused, setOpen, children }: RowFormProps) {
  const { Form, data: answer = refused, state } = useFetcher<RowResult>()
  const { form, problems, message } = useProblems(answer?.ok === false ? answer : undefined)
  const typed = refused?.values ?? {}
  const { pathname, search } = useLocation()
  const draft = useDraft({
    name: draftName,
    form,
    version: String(opened.version),
    answer,
    isSaved: answer?.ok === true,
    onRestore: () => setOpen(true),
  })
  const close = useEffectEvent(() => setOpen(false))
  useEffect(() => {
    if (answer?.ok) close()
  }, [answer])
  return (
    <Form ref={form} method="post" action={pathname + search} className="box stack gap-2" noValidate>
      <DraftNotice draft={draft} />
      <HiddenFields
        of={{
          intent: 'save-row',
          id: opened.id,
          about: draftName,
          version: answer?.version ?? typed.version ?? draft.version,
        }}
      />
      {children(opened, problems, typed)}
      <div>
        <Button type="submit" small busy={state !== 'idle'}>
          Save
        </Button>
      </div>
      {message && <FormMessage alert>{message}</FormMessage>}
    </Form>
  )
}

type TextInPlaceProps = { product: ProductInList; name: 'price' | 'sku'; shown: ReactNode }

/** A field of the product itself. */
export function FieldInPlace({ product, name, shown }: TextInPlaceProps) {
  const { label, control } = fieldOf(name)
  return (
    <EditInPlace product={product} what={name === 'sku' ? 'SKU' : name} shown={shown}>
      {(opened, problems, typed) => (
        <Field
          label={label}
          name={name}
          defaultValue={typed[name] ?? opened[name]}
          inputMode={control && 'numeric'}
          autoComplete="off"
          error={problems[name]}
        />
      )}
    </EditInPlace>
  )
}

/** The units and own prices of the variants that a counted product has; other products have no number. */
export function StockInPlace({ product }: { product: ProductInList }) {
  if (product.cells.length === 0) return stockText(product)
  return (
    <EditInPlace product={product} what="stock" shown={stockText(product)}>
      {(opened, problems, typed) =>
        opened.cells.map((cell) => (
          <VariantFields key={`${cell.sizeCode}/${cell.finish}`} cell={cell} problems={problems} typed={typed} />
        ))
      }
    </EditInPlace>
  )
}

/** Such as `37 in 4 variants`, or how stock works where nothing is counted. */
export function stockText({ stock, cells }: Pick<ProductInList, 'stock' | 'cells'>): string {
  if (stock !== 'counted') return STOCK_LABELS[stock]
  const units = cells.reduce((sum, cell) => sum + cell.units, 0).toLocaleString('en-IN')
  return cells.length > 1 ? `${units} in ${cells.length} variants` : units
}

type VariantFieldsProps = { cell: StockedVariant; problems: Problems; typed: Record<string, string> }

function VariantFields({ cell, problems, typed }: VariantFieldsProps) {
  const id = useId()
  const name = [cell.sizeCode, cell.finish].filter(Boolean).join(' · ')
  const common = (field: StockField, value: number | null) => {
    const fieldName = stockFieldName(field, cell)
    const shown = { defaultValue: typed[fieldName] ?? value ?? '', error: problems[fieldName] }
    return { name: fieldName, ...shown, autoComplete: 'off', inputMode: 'numeric' as const }
  }
  return (
    <fieldset className="cluster gap-2 top" aria-labelledby={name ? id : undefined}>
      {name && <span id={id}>{name}</span>}
      <Field label="Units" {...common('units', cell.units)} />
      <Field label="Own price" {...common('cellPrice', cell.price)} />
      <input type="hidden" name={stockFieldName('sku', cell)} value={cell.sku ?? ''} />
      <input
        type="hidden"
        name={stockFieldName('seen', cell)}
        value={typed[stockFieldName('seen', cell)] ?? cell.units}
      />
    </fieldset>
  )
}
