// No regular expression backtracks catastrophically; counted in steps, not measured in time.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { test } from 'node:test'
import { isSafePattern } from 'redos-detector'

const root = new URL('../..', import.meta.url)
/** A regular expression can only begin after a token that does not end a value. */
const LITERAL =
  /(?<=(?:[=(,:[!&|?{};+]|=>|\breturn)\s*)\/(?![*/])((?:[^\\/\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g

/** These read pages that we rendered, where user input has no `<`. */
const OWN_PAGES = ['server/cache/overload-page.ts', 'server/pages/render.ts', 'server/http/security-headers.ts']

/** Each doubles the alternatives. */
const MAX_OPTIONAL = 6

type Found = { file: string; pattern: string; flags: string }

function listExpressions(): Found[] {
  const files = globSync('{domain,server,web,sandbox}/**/*.{ts,tsx}', { cwd: root.pathname })
  const found = files
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => {
      const text = withoutComments(readFileSync(new URL(file, root), 'utf8'))
      // Most files have none, and taking types away costs more than everything else here.
      if (text.search(LITERAL) === -1) return []
      const source = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text
      return Array.from(source.matchAll(LITERAL), ([, pattern = '', flags = '']) => ({
        file,
        pattern,
        flags,
      }))
    })
    .filter(({ pattern, flags }) => isExpression(pattern, flags))
  return [...new Map(found.map((one) => [`/${one.pattern}/${one.flags}`, one])).values()]
}

function withoutComments(source: string): string {
  return source.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
}

/** A division, a path or what stands between two elements is not a regular expression. */
function isExpression(pattern: string, flags: string): boolean {
  if (/ : <|=\{/.test(pattern)) return false
  try {
    return Boolean(new RegExp(pattern, flags))
  } catch {
    return false
  }
}

/** Simplifies syntax that the step counter does not support. */
function simplified(pattern: string): string {
  return pattern
    .replace(/\\[pP]\{[^}]*\}/g, 'a')
    .replace(/\(\?<[!=]/g, '(?:')
    .replace(/\(\?<\w+>/g, '(')
}

function scoreOf({ pattern, flags }: Pick<Found, 'pattern' | 'flags'>) {
  return isSafePattern(simplified(pattern), {
    maxScore: 100,
    maxSteps: 5000,
    caseInsensitive: flags.includes('i'),
    dotAll: flags.includes('s'),
    multiLine: flags.includes('m'),
    unicode: flags.includes('u'),
  })
}

/** Where nothing may come again, a long text takes no more steps than a short one: there are only a few alternatives. */
function repeats({ pattern }: Pick<Found, 'pattern'>): boolean {
  const withoutOthers = pattern.replace(/\\.|\[(?:[^\]\\]|\\.)*\]|\(\?<?[:=!]|\(\?<\w+>|\{\d+\}/g, '')
  return /[*+{]/.test(withoutOthers) || withoutOthers.split('?').length > MAX_OPTIONAL + 1
}

test('the counting finds those that explode', () => {
  for (const pattern of ['^(a+)+$', '^(\\w+\\s?)*$', '(x|x)*y', '^(a|aa)+$'])
    assert.equal(scoreOf({ pattern, flags: '' }).safe, false, pattern)
})

test('none of ours does', () => {
  const found = listExpressions()
  assert.ok(found.length > 80, `${found.length} were found`)
  const unsafe = found.filter(
    (expression) => !OWN_PAGES.includes(expression.file) && repeats(expression) && !scoreOf(expression).safe,
  )
  assert.deepEqual(
    unsafe.map(({ file, pattern }) => `${file}: ${pattern}`),
    [],
  )
})
