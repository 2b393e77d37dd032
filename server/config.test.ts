import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { fieldsOf, SERVICE_NAMES, variablesOf } from '#domain/settings/connections.ts'
import { variables } from './config/variables.ts'
import { ConfigError, readConfig } from './config.ts'

test('an empty environment is a shop for this machine alone, on port 3000, with its own database', () => {
  const { variables: given, ...config } = readConfig({})
  assert.equal(given.RAZORPAY_URL, 'https://api.razorpay.com')
  assert.deepEqual(config, {
    port: 3000,
    host: 'localhost',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    publicUrl: undefined,
    trustProxy: false,
    isProduction: false,
    logLevel: 'info',
    workers: 1,
    rateLimitFactor: 1,
    pushServices: [],
    hasServiceWorker: true,
    secret: undefined,
    metricsToken: undefined,
    securityContact: undefined,
    s3: undefined,
    sandbox: 'auto',
    razorpay: undefined,
    emailjs: undefined,
    smtp: undefined,
    web3forms: undefined,
    whatsapp: undefined,
    shiprocket: undefined,
    courierWebhookKey: undefined,
  })
})

test('every variable is honoured', () => {
  const { variables: given, ...config } = readConfig({
    PORT: '0',
    HOST: '::',
    DATA_DIR: '/srv/a shop',
    DATABASE_URL: 'postgresql://shop:secret@db.example/gamla?sslmode=require',
    PUBLIC_URL: 'https://gamla.example/',
    TRUST_PROXY: '1',
    NODE_ENV: 'production',
    LOG_LEVEL: 'Warn',
    WEB_CONCURRENCY: '4',
    RATE_LIMIT_FACTOR: '2.5',
    SHOP_SECRET: 'a secret of thirty-two letters or more'.replaceAll(' ', '-'),
    SANDBOX: 'On',
    SERVICE_WORKER: 'OFF',
    METRICS_TOKEN: 'a-token-of-letters',
    SECURITY_CONTACT: 'security@gamla.example',
  })
  assert.equal(given.HOST, '::')
  const { variables: _, ...defaults } = readConfig({})
  assert.deepEqual(config, {
    ...defaults,
    port: 0,
    host: '::',
    dataDir: '/srv/a shop',
    databaseUrl: 'postgresql://shop:secret@db.example/gamla?sslmode=require',
    publicUrl: 'https://gamla.example',
    trustProxy: true,
    isProduction: true,
    logLevel: 'warn',
    workers: 4,
    rateLimitFactor: 2.5,
    hasServiceWorker: false,
    secret: 'a-secret-of-thirty-two-letters-or-more',
    metricsToken: 'a-token-of-letters',
    securityContact: 'mailto:security@gamla.example',
    sandbox: 'on',
  })
})

test('a variable that is set but empty counts as not set', () => {
  const empty = { PORT: '', HOST: '', DATA_DIR: '', DATABASE_URL: '', PUBLIC_URL: '', TRUST_PROXY: '' }
  assert.deepEqual(readConfig(empty), readConfig({}))
})

