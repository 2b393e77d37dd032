/** True when a statement failed because this foreign key finds no row: its owner was deleted meanwhile. */
export function violatesForeignKey(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false
  const { code, constraint: violated } = error as { code?: unknown; constraint?: unknown }
  // Drizzle wraps the driver's error.
  return (code === '23503' && violated === constraint) || violatesForeignKey(error.cause, constraint)
}
