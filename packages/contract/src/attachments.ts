import { z } from 'zod'
import { Id, text } from './fields.ts'
import { ChatId } from './predictions.ts'
import { defineRoute } from './route.ts'

const tag = 'Attachments'

export const Attachment = z.object({
  name: z.string(),
  mimeType: z.string(),
  size: z.number().int(),
  /** The text of the file; with the form field `base64=true`, the file itself in base64. */
  content: z.string(),
})
export type Attachment = z.infer<typeof Attachment>

export const createAttachments = defineRoute({
  method: 'POST',
  path: '/attachments/:id/:chatId',
  access: 'flow',
  tag,
  summary: 'Extract the text of files, to send with a question. With `base64=true`, returns their content as base64.',
  params: z.strictObject({ id: Id, chatId: ChatId }),
  consumes: 'multipart',
  response: z.array(Attachment),
  errors: [
    'files-unavailable',
    'chatflow-not-found',
    'forbidden',
    'payload-too-large',
    'unsupported-media-type',
    'too-many-requests',
  ],
})

export const getUploadedFile = defineRoute({
  method: 'GET',
  path: '/get-upload-file',
  access: 'public',
  tag,
  summary: 'Download a file of a chat.',
  query: z.looseObject({ chatflowId: Id, chatId: ChatId, fileName: text(300).min(1) }),
  produces: 'file',
  errors: ['files-unavailable', 'chatflow-not-found', 'unauthorized', 'forbidden', 'file-not-found'],
})
