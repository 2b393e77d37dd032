import { createContext } from 'react'

/** Known while a page is rendered, and to no browser: server/http/script-nonce.ts says why. */
export const ScriptNonce = createContext<string | undefined>(undefined)
