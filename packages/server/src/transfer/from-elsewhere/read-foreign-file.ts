import { inflateRawSync } from 'node:zlib'
import { ImportError, MOST_CHARACTERS, type ForeignFile } from '@chatwright/importers'

/** The list at the end of an archive: its own length, and a comment of at most so many bytes. */
const LONGEST_END = 22 + 0xffff
const MOST_FILES = 200

const END = 0x06054b50
const ENTRY = 0x02014b50
const STORED = 0
const DEFLATED = 8

/** A file as text; of an archive, all that may hold flows. What is too large is refused before it is unpacked. */
export async function readForeignFile({ name, bytes }: { name: string; bytes: Uint8Array }): Promise<ForeignFile> {
  if (bytes.length > MOST_CHARACTERS) throw new ImportError('The file is larger than 20 MB. Split it into several.')
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.subarray(0, 4).toString('latin1') !== 'PK\u0003\u0004')
    return { name, texts: [{ name, text: buffer.toString('utf8') }] }
  const texts = unpack(buffer)
  if (texts.length === 0) throw new ImportError('The archive holds no flow. Export the project again.')
  return { name, texts }
}

function unpack(buffer: Buffer): ForeignFile['texts'] {
  const end = endOf(buffer)
  const count = buffer.readUInt16LE(end + 10)
  let at = buffer.readUInt32LE(end + 16)
  let room = MOST_CHARACTERS
  const texts: { name: string; text: string }[] = []
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > buffer.length || buffer.readUInt32LE(at) !== ENTRY) throw broken()
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => buffer.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const name = buffer.toString('utf8', at + 46, at + 46 + nameLength)
    if (/\.(?:json|ya?ml)$/i.test(name) && !name.includes('__MACOSX')) {
      if (texts.length >= MOST_FILES) throw new ImportError(`The archive holds more than ${MOST_FILES} flows.`)
      const content = entryAt(buffer, at, room)
      room -= content.length
      texts.push({ name, text: content.toString('utf8') })
    }
    at += 46 + nameLength + extra + comment
  }
  return texts
}

function endOf(buffer: Buffer): number {
  for (let at = buffer.length - 22; at >= Math.max(0, buffer.length - LONGEST_END); at -= 1) {
    if (buffer.readUInt32LE(at) === END) return at
  }
  throw broken()
}

function entryAt(buffer: Buffer, at: number, room: number): Buffer {
  const method = buffer.readUInt16LE(at + 10)
  const size = buffer.readUInt32LE(at + 20)
  const local = buffer.readUInt32LE(at + 42)
  if (local + 30 > buffer.length) throw broken()
  const start = local + 30 + buffer.readUInt16LE(local + 26) + buffer.readUInt16LE(local + 28)
  const packed = buffer.subarray(start, start + size)
  if (packed.length > room) throw tooLarge()
  if (method === STORED) return packed
  if (method !== DEFLATED) throw broken()
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, room) })
  } catch (error) {
    throw error instanceof RangeError || (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge()
      : broken()
  }
}

function broken(): ImportError {
  return new ImportError('The archive is damaged. Export the project again.')
}

function tooLarge(): ImportError {
  return new ImportError('The archive holds more than 20 MB. Split it into several.')
}
