import { savedTime } from './use-online.ts'

/** Says that the page is a stored copy. Added outside React's tree, because hydration would not expect it. */
export function showSavedNote() {
  const time = savedTime()
  const shown = document.querySelector('.saved-place')
  if (!time) return shown?.remove()
  const place = shown ?? document.body.appendChild(document.createElement('aside'))
  place.className = 'saved-place'
  place.ariaLabel = 'Saved copy'
  const note = document.createElement('p')
  note.className = 'saved-note'
  note.role = 'status'
  note.textContent = `Saved on ${time}. Prices and availability may have changed since.`
  place.replaceChildren(note)
}
