import { AppError } from '@chatwright/contract'
import type { Asker } from '@chatwright/core'
import { isOwnerHere } from '../../door/askers/may.ts'
import { isOfKind, tellKinds } from '../../parts/files/told-kinds.ts'
import type { FlowHead } from '../../flows/flows/flow-library.ts'
import type { UploadedFile } from '../../parts/files/upload-store.ts'

/** Refuses unless the flow's owner lets people attach files of these kinds, or is the one who attaches them. */
export async function checkAttachable(
  { settings }: Pick<FlowHead, 'settings'>,
  files: readonly UploadedFile[],
  asker: Pick<Asker, 'rights'>,
): Promise<void> {
  const config = settings.chatbot['fullFileUpload'] as
    | { status?: unknown; allowedUploadFileTypes?: unknown }
    | undefined
  if (config?.status !== true && !isOwnerHere(asker)) {
    throw new AppError('forbidden', undefined, {
      message: 'This flow doesn\'t accept files. Its owner can turn them on under "API and share", "Configuration".',
    })
  }
  if (files.length === 0) {
    const message = 'The request contains no file. Send it in the field "files"'
    throw new AppError('invalid-request', { issues: [{ path: 'body.files', message }] }, { message: `${message}.` })
  }
  const types = readTypes(config?.allowedUploadFileTypes)
  if (types.length === 0) return
  const told = await Promise.all(files.map(async (file) => ({ file, kinds: await tellKinds(file) })))
  const refused = told.find(({ kinds }) => !types.some((type) => isOfKind(kinds, type)))?.file
  if (!refused) return
  throw new AppError('unsupported-media-type', undefined, {
    message: `This flow doesn't accept files like "${refused.name}", only ${types.join(', ')}. The content decides the type of a file.`,
  })
}

/** Media types or endings, comma separated, as owners set them; none means any. */
function readTypes(list: unknown): string[] {
  const types = typeof list === 'string' ? list.split(',').map((type) => type.trim().toLowerCase()) : []
  return types.filter((type) => type !== '')
}
