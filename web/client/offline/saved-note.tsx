import { createRoot, type Root } from 'react-dom/client'
import { SavedNote } from '#web/ui/saved-note.tsx'
import { savedTime } from './use-online.ts'

let root: Root | undefined

/** Says that the page is a stored copy. It stands beside what React has hydrated. */
export function showSavedNote() {
  const time = savedTime()
  if (!time && !root) return
  if (!root) {
    const place = document.createElement('aside')
    place.className = 'saved-place'
    place.ariaLabel = 'Saved copy'
    document.body.append(place)
    root = createRoot(place)
  }
  root.render(time ? <SavedNote time={new Date(time)} /> : null)
}
