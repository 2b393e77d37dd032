import { type ReactNode, useState } from 'react'
import { CHOSEN_MAX, type Collection, type CollectionRule, ruleInWords } from '#domain/catalog/collection.ts'
import { IMAGE_MAX_MEGABYTES, IMAGE_TYPES } from '#domain/catalog/forms/image-limits.ts'
import { imageFile } from '#domain/catalog/images.ts'
import { formatCount } from '#domain/catalog/listing.ts'
import type { PickedProduct } from '#domain/catalog/picked-products.ts'
import type { Problems } from '#domain/form-fields.ts'
import { addressFor } from '#domain/page-address.ts'
import { ProductPicker } from '#web/admin/products/product-picker.tsx'
import { VersionForm } from '#web/admin/version-form.tsx'
import { useProblems } from '#web/client/problems.ts'
import { CheckboxField, Field, FieldError, FormMessage, fieldsOf } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'

/** The answer to a form that was not saved, with its values. */
export type CollectionRefused = {
  problems: Problems
  values: Record<string, string>
  picked: PickedProduct[]
  current?: Collection
}

type CollectionFormProps = {
  collection: Collection | undefined
  picked: PickedProduct[]
  conditions: { families: string[]; tags: string[]; attributes: string[] }
  offered: PickedProduct[]
  path: string | undefined
  /** Products for sale that are in it. */
  matches: number | undefined
  refused: CollectionRefused | undefined
}

export function CollectionForm(props: CollectionFormProps) {
  const { collection, conditions, offered, path, matches, refused } = props
  const { form, problems, message } = useProblems(refused)
  const values = refused?.values ?? typedOf(collection)
  const field = fieldsOf(values, problems)
  const [name, setName] = useState(values.name ?? '')
  const [address, setAddress] = useState(values.address ?? '')
  const [isByRule, setByRule] = useState(values.chosen === 'rule')
  const isChecked = (box: string) => (refused ? box in refused.values : values[box] !== undefined)
  return (
    <VersionForm
      name="collection"
      form={form}
      version={collection?.version}
      refused={refused}
      labels={LABELS}
      mine={(each) => values[each] ?? ''}
      theirs={(each) => (refused?.current ? shownOf(refused.current, each) : '')}
      path={path}
      leaveTo="/adminDashboard/collections"
      message={message}
      status={
        matches !== undefined &&
        collection?.rule && (
          <FormMessage tone="plain">
            {matches === 0
              ? 'No product fits this rule at the moment. The page says so until one does.'
              : `${formatCount(matches)} ${matches === 1 ? 'product fits' : 'products fit'}: ${ruleInWords(collection.rule)}.`}
          </FormMessage>
        )
      }
    >
      <Field
        label="Name"
        {...field('name')}
        required
        maxLength={100}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Field
        label="Address"
        name="address"
        error={problems.address}
        value={address}
        placeholder={addressFor(name)}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        hint={`Its page is /collections/${address || addressFor(name) || '…'}. Left empty, it is made of the name.`}
      />
      <Field
        label="Sentence"
        {...field('sentence')}
        as="textarea"
        rows={3}
        hint="Below the name, and in search engines."
      />
      <PictureField
        picture={collection?.picture ?? ''}
        error={problems.picture}
        isRemoved={isChecked('removePicture')}
      />
      <CheckboxField label="In the menu" name="inMenu" isChecked={isChecked('inMenu')} />
      <fieldset className="stack form-group">
        <legend>Chosen</legend>
        <div className="cluster">
          <Choice value="hand" label="By hand" isChosen={!isByRule} onChoose={() => setByRule(false)} />
          <Choice value="rule" label="By rule" isChosen={isByRule} onChoose={() => setByRule(true)} />
        </div>
        <FieldError id="chosen" error={problems.chosen} />
        {/* Without scripts both stand below, and the choice says which one counts. */}
        <Part isShown={!isByRule}>
          <ProductPicker
            label="Products"
            name="products"
            hint="Type a title to add one. Drag them, or change their numbers, to put them in order."
            picked={refused && refused.picked.length > 0 ? refused.picked : props.picked}
            offered={offered}
            most={CHOSEN_MAX}
            error={problems.products}
          />
        </Part>
        <Part isShown={isByRule}>
          <p className="fine">
            A product is in the collection while it fits all of these. Leave open what does not matter.
          </p>
          <div className="grid grid-large">
            <Field label="Family" {...field('family')} as="select">
              <option value="">Any</option>
              <Options of={withOwn(conditions.families, values.family)} />
            </Field>
            <Field label="Price from" {...field('priceFrom')} inputMode="numeric" autoComplete="off" />
            <Field label="Price to" {...field('priceTo')} inputMode="numeric" autoComplete="off" />
            <Field label="Tag" {...field('tag')} list="tags" autoComplete="off" />
            <Field
              label="Attribute"
              {...field('attribute')}
              list="attributes"
              autoComplete="off"
              placeholder="Material: Stone"
            />
          </div>
          <datalist id="tags">
            <Options of={conditions.tags} />
          </datalist>
          <datalist id="attributes">
            <Options of={conditions.attributes} />
          </datalist>
          <CheckboxField label="On offer" name="onOffer" isChecked={isChecked('onOffer')} />
        </Part>
      </fieldset>
    </VersionForm>
  )
}

