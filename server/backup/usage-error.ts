/** Something the person at the keyboard must mend. The message is one line. */
export class UsageError extends Error {}
