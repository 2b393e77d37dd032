import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { PickedProduct } from '#domain/catalog/picked-products.ts'
import type { Problems } from '#domain/form-fields.ts'
import { APPLIES_TO, OFFER_KINDS } from '#domain/offers/offer.ts'
import { MADE_CODES_MAX, OFFER_NAME_MAX, OFFER_PRODUCTS_MAX } from '#domain/offers/offer-form.ts'
import { formatDateTime } from '#domain/time.ts'
import { ProductPicker } from '#web/admin/products/product-picker.tsx'
import { VersionForm } from '#web/admin/version-form.tsx'
import { useProblems } from '#web/client/problems.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { CheckboxField, Field, FormMessage, fieldsOf } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'

/** The answer to a form that was not saved, with its values. */
export type OfferRefused = {
  intent: string
  problems: Problems
  values: Record<string, string>
  picked: PickedProduct[]
  /** The version that somebody else has saved since the form was opened. */
  current?: { version: number; typed: Record<string, string>; picked: PickedProduct[] }
}

const number = { inputMode: 'numeric', autoComplete: 'off' } as const

type OfferFormProps = {
  offer: { version: number } | undefined
  /** The stored offer as the form shows it. */
  typed: Record<string, string>
  picked: PickedProduct[]
  collections: { id: number; name: string }[]
  offered: PickedProduct[]
  refused: OfferRefused | undefined
}

export function OfferForm({ offer, typed, picked, collections, offered, refused }: OfferFormProps) {
  const { form, problems, message } = useProblems(refused)
  const values: Record<string, string> = refused?.values ?? typed
  const field = fieldsOf(values, problems)
  const [kind, setKind] = useState(values.kind ?? 'percent')
  const [appliesTo, setAppliesTo] = useState(values.appliesTo ?? 'all')
  // Without scripts every field is there, and the kind says which ones count.
  const shownIf = (isShown: boolean) => (isShown ? undefined : 'without-scripts')
  const chosen = refused && refused.picked.length > 0 ? refused.picked : picked
  const words: Partial<Record<string, Record<string, string>>> = {
    ...WORDS,
    collection: Object.fromEntries(collections.map(({ id, name }) => [id, name])),
  }
  const shownIn = (typed: Record<string, string>, products: PickedProduct[]) => (name: keyof typeof LABELS) => {
    const value = typed[name] ?? ''
    if (name === 'products') return typed.appliesTo === name ? products.map(({ title }) => title).join(', ') : ''
    if (name === 'from' || name === 'until') return value && formatDateTime(`${value}+05:30`)
    return words[name]?.[value] ?? value
  }
  return (
    <VersionForm
      name="offer"
      form={form}
      version={offer?.version}
      refused={refused}
      labels={LABELS}
      mine={shownIn(values, chosen)}
      theirs={shownIn(refused?.current?.typed ?? {}, refused?.current?.picked ?? [])}
      leaveTo="/adminDashboard/offers"
      message={message}
    >
      <Field
        label="Name"
        {...field('name')}
        required
        maxLength={OFFER_NAME_MAX}
        hint="Shoppers see it in the cart, on the order and on the invoice."
      />
      <div className="grid grid-large">
        <Field
          label="Kind"
          {...field('kind')}
          as="select"
          defaultValue={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value)}
        >
          <Options of={Object.entries(OFFER_KINDS)} />
        </Field>
        <Field
          label="Amount"
          {...field('amount')}
          {...number}
          className={shownIf(kind !== 'buy-get')}
          hint={kind === 'rupees' ? 'Whole rupees.' : kind === 'percent' ? 'Percent, from 1 to 100.' : undefined}
        />
        <Field label="Buy" {...field('buy')} {...number} className={shownIf(kind === 'buy-get')} />
        <Field
          label="Get"
          {...field('get')}
          {...number}
          className={shownIf(kind === 'buy-get')}
          hint="So many of the cheapest are free."
        />
        <Field
          label="Applies to"
          {...field('appliesTo')}
          as="select"
          defaultValue={appliesTo}
          onChange={({ currentTarget }) => setAppliesTo(currentTarget.value)}
        >
          <Options of={Object.entries(APPLIES_TO)} />
        </Field>
        <Field label="Collection" {...field('collection')} as="select" className={shownIf(appliesTo === 'collection')}>
          <option value="">Choose one</option>
          <Options of={collections.map(({ id, name }) => [id, name])} />
        </Field>
      </div>
      <div className={shownIf(appliesTo === 'products')}>
        <ProductPicker
          label="Products"
          name="products"
          hint="Type a title to add one."
          picked={chosen}
          offered={offered}
          most={OFFER_PRODUCTS_MAX}
          error={problems.products}
        />
      </div>
      <div className="grid grid-large">
        <Field
          label="From"
          {...field('from')}
          type="datetime-local"
          hint="In Indian time. Left empty, it begins now."
        />
        <Field label="Until" {...field('until')} type="datetime-local" hint="Left empty, it holds until you end it." />
      </div>
      <fieldset className="stack form-group">
        <legend>Conditions</legend>
        <p className="fine">Without a condition and a code, an offer on products shows as their price.</p>
        <div className="grid grid-large">
          <Field label="Smallest order" {...field('smallestOrder')} {...number} hint="Rupees, before discounts." />
          <Field
            label="Code"
            {...field('code')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            hint="Left empty, the offer is automatic. Upper and lower case are alike."
          />
          <Field label="Uses in all" {...field('usesInAll')} {...number} />
          <Field label="Uses by person" {...field('usesByPerson')} {...number} />
          <Field
            label="Only for"
            {...field('onlyFor')}
            type="email"
            autoComplete="off"
            hint="The email of one customer, who has to have confirmed it."
          />
        </div>
        <CheckboxField label="First order only" name="firstOrderOnly" isChecked={'firstOrderOnly' in values} />
        <CheckboxField label="Paid online only" name="paidOnlineOnly" isChecked={'paidOnlineOnly' in values} />
        <CheckboxField label="Adds up with other offers" name="addsUp" isChecked={'addsUp' in values} />
        <p className="fine">Offers add up only if each of them is ticked. Otherwise the best one is used.</p>
      </fieldset>
    </VersionForm>
  )
}

