/**
 * Says on stderr, beside the shop's own lines, what went wrong and where, in one line. Not the message: it may repeat
 * what somebody has sent.
 */
export function logError({ name, message, stack = '' }: Error): void {
  const frames = stack.slice(Math.max(0, stack.indexOf(message)) + message.length).split('\n')
  const place = frames.find((line) => line.startsWith('    at ') && line.includes(':'))?.trim() ?? 'at a place unknown'
  console.error(
    JSON.stringify({
      time: new Date().toISOString(),
      level: 'error',
      message: 'The sandbox failed',
      error: `${name} ${place}`,
    }),
  )
}
