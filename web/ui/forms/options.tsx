type OptionsProps = { of: readonly (string | readonly [value: string | number, words: string])[] }

/** The options of a select: a value with its words, or words that are the value. */
export function Options({ of }: OptionsProps) {
  return of.map((option) => {
    const [value, words] = typeof option === 'string' ? [option, option] : option
    return (
      <option key={value} value={value}>
        {words}
      </option>
    )
  })
}

/** A stored value that is no longer offered stays chosen, so that no other one is saved by accident. */
export function FormerOption({ value, offered }: { value: string; offered: readonly string[] }) {
  return value === '' || offered.includes(value) ? null : (
    <option value={value}>{`${value} (no longer offered)`}</option>
  )
}
