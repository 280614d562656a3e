import { homedir } from 'node:os'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { Network } from '@chatwright/contract'
import { z } from 'zod'
import { DEFAULT_LEASE_MS } from './liveness.ts'
import { readLoginFile } from './login-file.ts'
import { readDatabase, type DatabaseSetting } from './read-database.ts'
import { RELEASES_PAGE } from '../product.ts'
import { readMail, type MailSettings } from './read-mail.ts'

/** Every setting of the server, read once from the environment. */
export interface Config {
  host: string
  port: number
  dataDir: string
  database: DatabaseSetting
  redisUrl: string | undefined
  /** A bucket for files, where several machines share them. */
  s3:
    | {
        bucket: string
        region: string
        endpoint: string | undefined
        credentials: { accessKeyId: string; secretAccessKey: string } | undefined
      }
    | undefined
  /** Runs one worker does at a time. */
  workerConcurrency: number
  /** Background jobs one process does at a time. */
  backgroundConcurrency: number
  /** Runs that may wait before new ones are turned away. */
  queueLimit: number
  /** A process that is silent for this long has lost what it was doing to the others. */
  leaseMs: number
  /** Basic authentication; without it the server stays on loopback. From the environment, or as `reset-login` wrote it. */
  login: { username: string; password: string } | { username: string; passwordHash: string } | undefined
  secretKey: { kind: 'file'; path: string } | { kind: 'value'; value: string }
  /** Where a Flowise key file lies, read once into an empty database. */
  apiKeyFile: string | undefined
  logLevel: LogLevel
  /** Origins allowed to call the whole API from a browser; flows have lists of their own. */
  corsOrigins: string[]
  /** Networks that the server may be managed from, besides the machine it runs on; none for all. */
  ownerNetworks: string[]
  /** Origins whose pages may use flows as MCP servers. */
  mcpOrigins: string[]
  trustedProxies: number | string[]
  /** How many streams the strangers of one network may have open, and how many public reads they have in a minute. */
  streamsPerNetwork: number
  readsPerNetwork: number
  bodyLimit: number
  uploadLimit: number
  publicUrl: string | undefined
  /** Whom to tell of a weakness of this server: `mailto:`, `https:` or `tel:`. */
  securityContact: string | undefined
  /** Address ranges flows may reach although they are private. */
  allowedPrivateHosts: string[]
  /** Names of environment variables that credentials may take values from; a `*` at the end stands for any ending. */
  credentialEnv: string[]
  /** The folder whose files credentials may take values from. */
  credentialFiles: string | undefined
  /** Where credentials may take values from: HashiCorp Vault, or what speaks as it does. */
  vault: { address: string; token: string; namespace: string | undefined } | undefined
  /** Public keys of age that backups are encrypted to. */
  backupRecipients: string[]
  /** The folder flows may read files from. */
  flowFilesDir: string | undefined
  /** For how many days what was told of a run is kept. */
  traceDays: number
  /** After how many days without a word a chat is deleted with its files, and after how many a lead entry; 0 for never. */
  messageDays: number
  leadDays: number
  /** After how many days a run that waits for a person ends by itself; 0 for never. */
  waitDays: number
  /** For how many days the audit log is stored. */
  auditDays: number
  /** Which settings of days the environment has: what it leaves out, an owner may choose. */
  givenDays: readonly string[]
  /** What the strangers of one network may leave behind with a flow; all its strangers together twenty times as much. */
  perNetwork: { waits: number; questions: number; leads: number; uploads: number }
  /** For how many days, and up to how many bytes, what calls were asked and came to is kept. No days record nothing. */
  recordings: { days: number; bytes: number }
  /** How long and how many executions of agent flows are kept. */
  executions: { days: number; count: number }
  /** Where traces go: the base address of an OpenTelemetry collector. */
  telemetryEndpoint: string | undefined
  /** Where the newest release is announced; the version dialog asks it. */
  releasesUrl: string | undefined
  /** Extra catalogues: folders or packages the operator trusts. */
  extraNodes: string[]
  /** Who sends mail for this server. */
  mail: MailSettings | undefined
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** Thrown with every fault found, so that one start is enough to mend them all. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
    this.faults = faults
  }
}

