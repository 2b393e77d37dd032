/** Stands in the error page where the server writes the request's id, which the page itself cannot know. */
export const REQUEST_ID_PLACE = '…request id…'
