/** The provider understood, and will not do it: asking again changes nothing. */
export class ProviderRejectedError extends Error {
  override name = 'ProviderRefusal'
}

/** No answer, or one that says nothing of what was done: it may have been done or not. */
export class ProviderUnavailableError extends Error {
  override name = 'ProviderSilence'
}
