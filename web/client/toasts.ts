import { useEffect } from 'react'
import { toast } from './toast.ts'

/** Shows a loader's failures as toasts each time its data arrives. */
export function useFailureToasts(failures: readonly string[] | undefined) {
  useEffect(() => {
    for (const text of failures ?? []) toast.error(text)
  }, [failures])
}