const port = z.coerce.number().int().min(0).max(65_535)
const size = z
  .string()
  .regex(/^\d+(\.\d+)?\s*(b|kb|mb|gb)?$/i)
  .transform(parseSize)

const Environment = z.object({
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('The address to listen on. Any address other than loopback requires a login.'),
  PORT: port.default(3000).describe('The port to listen on.'),
  DATA_DIR: z
    .string()
    .optional()
    .describe('The folder for the database, files and the encryption key. The default is `~/.chatwright`.'),
  DATABASE_URL: z
    .string()
    .optional()
    .describe(
      '`postgres://…` for PostgreSQL, `file:…` for another SQLite file. The default is SQLite in the data folder.',
    ),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe('`redis://…`, which turns on workers. Needs PostgreSQL.'),
  CHATWRIGHT_USERNAME: z
    .string()
    .min(1)
    .optional()
    .describe('The username of the login. Set it together with the password.'),
  CHATWRIGHT_PASSWORD: z.string().min(1).optional().describe('The password of the login.'),
  SECRET_KEY: z
    .string()
    .min(16)
    .optional()
    .describe('The key that encrypts secrets: 32 random bytes, or a sentence of at least 24 characters.'),
  SECRET_KEY_FILE: z
    .string()
    .optional()
    .describe(
      'A file that contains the encryption key. The default is `secret.key` in the data folder, created at the first start.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least serious messages to log: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.'),
  CORS_ORIGINS: list()
    .default([])
    .describe(
      'Origins whose pages may call the whole API from a browser, comma separated. Each flow also has its own list.',
    ),
  OWNER_NETWORKS: list()
    .pipe(z.array(Network))
    .default([])
    .describe(
      'Networks that may manage the server, comma separated. The machine itself always may. Leave empty to allow all.',
    ),
  MCP_CORS_ORIGINS: list()
    .default([])
    .describe('Origins whose pages may use this server over MCP, comma separated. Programs do not need this.'),
  TRUSTED_PROXIES: z
    .string()
    .optional()
    .describe('The number of proxies in front of the server, or their addresses, comma separated.'),
  STREAMS_PER_NETWORK: z.coerce
    .number()
    .int()
    .min(1)
    .default(20)
    .describe(
      'Streams that visitors of one network may have open at a time. Callers with a key or a login are not counted.',
    ),
  READS_PER_NETWORK: z.coerce
    .number()
    .int()
    .min(1)
    .default(600)
    .describe('Public reads (chat settings, shared runs, files) that visitors of one network may make in a minute.'),
  BODY_LIMIT: size.default(50 * 1024 ** 2).describe('The largest request.'),
  UPLOAD_LIMIT: size.default(50 * 1024 ** 2).describe('The largest file.'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('The address that people use, if it differs from HOST and PORT.'),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(https:\/\/|mailto:|tel:)\S+$/)
    .optional()
    .describe('Where to report a vulnerability, shown in `/.well-known/security.txt`.'),
  ALLOWED_PRIVATE_HOSTS: list()
    .default([])
    .describe('Private names, addresses and ranges that flows may call, comma separated.'),
  FLOW_FILES_DIR: z.string().optional().describe('The folder that file nodes may read.'),
  CREDENTIAL_ENV: list()
    .pipe(z.array(z.string().regex(/^\w+\*?$/)))
    .default([])
    .describe('Environment variables that credentials may read, comma separated. A `*` at the end matches any ending.'),
  CREDENTIAL_FILES: z.string().optional().describe('The folder that credentials may read.'),
  BACKUP_RECIPIENT: list().default([]).describe('The age public keys that backups are encrypted to, comma separated.'),
  VAULT_ADDR: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('The address of the Vault that credentials may read.'),
  VAULT_TOKEN: z.string().min(1).optional().describe('The token for Vault.'),
  VAULT_NAMESPACE: z.string().optional().describe('The namespace in Vault.'),
  S3_BUCKET: z.string().optional().describe('A bucket that stores files instead of the data folder.'),
  S3_REGION: z.string().default('us-east-1').describe('The region of the bucket.'),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('The endpoint of the bucket, if it is not on Amazon S3.'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('The access key ID for the bucket.'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('The secret access key for the bucket.'),
  WORKER_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(50)
    .describe('Runs that one worker does at a time.'),
  BACKGROUND_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(2)
    .describe('Background jobs, such as loading documents, that one process does at a time. Others wait.'),
  QUEUE_LIMIT: z.coerce
    .number()
    .int()
    .min(1)
    .default(10_000)
    .describe('Runs that may wait before new ones are refused.'),
  LEASE_SECONDS: z.coerce
    .number()
    .int()
    .min(2)
    .max(600)
    .default(DEFAULT_LEASE_MS / 1000)
    .describe(
      'Seconds without a sign of life until other processes take over the runs of a process. Use the same value for all processes.',
    ),
  EXTRA_NODES: list().default([]).describe('Folders or packages with your own nodes, comma separated.'),
  TRACE_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(90)
    .describe('Days to store the traces of runs. Conversations stay.'),
  AUDIT_DAYS: z.coerce.number().int().min(1).max(36_500).default(365).describe('Days to store the audit log.'),
  MESSAGE_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(36_500)
    .default(0)
    .describe(
      'Days without a message until a conversation is deleted with its files, runs and memory. `0` never deletes it.',
    ),
  LEAD_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(36_500)
    .default(0)
    .describe('Days until a lead is deleted. `0` never deletes it.'),
  WAIT_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(36_500)
    .default(30)
    .describe(
      'Days until a run that waits for a decision ends. `0` lets it wait. A time limit in the step comes first.',
    ),
  WAITS_PER_NETWORK: z.coerce
    .number()
    .int()
    .min(1)
    .default(50)
    .describe(
      'Runs of a flow that may wait for a decision at a time, for visitors of one network. All visitors together may have 20 times as many.',
    ),
  QUESTIONS_PER_NETWORK: z.coerce
    .number()
    .int()
    .min(1)
    .default(2000)
    .describe(
      'Questions that visitors of one network may ask a flow in a day. All visitors together may ask 20 times as many.',
    ),
  LEADS_PER_NETWORK: z.coerce
    .number()
    .int()
    .min(1)
    .default(50)
    .describe(
      'Leads that visitors of one network may enter in a flow in a day. All visitors together may enter 20 times as many.',
    ),
  UPLOADS_PER_NETWORK: size
    .default(100 * 1024 ** 2)
    .describe(
      'Files that visitors of one network may send to a flow in a day. All visitors together may send 20 times as much.',
    ),
  RECORDING_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(36_500)
    .default(30)
    .describe('Days to store recordings, which replay and what-if need. `0` records nothing.'),
  RECORDING_LIMIT: size.default(1024 ** 3).describe('The total size of recordings. The oldest are deleted first.'),
  EXECUTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(90)
    .describe('Days to store runs of agent flows after their last change. Waiting runs stay.'),
  EXECUTION_COUNT: z.coerce
    .number()
    .int()
    .min(1)
    .default(10_000)
    .describe('The number of agent flow runs to store. The oldest are deleted first, except waiting and running ones.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('The address of an OpenTelemetry collector that receives traces.'),
  RELEASES_URL: z
    .union([z.literal('off'), z.url({ protocol: /^https?$/ })])
    .optional()
    .describe('Where **About** looks for the newest release. `off` turns the check off.'),
  APIKEY_PATH: z
    .string()
    .optional()
    .describe('The folder of a Flowise `api.json`, which is imported into an empty database.'),
  SMTP_URL: z.string().optional().describe('The mail server, such as `smtp://user:password@mail.example.com:587`.'),
  MAIL_FROM: z.string().optional().describe('The sender of emails.'),
})

/** The names of all settings, as the examples for running the product elsewhere are checked against them. */
export const settingNames: readonly string[] = Object.keys(Environment.shape)

/** Each setting with its meaning, default and older names, as the reference lists them. */
export function describeSettings(): { name: string; meaning: string; fallback: unknown; older: string[] }[] {
  return Object.entries(Environment.shape).map(([name, schema]) => ({
    name,
    older: Object.keys(olderNames).filter((older) => olderNames[older] === name),
    meaning: schema.description ?? '',
    fallback: schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined,
  }))
}

const advice: Partial<Record<keyof z.infer<typeof Environment>, string>> = {
  PORT: 'a whole number from 0 to 65535',
  REDIS_URL: 'an address such as redis://localhost:6379',
  SECRET_KEY: 'at least 16 characters',
  LOG_LEVEL: 'one of fatal, error, warn, info, debug, trace, silent',
  BODY_LIMIT: 'a size such as 50mb',
  S3_ENDPOINT: 'an address such as https://minio.example.com',
  WORKER_CONCURRENCY: 'a whole number from 1 to 1000',
  BACKGROUND_CONCURRENCY: 'a whole number from 1 to 100',
  QUEUE_LIMIT: 'a whole number above 0',
  LEASE_SECONDS: 'a whole number of seconds, from 2 to 600',
  AUDIT_DAYS: 'a whole number of days, from 1',
  TRACE_DAYS: 'a whole number of days, from 1',
  RECORDING_DAYS: 'a whole number of days, or 0 to record nothing',
  RECORDING_LIMIT: 'a size such as 1gb',
  EXECUTION_DAYS: 'a whole number of days, from 1',
  EXECUTION_COUNT: 'a whole number above 0',
  UPLOAD_LIMIT: 'a size such as 50mb',
  PUBLIC_URL: 'an address such as https://chat.example.com',
  OWNER_NETWORKS: 'addresses and ranges such as 203.0.113.7 or 10.0.0.0/8, comma separated',
  SECURITY_CONTACT: 'an address such as mailto:security@example.com or https://example.com/security',
  CREDENTIAL_ENV: 'names of environment variables such as OPENAI_API_KEY or TEAM_*, comma separated',
  VAULT_ADDR: 'an address such as https://vault.example.com:8200',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'an address such as http://localhost:4318',
  RELEASES_URL: 'off, or an address such as https://api.github.com/repos/<owner>/<name>/releases/latest',
}

/**
 * Reads the configuration; throws a ConfigError that lists all faults at once. Without `keptLogin` the login that was written
 * to the data folder is left alone, and none is asked for: that is for replacing it.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  { keptLogin = true }: { keptLogin?: boolean } = {},
): Config {
  const named = withOlderNames(environment)
  const parsed = Environment.safeParse(named)
  const faults = parsed.success
    ? []
    : parsed.error.issues.map((issue) => {
        const name = String(issue.path[0]) as keyof typeof advice
        return `${name} should be ${advice[name] ?? 'valid'}, not ${JSON.stringify(named[name])}.`
      })
  const database = readDatabase(named, faults)
  const mail = readMail(named, faults)
  if (Boolean(named['CHATWRIGHT_USERNAME']) !== Boolean(named['CHATWRIGHT_PASSWORD'])) {
    faults.push('Set both CHATWRIGHT_USERNAME and CHATWRIGHT_PASSWORD, or neither.')
  }
  if (named['REDIS_URL'] && database?.kind !== 'postgres' && faults.length === 0) {
    faults.push(
      'REDIS_URL shares work between processes, which must share the database too. Set DATABASE_URL to PostgreSQL.',
    )
  }
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)

  const values = parsed.data
  const dataDir = resolve(values.DATA_DIR ?? join(homedir(), '.chatwright'))
  const secretKeyFile = resolve(values.SECRET_KEY_FILE ?? join(dataDir, 'secret.key'))
  const credentialFiles = values.CREDENTIAL_FILES && resolve(values.CREDENTIAL_FILES)
  if (credentialFiles && [secretKeyFile, dataDir].some((path) => isWithin(credentialFiles, path))) {
    throw new ConfigError([
      'CREDENTIAL_FILES contains the data folder or the encryption key, which credentials must not read. Choose another folder.',
    ])
  }
  const login =
    values.CHATWRIGHT_USERNAME && values.CHATWRIGHT_PASSWORD
      ? { username: values.CHATWRIGHT_USERNAME, password: values.CHATWRIGHT_PASSWORD }
      : keptLogin
        ? readLoginFile(dataDir)
        : undefined
  if (!login && keptLogin) {
    const exposure = findExposure(values)
    if (exposure) {
      throw new ConfigError([
        `${exposure}, but no login is set. Set CHATWRIGHT_USERNAME and CHATWRIGHT_PASSWORD, run "chatwright reset-login" to create one, or remove the setting.`,
      ])
    }
  }
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir,
    database: database ?? { kind: 'sqlite', file: join(dataDir, 'chatwright.sqlite') },
    redisUrl: values.REDIS_URL,
    s3: values.S3_BUCKET
      ? {
          bucket: values.S3_BUCKET,
          region: values.S3_REGION,
          endpoint: values.S3_ENDPOINT,
          credentials:
            values.S3_ACCESS_KEY_ID && values.S3_SECRET_ACCESS_KEY
              ? { accessKeyId: values.S3_ACCESS_KEY_ID, secretAccessKey: values.S3_SECRET_ACCESS_KEY }
              : undefined,
        }
      : undefined,
    workerConcurrency: values.WORKER_CONCURRENCY,
    backgroundConcurrency: values.BACKGROUND_CONCURRENCY,
    queueLimit: values.QUEUE_LIMIT,
    leaseMs: values.LEASE_SECONDS * 1000,
    traceDays: values.TRACE_DAYS,
    auditDays: values.AUDIT_DAYS,
    messageDays: values.MESSAGE_DAYS,
    leadDays: values.LEAD_DAYS,
    waitDays: values.WAIT_DAYS,
    givenDays: Object.keys(named).filter((name) => name.endsWith('_DAYS')),
    perNetwork: {
      waits: values.WAITS_PER_NETWORK,
      questions: values.QUESTIONS_PER_NETWORK,
      leads: values.LEADS_PER_NETWORK,
      uploads: values.UPLOADS_PER_NETWORK,
    },
    recordings: { days: values.RECORDING_DAYS, bytes: values.RECORDING_LIMIT },
    executions: { days: values.EXECUTION_DAYS, count: values.EXECUTION_COUNT },
    login,
    secretKey: values.SECRET_KEY ? { kind: 'value', value: values.SECRET_KEY } : { kind: 'file', path: secretKeyFile },
    apiKeyFile: values.APIKEY_PATH && join(resolve(values.APIKEY_PATH), 'api.json'),
    logLevel: values.LOG_LEVEL,
    corsOrigins: values.CORS_ORIGINS,
    ownerNetworks: values.OWNER_NETWORKS,
    mcpOrigins: values.MCP_CORS_ORIGINS,
    trustedProxies: parseProxies(values.TRUSTED_PROXIES),
    streamsPerNetwork: values.STREAMS_PER_NETWORK,
    readsPerNetwork: values.READS_PER_NETWORK,
    bodyLimit: values.BODY_LIMIT,
    uploadLimit: values.UPLOAD_LIMIT,
    publicUrl: values.PUBLIC_URL?.replace(/(?<!\/)\/+$/, ''),
    securityContact: values.SECURITY_CONTACT,
    allowedPrivateHosts: values.ALLOWED_PRIVATE_HOSTS,
    credentialEnv: values.CREDENTIAL_ENV,
    credentialFiles,
    vault:
      values.VAULT_ADDR && values.VAULT_TOKEN
        ? {
            address: values.VAULT_ADDR.replace(/(?<!\/)\/+$/, ''),
            token: values.VAULT_TOKEN,
            namespace: values.VAULT_NAMESPACE,
          }
        : undefined,
    backupRecipients: values.BACKUP_RECIPIENT,
    flowFilesDir: values.FLOW_FILES_DIR && resolve(values.FLOW_FILES_DIR),
    telemetryEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    releasesUrl: values.RELEASES_URL === 'off' ? undefined : (values.RELEASES_URL ?? (RELEASES_PAGE || undefined)),
    extraNodes: values.EXTRA_NODES,
    mail,
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (!way.startsWith('..') && !isAbsolute(way))
}

/** What says that others than the people at this machine reach the server: through a proxy they all come from loopback. */
function findExposure({ HOST, PUBLIC_URL, TRUSTED_PROXIES }: z.infer<typeof Environment>): string | undefined {
  if (!isLoopback(HOST)) return `HOST is ${HOST}, which other machines can reach`
  if (PUBLIC_URL && !isLoopback(new URL(PUBLIC_URL).hostname)) {
    return `PUBLIC_URL is ${PUBLIC_URL}, so other machines reach this server`
  }
  if (parseProxies(TRUSTED_PROXIES) !== 0) return 'TRUSTED_PROXIES says there is a proxy'
  return undefined
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Names Flowise operators already have in their environment, where they mean something here. */
const olderNames: Readonly<Record<string, string>> = {
  FLOWISE_USERNAME: 'CHATWRIGHT_USERNAME',
  FLOWISE_PASSWORD: 'CHATWRIGHT_PASSWORD',
  FLOWISE_SECRETKEY_OVERWRITE: 'SECRET_KEY',
  NUMBER_OF_PROXIES: 'TRUSTED_PROXIES',
  FLOWISE_FILE_SIZE_LIMIT: 'BODY_LIMIT',
  APP_URL: 'PUBLIC_URL',
  S3_STORAGE_BUCKET_NAME: 'S3_BUCKET',
  S3_STORAGE_REGION: 'S3_REGION',
  S3_STORAGE_ACCESS_KEY_ID: 'S3_ACCESS_KEY_ID',
  S3_STORAGE_SECRET_ACCESS_KEY: 'S3_SECRET_ACCESS_KEY',
  S3_ENDPOINT_URL: 'S3_ENDPOINT',
}

function withOlderNames(environment: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  // An empty value means "not set": compose files pass every name through.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  for (const [older, name] of Object.entries(olderNames)) given[name] ??= given[older]
  if (given['SECRETKEY_PATH']) given['SECRET_KEY_FILE'] ??= join(given['SECRETKEY_PATH'], 'encryption.key')
  if (given['QUEUE_REDIS_EVENT_STREAM_MAX_LEN'] || given['MODE'] === 'queue') {
    given['REDIS_URL'] ??= redisUrlFromParts(given)
  }
  return given
}

function redisUrlFromParts(values: Record<string, string | undefined>): string | undefined {
  if (!values['REDIS_HOST']) return undefined
  const secret = values['REDIS_PASSWORD'] ? `:${encodeURIComponent(values['REDIS_PASSWORD'])}@` : ''
  return `redis://${secret}${values['REDIS_HOST']}:${values['REDIS_PORT'] ?? '6379'}`
}

function list() {
  return z.string().transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
}

function parseProxies(text: string | undefined): number | string[] {
  if (!text) return 0
  return /^\d+$/.test(text) ? Number(text) : text.split(',').map((item) => item.trim())
}

function parseSize(text: string): number {
  const units: Record<string, number> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }
  const match = /^([\d.]+)\s*([a-z]*)$/.exec(text.toLowerCase())
  return Math.floor(Number(match?.[1]) * (units[match?.[2] ?? ''] ?? 1))
}
