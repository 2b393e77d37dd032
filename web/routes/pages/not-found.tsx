import { data } from 'react-router'

/** Whatever no other route knows: the document's own error page answers, with the navigation around it. */
export function loader(): never {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
