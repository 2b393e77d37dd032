import type { OptionGroup } from '#domain/catalog/option-groups.ts'
import type { ShownVariant } from '#domain/catalog/variant.ts'
import { formatRupees } from '#domain/money.ts'
import { RadioPills } from '#web/ui/forms/radio-pills.tsx'

type OptionGroupsProps = {
  groups: readonly OptionGroup[]
  variants: readonly ShownVariant[]
  /** Shown at the first group of which nothing is chosen. */
  error: string
  hrefFor: (words: string) => string
  onChoose: (words: string) => void
}

/** The options of a product of another kind, named as its owner named them. */
export function OptionGroups({ groups, variants, error, hrefFor, onChoose }: OptionGroupsProps) {
  const open = groups.findIndex(({ chosen }) => chosen === undefined)
  return (
    <>
      {groups.map(({ name, chosen, values }, index) => (
        <RadioPills
          key={name}
          legend={name}
          name={`option${index + 1}`}
          value={chosen}
          error={index === open ? error : ''}
          onChange={(value) => onChoose(values.find((one) => one.value === value)?.words ?? '')}
          options={values.map(({ value, price, isFrom, state, left }) => ({
            value,
            label: price === undefined ? value : `${value} · ${isFrom ? 'from ' : ''}${formatRupees(price)}`,
            ...(state === 'not-offered' && { note: 'Not available', isOff: true }),
            ...(state === 'sold-out' && { note: 'Sold out', isOff: true }),
            ...(state === 'on-sale' && left !== undefined && { note: `Only ${left} left` }),
          }))}
        />
      ))}
      {groups.length > 0 && (
        <noscript>
          <ul className="stack gap-1">
            {variants.map(({ finish, price, left }) => (
              <li key={finish}>
                <a href={hrefFor(finish)}>{finish}</a>, {left === 0 ? 'sold out' : formatRupees(price)}
              </li>
            ))}
          </ul>
        </noscript>
      )}
    </>
  )
}
