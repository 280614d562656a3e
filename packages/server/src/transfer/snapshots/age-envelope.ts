import { createReadStream, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { UserFacingError } from '../../ground/user-facing-error.ts'

/** The first line of every file that `age` encrypts. */
const INTRO = 'age-encryption.org/v1\n'
const IDENTITY = /^AGE-SECRET-KEY-(PQ-)?1\S+$/i

/** What is written, readable by who has the key to one of the recipients, and by this server no more than by others. */
export async function encryptTo(recipients: readonly string[], plain: Readable): Promise<Readable> {
  // Only few use it: nobody else waits for it to load.
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch (cause) {
      throw new UserFacingError(
        `"${recipient}" isn't an age recipient. Use the public key from "age-keygen", which starts with age1.`,
        { cause },
      )
    }
  }
  return fromWeb(await encrypter.encrypt(toWeb(plain)))
}

/** The bytes of a backup, as they were before somebody encrypted them. */
export async function openEnvelope(file: string, identities: readonly string[] = []): Promise<Readable> {
  if (!(await isEncrypted(file))) return createReadStream(file)
  if (identities.length === 0) {
    throw new UserFacingError(`${file} is encrypted. Add the file with its key: --identity key.txt.`)
  }
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(createReadStream(file))))
  } catch (cause) {
    throw new UserFacingError(`${file} is encrypted, and the key in the --identity file can't decrypt it.`, { cause })
  }
}

/** The keys in a file as `age-keygen` writes it. */
export function readIdentities(file: string): string[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new UserFacingError(`The file ${file} with the key can't be read.`, { cause })
  }
  const lines = text.split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (identities.length > 0 && identities.every((line) => IDENTITY.test(line))) return identities
  throw new UserFacingError(
    `${file} contains no age key. Use a file from "age-keygen -o key.txt". Decrypt one with a passphrase first, with "age -d".`,
  )
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') throw new UserFacingError(`The file ${file} doesn't exist.`, { cause })
    throw cause
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(INTRO.length), 0, INTRO.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === INTRO
  } finally {
    await handle.close()
  }
}

function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>
}

function fromWeb(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as WebStream<Uint8Array>)
}
