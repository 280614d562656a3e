import { AppError, createAttachments, getUploadedFile } from '@chatwright/contract'
import { Form } from '../../door/http/form.ts'
import { handle, handleFlow, type Handler } from '../../door/http/handle.ts'
import { whenGone } from '../../door/http/when-gone.ts'
import type { FlowGates } from '../../flows/flow-access/flow-gate.ts'
import type { MeantChat } from '../../flows/flow-access/named-sessions.ts'
import type { StrangerCaps } from '../../flows/flow-access/stranger-caps.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import { checkAttachable } from './attachable.ts'
import type { ReadText } from './read-text.ts'
import { tellType } from '../../parts/files/told-kinds.ts'
import type { UploadStore } from '../../parts/files/upload-store.ts'

export interface AttachmentRouteDependencies {
  uploads: UploadStore
  meantChat: MeantChat
  gates: Pick<FlowGates, 'admit'>
  limiter: RateLimiter
  caps: Pick<StrangerCaps, 'take'>
  readText: ReadText
}

/** What a page may show as it is; anything else is a download. */
const SHOWN_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** What a question may hold: more could not be sent along with one. */
const LONGEST_TEXT = 4_000_000
/** Of all files together, as bytes in base64 too: the answer is written in one go, for everybody to wait. */
const LONGEST_ANSWER = 16_000_000

export const attachmentRoutes = ({
  uploads,
  meantChat,
  gates,
  limiter,
  caps,
  readText,
}: AttachmentRouteDependencies): Handler[] => [
  handleFlow(createAttachments, async ({ params, asker, flow, request, reply }) => {
    const form = request.body instanceof Form ? request.body : undefined
    const files = form?.files ?? []
    const isBase64 = form?.fields.some(({ name, value }) => name === 'base64' && value === 'true') ?? false
    await checkAttachable(flow, files, asker)
    await limiter.count(flow, request.ip, 'attachments')
    await caps.take('uploads', {
      flowId: flow.id,
      network: asker.network,
      amount: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    })
    const gone = new AbortController()
    whenGone(reply, () => gone.abort())
    const flowId = params.id
    const chatId = await meantChat({ flowId, chatId: params.chatId }, asker)
    const attachments = []
    let length = 0
    for (const file of files) {
      const content = isBase64 ? Buffer.from(file.bytes).toString('base64') : await readText(file, gone.signal)
      if (content.length > LONGEST_TEXT) throw tooLong(file.name)
      length += content.length
      if (length > LONGEST_ANSWER) throw tooMuch()
      // What a file is, not what its sender calls it: it is shown as that.
      const mimeType = await tellType(file)
      await uploads.save({ flowId, chatId }, { ...file, mimeType })
      attachments.push({ name: file.name, mimeType, size: file.bytes.length, content })
    }
    return attachments
  }),

  handle(getUploadedFile, async ({ query, asker, request, reply }) => {
    const flowId = query.chatflowId
    await gates.admit({ flowId, asker, request, reply })
    const chatId = await meantChat({ flowId, chatId: query.chatId }, asker)
    const file = await uploads.find({ flowId, chatId }, query.fileName)
    if (!file) throw new AppError('file-not-found', { id: query.fileName })
    const isShown = SHOWN_TYPES.has(file.mimeType)
    return reply
      .headers({
        'content-type': isShown ? file.mimeType : 'application/octet-stream',
        'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=3600',
      })
      .send(Buffer.from(file.bytes))
  }),
]

function tooLong(name: string): AppError {
  return new AppError('payload-too-large', undefined, {
    message: `The text of "${name}" is longer than a question may be. Send part of it.`,
  })
}

function tooMuch(): AppError {
  const most = LONGEST_ANSWER.toLocaleString('en')
  return new AppError('payload-too-large', undefined, {
    message: `The files contain more than ${most} characters in total. Send fewer at once.`,
  })
}
