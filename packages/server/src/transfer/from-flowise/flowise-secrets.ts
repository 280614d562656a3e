import { parseJson } from '@chatwright/core'
import { createDecipheriv, createHash } from 'node:crypto'

const SALTED = 'Salted__'
const KEY_BYTES = 32
const IV_BYTES = 16

/** The values of a credential, or nothing where the key is another. The older product seals them with a passphrase, as OpenSSL does. */
export function openFlowiseSecret(sealed: string, passphrase: string): Record<string, unknown> | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.subarray(0, SALTED.length).toString('latin1') !== SALTED) return undefined
  const salt = bytes.subarray(SALTED.length, SALTED.length * 2)
  const material = keyMaterial(passphrase, salt)
  const decipher = createDecipheriv('aes-256-cbc', material.subarray(0, KEY_BYTES), material.subarray(KEY_BYTES))
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(SALTED.length * 2)), decipher.final()])
    const values: unknown = parseJson(text.toString('utf8'))
    return typeof values === 'object' && values !== null && !Array.isArray(values) ? { ...values } : undefined
  } catch {
    // A wrong key shows itself in the padding, or in a text that is no JSON.
    return undefined
  }
}

/** OpenSSL's `EVP_BytesToKey` with MD5 and one round: what existing files are sealed with, not what anybody would choose. */
function keyMaterial(passphrase: string, salt: Buffer): Buffer {
  let material = Buffer.alloc(0)
  let last = Buffer.alloc(0)
  while (material.length < KEY_BYTES + IV_BYTES) {
    last = createHash('md5').update(last).update(passphrase, 'utf8').update(salt).digest()
    material = Buffer.concat([material, last])
  }
  return material.subarray(0, KEY_BYTES + IV_BYTES)
}
