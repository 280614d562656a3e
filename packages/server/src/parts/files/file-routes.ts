import { AppError, downloadFile, forgetFile, uploadFile, type StoredFile } from '@chatwright/contract'
import { STORED_FILE_PREFIX } from '@chatwright/core'
import { Form } from '../../door/http/form.ts'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { FileStore } from './file-store.ts'
import { displayName, sniffType } from './sniff-type.ts'
import type { WaitingFiles } from './waiting-files.ts'

export const fileRoutes = (store: FileStore, waiting: Pick<WaitingFiles, 'save' | 'forget'>): Handler[] => [
  handle(uploadFile, async ({ request, query }): Promise<StoredFile> => {
    const [file] = request.body instanceof Form ? request.body.files : []
    if (!file) throw noFile()
    const { bytes } = file
    const name = displayName(file.name)
    const mimeType = await sniffType(name, bytes)
    const id = await (query.until === 'saved' ? waiting : store).save({ name, mimeType, bytes })
    return { id, reference: `${STORED_FILE_PREFIX}${id}`, name, mimeType, size: bytes.byteLength }
  }),
  handle(forgetFile, async ({ params: { id } }) => {
    if (!(await waiting.forget(id))) throw new AppError('file-not-found', { id })
    return { id }
  }),
  handle(downloadFile, async ({ params, reply }) => {
    const file = await store.find(params.id)
    if (!file) throw new AppError('file-not-found', { id: params.id })
    // Nothing in a kept file ever runs: it is saved, never shown, and cut off from this server if it is opened.
    reply.headers({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeName(file.name)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    })
    return Buffer.from(file.bytes)
  }),
]

function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
}

function noFile(): AppError {
  const message = 'The form contains no file.'
  return new AppError('invalid-request', { issues: [{ path: 'body.file', message }] }, { message })
}
