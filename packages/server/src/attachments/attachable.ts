import { AppError } from '@chatwright/contract'
import type { FlowHead } from '../runs/flow-library.ts'
import type { UploadedFile } from './upload-store.ts'

/** Throws unless the flow's owner lets people attach files of these kinds, or is the one who attaches them. */
export function checkAttachable(
  { settings }: Pick<FlowHead, 'settings'>,
  files: readonly UploadedFile[],
  { isOperator }: { isOperator: boolean },
): void {
  const config = settings.chatbot['fullFileUpload'] as
    | { status?: unknown; allowedUploadFileTypes?: unknown }
    | undefined
  if (config?.status !== true && !isOperator) {
    throw new AppError('forbidden', undefined, {
      message: 'This chat flow takes no files. Its owner can switch that on under "API and share", "Configuration".',
    })
  }
  if (files.length === 0) {
    const message = 'No file came along: send it in the field "files"'
    throw new AppError('invalid-request', { issues: [{ path: 'body.files', message }] }, { message: `${message}.` })
  }
  const types = readTypes(config?.allowedUploadFileTypes)
  const refused = files.find((file) => !isAllowed(file, types))
  if (!refused) return
  throw new AppError('unsupported-media-type', undefined, {
    message: `This chat flow takes no file like "${refused.name}" (${refused.mimeType}), only ${types.join(', ')}.`,
  })
}

/** Media types or endings, comma separated, as owners set them; none means any. */
function readTypes(list: unknown): string[] {
  const types = typeof list === 'string' ? list.split(',').map((type) => type.trim().toLowerCase()) : []
  return types.filter((type) => type !== '')
}

function isAllowed({ name, mimeType }: UploadedFile, types: readonly string[]): boolean {
  if (types.length === 0) return true
  return types.some((type) => {
    if (type === '*' || type === '*/*') return true
    if (type.startsWith('.')) return name.toLowerCase().endsWith(type)
    return type.endsWith('/*') ? mimeType.startsWith(type.slice(0, -1)) : mimeType === type
  })
}