const wrongValues: [name: string, values: string[]][] = [
  ['SHOP_SECRET', ['short', 'x'.repeat(31), 'x'.repeat(201), `a b${'x'.repeat(40)}`]],
  ['PORT', ['x', '-1', '65536', '3000.5', '1e3', ' 80', '0x50', '３０００']],
  ['HOST', ['http://localhost', 'a b', '-a', '0.0.0.0:80', '[::1]']],
  ['DATABASE_URL', ['gamla', 'mysql://root@db/gamla', 'localhost:5432', 'postgres:']],
  ['PUBLIC_URL', ['gamla.example', 'https://gamla.example/shop', 'ftp://gamla.example', 'https://a:b@gamla.example']],
  ['TRUST_PROXY', ['yes', '2', 'on']],
  ['METRICS_TOKEN', ['short', 'sixteen letters and a space']],
  ['RATE_LIMIT_FACTOR', ['off', '-1', '1e3', '99999']],
  ['SMTP_URL', ['mail.example', 'https://mail.example', 'smtp://', 'smtp://a:b@mail.example?tls=off']],
  ['LOG_LEVEL', ['loud', 'toString']],
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

test('all mistakes are reported at once, one line each', () => {
  const { S3_BUCKET: _, ...partial } = store
  const env = { PORT: 'x', SHOP_SECRET: 'hunter2', ...partial, S3_ENDPOINT: 's3.example', RAZORPAY_TIMEOUT_MS: 'soon' }
  assert.throws(
    () => readConfig(env),
    (error) => {
      assert.ok(error instanceof ConfigError)
      const names = error.message.split('\n').map((line) => line.split(' ')[0])
      assert.deepEqual(names, ['PORT', 'SHOP_SECRET', 'S3_ENDPOINT', 'RAZORPAY_TIMEOUT_MS', 'S3_*'])
      assert.doesNotMatch(error.message, /hunter2/)
      return true
    },
  )
})

test('a password in a refused address is not repeated', () => {
  for (const env of [
    { PUBLIC_URL: 'https://asha:hunter2@gamla.example' },
    { DATABASE_URL: 'postgre://shop:hunter2@db/gamla' },
  ])
    assert.throws(
      () => readConfig(env),
      (error) => error instanceof ConfigError && !error.message.includes('hunter2'),
    )
})

const store = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_REGION: 'eu-central-1',
  S3_BUCKET: 'pots',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}

test('a store for images is named whole or not at all', () => {
  assert.deepEqual(readConfig(store).s3, {
    endpoint: 'https://s3.example',
    region: 'eu-central-1',
    bucket: 'pots',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    publicUrl: undefined,
  })
  assert.equal(
    readConfig({ ...store, S3_PUBLIC_URL: 'https://cdn.example/pots/' }).s3?.publicUrl,
    'https://cdn.example/pots',
  )
  const { S3_BUCKET, S3_REGION, ...rest } = store
  assert.throws(() => readConfig(rest), /S3_REGION, S3_BUCKET/)
  assert.throws(() => readConfig({ S3_PUBLIC_URL: 'https://cdn.example' }), /S3_ENDPOINT, S3_REGION, S3_BUCKET/)
  assert.throws(() => readConfig({ ...store, S3_ENDPOINT: 's3.example' }), /S3_ENDPOINT must be a web address/)
  assert.ok(S3_BUCKET && S3_REGION)
})

const keys = { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'key', RAZORPAY_WEBHOOK_SECRET: 'hook' }

test('with its keys online payment goes to the real provider', () => {
  assert.deepEqual(readConfig(keys).razorpay, {
    url: 'https://api.razorpay.com',
    checkoutUrl: 'https://checkout.razorpay.com/v1/checkout.js',
    keyId: 'rzp_test_1',
    keySecret: 'key',
    webhookSecrets: ['hook'],
    timeoutMs: 10_000,
  })
})

test('while the secret of webhooks is being changed, both are believed', () => {
  const { razorpay } = readConfig({ ...keys, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'old' })
  assert.deepEqual(razorpay?.webhookSecrets, ['hook', 'old'])
})

for (const name of Object.keys(keys)) {
  test(`online payment without ${name} stops the start and says so`, () => {
    assert.throws(() => readConfig({ ...keys, [name]: '' }), {
      name: 'ConfigError',
      message: new RegExp(`^RAZORPAY_\\* .*set ${name} too`),
    })
    assert.throws(() => readConfig({ [name]: 'alone' }), { name: 'ConfigError' })
  })
}

const emails = {
  EMAILJS_SERVICE_ID: 'service_1',
  EMAILJS_TEMPLATE_ID: 'template_1',
  EMAILJS_USER_ID: 'public',
  EMAILJS_ACCESS_TOKEN: 'private',
}

