import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { noteRequests } from './client/open-router.ts'

startTransition(() => {
  hydrateRoot(document, <HydratedRouter instrumentations={[noteRequests]} />)
})
