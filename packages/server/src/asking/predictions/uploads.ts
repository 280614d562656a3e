import { isOwnerHere } from '../../door/askers/may.ts'
import { AppError, type Upload } from '@chatwright/contract'
import type { Asker, ContentPart } from '@chatwright/core'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { tellType } from '../../parts/files/told-kinds.ts'

/** The files of a question, by what becomes of them. */
export interface ReadUploads {
  /** For models that can see them. */
  attachments: ContentPart[]
  /** The text of files, to put before the question or where `{{file_attachment}}` stands. */
  text: string
  /** What the stored question remembers: names and kinds, and where to find the bytes. */
  remembered: { type: string; name: string; mime: string; data?: string }[]
  /** Bytes to keep under the chat, so that the conversation can show them again. */
  files: { name: string; mimeType: string; bytes: Uint8Array }[]
}

const LARGE = 1024 ** 2
const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.-]+)*;base64,([A-Za-z0-9+/=\s]*)/

export async function readUploads(uploads: readonly Upload[] = [], taken: TakenUploads): Promise<ReadUploads> {
  const read: ReadUploads = { attachments: [], text: '', remembered: [], files: [] }
  for (const upload of uploads) {
    // Each is decoded in a turn of its own, and none in the one in which all of them were read.
    if ((upload.data?.length ?? 0) > LARGE) await nextTurn()
    await addUpload(read, upload, taken)
  }
  return read
}

/** What a flow takes. The rest is refused before anything of the question is kept. */
interface TakenUploads {
  takesPictures: boolean
  /** Who reads why something is refused. */
  asker: Asker
}

async function addUpload(read: ReadUploads, upload: Upload, { takesPictures, asker }: TakenUploads): Promise<void> {
  const { type, name, mime = '', data = '' } = upload
  if (type === 'file:full') {
    refuseTooLong(read.text.length + data.length * LEAST_OF_BASE64)
    const text = decodeText(data)
    if (text !== '')
      read.text += `${read.text === '' ? '' : '\n\n'}<doc name='${name.replaceAll("'", '')}'>${text}</doc>`
    refuseTooLong(read.text.length)
    read.remembered.push({ type: 'file:full', name, mime })
    return
  }
  if (type === 'url') {
    if (/^https?:\/\//.test(data)) read.attachments.push({ type: 'image-url', url: data })
    read.remembered.push({ type, name, mime, data: data.slice(0, 2000) })
    return
  }
  const [, foundType, base64] = DATA_URL.exec(data) ?? []
  // A file uploaded before, or loaded into the flow's vector store already: only named here.
  if (base64 === undefined || type === 'file:rag') {
    read.remembered.push({ type, name, mime })
    return
  }
  if (!takesPictures) throw notTaken(name, asker)
  const bytes = Buffer.from(base64, 'base64')
  // What a file is, not what its sender calls it: it is stored, shown and told to the model as that.
  const mimeType = await tellType({ name, mimeType: foundType ?? mime, bytes })
  read.attachments.push(
    mimeType.startsWith('image/')
      ? { type: 'image', mimeType, data: base64 }
      : { type: 'file', mimeType, name, data: base64 },
  )
  read.files.push({ name, mimeType, bytes })
  read.remembered.push({ type: 'stored-file', name, mime: mimeType })
}

/** As long as a question may be; models read less. Longer ones would be written and sent in one go, for everybody to wait. */
const MAX_TEXT = 4_000_000
/** Four signs of base64 are three bytes, and a character at most four of those. */
const LEAST_OF_BASE64 = 3 / 16

function refuseTooLong(characters: number): void {
  if (characters <= MAX_TEXT) return
  throw new AppError('payload-too-large', undefined, {
    message: `The files contain more than ${MAX_TEXT.toLocaleString('en')} characters, too many for any model. Load them into the flow's vector store, or send less.`,
  })
}

function notTaken(name: string, asker: Asker): AppError {
  const advice = isOwnerHere(asker) ? ', or turn on "Allow image uploads" in its model' : ''
  return new AppError('unsupported-media-type', undefined, {
    message: `This flow doesn't accept images or files with a question. Send it without "${name}"${advice}.`,
  })
}

function decodeText(data: string): string {
  const [, , base64] = DATA_URL.exec(data) ?? []
  return base64 === undefined ? data : Buffer.from(base64, 'base64').toString('utf8')
}
