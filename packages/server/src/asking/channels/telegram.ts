import { AppError } from '@chatwright/contract'
import { parseJson } from '@chatwright/core'
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isSameSecret } from '../../parts/credentials/same-secret.ts'
import { callVendor, downloadBytes } from './call-vendor.ts'
import {
  ChannelFault,
  readButtonData,
  type ChannelAccess,
  type ChannelEvent,
  type ChannelKind,
  type Place,
  type RemoteFile,
  type Sender,
} from './channel-kind.ts'
import { telegramHtml } from './telegram-html.ts'

const VENDOR = 'Telegram'
const SECRET_HEADER = 'x-telegram-bot-api-secret-token'
/** What is subscribed to; Telegram keeps the rest to itself. */
const UPDATES = ['message', 'edited_message', 'callback_query']
const LONGEST_NOTICE = 200
const LONGEST = 4096
const LONGEST_LABEL = 60

const User = z.looseObject({
  id: z.number(),
  is_bot: z.boolean().optional(),
  first_name: z.string().optional(),
  username: z.string().optional(),
})
const Kept = z.looseObject({
  file_id: z.string().max(500),
  file_name: z.string().max(300).optional(),
  mime_type: z.string().max(200).optional(),
  file_size: z.number().optional(),
})
const Message = z.looseObject({
  message_id: z.number(),
  from: User.optional(),
  chat: z.looseObject({ id: z.number(), type: z.string() }),
  message_thread_id: z.number().optional(),
  is_topic_message: z.boolean().optional(),
  text: z.string().max(100_000).optional(),
  caption: z.string().max(100_000).optional(),
  reply_to_message: z.looseObject({ from: User.optional() }).optional(),
  photo: z.array(Kept).max(50).optional(),
  document: Kept.optional(),
  voice: Kept.optional(),
  audio: Kept.optional(),
})
type Message = z.infer<typeof Message>
const Update = z.looseObject({
  update_id: z.number(),
  message: Message.optional(),
  edited_message: Message.optional(),
  callback_query: z
    .looseObject({ id: z.string().max(200), from: User, message: Message.optional(), data: z.string().optional() })
    .optional(),
})
const Answer = z.looseObject({
  ok: z.boolean(),
  description: z.string().optional(),
  result: z.unknown().optional(),
})

