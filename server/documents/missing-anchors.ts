const patched = new WeakSet<object>()

type Gpos = { applyAnchor(mark: { markAnchor: unknown }, base: unknown, index: number): void }

/** The parts of a fontkit font that its types do not show. */
type Layouts = { layout(text: string): unknown; _layoutEngine: { engine: { GPOSProcessor?: object } } }

/**
 * Works around a bug of fontkit 2.0.4: it throws when a mark has no anchor on its base, which happens in most words of
 * Malayalam, Telugu and Gurmukhi.
 *
 * @see https://github.com/foliojs/fontkit/pull/374
 */
export function allowMissingAnchors(font: Layouts): void {
  font.layout('A')
  const processor = font._layoutEngine.engine.GPOSProcessor
  const gpos: Gpos | null = processor ? Object.getPrototypeOf(processor) : null
  if (!gpos || patched.has(gpos)) return
  patched.add(gpos)
  const { applyAnchor } = gpos
  gpos.applyAnchor = function (this: Gpos, mark, base, index) {
    if (base && mark.markAnchor) applyAnchor.call(this, mark, base, index)
  }
}