test('an email service is named whole or not at all', () => {
  assert.deepEqual(readConfig(emails).emailjs, {
    url: 'https://api.emailjs.com',
    serviceId: 'service_1',
    templateId: 'template_1',
    userId: 'public',
    accessToken: 'private',
  })
  assert.equal(readConfig({ ...emails, EMAILJS_URL: 'http://localhost:9/' }).emailjs?.url, 'http://localhost:9')
  const { EMAILJS_USER_ID, EMAILJS_ACCESS_TOKEN, ...rest } = emails
  assert.throws(() => readConfig(rest), /^ConfigError: EMAILJS_.* set EMAILJS_USER_ID, EMAILJS_ACCESS_TOKEN too/)
  assert.throws(
    () => readConfig({ ...emails, EMAILJS_SERVICE_ID: '' }),
    (error) => error instanceof ConfigError && !error.message.includes('private'),
  )
  assert.ok(EMAILJS_USER_ID && EMAILJS_ACCESS_TOKEN)
})

test('a service for enquiries needs its access key', () => {
  assert.deepEqual(readConfig({ WEB3FORMS_ACCESS_KEY: 'key' }).web3forms, {
    url: 'https://api.web3forms.com/submit',
    accessKey: 'key',
  })
  assert.throws(() => readConfig({ WEB3FORMS_ACCESS_KEY: 'key', WEB3FORMS_URL: 'forms' }), /WEB3FORMS_URL must be/)
})

test('each key of the back office is named as the variable that sets the same', () => {
  for (const service of SERVICE_NAMES) {
    const keys = Object.fromEntries(fieldsOf(service).map(([variable]) => [variable, '1']))
    for (const variable of Object.keys(variablesOf(service, keys))) assert.ok(variable in variables, variable)
  }
})

test('an address without keys is no mistake: the keys may be saved in the back office', () => {
  const { emailjs, variables } = readConfig({ EMAILJS_URL: 'http://localhost:9' })
  assert.deepEqual([emailjs, variables.EMAILJS_URL], [undefined, 'http://localhost:9'])
  assert.throws(() => readConfig({ S3_PUBLIC_URL: 'https://images.example' }), /S3_BUCKET/)
})

test('holes are reported to an address that people can use', () => {
  for (const [text, contact] of [
    ['security@gamla.example', 'mailto:security@gamla.example'],
    ['mailto:security@gamla.example', 'mailto:security@gamla.example'],
    ['https://gamla.example/report', 'https://gamla.example/report'],
    ['tel:+911234567890', 'tel:+911234567890'],
  ])
    assert.equal(readConfig({ SECURITY_CONTACT: text }).securityContact, contact)
  for (const text of [
    'somebody',
    'http://gamla.example',
    'javascript:alert(1)',
    'a@b.example\nExpires: never',
    'https://',
  ])
    assert.throws(() => readConfig({ SECURITY_CONTACT: text }), /^ConfigError: SECURITY_CONTACT /)
})

test('a courier needs its email and its password, and everything else has a default', () => {
  const { shiprocket } = readConfig({ SHIPROCKET_EMAIL: 'api@gamla.example', SHIPROCKET_PASSWORD: 'word' })
  assert.deepEqual(shiprocket, {
    url: 'https://apiv2.shiprocket.in/v1/external',
    trackingUrl: 'https://shiprocket.co/tracking',
    email: 'api@gamla.example',
    password: 'word',
    pickupLocation: 'Primary',
    parcelCm: [30, 30, 30],
    potKg: 1,
  })
  assert.throws(() => readConfig({ SHIPROCKET_EMAIL: 'api@gamla.example' }), /set SHIPROCKET_PASSWORD too/)
  for (const [name, value] of Object.entries({ SHIPROCKET_PARCEL_CM: '30x30', SHIPROCKET_POT_KG: '0' })) {
    const keys = { SHIPROCKET_EMAIL: 'a@b.example', SHIPROCKET_PASSWORD: 'c', [name]: value }
    assert.throws(() => readConfig(keys), new RegExp(`${name} must be`))
  }
})

test('the key of the courier webhook stands alone: parcels may be handed over by hand', () => {
  assert.equal(readConfig({ COURIER_WEBHOOK_KEY: 'key of the courier' }).courierWebhookKey, 'key of the courier')
})
