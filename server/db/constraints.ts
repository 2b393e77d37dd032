/**
 * True when a statement failed because of this unique index or foreign key. No other in the schema has its name, so the kind
 * of error need not be asked.
 */
export function violates(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false
  // Drizzle wraps the driver's error.
  return ('constraint' in error && error.constraint === constraint) || violates(error.cause, constraint)
}

/** Runs `work`; returns `answer` if it violates the constraint. */
export async function answerIfViolated<T>(constraint: string, answer: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violates(error, constraint)) return answer
    throw error
  }
}
