/**
 * When what has the focus goes away, a removed line or the page before this one, the focus goes to the nearest thing
 * that was around it and is still there. Left alone it would start again at the top of the document.
 *
 * @returns how to stop
 */
export function restoreFocus(): () => void {
  /** What has the focus, and what is around it, inside out. */
  let path: HTMLElement[] = []

  function note(event: FocusEvent) {
    path = event.composedPath().filter((target) => target instanceof HTMLElement)
  }

  function mend() {
    const [focused, ...around] = path
    if (!focused || focused.isConnected || document.activeElement !== document.body) return
    const kept = around.find(({ isConnected }) => isConnected)
    if (kept && kept.tabIndex < 0) kept.tabIndex = -1
    kept?.focus({ preventScroll: true })
  }

  const observer = new MutationObserver(mend)
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', note)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', note)
  }
}
