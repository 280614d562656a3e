import { AppError, isSecretReference, type CredentialFields } from '@chatwright/contract'
import { readFile, realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { settingNames, type Config } from '../../ground/config/config.ts'
import { FreshValues } from '../../ground/fresh-values.ts'

/** Values of credentials that lie elsewhere: in the environment, in files or in Vault. Only what the operator opened is read. */
export interface SecretReferences {
  /** Refuses a reference that could never be read here; nothing is read. */
  check(field: string, reference: string): void
  /** The fields with the values that references among them name. */
  resolve(credential: { id: string; name: string }, fields: CredentialFields): Promise<CredentialFields>
}

type Settings = Pick<Config, 'credentialEnv' | 'credentialFiles' | 'vault'>

interface Dependencies {
  config: Settings
  environment: Readonly<Record<string, string | undefined>>
  /** The way out for addresses that the operator set. */
  providerFetch: typeof fetch
}

const MAX_BYTES = 100_000
/** A secret that was changed at its place is used after this time at the latest. */
const KNOWN_MS = 60_000
const MAX_KNOWN = 1000
const VAULT_MS = 10_000

/** Never handed to a credential, whatever the list allows: they are the server's own, or Vault's. */
const OWN: ReadonlySet<string> = new Set([...settingNames, 'VAULT_TOKEN', 'VAULT_ADDR', 'VAULT_NAMESPACE'])
const OWN_OLDER = /^(FLOWISE_|CHATWRIGHT_(USERNAME|PASSWORD)$|REDIS_|DATABASE_|S3_|PG)/

export function createSecretReferences(dependencies: Dependencies): SecretReferences {
  const known = new FreshValues<Promise<string>>(MAX_KNOWN, { goodForMs: KNOWN_MS })

  /** Vault is asked once for what many runs use at once. */
  const readVaultOnce = (path: string): Promise<string> => {
    const before = known.get(path)
    if (before) return before
    const value = readVault(path, dependencies)
    known.set(path, value)
    value.catch(() => known.delete(path))
    return value
  }

  const read = (reference: string): Promise<string> => {
    const { kind, rest } = partsOf(reference)
    refuseClosed(kind, rest, dependencies.config)
    if (kind === 'env') return readEnvironment(rest, dependencies.environment)
    return kind === 'file' ? readSecretFile(rest, dependencies.config.credentialFiles ?? '') : readVaultOnce(rest)
  }

  return {
    check(field, reference) {
      try {
        const { kind, rest } = partsOf(reference)
        refuseClosed(kind, rest, dependencies.config)
      } catch (error) {
        if (!(error instanceof UnreadableReference)) throw error
        const message = `“${reference}” can’t be used: ${error.message}`
        throw new AppError(
          'invalid-request',
          { issues: [{ path: `body.plainDataObj.${field}`, message }] },
          { message },
        )
      }
    },

    async resolve({ id, name }, fields) {
      const entries = await Promise.all(
        Object.entries(fields).map(async ([field, value]) => {
          if (!isSecretReference(value)) return [field, value] as const
          try {
            return [field, await read(value)] as const
          } catch (cause) {
            if (!(cause instanceof UnreadableReference)) throw cause
            const message = `The credential "${name}" reads "${value}", which failed: ${cause.message}`
            throw new AppError('credential-unreadable', { id }, { cause, message })
          }
        }),
      )
      return Object.fromEntries(entries)
    },
  }
}

/** Why a reference can't be read, in words for the owner. */
class UnreadableReference extends Error {
  override readonly name = 'UnreadableReference'
}

function partsOf(reference: string): { kind: 'env' | 'file' | 'vault'; rest: string } {
  const at = reference.indexOf(':')
  return { kind: reference.slice(0, at) as 'env' | 'file' | 'vault', rest: reference.slice(at + 1) }
}

function refuseClosed(kind: 'env' | 'file' | 'vault', rest: string, config: Settings): void {
  if (kind === 'env') {
    if (isOpen(rest, config.credentialEnv)) return
    throw new UnreadableReference(`CREDENTIAL_ENV doesn't list ${rest}. The operator can add it.`)
  }
  if (kind === 'file') {
    if (config.credentialFiles === undefined) {
      throw new UnreadableReference('this server opens no folder with secrets. The operator can set CREDENTIAL_FILES.')
    }
    return
  }
  if (!config.vault)
    throw new UnreadableReference('this server knows no Vault. The operator can set VAULT_ADDR and VAULT_TOKEN.')
  placeInVault(rest)
}

function isOpen(name: string, allowed: readonly string[]): boolean {
  if (!/^\w+$/.test(name) || OWN.has(name.toUpperCase()) || OWN_OLDER.test(name.toUpperCase())) return false
  return allowed.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each))
}

