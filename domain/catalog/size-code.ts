/** Such as `TR04`; the shop's own codes are in the database. */
export const SIZE_CODE = /^[A-Z0-9][A-Z0-9-]{0,19}$/
/** Characters. */
export const FINISH_NAME_MAX = 60
