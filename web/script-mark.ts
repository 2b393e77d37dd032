import { createContext } from 'react'

/** Known while a page is rendered, and to no browser: server/own-scripts.ts says why. */
export const ScriptMark = createContext<string | undefined>(undefined)
