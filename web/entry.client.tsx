import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { noteFetches } from './client/open-router.ts'

startTransition(() => {
  hydrateRoot(document, <HydratedRouter instrumentations={[noteFetches]} />)
})
