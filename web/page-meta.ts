import { createContext } from 'react'
import type { MetaDescriptor } from 'react-router'

/** Set during server rendering only; see server/http/script-nonce.ts. */
export const ScriptNonce = createContext<string | undefined>(undefined)

/** A page that search engines must not list. */
export function privatePageMeta(page: Page): MetaDescriptor[] {
  return [...pageMeta(page), { name: 'robots', content: 'noindex' }]
}

type Page = { title: string; description: string }

/** A page's title and description. `root.tsx` adds the canonical link. */
export function pageMeta({ title, description }: Page): MetaDescriptor[] {
  const full = title === 'Gamla' ? 'Gamla · Stone-finish pots and planters' : `${title} · Gamla`
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:site_name', content: 'Gamla' },
  ]
}
