/**
 * When the focused element is removed, moves the focus to its nearest ancestor that is still in the document, and from a
 * form that closes to what opens it. Browsers would start again at the top of the page.
 *
 * @returns a function that stops it
 */
export function restoreFocus(): () => void {
  /** The focused element and its ancestors, innermost first. */
  let path: HTMLElement[] = []

  function remember(event: FocusEvent) {
    path = event.composedPath().filter((target) => target instanceof HTMLElement)
  }

  function restore() {
    const [focused, ...ancestors] = path
    if (!focused || focused.isConnected || document.activeElement !== document.body) return
    const target = ancestors.find(({ isConnected }) => isConnected)
    if (target && target.tabIndex < 0) target.tabIndex = -1
    target?.focus({ preventScroll: true })
  }

  function leaveClosed({ target }: Event) {
    if (!(target instanceof HTMLDetailsElement) || target.open || !path[0] || !target.contains(path[0])) return
    target.querySelector('summary')?.focus()
  }

  const observer = new MutationObserver(restore)
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', remember)
  document.addEventListener('toggle', leaveClosed, true)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('toggle', leaveClosed, true)
  }
}