/** A stored collection as the form would send it. */
function typedOf(collection: Collection | undefined): Record<string, string> {
  if (!collection) return {}
  const { name, address, sentence, inMenu, rule } = collection
  const { family = '', tag = '', attribute = '', priceFrom, priceTo, onOffer }: CollectionRule = rule ?? {}
  return {
    name,
    address,
    sentence,
    family,
    tag,
    attribute,
    chosen: rule ? 'rule' : 'hand',
    priceFrom: String(priceFrom ?? ''),
    priceTo: String(priceTo ?? ''),
    ...(inMenu && { inMenu: 'on' }),
    ...(onOffer && { onOffer: 'on' }),
  }
}

const LABELS = {
  name: 'Name',
  address: 'Address',
  sentence: 'Sentence',
  chosen: 'Chosen',
  family: 'Family',
  priceFrom: 'Price from',
  priceTo: 'Price to',
  tag: 'Tag',
  attribute: 'Attribute',
}

function shownOf(collection: Collection, name: keyof typeof LABELS): string {
  return typedOf(collection)[name] ?? ''
}

/** A family that was deleted since stays in its rule. */
function withOwn(families: readonly string[], own: string | undefined): string[] {
  return [...new Set([...families, ...(own ? [own] : [])])]
}

type ChoiceProps = { value: string; label: string; isChosen: boolean; onChoose: () => void }

function Choice({ value, label, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="check">
      <input type="radio" name="chosen" value={value} defaultChecked={isChosen} onChange={onChoose} /> {label}
    </label>
  )
}

/** Hidden by scripts only. */
function Part({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return <div className={isShown ? 'stack' : 'stack without-scripts'}>{children}</div>
}

type PictureFieldProps = { picture: string; error: string | undefined; isRemoved: boolean }

function PictureField({ picture, error, isRemoved }: PictureFieldProps) {
  return (
    <div className="stack gap-2">
      <Field
        label="Picture"
        name="picture"
        type="file"
        accept={IMAGE_TYPES.join(',')}
        hint={`At the head of its page. JPEG, PNG, WebP or AVIF, up to ${IMAGE_MAX_MEGABYTES} MB.`}
        error={error}
        present={picture && <img className="logo-preview" src={imageFile(picture, 320)} alt="The present one" />}
      />
      {picture && <CheckboxField label="Remove picture" name="removePicture" isChecked={isRemoved} />}
    </div>
  )
}
