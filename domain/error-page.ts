/** Placeholder in the cached error page that the server replaces by the request id. */
export const REQUEST_ID_PLACE = '…request id…'