export const telegram: ChannelKind = {
  name: 'telegram',
  label: VENDOR,
  credential: 'telegramApi',
  longest: LONGEST,
  typingMs: 5000,

  receive({ headers, bytes }, access) {
    const shown = headers[SECRET_HEADER]
    // Anybody can make the secret of a token that is none.
    if ((access.values['telegramBotToken'] ?? '').trim() === '') throw new AppError('signature-invalid')
    if (!isSameSecret(typeof shown === 'string' ? shown : '', secretOf(access))) throw new AppError('signature-invalid')
    const event = readUpdate(bytes, access)
    return event ? { event } : {}
  },

  async connect(access, address) {
    const me = User.parse(await ask(access, 'getMe', {}))
    await ask(access, 'setWebhook', {
      url: address,
      secret_token: secretOf(access),
      allowed_updates: UPDATES,
    })
    return { id: String(me.id), name: me.username ?? String(me.id) }
  },

  async disconnect(access) {
    const { url = '' } = z.looseObject({ url: z.string().optional() }).parse(await ask(access, 'getWebhookInfo', {}))
    // A bot sends to one address alone, which may be another channel's by now. Whatever the server was called, its own holds its id.
    if (!url.includes(access.channelId)) return
    await ask(access, 'deleteWebhook', {})
  },

  async download(access, { ref, name, mimeType }, maxBytes) {
    const { file_path: path = '' } = z
      .looseObject({ file_path: z.string().optional() })
      .parse(await ask(access, 'getFile', { file_id: ref }))
    // A name of Telegram's own making, which must lead nowhere else.
    if (!/^[\w./-]{1,500}$/.test(path) || path.includes('../..'))
      throw new ChannelFault('refused', 'The file has no usable path.')
    const url = `${baseOf(access)}/file/bot${tokenOf(access)}/${path}`
    return { name, mimeType, bytes: await downloadBytes(VENDOR, access, { url, maxBytes }) }
  },

  async send(access, place, { text, buttons }) {
    const message = {
      ...addressed(place),
      link_preview_options: { is_disabled: true },
      ...(buttons && { reply_markup: { inline_keyboard: buttons.map((button) => [keyOf(button)]) } }),
    }
    try {
      await ask(access, 'sendMessage', { ...message, text: telegramHtml(text), parse_mode: 'HTML' })
    } catch (error) {
      // Rather without its marks than not at all.
      if (!(error instanceof ChannelFault) || !/parse entities|message is too long/i.test(error.message)) throw error
      await ask(access, 'sendMessage', { ...message, text: text.slice(0, LONGEST) })
    }
  },

  async sendFile(access, place, { name, mimeType, bytes }) {
    const isPicture = /^image\/(png|jpeg|webp)$/.test(mimeType)
    const form = new FormData()
    for (const [key, value] of Object.entries(addressed(place))) {
      form.set(key, typeof value === 'string' ? value : JSON.stringify(value))
    }
    form.set(isPicture ? 'photo' : 'document', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mimeType }), name)
    await askForm(access, isPicture ? 'sendPhoto' : 'sendDocument', form)
  },

  async showTyping(access, { chat, thread }) {
    const topic = thread === undefined ? {} : { message_thread_id: Number(thread) }
    await ask(access, 'sendChatAction', { chat_id: chat, action: 'typing', ...topic })
  },

  async settlePress(access, { place, pressId, shown }, said, isDecided) {
    await ask(access, 'answerCallbackQuery', { callback_query_id: pressId, text: said.slice(0, LONGEST_NOTICE) })
    if (!isDecided) return
    const text = `${shown.slice(0, LONGEST - LONGEST_NOTICE - 10)}\n\n✓ ${said.slice(0, LONGEST_NOTICE)}`
    await ask(access, 'editMessageText', { chat_id: place.chat, message_id: Number(place.message), text })
  },

  async sendLink(access, { place, sender, pressId }, { text, label, url }) {
    const isAlone = place.chat === sender.id
    const answer = (said: string) => ask(access, 'answerCallbackQuery', { callback_query_id: pressId, text: said })
    try {
      await ask(access, 'sendMessage', {
        chat_id: sender.id,
        text,
        link_preview_options: { is_disabled: true },
        reply_markup: { inline_keyboard: [[{ text: label, url }]] },
      })
    } catch (error) {
      // A bot may write first to nobody.
      if (isAlone || !(error instanceof ChannelFault) || error.kind !== 'refused') throw error
      await answer('I can’t write to you directly yet. Open a chat with me, press Start, then press the button again.')
      return
    }
    await answer(isAlone ? 'See the message below.' : 'The link was sent to you directly.')
  },
}

/** Whoever has the token of the bot can make it, and nobody else: it is told to Telegram, and never shown. */
function secretOf({ channelId, values }: ChannelAccess): string {
  return createHmac('sha256', values['telegramBotToken'] ?? '')
    .update(`chatwright ${channelId}`)
    .digest('base64url')
}

function readUpdate(bytes: Buffer, access: ChannelAccess): ChannelEvent | undefined {
  const update = Update.safeParse(readJson(bytes))
  // One of a shape that is not known here would be sent again for a day if it were refused.
  if (!update.success) return undefined
  const { message, edited_message: edited, callback_query: press } = update.data
  if (press) return readPress(press)
  const said = message ?? edited
  return said && readMessage(said, access)
}

function readMessage(message: Message, { account }: ChannelAccess): ChannelEvent | undefined {
  const { from, chat, message_id: id } = message
  if (!from || from.is_bot === true) return undefined
  const called = account ? `@${account.name}` : undefined
  const whole = message.text ?? message.caption ?? ''
  const isCalled = called !== undefined && whole.toLowerCase().includes(called.toLowerCase())
  const isReply = account !== undefined && String(message.reply_to_message?.from?.id ?? '') === account.id
  // In a group people talk to each other, too.
  if (chat.type !== 'private' && !isCalled && !isReply) return undefined
  const text = (called === undefined ? whole : without(whole, called)).trim()
  const place: Place = {
    chat: String(chat.id),
    ...(message.is_topic_message === true && { thread: String(message.message_thread_id ?? '') }),
    ...(chat.type !== 'private' && { message: String(id) }),
  }
  const common = {
    // Its edits, too, have this id: they are the same message.
    key: `message:${chat.id}:${id}`,
    conversation: conversationOf(place),
    place,
    sender: senderOf(from),
  }
  if (/^\/start\b/i.test(text)) return { ...common, type: 'greeting' }
  return { ...common, type: 'message', text, files: filesOf(message) }
}

