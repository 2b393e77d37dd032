import { createElement, Fragment } from 'react'
import { Link } from 'react-router'
import type { Inline } from '#domain/texts/document.ts'

/** Text with emphasis and links. Pictures are drawn elsewhere. */
export function Inlines({ of }: { of: readonly Inline[] }) {
  // Spread as arguments, because the parts of a text have no identity that could be a key.
  return createElement(Fragment, null, ...of.map((inline) => (typeof inline === 'string' ? inline : drawn(inline))))
}

function drawn(inline: Exclude<Inline, string>) {
  switch (inline.type) {
    case 'break':
      return <br />
    case 'picture':
      return null
    case 'link':
      return (
        <Link to={inline.to}>
          <Inlines of={inline.children} />
        </Link>
      )
    case 'strong':
      return (
        <strong>
          <Inlines of={inline.children} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Inlines of={inline.children} />
        </em>
      )
  }
}
