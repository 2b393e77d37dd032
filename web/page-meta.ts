import type { MetaDescriptor } from 'react-router'

/** A page's title and description. The canonical link is the document's, for every page alike (`root.tsx`). */
export function pageMeta({ title, description }: { title: string; description: string }): MetaDescriptor[] {
  const full = title === 'Gamla' ? 'Gamla · Stone-finish pots and planters' : `${title} · Gamla`
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:site_name', content: 'Gamla' },
  ]
}