function readPress({
  id,
  from,
  message,
  data = '',
}: NonNullable<z.infer<typeof Update>['callback_query']>): ChannelEvent | undefined {
  const pressed = readButtonData(data)
  if (!message || !pressed) return undefined
  const place: Place = {
    chat: String(message.chat.id),
    ...(message.is_topic_message === true && { thread: String(message.message_thread_id ?? '') }),
    message: String(message.message_id),
  }
  return {
    ...pressed,
    type: 'press',
    key: `press:${id}`,
    conversation: conversationOf(place),
    place,
    sender: senderOf(from),
    pressId: id,
    shown: message.text ?? '',
  }
}

function senderOf({ id, username, first_name: first }: z.infer<typeof User>): Sender {
  return { id: String(id), name: username ?? first ?? String(id), ...(username !== undefined && { username }) }
}

function conversationOf({ chat, thread }: Place): string {
  return thread === undefined ? chat : `${chat}:${thread}`
}

function filesOf({ photo, document, voice, audio, message_id: id }: Message): RemoteFile[] {
  // Of one picture Telegram keeps several sizes, the largest last.
  const picture = photo?.at(-1)
  const kept = [
    picture && { ...picture, file_name: `photo-${id}.jpg`, mime_type: 'image/jpeg' },
    document,
    voice && { file_name: `voice-${id}.ogg`, mime_type: 'audio/ogg', ...voice },
    audio && { file_name: `audio-${id}`, mime_type: 'audio/mpeg', ...audio },
  ]
  return kept.flatMap((file) =>
    file
      ? {
          ref: file.file_id,
          name: file.file_name ?? `file-${id}`,
          mimeType: file.mime_type ?? 'application/octet-stream',
          size: file.file_size ?? 0,
        }
      : [],
  )
}

function without(text: string, called: string): string {
  const at = text.toLowerCase().indexOf(called.toLowerCase())
  return at < 0 ? text : `${text.slice(0, at)}${text.slice(at + called.length)}`
}

function addressed({ chat, thread, message }: Place): Record<string, unknown> {
  return {
    chat_id: chat,
    ...(thread !== undefined && { message_thread_id: Number(thread) }),
    ...(message !== undefined && {
      reply_parameters: { message_id: Number(message), allow_sending_without_reply: true },
    }),
  }
}

function keyOf({ label, data, url }: { label: string; data?: string; url?: string }): Record<string, string> {
  return { text: label.slice(0, LONGEST_LABEL), ...(url === undefined ? { callback_data: data ?? '' } : { url }) }
}

function baseOf({ values }: ChannelAccess): string {
  return (values['telegramApiAddress'] || 'https://api.telegram.org').replace(/\/$/, '')
}

function tokenOf({ values }: ChannelAccess): string {
  const token = values['telegramBotToken'] ?? ''
  // It becomes a part of the address.
  if (!/^[\w:-]{1,200}$/.test(token))
    throw new ChannelFault('refused', "This isn't a Telegram bot token. Paste it exactly as BotFather shows it.")
  return token
}

function ask(access: ChannelAccess, method: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  return askWith(access, method, { method: 'POST', headers, body: JSON.stringify(body) })
}

function askForm(access: ChannelAccess, method: string, body: FormData): Promise<unknown> {
  return askWith(access, method, { method: 'POST', body })
}

async function askWith(
  access: ChannelAccess,
  method: string,
  init: { method: string; headers?: Record<string, string>; body: BodyInit },
): Promise<unknown> {
  const url = `${baseOf(access)}/bot${tokenOf(access)}/${method}`
  const { status, body } = await callVendor(VENDOR, access, { url, ...init })
  const answer = Answer.safeParse(body)
  if (answer.data?.ok === true) return answer.data.result
  if (status === 401 || status === 404) {
    throw new ChannelFault(
      'refused',
      "Telegram doesn't recognize this token. Ask BotFather for it again, and paste all of it.",
    )
  }
  throw new ChannelFault(
    'refused',
    `Telegram refused: ${(answer.data?.description ?? `status ${status}`).slice(0, 300)}`,
  )
}

function readJson(bytes: Buffer): unknown {
  try {
    return parseJson(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
