import type { ComponentProps } from 'react'
import { useNavigation } from 'react-router'
import { Button } from './button.tsx'

/** Sends the form around it, and is busy until its answer is shown. */
export function SubmitButton(props: Omit<ComponentProps<typeof Button>, 'type' | 'busy'>) {
  return <Button {...props} type="submit" busy={useNavigation().state !== 'idle'} />
}
