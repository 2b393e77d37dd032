/** True when a statement failed because this foreign key finds no row: its owner was deleted meanwhile. */
export function violatesForeignKey(error: unknown, constraint: string): boolean {
  return violates('23503', error, constraint)
}

/** True when a statement failed because another row has this unique index's value. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return violates('23505', error, constraint)
}

function violates(expected: string, error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false
  const { code, constraint: violated } = error as { code?: unknown; constraint?: unknown }
  // Drizzle wraps the driver's error.
  return (code === expected && violated === constraint) || violates(expected, error.cause, constraint)
}
