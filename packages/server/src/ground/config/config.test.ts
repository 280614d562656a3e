import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const base = { DATA_DIR: '/data' }

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

test('nothing set: loopback, port 3000, SQLite in the data folder', () => {
  expect(readConfig(base)).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    database: { kind: 'sqlite', file: '/data/chatwright.sqlite' },
    login: undefined,
    redisUrl: undefined,
    secretKey: { kind: 'file', path: '/data/secret.key' },
    corsOrigins: [],
    trustedProxies: 0,
    bodyLimit: 50 * 1024 ** 2,
    leaseMs: 15_000,
  })
})

test('a lease is some seconds, and no shorter than a busy machine is silent', () => {
  expect(readConfig({ ...base, LEASE_SECONDS: '60' }).leaseMs).toBe(60_000)
  for (const wrong of ['1', '601', '2.5', 'soon']) {
    expect(faultsOf({ ...base, LEASE_SECONDS: wrong })).toEqual([
      expect.stringContaining('LEASE_SECONDS should be a whole number of seconds'),
    ])
  }
})

test('all faults are listed at once, each naming its setting', () => {
  const faults = faultsOf({
    PORT: 'abc',
    LOG_LEVEL: 'loud',
    BODY_LIMIT: 'huge',
    DATABASE_URL: 'mysql://x',
    CHATWRIGHT_USERNAME: 'me',
  })
  expect(faults).toEqual([
    expect.stringContaining('PORT should be a whole number'),
    expect.stringContaining('LOG_LEVEL should be one of'),
    expect.stringContaining('BODY_LIMIT should be a size'),
    expect.stringContaining('DATABASE_URL should start with postgres:// or file:'),
    expect.stringContaining('Set both CHATWRIGHT_USERNAME and CHATWRIGHT_PASSWORD'),
  ])
})

test('without a login another machine must not reach the server, and the sentence says what to set', () => {
  expect(faultsOf({ ...base, HOST: '0.0.0.0' })).toEqual([
    expect.stringMatching(/no login is set.*CHATWRIGHT_USERNAME/),
  ])
  expect(faultsOf({ ...base, HOST: '::1' })).toEqual([])
  expect(faultsOf({ ...base, HOST: '127.0.0.1.evil.example' })).toHaveLength(1)
  expect(faultsOf({ ...base, HOST: '0.0.0.0', CHATWRIGHT_USERNAME: 'me', CHATWRIGHT_PASSWORD: 'secret' })).toEqual([])
})

test.each([
  ['PUBLIC_URL', 'https://chat.example.com'],
  ['APP_URL', 'http://192.168.1.5:3000'],
  ['TRUSTED_PROXIES', '1'],
  ['NUMBER_OF_PROXIES', '10.0.0.1'],
])('without a login nobody else is let in by a proxy: %s=%s is refused in one sentence', (name, value) => {
  expect(faultsOf({ ...base, [name]: value })).toEqual([
    expect.stringMatching(/^(PUBLIC_URL|TRUSTED_PROXIES) .*no login is set\. Set CHATWRIGHT_USERNAME/),
  ])
  expect(faultsOf({ ...base, [name]: value, CHATWRIGHT_USERNAME: 'me', CHATWRIGHT_PASSWORD: 'secret' })).toEqual([])
})

test('an address or proxies that let nobody else in need no login', () => {
  expect(faultsOf({ ...base, PUBLIC_URL: 'http://localhost:8080', TRUSTED_PROXIES: '0' })).toEqual([])
})

test('the names Flowise operators have in their environment mean the same here', () => {
  expect(
    readConfig({
      ...base,
      FLOWISE_USERNAME: 'me',
      FLOWISE_PASSWORD: 'secret',
      DATABASE_TYPE: 'postgres',
      DATABASE_HOST: 'db',
      DATABASE_PORT: '5433',
      DATABASE_NAME: 'flows',
      DATABASE_USER: 'u',
      DATABASE_PASSWORD: 'p@ss/word',
      SECRETKEY_PATH: '/keys',
      APIKEY_PATH: '/keys',
      NUMBER_OF_PROXIES: '2',
      FLOWISE_FILE_SIZE_LIMIT: '10mb',
    }),
  ).toMatchObject({
    login: { username: 'me', password: 'secret' },
    database: { kind: 'postgres', url: 'postgres://u:p%40ss%2Fword@db:5433/flows' },
    secretKey: { kind: 'file', path: '/keys/encryption.key' },
    apiKeyFile: '/keys/api.json',
    trustedProxies: 2,
    bodyLimit: 10 * 1024 ** 2,
  })
  expect(readConfig({ ...base, DATABASE_PATH: '/old' }).database).toEqual({
    kind: 'sqlite',
    file: '/old/chatwright.sqlite',
  })
})

test('our own names win over the older ones, and an empty value is no value', () => {
  expect(
    readConfig({
      ...base,
      CHATWRIGHT_USERNAME: 'new',
      CHATWRIGHT_PASSWORD: 'a',
      FLOWISE_USERNAME: 'old',
      FLOWISE_PASSWORD: 'b',
      REDIS_URL: '',
    }),
  ).toMatchObject({ login: { username: 'new', password: 'a' }, redisUrl: undefined })
})

test('lists, sizes and proxies are read as people write them', () => {
  expect(
    readConfig({
      ...base,
      CORS_ORIGINS: ' https://a.example , https://b.example,',
      BODY_LIMIT: '1.5 GB',
      TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2',
      CHATWRIGHT_USERNAME: 'me',
      CHATWRIGHT_PASSWORD: 'secret',
    }),
  ).toMatchObject({
    corsOrigins: ['https://a.example', 'https://b.example'],
    bodyLimit: 1.5 * 1024 ** 3,
    trustedProxies: ['10.0.0.1', '10.0.0.2'],
  })
})

test('mail needs a server and a sender, and a fault never repeats the password', () => {
  const SMTP_URL = 'smtp://me:p%40ss@mail.example.com'
  expect(readConfig({ ...base, SMTP_URL, MAIL_FROM: 'flows@example.com' }).mail).toEqual({
    host: 'mail.example.com',
    port: 587,
    isSecure: false,
    login: { user: 'me', pass: 'p@ss' },
    from: 'flows@example.com',
  })
  expect(faultsOf({ ...base, SMTP_URL })).toEqual(['Set both SMTP_URL and MAIL_FROM, or neither.'])
  const wrong = faultsOf({ ...base, SMTP_URL: 'http://me:hush@mail', MAIL_FROM: 'flows@example.com' })
  expect(wrong).toEqual([expect.stringContaining('SMTP_URL should be an address such as')])
  expect(wrong.join()).not.toContain('hush')
})
