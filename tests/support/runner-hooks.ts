// node:test follows every promise and timer of a test, which takes a sixth of the run's time. A file needs that only while it is
// loaded, to learn to which file a test belongs. An error that nobody awaits then fails the run, not one test by name.
import asyncHooks, { type AsyncHook } from 'node:async_hooks'

const hooks: AsyncHook[] = []
const { createHook } = asyncHooks
asyncHooks.createHook = (callbacks) => {
  const hook = createHook(callbacks)
  hooks.push(hook)
  return hook
}

export function followTests(isNeeded: boolean): void {
  for (const hook of hooks) isNeeded ? hook.enable() : hook.disable()
}
