/** Why a product was not written because of its pictures. `problems`: by the place of the file, a sentence each. */
export type PictureFailure =
  | { ok: false; reason: 'pictures'; problems: { index: number; name: string; problem: string }[] }
  /** The store could not keep them. Nothing was written; trying again is sensible. */
  | { ok: false; reason: 'store-failed' }
