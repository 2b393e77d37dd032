import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

test('an empty environment is a shop for this machine alone, on port 3000, with its own database', () => {
  assert.deepEqual(readConfig({}), {
    port: 3000,
    host: 'localhost',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    publicUrl: undefined,
    trustProxy: false,
    isProduction: false,
    s3: undefined,
  })
})

test('every variable is honoured', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '::',
    DATA_DIR: '/srv/a shop',
    DATABASE_URL: 'postgresql://shop:secret@db.example/gamla?sslmode=require',
    PUBLIC_URL: 'https://gamla.example/',
    TRUST_PROXY: '1',
    NODE_ENV: 'production',
  })
  assert.deepEqual(config, {
    port: 0,
    host: '::',
    dataDir: '/srv/a shop',
    databaseUrl: 'postgresql://shop:secret@db.example/gamla?sslmode=require',
    publicUrl: 'https://gamla.example',
    trustProxy: true,
    isProduction: true,
    s3: undefined,
  })
})

test('a variable that is set but empty counts as not set', () => {
  const empty = { PORT: '', HOST: '', DATA_DIR: '', DATABASE_URL: '', PUBLIC_URL: '', TRUST_PROXY: '' }
  assert.deepEqual(readConfig(empty), readConfig({}))
})

const wrongValues: [name: string, values: string[]][] = [
  ['PORT', ['x', '-1', '65536', '3000.5', '1e3', ' 80', '0x50', '３０００']],
  ['HOST', ['http://localhost', 'a b', '-a', '0.0.0.0:80', '[::1]']],
  ['DATABASE_URL', ['gamla', 'mysql://root@db/gamla', 'localhost:5432', 'postgres:']],
  ['PUBLIC_URL', ['gamla.example', 'https://gamla.example/shop', 'ftp://gamla.example', 'https://a:b@gamla.example']],
  ['TRUST_PROXY', ['yes', '2', 'on']],
]

for (const [name, values] of wrongValues) {
  for (const value of values) {
    test(`${name}=${value} is refused in one line that names ${name}`, () => {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error) =>
          error instanceof ConfigError && error.message.startsWith(`${name} must `) && !/\n/.test(error.message),
      )
    })
  }
}

test('a refused DATABASE_URL does not show its password', () => {
  assert.throws(
    () => readConfig({ DATABASE_URL: 'postgre://shop:hunter2@db/gamla' }),
    (error) => error instanceof ConfigError && !error.message.includes('hunter2'),
  )
})
