import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { parseSync } from 'vite'

export type SourceFile = {
  path: string
  source: string
  /** As written, including imports of types. */
  imports: string[]
  /** Globals with side effects or hidden input: `process.env`, `Date.now`, `new Date()`, `fetch`. */
  uses: string[]
  /** Every name in the code, its own and others'. */
  identifiers: Set<string>
  /** Sentences in the code and text on its screens. */
  texts: string[]
}

/** Globals for clock, process, input and output. */
const WORLD = [
  ...['process', 'crypto', 'performance', 'fetch', 'console', 'setTimeout', 'setInterval', 'queueMicrotask'],
  ...['window', 'document', 'navigator', 'location', 'localStorage', 'sessionStorage', 'indexedDB'],
]

/** The facts about a file that the architecture's rules are about. */
export function read(path: string, source: string): SourceFile {
  const file: SourceFile = { path, source, imports: [], uses: [], identifiers: new Set(), texts: [] }
  if (path.endsWith('.css')) return file
  const { program, errors } = parseSync(path, source)
  assert.deepEqual(errors, [], path)
  look(program as unknown as Node, undefined, file)
  return file
}

/** A node of the syntax tree, or anything in one. */
type Node = { type: string; [key: string]: unknown }

function look(node: Node, parent: Node | undefined, file: SourceFile): void {
  const source = importedBy(node)
  if (source !== undefined) file.imports.push(source)
  const used = usedBy(node, parent)
  if (used) file.uses.push(used)
  if (/Identifier$/.test(node.type) && typeof node.name === 'string') file.identifiers.add(node.name)
  const text = sentenceOf(node)
  if (text) file.texts.push(text)
  for (const [key, value] of Object.entries(node)) {
    // A property name is not a use of the global with that name.
    const isName = (key === 'property' || key === 'key') && !node.computed
    if (isName && isNode(value) && value.type === 'Identifier') {
      file.identifiers.add(String(value.name))
      continue
    }
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) look(child, node, file)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** `import`, `export … from`, `import()` and `import('…')` in a type. */
function importedBy({ type, source, argument, callee, arguments: given }: Node): string | undefined {
  if (type === 'TSImportType') return textOf(source) ?? textOf(argument)
  if (type === 'CallExpression' && nameOf(callee) === 'require') return textOf((given as unknown[])[0])
  return textOf(source)
}

/** A text of several words; a single word may be the name of a table, a job or a class. */
function sentenceOf({ type, value }: Node): string | undefined {
  if (type === 'JSXText') return String(value)
  const text =
    type === 'TemplateElement' ? String((value as { raw: string }).raw) : type === 'Literal' ? value : undefined
  return typeof text === 'string' && /\w \w/.test(text) ? text : undefined
}

function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'TSLiteralType') return textOf(node.literal)
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

function usedBy(node: Node, parent: Node | undefined): string | undefined {
  const name = nameOf(node)
  if (name === 'Date.now' || name === 'Math.random') return name
  if (name === 'process.env') return isHandedToConfig(parent) ? undefined : name
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'Date') {
    return (node.arguments as unknown[]).length === 0 ? 'new Date()' : undefined
  }
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'Date') return 'Date()'
  if (node.type === 'VariableDeclarator' && nameOf(node.init) === 'process' && isNode(node.id)) {
    const taken = (node.id.properties as Node[] | undefined)?.map(({ key }) => nameOf(key))
    if (taken?.includes('env')) return 'process.env'
  }
  return name && WORLD.includes(name) ? name : undefined
}

/** `readConfig(process.env)` is allowed, because config.ts does the reading. */
function isHandedToConfig(parent: Node | undefined): boolean {
  return parent?.type === 'CallExpression' && nameOf(parent.callee) === 'readConfig'
}

/** `a`, `a.b`, `a['b']`, `globalThis.a.b` as dotted text. */
function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return String(node.name)
  if (node.type !== 'MemberExpression') return undefined
  const object = nameOf(node.object)
  const property = node.computed ? textOf(node.property) : nameOf(node.property)
  if (!object || !property) return undefined
  return object === 'globalThis' ? property : `${object}.${property}`
}

/** The files of ours that are imported, as paths from the root. */
export function targetsOf(path: string, imports: string[]): string[] {
  return imports.map((name) => resolve(path, name)).filter((target) => target !== undefined)
}

/** @returns the path of a file of ours, undefined for a package */
export function resolve(path: string, name: string): string | undefined {
  const [file = ''] = name.split('?')
  if (file.startsWith('#')) return posix.normalize(file.slice(1))
  if (file.startsWith('.')) return posix.join(posix.dirname(path), file)
  return undefined
}

/** `drizzle-orm` of `drizzle-orm/pg-core`. */
export function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/')
}
