/** The provider understood the request and rejected it; repeating it changes nothing. */
export class ProviderRejectedError extends Error {
  override name = 'ProviderRejectedError'
  /** The provider's own words, for a person to read; undefined: it gave none. */
  readonly reason: string | undefined
  constructor(message: string, { reason, ...options }: ErrorOptions & { reason?: string | undefined } = {}) {
    super(message, options)
    this.reason = reason
  }
}

/** The provider gave no usable answer; the request may or may not have been carried out. */
export class ProviderUnavailableError extends Error {
  override name = 'ProviderUnavailableError'
  /** How long the provider asks us to wait; 0: it does not say. */
  readonly retryAfterMs: number
  /** The provider's own words, for a person to read; unlike the message they are not logged. */
  readonly reason: string | undefined
  constructor(
    message: string,
    {
      retryAfterMs = 0,
      reason,
      ...options
    }: ErrorOptions & { retryAfterMs?: number; reason?: string | undefined } = {},
  ) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
    this.reason = reason
  }
}

/** The request went out, and no usable answer came: it may have been carried out. */
export class AnswerLostError extends ProviderUnavailableError {
  override name = 'AnswerLostError'
}

/** A mistake of the operator; the message is one line that says how to fix it. */
export class UsageError extends Error {}