async function readEnvironment(name: string, environment: Dependencies['environment']): Promise<string> {
  const value = environment[name]
  if (value === undefined || value === '') {
    throw new UnreadableReference(`the server's environment has no ${name}. Set it and restart.`)
  }
  return value
}

/** Links are followed, as Kubernetes lays out secrets, but never out of the folder. */
async function readSecretFile(path: string, folder: string): Promise<string> {
  try {
    const [root, real] = [await realpath(folder), await realpath(resolve(folder, path))]
    if (!real.startsWith(root + sep)) throw new UnreadableReference('it lies outside CREDENTIAL_FILES.')
    const { size } = await stat(real)
    if (size > MAX_BYTES) throw new UnreadableReference('the file is larger than 100 kB.')
    const text = (await readFile(real, 'utf8')).replace(/\r?\n$/, '')
    if (text === '') throw new UnreadableReference('the file is empty.')
    return text
  } catch (error) {
    if (error instanceof UnreadableReference) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new UnreadableReference(code === 'ENOENT' ? 'there is no such file.' : `the file can't be read (${code}).`)
  }
}

/** `secret/openai#key`: the engine, the path below it, and the field. */
function placeInVault(text: string): { path: string; field: string } {
  const [, mount = '', below = '', field = ''] = /^([\w-]+)\/([\w./-]+)#([\w.-]+)$/.exec(text) ?? []
  const segments = below.split('/')
  if (mount === '' || segments.some((segment) => /^\.*$/.test(segment))) {
    throw new UnreadableReference('write it as vault:secret/PATH#FIELD.')
  }
  return { path: `${mount}/data/${segments.map(encodeURIComponent).join('/')}`, field }
}

/** A secret of Vault's key/value engine, version 2. */
async function readVault(text: string, { config, providerFetch }: Dependencies): Promise<string> {
  const { path, field } = placeInVault(text)
  const { address = '', token = '', namespace } = config.vault ?? {}
  const answer = await providerFetch(`${address}/v1/${path}`, {
    headers: {
      'x-vault-token': token,
      'x-vault-request': 'true',
      ...(namespace && { 'x-vault-namespace': namespace }),
    },
    // The token goes to no other place.
    redirect: 'error',
    signal: AbortSignal.timeout(VAULT_MS),
  }).catch((cause: Error) => {
    throw new UnreadableReference(`Vault can't be reached at ${address}.`, { cause })
  })
  const body: unknown = await answer.json().catch(() => undefined)
  if (answer.status === 404) throw new UnreadableReference('Vault has no secret there.')
  if (!answer.ok) {
    const why = answer.status === 403 ? "VAULT_TOKEN may not read it. Check the token's policy." : 'Try again later.'
    throw new UnreadableReference(`Vault answered ${answer.status}. ${why}`)
  }
  const value = (body as { data?: { data?: Record<string, unknown> } } | undefined)?.data?.data?.[field]
  if (typeof value !== 'string' || value === '')
    throw new UnreadableReference(`the secret in Vault has no text "${field}".`)
  return value
}
