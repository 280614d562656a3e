import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Whose secret it is; a sealed text opens only for the very row it was sealed for. */
export interface SecretOwner {
  table: 'credential' | 'variable' | 'flow_webhook' | 'flow_notice' | 'flow_mcp' | 'flow_secret' | 'custom_mcp_server'
  id: string
}

export interface SecretBox {
  seal(owner: SecretOwner, text: string): string
  /** Throws an UnreadableSecret when the key, the row or a single bit is another. */
  open(owner: SecretOwner, sealed: string): string
  /** Sealed with a key that is not the current one. */
  isOutdated(sealed: string): boolean
}

export class UnreadableSecret extends Error {
  override readonly name = 'UnreadableSecret'
}

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** The current key first, then older ones that still open what they sealed. Asked again whenever they may have changed. */
export type ReadKeys = () => readonly [current: Buffer, ...older: Buffer[]]

/** AES-256-GCM in an envelope that names its key: `v1.<key id>.<iv, ciphertext and tag>`. */
export function createSecretBox(readKeys: ReadKeys): SecretBox {
  const keys = new Map<string, Buffer>()
  const refresh = (): string => {
    const [current, ...older] = readKeys()
    for (const key of [current, ...older]) keys.set(keyIdOf(key), key)
    return keyIdOf(current)
  }
  refresh()

  const keyNamed = (id: string): Buffer => {
    // Another process may have begun to use a new key since.
    if (!keys.has(id)) refresh()
    const key = keys.get(id)
    if (!key) throw new UnreadableSecret('The secret was sealed with a key this server does not have')
    return key
  }

  return {
    seal(owner, text) {
      const current = refresh()
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, keyNamed(current), iv).setAAD(boundTo(owner))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `v1.${current}.${sealed.toString('base64url')}`
    },

    open(owner, sealed) {
      const [version, keyId = '', data = ''] = sealed.split('.')
      if (version !== 'v1') throw new UnreadableSecret('The secret is not in a form this version knows')
      const bytes = Buffer.from(data, 'base64url')
      const decipher = createDecipheriv(ALGORITHM, keyNamed(keyId), bytes.subarray(0, IV_BYTES))
      try {
        decipher.setAAD(boundTo(owner)).setAuthTag(bytes.subarray(-TAG_BYTES))
        const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
        return text.toString('utf8')
      } catch (cause) {
        throw new UnreadableSecret('The secret does not belong to this row, or was changed', { cause })
      }
    },

    isOutdated: (sealed) => sealed.split('.')[1] !== refresh(),
  }
}

/** Tells keys apart without telling anything about them. */
export function keyIdOf(key: Buffer): string {
  return createHash('sha256').update('chatwright key id').update(key).digest('hex').slice(0, 8)
}

function boundTo({ table, id }: SecretOwner): Buffer {
  return Buffer.from(`${table}:${id}`, 'utf8')
}
