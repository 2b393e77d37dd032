/** The values of a form's fields by name, in their order; a box as `on` or empty, and of radio buttons the chosen one. */
export type TypedFields = Record<string, string[]>

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function readFields(form: HTMLFormElement): TypedFields {
  const fields: TypedFields = {}
  for (const control of controlsOf(form)) {
    const values = fields[control.name] ?? []
    if (isRadio(control) && !control.checked) continue
    fields[control.name] = [...values, isCheckbox(control) ? (control.checked ? 'on' : '') : control.value]
  }
  return fields
}

/** Fills the fields in as if they were typed. @returns false: all had these values */
export function fillIn(form: HTMLFormElement, fields: TypedFields): boolean {
  const seen = new Map<string, number>()
  let isChanged = false
  for (const control of controlsOf(form)) {
    const index = seen.get(control.name) ?? 0
    seen.set(control.name, index + 1)
    // Found by value, because what there is to choose from may be in another order.
    const value = isRadio(control) ? choiceIn(control, fields) : fields[control.name]?.[index]
    if (value !== undefined && fillControl(control, value)) isChanged = true
  }
  return isChanged
}

function fillControl(control: Control, value: string): boolean {
  if (isCheckbox(control) || isRadio(control)) {
    if (control.checked === (value === 'on')) return false
    control.click()
    return true
  }
  // A value typed before the scripts had loaded is newer.
  if (control.value === value || (!isSelect(control) && control.value !== control.defaultValue)) return false
  // React overwrites the property of the element and so would take the event for no change.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {}
  set?.call(control, value)
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
  return true
}

/** Hidden fields belong to the page, and a chosen file cannot be filled in. */
function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements]
    .filter(
      (element): element is Control =>
        (element instanceof HTMLInputElement && !['hidden', 'file', 'password', 'submit'].includes(element.type)) ||
        element instanceof HTMLTextAreaElement ||
        isSelect(element),
    )
    .filter(({ name }) => name !== '')
}

function isSelect(element: Element): element is HTMLSelectElement {
  return element instanceof HTMLSelectElement
}

function isCheckbox(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox'
}

function isRadio(control: Control): control is HTMLInputElement {
  return control.type === 'radio'
}

function choiceIn({ name, value }: HTMLInputElement, fields: TypedFields): string | undefined {
  return fields[name]?.includes(value) ? 'on' : undefined
}