const LABELS = {
  name: 'Name',
  kind: 'Kind',
  amount: 'Amount',
  buy: 'Buy',
  get: 'Get',
  appliesTo: 'Applies to',
  collection: 'Collection',
  products: 'Products',
  from: 'From',
  until: 'Until',
  smallestOrder: 'Smallest order',
  code: 'Code',
  usesInAll: 'Uses in all',
  usesByPerson: 'Uses by person',
  onlyFor: 'Only for',
  firstOrderOnly: 'First order only',
  paidOnlineOnly: 'Paid online only',
  addsUp: 'Adds up with other offers',
}

const TICKED = { on: 'Yes', '': 'No' }
/** The values of fields that say more than they hold. */
const WORDS = {
  kind: OFFER_KINDS,
  appliesTo: APPLIES_TO,
  firstOrderOnly: TICKED,
  paidOnlineOnly: TICKED,
  addsUp: TICKED,
}

type MakeCodesProps = { id: number; made: number; isAutomatic: boolean; refused: OfferRefused | undefined }

export function MakeCodes({ id, made, isAutomatic, refused }: MakeCodesProps) {
  const { form, problems, message } = useProblems(refused)
  const busy = useNavigation().state === 'submitting'
  return (
    <section className="stack apart">
      <h2>Codes</h2>
      <p className="quiet">
        Each made code is good for one order.{' '}
        {isAutomatic && 'Once codes are made, this offer is no longer automatic: shoppers need one of them.'}
      </p>
      {made > 0 && (
        <p>
          {`${made.toLocaleString('en-IN')} ${made === 1 ? 'code was' : 'codes were'} made. `}
          <a href={`/adminDashboard/offers/${id}/codes`} download>
            Download as CSV
          </a>
        </p>
      )}
      <Form ref={form} method="post" noValidate className="form start">
        <input type="hidden" name="intent" value="make-codes" />
        <Field
          label="How many"
          name="howMany"
          defaultValue={refused?.values.howMany}
          error={problems.howMany}
          {...number}
          hint={`Up to ${MADE_CODES_MAX.toLocaleString('en-IN')}.`}
        />
        <Button type="submit" variant="quiet" busy={busy}>
          Make codes
        </Button>
        {message && <FormMessage alert>{message}</FormMessage>}
      </Form>
    </section>
  )
}
