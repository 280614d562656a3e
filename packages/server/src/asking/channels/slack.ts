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
  type RawRequest,
  type RemoteFile,
} from './channel-kind.ts'

const VENDOR = 'Slack'
/** As Slack advises: older ones are replays. */
const WINDOW_SECONDS = 300
const LONGEST_LABEL = 75
/** A message holds 12,000 characters of Markdown; the rest is for its buttons. */
const LONGEST = 11_000
const LONGEST_CHALLENGE = 500

const SlackFile = z.looseObject({
  name: z.string().max(300).nullish(),
  mimetype: z.string().max(200).nullish(),
  size: z.number().nullish(),
  url_private_download: z.string().max(2000).nullish(),
})
const Event = z.looseObject({
  type: z.string(),
  subtype: z.string().optional(),
  user: z.string().max(50).optional(),
  bot_id: z.string().nullish(),
  text: z.string().max(100_000).optional(),
  ts: z.string().max(50).optional(),
  thread_ts: z.string().max(50).optional(),
  channel: z.string().max(50).optional(),
  channel_type: z.string().optional(),
  files: z.array(SlackFile).max(50).optional(),
})
type Event = z.infer<typeof Event>
const Envelope = z.looseObject({
  type: z.string(),
  challenge: z.string().max(LONGEST_CHALLENGE).optional(),
  team_id: z.string().optional(),
  event_id: z.string().optional(),
  event: Event.optional(),
})
const Actions = z.looseObject({
  type: z.literal('block_actions'),
  user: z.looseObject({ id: z.string().max(50), username: z.string().optional(), name: z.string().optional() }),
  team: z.looseObject({ id: z.string() }).nullish(),
  channel: z.looseObject({ id: z.string().max(50) }),
  message: z.looseObject({
    ts: z.string().max(50),
    thread_ts: z.string().max(50).optional(),
    text: z.string().optional(),
  }),
  actions: z
    .array(z.looseObject({ value: z.string().optional(), action_ts: z.string().max(50).optional() }))
    .min(1)
    .max(25),
})
const Answer = z.looseObject({ ok: z.boolean(), error: z.string().optional() })

export const slack: ChannelKind = {
  name: 'slack',
  label: VENDOR,
  credential: 'slackAppApi',
  longest: LONGEST,
  typingMs: 100_000,

  receive(request, access) {
    checkSignature(request, access)
    const body = readBody(request)
    const { data: envelope } = Envelope.safeParse(body)
    if (envelope?.type === 'url_verification') return { answer: envelope.challenge ?? '' }
    const { data: pressed } = Actions.safeParse(body)
    const team = pressed ? pressed.team?.id : envelope?.team_id
    // An app may be installed elsewhere, too, with other tokens.
    if (access.account?.team !== undefined && team !== undefined && team !== access.account.team) return {}
    const event = pressed ? readPress(pressed) : envelope?.event && readMessage(envelope.event, access)
    return event ? { event } : {}
  },

  greetUnproved(request) {
    const { data } = Envelope.safeParse(readBody(request))
    return data?.type === 'url_verification' ? data.challenge : undefined
  },

  async connect(access) {
    const who = z
      .looseObject({ user_id: z.string(), user: z.string(), team_id: z.string(), team: z.string().optional() })
      .parse(await ask(access, 'auth.test', {}))
    return { id: who.user_id, name: who.team === undefined ? who.user : `${who.user} · ${who.team}`, team: who.team_id }
  },

  async download(access, { ref, name, mimeType }, maxBytes) {
    const url = new URL(ref)
    const isOfSlack = /(^|\.)slack(-gov|-edge)?\.com$/.test(url.hostname) && url.protocol === 'https:'
    // The token goes along, and to nobody else.
    if (!isOfSlack && url.origin !== new URL(baseOf(access)).origin) {
      throw new ChannelFault('refused', 'Slack no longer stores the file.')
    }
    const headers = { authorization: `Bearer ${tokenOf(access)}` }
    return { name, mimeType, bytes: await downloadBytes(VENDOR, access, { url: url.href, headers, maxBytes }) }
  },

  async send(access, place, { text, buttons }) {
    await ask(access, 'chat.postMessage', {
      ...addressed(place),
      // Read aloud, and shown where blocks are not.
      text,
      blocks: blocksOf(text, buttons),
      unfurl_links: false,
    })
  },

  async sendFile(access, { chat, thread }, { name, mimeType, bytes }) {
    const form = new URLSearchParams({ filename: name, length: String(bytes.byteLength) })
    const { upload_url: url, file_id: id } = z
      .looseObject({ upload_url: z.url(), file_id: z.string() })
      .parse(await askForm(access, 'files.getUploadURLExternal', form))
    const body = new Blob([bytes as Uint8Array<ArrayBuffer>])
    const sent = await callVendor(VENDOR, access, {
      url,
      method: 'POST',
      headers: { 'content-type': mimeType },
      body,
    })
    if (sent.status !== 200) throw new ChannelFault('refused', `Slack didn't accept the file: status ${sent.status}.`)
    await ask(access, 'files.completeUploadExternal', {
      files: [{ id, title: name }],
      channel_id: chat,
      ...(thread !== undefined && { thread_ts: thread }),
    })
  },

  async showTyping(access, { chat, thread, message }) {
    const at = thread ?? message
    if (at === undefined) return
    await ask(access, 'assistant.threads.setStatus', { channel_id: chat, thread_ts: at, status: 'is thinking…' })
  },

  async settlePress(access, { place, sender, shown }, said, isDecided) {
    if (isDecided) {
      const context = { type: 'context', elements: [{ type: 'plain_text', text: `✓ ${said}`.slice(0, 2000) }] }
      const blocks = [...blocksOf(shown.slice(0, LONGEST)), context]
      await ask(access, 'chat.update', {
        channel: place.chat,
        ts: place.message,
        text: shown.slice(0, LONGEST),
        blocks,
      })
      return
    }
    await ask(access, 'chat.postEphemeral', { ...addressed(place), user: sender.id, text: said })
  },

  async sendLink(access, { place, sender }, { text, label, url }) {
    const blocks = blocksOf(text, [{ label, url }])
    await ask(access, 'chat.postEphemeral', { ...addressed(place), user: sender.id, text, blocks })
  },
}

