import type { TextContent } from '#domain/texts/contents.ts'

/** What a text will look like, and what has to be mended before it can be saved. */
export type Preview = { content: TextContent; problems: string[] }

type Typed = { markdown: string; version: string }

/** What the action of a text's page answers. */
export type TextAnswer =
  | { ok: true; intent: 'preview'; preview: Preview; values: Typed }
  | { ok: true; intent: 'save' | 'restore' }
  | { ok: false; problems: string[]; values: Typed | undefined; preview?: Preview; conflict?: Conflict }

/** The version that somebody else has saved meanwhile. */
export type Conflict = { version: number; markdown: string }
