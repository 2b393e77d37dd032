import type { SourceFile } from './source-file.ts'

export type Rule = {
  promise: string
  /** @returns what in the file breaks the rule */
  breaches(file: SourceFile): string[]
  /** Path and source; each breaks the rule. */
  wrong: [path: string, source: string][]
  right: [path: string, source: string][]
}

export const PRODUCT = ['domain', 'server', 'web', 'sandbox']

export function isIn(path: string, ...folders: string[]): boolean {
  return folders.some((folder) => path.startsWith(`${folder}/`))
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}
