// Every file that the documents name exists, so that a moved file cannot leave a dead reference behind.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const NOT_OURS = ['node_modules/**', 'build/**', 'data/**', '.react-router/**', '**/node_modules/**']
const documents = globSync(['*.md', 'docs/**/*.md', 'chaos/**/*.md', 'photography/*.md'], {
  cwd: root,
  exclude: NOT_OURS,
})
const FOLDERS = /^(docs|domain|server|web|sandbox|tests|chaos|bench|photography|scripts|public)\//
const FILE_NAME = /^[\w.-]+\.(ts|tsx|mjs|py|css|sql|md)$/

/** @returns the paths in inline code and relative links of a Markdown text that do not exist */
function listBroken(markdown: string, folder: string, exists: (path: string) => boolean): string[] {
  const text = markdown.replace(/^```[\s\S]*?^```/gm, '')
  const words = Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code.split(/[\s"]+/)).flat()
  const named = words.filter((word) => FOLDERS.test(word) || FILE_NAME.test(word))
  const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target.replace(/#.*/, ''))
  const relative = links
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .map((target) => join(folder, target))
  return [...named, ...relative].filter((path) => !exists(path))
}

function openTree(): (path: string) => boolean {
  const names = new Set(globSync('**/*.*', { cwd: root, exclude: NOT_OURS }).map((path) => basename(path)))
  return (path) => {
    if (FILE_NAME.test(path)) return names.has(path)
    if (path.includes('*')) return globSync(path, { cwd: root, exclude: NOT_OURS }).length > 0
    return existsSync(join(root, normalize(path)))
  }
}

test('a path that does not exist is found in inline code, commands, globs and links', () => {
  const exists = (path: string) => path === 'server/app.ts' || path === 'docs/operating.md'
  const fine = 'See `server/app.ts`, `npm start`, [operating](operating.md#backup), [elsewhere](https://example.com).'
  assert.deepEqual(listBroken(fine, 'docs', exists), [])
  const broken = '`server/gone.ts` `node --test tests/gone.test.ts "tests/gone/*.ts"` `gone.ts` [gone](../gone.md)'
  assert.deepEqual(listBroken(broken, 'docs', exists), [
    'server/gone.ts',
    'tests/gone.test.ts',
    'tests/gone/*.ts',
    'gone.ts',
    'gone.md',
  ])
  assert.ok(!openTree()('server/no-such-file.ts') && !openTree()('server/no-such-*.ts'))
})

test('every path that the documents name exists', () => {
  assert.ok(documents.length > 20)
  const exists = openTree()
  const broken = documents.flatMap((document) =>
    listBroken(readFileSync(join(root, document), 'utf8'), dirname(document), exists).map(
      (path) => `${document}: ${path}`,
    ),
  )
  assert.deepEqual(broken, [])
})
