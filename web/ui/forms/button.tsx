import type { ComponentProps, MouseEvent } from 'react'
import { Link, useNavigation } from 'react-router'
import { Spinner } from '#web/ui/spinner.tsx'

type ButtonStyle = {
  variant?: 'primary' | 'quiet' | 'danger' | 'link'
  small?: boolean
  wide?: boolean
}

type ButtonProps = ComponentProps<'button'> & ButtonStyle & { busy?: boolean }

/** A busy button keeps its text, width and focus, and ignores clicks. */
export function Button({ variant, small, wide, busy = false, className, onClick, children, ...rest }: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      className={classNames({ variant, small, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={handleClick}
    >
      {busy && <Spinner label="" />}
      {children}
    </button>
  )
}

/** Sends the form around it, and is busy until its answer is shown. */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'busy'>) {
  return <Button {...props} type="submit" busy={useNavigation().state !== 'idle'} />
}

type LinkButtonProps = ComponentProps<typeof Link> & ButtonStyle

export function LinkButton({ variant, small, wide, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={classNames({ variant, small, wide }, className)} />
}

function classNames({ variant = 'primary', small, wide }: ButtonStyle, className?: string) {
  return ['button', variant, small && 'small', wide && 'wide', className].filter(Boolean).join(' ')
}
