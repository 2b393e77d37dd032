/** A mistake of the operator; the message is one line that says how to fix it. */
export class UsageError extends Error {}
