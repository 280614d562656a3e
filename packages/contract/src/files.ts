import { z } from 'zod'
import { defineRoute } from './route.ts'

const tag = 'Files'

export const StoredFile = z.object({
  id: z.string(),
  /** What a `file` input holds. */
  reference: z.string(),
  name: z.string(),
  mimeType: z.string(),
  size: z.number().int(),
})
export type StoredFile = z.infer<typeof StoredFile>

export const FileParams = z.strictObject({ id: z.string().regex(/^[\w-]{16,64}(\.[a-z0-9]{1,8})?$/) })

export const uploadFile = defineRoute({
  method: 'POST',
  path: '/files',
  access: 'owner',
  right: 'flow.edit',
  isAudited: false,
  tag,
  summary:
    'Upload a file. Its content decides its type. With `until=saved`, it is deleted after a day unless a saved source or flow uses it.',
  query: z.looseObject({ until: z.enum(['saved']).optional() }),
  consumes: 'multipart',
  response: StoredFile,
  errors: ['files-unavailable', 'payload-too-large', 'unsupported-media-type', 'storage-full'],
})

export const forgetFile = defineRoute({
  method: 'DELETE',
  path: '/files/:id',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Delete an uploaded file that nothing uses.',
  params: FileParams,
  response: z.object({ id: z.string() }),
  errors: ['files-unavailable', 'file-not-found'],
})

export const downloadFile = defineRoute({
  method: 'GET',
  path: '/files/:id',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Download a file.',
  params: FileParams,
  produces: 'file',
  errors: ['files-unavailable', 'file-not-found'],
})
