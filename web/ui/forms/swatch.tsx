import type { Finish } from '#domain/catalog/sizes.ts'

/** A sample of a finish; the style sheet has a texture for those that the shop began with. */
export function Swatch({ name, swatch }: Pick<Finish, 'name' | 'swatch'>) {
  return <span className="swatch" data-finish={name} style={{ backgroundColor: swatch }} aria-hidden="true" />
}
