/** The provider understood the request and rejected it; repeating it changes nothing. */
export class ProviderRejectedError extends Error {
  override name = 'ProviderRejectedError'
}

/** The provider gave no usable answer; the request may or may not have been carried out. */
export class ProviderUnavailableError extends Error {
  override name = 'ProviderUnavailableError'
}
