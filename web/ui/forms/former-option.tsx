/** A stored value that is no longer offered stays chosen, so that no other one is saved by accident. */
export function FormerOption({ value, offered }: { value: string; offered: readonly string[] }) {
  return value === '' || offered.includes(value) ? null : (
    <option value={value}>{`${value} (no longer offered)`}</option>
  )
}