/** `v0=` and the HMAC of the version, the time and the bytes of the body. */
function checkSignature({ headers, bytes }: RawRequest, { values, now }: ChannelAccess): void {
  const time = textOf(headers['x-slack-request-timestamp'])
  const shown = textOf(headers['x-slack-signature'])
  const secret = (values['slackSigningSecret'] ?? '').trim()
  // Anybody can sign with a secret that is none.
  if (secret === '') throw new AppError('signature-invalid')
  const made = createHmac('sha256', secret).update(`v0:${time}:`).update(bytes).digest('hex')
  if (!isSameSecret(shown, `v0=${made}`)) throw new AppError('signature-invalid')
  const seconds = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN
  if (!(Math.abs(now().getTime() / 1000 - seconds) <= WINDOW_SECONDS)) throw new AppError('signature-expired')
}

/** Buttons come as a form with JSON in its only field. */
function readBody({ contentType, bytes }: RawRequest): unknown {
  const text = bytes.toString('utf8')
  const json = contentType.startsWith('application/x-www-form-urlencoded')
    ? (new URLSearchParams(text).get('payload') ?? '')
    : text
  try {
    return parseJson(json)
  } catch {
    return undefined
  }
}

/** What is new in a message besides words. Anything else (edits, joins, topics) is no message of somebody. */
const SAYING: ReadonlySet<string | undefined> = new Set([undefined, 'file_share', 'thread_broadcast'])

function readMessage(event: Event, { account }: ChannelAccess): ChannelEvent | undefined {
  const { type, subtype, user, bot_id: bot, ts, channel, thread_ts: thread } = event
  if ((type !== 'message' && type !== 'app_mention') || !SAYING.has(subtype)) return undefined
  if (user === undefined || ts === undefined || channel === undefined) return undefined
  if (typeof bot === 'string' || user === account?.id) return undefined
  const isDirect = event.channel_type === 'im' || channel.startsWith('D')
  // Without its name, only in a thread that it takes part in already.
  const isOverheard = type === 'message' && !isDirect && !isCalled(event, account?.id)
  if (isOverheard && thread === undefined) return undefined
  const place: Place = { chat: channel, message: ts, ...placeInThread({ isDirect, thread, ts }) }
  return {
    type: 'message',
    // A message that names the app is told twice, as a message and as a mention.
    key: `message:${channel}:${ts}`,
    conversation: place.thread === undefined ? channel : `${channel}:${place.thread}`,
    place,
    sender: { id: user, name: user },
    text: readText(event.text ?? '', account?.id),
    files: (event.files ?? []).flatMap(fileOf),
    ...(isOverheard && { isOverheard: true }),
  }
}

/** In a channel each question begins a thread; a direct chat is one conversation until somebody begins one. */
function placeInThread({ isDirect, thread, ts }: { isDirect: boolean; thread: string | undefined; ts: string }) {
  if (thread !== undefined) return { thread }
  return isDirect ? {} : { thread: ts }
}

