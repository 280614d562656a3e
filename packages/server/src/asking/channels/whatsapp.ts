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
  type OutgoingButton,
  type Place,
  type RemoteFile,
} from './channel-kind.ts'
import { whatsAppText } from './whatsapp-text.ts'

const VENDOR = 'WhatsApp'
const LONGEST = 4096
/** Above buttons, less fits. */
const LONGEST_ABOVE_BUTTONS = 1000
const LONGEST_LABEL = 20
const LONGEST_ROW = 24
const MOST_BUTTONS = 3
const MOST_ROWS = 10

const Media = z.looseObject({
  id: z.string().max(200),
  mime_type: z.string().max(200).optional(),
  filename: z.string().max(300).optional(),
  caption: z.string().max(100_000).optional(),
})
const Reply = z.looseObject({ id: z.string().max(300), title: z.string().optional() })
const Message = z.looseObject({
  id: z.string().max(300),
  from: z.string().max(50),
  type: z.string().max(50),
  text: z.looseObject({ body: z.string().max(100_000) }).optional(),
  image: Media.optional(),
  document: Media.optional(),
  audio: Media.optional(),
  video: Media.optional(),
  interactive: z.looseObject({ button_reply: Reply.optional(), list_reply: Reply.optional() }).optional(),
})
type Message = z.infer<typeof Message>
const Value = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string() }),
  contacts: z
    .array(z.looseObject({ wa_id: z.string(), profile: z.looseObject({ name: z.string() }).optional() }))
    .max(100)
    .optional(),
  messages: z.array(z.unknown()).max(1000).optional(),
})
const Notice = z.looseObject({
  entry: z
    .array(z.looseObject({ changes: z.array(z.looseObject({ field: z.string(), value: z.unknown() })).max(1000) }))
    .max(1000),
})
const Failure = z.looseObject({ error: z.looseObject({ message: z.string(), code: z.number().optional() }) })

