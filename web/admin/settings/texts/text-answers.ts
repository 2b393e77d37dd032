import type { TextContent } from '#domain/texts/contents.ts'

/** A preview of a text, and the problems to fix before it can be saved. */
export type Preview = { content: TextContent; problems: string[] }

type Typed = { markdown: string; version: string }

/** The action's answer on a text's page. */
export type TextAnswer =
  | { ok: true; intent: 'preview'; preview: Preview; values: Typed }
  | { ok: true; intent: 'save' | 'restore' }
  | { ok: false; problems: string[]; values: Typed | undefined; preview?: Preview; conflict?: Conflict }

/** The version that somebody else has saved meanwhile. */
export type Conflict = { version: number; markdown: string }
