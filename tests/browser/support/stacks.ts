/**
 * Playwright takes a stack at each call and looks for a source map for each of its frames. Only tests have one: with the other
 * frames as they are, its process has a fifth less to do.
 */
export function mapOnlyTests(): void {
  const map = Error.prepareStackTrace
  if (!map) return
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) => (hasNoMap(frame) ? `${AT}${frame}` : lastLineOf(map(error, [frame]))))
    return `${error.name || 'Error'}: ${error.message}${lines.join('')}`
  }
}

const AT = '\n    at '

function hasNoMap(frame: NodeJS.CallSite): boolean {
  return /^node:|\/node_modules\//.test(frame.getFileName() ?? '')
}

function lastLineOf(stack: string): string {
  return stack.slice(stack.lastIndexOf(AT))
}
