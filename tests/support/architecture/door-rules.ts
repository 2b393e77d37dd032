// Documented functions of dependencies only: a private part breaks at the next upgrade.
import { isIn, isTest, PRODUCT, type Rule } from './architecture-rule.ts'

/** Names of private parts, and ways to change what a dependency does. */
const PRIVATE =
  /\b_private_\w+|\bUNSAFE_\w+|__reactRouter\w*|__vite\w*|\binternalAdapter\b|\.\$context\b|\w\._[a-z]\w*|\.prototype\.\w+ = |\breact-router\/dist\b/
const CAST = /\bas unknown as\b/

/** Drizzle documents the type of a table as `table._.…`, and Valibot's and zod's results have no such names. */
const DOCUMENTED = /\._\./g

const isOurs = (path: string) => isIn(path, ...PRODUCT) || !path.includes('/')

export const doorRules: Rule[] = [
  {
    promise: 'no private part of a dependency is used or replaced',
    breaches: ({ path, source }) =>
      !isOurs(path)
        ? []
        : source.split('\n').filter((line) => PRIVATE.test(line.replaceAll(DOCUMENTED, '')) && !isComment(line)),
    wrong: [
      ['server/db/enqueue.ts', "const text = 'select id from graphile_worker._private_jobs'"],
      ['web/client/router.ts', "import { UNSAFE_createClientRoutes } from 'react-router'"],
      ['web/client/router.ts', 'const router = window.__reactRouterDataRouter'],
      ['server/login.ts', 'const { secret } = await auth.$context'],
      ['server/label.ts', 'const font = doc._font'],
      ['server/label.ts', 'Font.prototype.layout = function () {}'],
      ['vite.config.ts', "const part = 'react-router/dist/production/lib/router/router.js'"],
      ['server/jobs.test.ts', "const text = 'delete from graphile_worker._private_jobs'"],
    ],
    right: [
      ['server/db/enqueue.ts', "const text = 'select id from graphile_worker.jobs'"],
      ['server/db/enqueue.ts', 'const { name } = table._.config'],
      ['server/live.ts', '// React Router keeps it in window.__reactRouterContext'],
    ],
  },
  {
    promise: 'no cast hides what a value is',
    breaches: ({ path, source }) =>
      isIn(path, ...PRODUCT) && !isTest(path) ? source.split('\n').filter((line) => CAST.test(line)) : [],
    wrong: [['server/config.ts', 'const group = values as unknown as Record<string, string>']],
    right: [
      ['server/config.test.ts', 'const shop = { db } as unknown as Shop'],
      ['server/config.ts', 'const group = values as Record<string, string>'],
    ],
  },
]

function isComment(line: string): boolean {
  return /^\s*(\/\/|\*|\/\*)/.test(line)
}
