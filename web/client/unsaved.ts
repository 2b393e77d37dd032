/** Forms of the open page whose changes were not sent yet. */
const unsaved = new Set<object>()

export function noteUnsaved(form: object, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(form)
  else unsaved.delete(form)
  if (unsaved.size > 0) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}

/** Asks when something was typed and not saved. */
export function mayLeave(): boolean {
  return unsaved.size === 0 || confirm('Leave this page? Your changes are not saved. This tab keeps them as a draft.')
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
