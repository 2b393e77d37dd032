import { useNavigation } from 'react-router'
import { Spinner } from '#web/ui/spinner.tsx'

/** In the header while a page is loading. */
export function NavigationSpinner() {
  const busy = useNavigation().state !== 'idle'
  return <div className="site-header-busy">{busy && <Spinner />}</div>
}
