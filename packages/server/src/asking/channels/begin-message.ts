import { AppError, type PredictionBody, type Upload } from '@chatwright/contract'
import { checkAttachable } from '../attachments/attachable.ts'
import type { ReadText } from '../attachments/read-text.ts'
import { guestOf } from '../../door/askers/asker-of.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import type { FlowHead, FlowLibrary } from '../../flows/flows/flow-library.ts'
import type { PredictionService } from '../predictions/prediction-service.ts'
import type { AnswerHandle } from '../../runs/runs/runner.ts'
import { whileReading } from './call-vendor.ts'
import { channelKinds } from './channel-access.ts'
import type { ChannelAccess, ChannelEvent, ChannelFile, ChannelKind, RemoteFile } from './channel-kind.ts'
import type { ChannelRow } from './channel-store.ts'
import type { DeliveryRow } from '../../runs/deliveries/delivery-store.ts'
import { eventOf } from './message-store.ts'

export interface BeginDependencies {
  library: Pick<FlowLibrary, 'head'>
  predictions: Pick<PredictionService, 'start'>
  limiter: RateLimiter
  readText: ReadText
}

/** The largest that a bot of Telegram may fetch. */
const MOST_FILE_BYTES = 20 * 1024 ** 2
const MOST_FILES = 10
const READ_MS = 30_000

/** A conversation there is a chat here. Its channel's id is known to the vendor alone, so that nobody else can name it. */
export function chatIdOf(channel: Pick<ChannelRow, 'id' | 'kind'>, conversation: string): string {
  return `${channel.kind}:${channel.id}:${conversation}`
}

/** Begins the run of a message. Done twice, by a process that was thought dead, it is the same run. */
export async function beginMessage(
  row: DeliveryRow,
  channel: ChannelRow,
  access: ChannelAccess,
  { library, predictions, limiter, readText, replaces }: BeginDependencies & { replaces?: string | undefined },
): Promise<AnswerHandle> {
  const event = eventOf(row) as Extract<ChannelEvent, { type: 'message' }>
  const flow = await library.head(channel.chatflow_id)
  // Once, however often it is tried.
  if (replaces === undefined && row.tries <= 1)
    await limiter.count(flow, `${channel.kind}:${event.sender.id}`, 'questions')
  const kind = channelKinds[channel.kind]
  if (event.text === '' && event.files.length === 0) {
    throw new AppError('unsupported-media-type', undefined, {
      message: "This type of message isn't supported. Send text, an image, a file or a voice message.",
    })
  }
  const uploads: Upload[] = []
  for (const file of event.files.slice(0, MOST_FILES))
    uploads.push(await fetchUpload(file, { kind, access, flow, readText }))
  const body: PredictionBody = {
    question: event.text === '' ? ' ' : event.text,
    chatId: chatIdOf(channel, event.conversation),
    resumable: true,
    ...(uploads.length > 0 && { uploads }),
    ...(replaces !== undefined && { replaces }),
  }
  return predictions.start({
    flow,
    body,
    asker: guestOf('channel'),
    idempotencyKey: `channel ${row.id} ${replaces ?? ''}`,
  })
}

/** Pictures are looked at and recordings are heard; of anything else the text is read. */
async function fetchUpload(
  file: RemoteFile,
  { kind, access, flow, readText }: { kind: ChannelKind; access: ChannelAccess; flow: FlowHead; readText: ReadText },
): Promise<Upload> {
  if (file.size > MOST_FILE_BYTES) {
    throw new AppError('payload-too-large', undefined, {
      message: `"${file.name}" is larger than ${MOST_FILE_BYTES / 1024 ** 2} MB. Send a smaller one.`,
    })
  }
  const fetched = await whileReading(() => kind.download(access, file, MOST_FILE_BYTES))
  const { name, mimeType } = fetched
  if (mimeType.startsWith('image/')) return { type: 'file', name, mime: mimeType, data: dataUrl(fetched) }
  if (mimeType.startsWith('audio/')) return { type: 'audio', name, mime: mimeType, data: dataUrl(fetched) }
  await checkAttachable(flow, [fetched], guestOf('channel'))
  return { type: 'file:full', name, mime: mimeType, data: await readText(fetched, AbortSignal.timeout(READ_MS)) }
}

function dataUrl({ mimeType, bytes }: ChannelFile): string {
  return `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`
}
