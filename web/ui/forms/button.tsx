import type { ComponentProps, MouseEvent } from 'react'
import { Link } from 'react-router'
import { Spinner } from '#web/ui/spinner.tsx'

type Looks = {
  variant?: 'primary' | 'quiet' | 'danger' | 'link'
  small?: boolean
  /** As wide as what it stands in. */
  wide?: boolean
}

type ButtonProps = ComponentProps<'button'> & Looks & { busy?: boolean }

/** A busy button keeps its words, its width and the focus; it only stops answering. */
export function Button({ variant, small, wide, busy = false, className, onClick, children, ...rest }: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      className={looks({ variant, small, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={press}
    >
      {busy && <Spinner label="" />}
      {children}
    </button>
  )
}

type LinkButtonProps = ComponentProps<typeof Link> & Looks

export function LinkButton({ variant, small, wide, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={looks({ variant, small, wide }, className)} />
}

function looks({ variant = 'primary', small, wide }: Looks, className?: string) {
  return ['button', variant, small && 'small', wide && 'wide', className].filter(Boolean).join(' ')
}