function isCalled({ text = '' }: Event, id: string | undefined): boolean {
  return id !== undefined && text.includes(`<@${id}>`)
}

function readPress({ user, channel, message, actions }: z.infer<typeof Actions>): ChannelEvent | undefined {
  const [action] = actions
  const pressed = readButtonData(action?.value ?? '')
  if (!pressed) return undefined
  const { ts, thread_ts: thread, text = '' } = message
  return {
    ...pressed,
    type: 'press',
    key: `press:${channel.id}:${ts}:${user.id}:${action?.action_ts ?? ''}`,
    conversation: thread === undefined ? channel.id : `${channel.id}:${thread}`,
    place: { chat: channel.id, message: ts, ...(thread !== undefined && { thread }) },
    sender: { id: user.id, name: user.username ?? user.name ?? user.id },
    pressId: action?.action_ts ?? ts,
    shown: text,
  }
}

/** As it was typed: without its own name, and without the marks that Slack puts around addresses. */
function readText(text: string, id: string | undefined): string {
  const unnamed = id === undefined ? text : text.replaceAll(`<@${id}>`, '')
  return unnamed
    .replaceAll(/<((?:https?|mailto):[^|<>]{1,2000})(?:\|[^<>]{0,2000})?>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
}

function fileOf({ name, mimetype, size, url_private_download: ref }: z.infer<typeof SlackFile>): RemoteFile[] {
  if (typeof ref !== 'string' || !URL.canParse(ref)) return []
  return [{ ref, name: name ?? 'file', mimeType: mimetype ?? 'application/octet-stream', size: size ?? 0 }]
}

function addressed({ chat, thread }: Place): Record<string, unknown> {
  return { channel: chat, ...(thread !== undefined && { thread_ts: thread }) }
}

function blocksOf(text: string, buttons: readonly OutgoingButton[] = []): object[] {
  const elements = buttons.map(({ label, data, url }, index) => ({
    type: 'button',
    action_id: `decide_${index}`,
    text: { type: 'plain_text', text: label.slice(0, LONGEST_LABEL) },
    ...(url === undefined ? { value: data ?? '' } : { url }),
  }))
  return [{ type: 'markdown', text }, ...(elements.length === 0 ? [] : [{ type: 'actions', elements }])]
}

function baseOf({ values }: ChannelAccess): string {
  return (values['slackApiAddress'] || 'https://slack.com/api').replace(/\/$/, '')
}

function tokenOf({ values }: ChannelAccess): string {
  return (values['slackBotToken'] ?? '').trim()
}

function ask(access: ChannelAccess, method: string, body: object): Promise<unknown> {
  return askWith(access, method, { type: 'application/json; charset=utf-8', body: JSON.stringify(body) })
}

function askForm(access: ChannelAccess, method: string, form: URLSearchParams): Promise<unknown> {
  return askWith(access, method, { type: 'application/x-www-form-urlencoded', body: form.toString() })
}

async function askWith(
  access: ChannelAccess,
  method: string,
  { type, body: sent }: { type: string; body: string },
): Promise<unknown> {
  const headers = { 'content-type': type, authorization: `Bearer ${tokenOf(access)}` }
  const url = `${baseOf(access)}/${method}`
  const { status, body } = await callVendor(VENDOR, access, { url, method: 'POST', headers, body: sent })
  const answer = Answer.safeParse(body)
  if (answer.data?.ok === true) return answer.data
  const error = answer.data?.error ?? `status ${status}`
  const hint = HINTS[error]
  if (error === 'ratelimited')
    throw new ChannelFault('later', 'Slack is limiting requests. Try again later.', { retryAfterMs: 30_000 })
  throw new ChannelFault('refused', hint ?? `Slack refused: ${error.slice(0, 200)}`)
}

const TOKEN_HINT =
  "Slack doesn't accept the bot token. Copy it again from “OAuth & Permissions” in the app. It starts with xoxb-."
const HINTS: Readonly<Record<string, string>> = {
  invalid_auth: TOKEN_HINT,
  not_authed: TOKEN_HINT,
  token_revoked: TOKEN_HINT,
  account_inactive: TOKEN_HINT,
  missing_scope:
    'The app is missing a permission. Compare its scopes with the manifest, and install it in the workspace again.',
  not_in_channel: "The app isn't in this channel. Invite it.",
}

function textOf(header: string | string[] | undefined): string {
  return (Array.isArray(header) ? header[0] : header) ?? ''
}
