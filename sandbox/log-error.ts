/**
 * Logs an error as one line of JSON, in the format of the shop's log. Its message is left out, because it may repeat a
 * client's input.
 */
export function logError({ name, message, stack = '' }: Error): void {
  const frames = stack.slice(Math.max(0, stack.indexOf(message)) + message.length).split('\n')
  const place = frames.find((line) => line.startsWith('    at ') && line.includes(':'))?.trim() ?? 'at an unknown place'
  console.error(
    JSON.stringify({
      time: new Date().toISOString(),
      level: 'error',
      message: 'Sandbox error',
      error: `${name} ${place}`,
    }),
  )
}