export const whatsapp: ChannelKind = {
  name: 'whatsapp',
  label: VENDOR,
  credential: 'whatsAppCloudApi',
  longest: LONGEST,
  // It shows that somebody is writing for 25 seconds.
  typingMs: 20_000,

  receive({ headers, bytes }, access) {
    const secret = (access.values['whatsAppAppSecret'] ?? '').trim()
    // Anybody can sign with a secret that is none.
    if (secret === '') throw new AppError('signature-invalid')
    const shown = headers['x-hub-signature-256']
    const made = `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
    if (!isSameSecret(typeof shown === 'string' ? shown : '', made)) throw new AppError('signature-invalid')
    const [event, ...more] = readNotice(bytes, access)
    return { ...(event && { event }), ...(more.length > 0 && { more }) }
  },

  verify(query, access) {
    const { 'hub.mode': mode, 'hub.verify_token': token = '', 'hub.challenge': challenge = '' } = query
    if (mode !== 'subscribe' || !isSameSecret(token, verifyTokenOf(access))) return undefined
    return /^[\w-]{1,200}$/.test(challenge) ? challenge : undefined
  },

  async connect(access, address) {
    const number = z
      .looseObject({ display_phone_number: z.string().optional(), verified_name: z.string().optional() })
      .parse(await ask(access, 'GET', `${numberOf(access)}?fields=display_phone_number,verified_name`))
    // WhatsApp calls the address at once, and wants the token back.
    await ask(access, 'POST', numberOf(access), {
      webhook_configuration: { override_callback_uri: address, verify_token: verifyTokenOf(access) },
    })
    return { id: numberOf(access), name: number.display_phone_number ?? number.verified_name ?? numberOf(access) }
  },

  async disconnect(access) {
    await ask(access, 'POST', numberOf(access), { webhook_configuration: { override_callback_uri: '' } })
  },

  async download(access, { ref, name, mimeType }, maxBytes) {
    if (!/^[\w-]{1,200}$/.test(ref)) throw new ChannelFault('refused', 'The file has no usable ID.')
    const { url } = z.looseObject({ url: z.url() }).parse(await ask(access, 'GET', ref))
    const { protocol, hostname, origin } = new URL(url)
    const isOfMeta = protocol === 'https:' && /(^|\.)(fbsbx|fbcdn|facebook|whatsapp)\.(com|net)$/.test(hostname)
    // The token goes along, and to nobody else.
    if (!isOfMeta && origin !== new URL(baseOf(access)).origin) {
      throw new ChannelFault('refused', 'WhatsApp no longer stores the file.')
    }
    const headers = { authorization: `Bearer ${tokenOf(access)}` }
    return { name, mimeType, bytes: await downloadBytes(VENDOR, access, { url, headers, maxBytes }) }
  },

  async send(access, place, { text, buttons = [] }) {
    const decides = buttons.filter(({ data }) => data !== undefined)
    const links = buttons.filter(({ url }) => url !== undefined)
    const words = whatsAppText(text)
    const isShort = words.length <= LONGEST_ABOVE_BUTTONS
    if (decides.length === 0 || !isShort) await sendMessage(access, place, textMessage(words))
    try {
      if (decides.length > 0) await sendMessage(access, place, buttonMessage(isShort ? words : 'Choose:', decides))
      for (const link of links) await sendMessage(access, place, linkMessage('More:', link))
    } catch (error) {
      // A part of it has arrived: sent again, it would arrive twice.
      if (error instanceof ChannelFault && error.kind === 'later' && !isShort) {
        throw new ChannelFault('unknown', error.message, { cause: error })
      }
      throw error
    }
  },

  async sendFile(access, place, { name, mimeType, bytes }) {
    const form = new FormData()
    form.set('messaging_product', 'whatsapp')
    form.set('type', mimeType)
    form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mimeType }), name)
    const { id } = z.looseObject({ id: z.string() }).parse(await ask(access, 'POST', `${numberOf(access)}/media`, form))
    const isPicture = /^image\/(png|jpeg)$/.test(mimeType)
    await sendMessage(
      access,
      place,
      isPicture ? { type: 'image', image: { id } } : { type: 'document', document: { id, filename: name } },
    )
  },

  async showTyping(access, { message }) {
    if (message === undefined) return
    await ask(access, 'POST', `${numberOf(access)}/messages`, {
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: message,
      typing_indicator: { type: 'text' },
    })
  },

  // What was sent there stays as it is: a message says what came of it.
  async settlePress(access, { place }, said, isDecided) {
    await sendMessage(access, place, textMessage(isDecided ? `✓ ${said}` : said))
  },

  // A chat there is of one person alone.
  async sendLink(access, { place }, { text, label, url }) {
    await sendMessage(access, place, linkMessage(text, { label, url }))
  },
}

/** Whoever has the secret of the app can make it, and nobody else: it is told to WhatsApp, and never shown. */
function verifyTokenOf({ channelId, values }: ChannelAccess): string {
  return createHmac('sha256', (values['whatsAppAppSecret'] ?? '').trim())
    .update(`chatwright ${channelId}`)
    .digest('base64url')
}

/** Several people's messages may come together. */
function readNotice(bytes: Buffer, access: ChannelAccess): ChannelEvent[] {
  const notice = Notice.safeParse(readJson(bytes))
  // One of a shape that is not known here would be sent again for a week if it were refused.
  if (!notice.success) return []
  return notice.data.entry
    .flatMap(({ changes }) => changes)
    .flatMap(({ field, value }) => {
      const { data } = Value.safeParse(value)
      // An app may serve other numbers, too.
      if (field !== 'messages' || data?.metadata.phone_number_id !== numberOf(access)) return []
      const names = new Map(data.contacts?.map(({ wa_id: id, profile }) => [id, profile?.name]))
      return (data.messages ?? []).flatMap((given) => {
        const message = Message.safeParse(given)
        return message.success ? (readMessage(message.data, names.get(message.data.from)) ?? []) : []
      })
    })
}

function readMessage(message: Message, name = message.from): ChannelEvent | undefined {
  const { id, from, text, interactive } = message
  const common = {
    conversation: from,
    place: { chat: from, message: id },
    // A number is somebody's own: no two have the same.
    sender: { id: from, name, username: from },
  }
  const pressed = interactive?.button_reply ?? interactive?.list_reply
  if (pressed) {
    const button = readButtonData(pressed.id)
    return (
      button && { ...common, ...button, type: 'press', key: `press:${id}`, pressId: id, shown: pressed.title ?? '' }
    )
  }
  const files = filesOf(message)
  const words = text?.body ?? message.image?.caption ?? message.document?.caption ?? message.video?.caption ?? ''
  // A sticker, a place, a reaction: nothing that was asked.
  if (text === undefined && files.length === 0) return undefined
  return { ...common, key: `message:${id}`, type: 'message', text: words.trim(), files }
}

function filesOf({ id, image, document, audio, video }: Message): RemoteFile[] {
  const kinds = { photo: image, document, voice: audio, video }
  return Object.entries(kinds).flatMap(([kind, media]) => {
    if (!media) return []
    const mimeType = media.mime_type?.split(';', 1)[0] ?? 'application/octet-stream'
    const ending = /^[a-z]+\/([a-z0-9]{2,5})$/.exec(mimeType)?.[1] ?? 'bin'
    return [{ ref: media.id, name: media.filename ?? `${kind}-${id.slice(-8)}.${ending}`, mimeType, size: 0 }]
  })
}

function textMessage(body: string): object {
  return { type: 'text', text: { body: body.slice(0, LONGEST), preview_url: false } }
}

/** Three fit below a message; more are a list to choose from. */
function buttonMessage(text: string, buttons: readonly OutgoingButton[]): object {
  const body = { text }
  if (buttons.length <= MOST_BUTTONS) {
    const shown = buttons.map(({ label, data = '' }) => ({
      type: 'reply',
      reply: { id: data, title: label.slice(0, LONGEST_LABEL) },
    }))
    return { type: 'interactive', interactive: { type: 'button', body, action: { buttons: shown } } }
  }
  const rows = buttons
    .slice(0, MOST_ROWS)
    .map(({ label, data = '' }) => ({ id: data, title: label.slice(0, LONGEST_ROW) }))
  return {
    type: 'interactive',
    interactive: { type: 'list', body, action: { button: 'Choose', sections: [{ rows }] } },
  }
}

function linkMessage(text: string, { label, url = '' }: { label: string; url?: string }): object {
  const parameters = { display_text: label.slice(0, LONGEST_LABEL), url }
  return {
    type: 'interactive',
    interactive: {
      type: 'cta_url',
      body: { text: text.slice(0, LONGEST_ABOVE_BUTTONS) },
      action: { name: 'cta_url', parameters },
    },
  }
}

async function sendMessage(access: ChannelAccess, { chat }: Place, message: object): Promise<void> {
  await ask(access, 'POST', `${numberOf(access)}/messages`, {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: chat,
    ...message,
  })
}

function baseOf({ values }: ChannelAccess): string {
  return (values['whatsAppApiAddress'] || 'https://graph.facebook.com/v24.0').replace(/\/$/, '')
}

function tokenOf({ values }: ChannelAccess): string {
  return (values['whatsAppAccessToken'] ?? '').trim()
}

function numberOf({ values }: ChannelAccess): string {
  const id = (values['whatsAppPhoneNumberId'] ?? '').trim()
  // It becomes a part of the address.
  if (!/^\d{1,30}$/.test(id)) {
    throw new ChannelFault(
      'refused',
      "This isn't a phone number ID. It stands in API Setup, below the number, and has digits only.",
    )
  }
  return id
}

async function ask(access: ChannelAccess, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const isForm = body instanceof FormData
  const headers: Record<string, string> = { authorization: `Bearer ${tokenOf(access)}` }
  if (body && !isForm) headers['content-type'] = 'application/json'
  const { status, body: answer } = await callVendor(VENDOR, access, {
    url: `${baseOf(access)}/${path}`,
    method,
    headers,
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  if (status < 300) return answer
  const { data } = Failure.safeParse(answer)
  const code = data?.error.code
  if (code !== undefined && LIMITED.has(code)) {
    throw new ChannelFault('later', 'WhatsApp is limiting requests. Try again later.', { retryAfterMs: 30_000 })
  }
  const hint = code === undefined ? undefined : HINTS[code]
  throw new ChannelFault(
    'refused',
    hint ?? `WhatsApp refused: ${(data?.error.message ?? `status ${status}`).slice(0, 300)}`,
  )
}

const LIMITED: ReadonlySet<number> = new Set([4, 80_007, 130_429, 131_056])
const HINTS: Readonly<Record<number, string>> = {
  190: "WhatsApp doesn't accept the access token. Create a permanent one for a system user, and paste all of it.",
  131_047: 'WhatsApp only delivers answers within 24 hours of a person’s last message.',
}

function readJson(bytes: Buffer): unknown {
  try {
    return parseJson(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
