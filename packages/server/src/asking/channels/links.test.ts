import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import {
  channelCredential,
  slackEvent,
  slackHeaders,
  slackPress,
  telegramMessage,
  telegramPress,
  whatsAppHeaders,
  whatsAppNotice,
  whatsAppPress,
} from '../../../testing/channel-traffic.ts'
import { startChatVendor, type ChatVendor } from '../../../testing/chat-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import type { channelKinds } from './channel-access.ts'

const patience = { timeout: 30_000, interval: 50 }
const owner = { authorization: `Basic ${Buffer.from('anna:secret').toString('base64')}` }
const GROUP = -100
const ann = { id: 1111, is_bot: false, first_name: 'Ann', username: 'ann' }
const eve = { id: 5, is_bot: false, first_name: 'Eve', username: 'eve' }

let server: TestServer
let vendor: ChatVendor

interface Button {
  words: string
  data?: string
  url?: string
}

/** What each product's people do and see; a kind without it does not compile. */
interface Traffic {
  /** Somebody on the list writes where others read along. */
  ask(channelId: string): Promise<unknown>
  press(channelId: string, data: string, who: 'listed' | 'other'): Promise<unknown>
  /** All that was sent to where everybody reads. */
  open(): string
  buttons(): Button[]
  /** What one of them alone was shown. */
  shownTo(who: 'listed' | 'other'): string
  listed: string
}

const post = (channelId: string, body: object | string, headers: Record<string, string>) =>
  server.send('POST', `/api/v1/channels/${channelId}/events`, body, headers)
const fromTelegram = (channelId: string, update: object) =>
  post(channelId, update, { 'x-telegram-bot-api-secret-token': vendor.sent('setWebhook').at(-1).secret_token })
const fromWhatsApp = (channelId: string, notice: object) => {
  const text = JSON.stringify(notice)
  return post(channelId, text, whatsAppHeaders(text))
}
const fromSlack = (channelId: string, body: object | string) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return post(channelId, text, slackHeaders(text))
}

const TRAFFIC: Record<keyof typeof channelKinds, Traffic> = {
  telegram: {
    listed: '@Ann',
    ask: (id) => fromTelegram(id, telegramMessage('@helper_bot order', { chat: { id: GROUP, type: 'supergroup' } })),
    press: (id, data, who) => fromTelegram(id, telegramPress(data, GROUP, who === 'listed' ? ann : eve)),
    open: () => JSON.stringify(vendor.sent('sendMessage').filter((sent) => Number(sent.chat_id) === GROUP)),
    buttons: () =>
      vendor
        .sent('sendMessage')
        .flatMap((sent) => sent.reply_markup?.inline_keyboard.flat() ?? [])
        .map(({ text, callback_data: data, url }) => ({ words: text, data, url })),
    shownTo(who) {
      const direct = vendor
        .sent('sendMessage')
        .filter(({ chat_id: id }) => Number(id) === (who === 'listed' ? 1111 : 5))
      return JSON.stringify([direct, vendor.sent('answerCallbackQuery').at(-1)])
    },
  },
  slack: {
    listed: 'U061F7AUR',
    ask: (id) => fromSlack(id, slackEvent({ type: 'app_mention', channel: 'C7', text: 'order', ts: '9.1' })),
    press(id, data, who) {
      const [, payload = ''] = slackPress(data, 'C7').split('=')
      const pressed = JSON.parse(decodeURIComponent(payload))
      pressed.message.thread_ts = '9.1'
      if (who === 'other') Object.assign(pressed.user, { id: 'U5', name: 'eve', username: 'eve' })
      return fromSlack(id, `payload=${encodeURIComponent(JSON.stringify(pressed))}`)
    },
    open: () => JSON.stringify([vendor.sent('chat.postMessage'), vendor.sent('chat.update')]),
    buttons: () =>
      [...vendor.sent('chat.postMessage'), ...vendor.sent('chat.postEphemeral')]
        .flatMap(({ blocks = [] }) => blocks.flatMap(({ elements = [] }: { elements?: object[] }) => elements))
        .map(({ text, value, url }) => ({ words: text.text, data: value, url })),
    shownTo(who) {
      const id = who === 'listed' ? 'U061F7AUR' : 'U5'
      return JSON.stringify(vendor.sent('chat.postEphemeral').filter(({ user }) => user === id))
    },
  },
  // A chat there is of one person alone: what they all read is what is no answer to a press.
  whatsapp: {
    listed: '15551111',
    ask: (id) => fromWhatsApp(id, whatsAppNotice([{ text: { body: 'order' } }])),
    press: (id, data, who) => fromWhatsApp(id, whatsAppPress(data, who === 'listed' ? '15551111' : '15555555')),
    open: () => JSON.stringify(vendor.sent('messages').filter(({ interactive }) => interactive?.type !== 'cta_url')),
    buttons: () =>
      vendor.sent('messages').flatMap(({ interactive }) => {
        const { buttons = [], parameters } = interactive?.action ?? {}
        const links = parameters ? [{ words: parameters.display_text, url: parameters.url }] : []
        return [
          ...buttons.map(({ reply }: { reply: { id: string; title: string } }) => ({
            words: reply.title,
            data: reply.id,
          })),
          ...links,
        ]
      }),
    shownTo: (who) =>
      JSON.stringify(vendor.sent('messages').filter(({ to }) => to === (who === 'listed' ? '15551111' : '15555555'))),
  },
}

const own = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
  const answer = await server.send(method, `/api/v1${path}`, body, owner)
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.body
}
const asOwner = (): TestServer => ({ ...server, send: (method, url, body) => server.send(method, url, body, owner) })
const review = (url: string) => server.send('GET', `/api/v1/reviews/${tokenIn(url)}`)
const decide = (url: string, decision: object) => server.send('POST', `/api/v1/reviews/${tokenIn(url)}`, decision)
const tokenIn = (url: string): string => url.slice(url.lastIndexOf('/') + 1)
const LINK = /https:\/\/chat\.example\.org\/review\/[\w.-]+/

/** A flow that asks for a few words, in a channel. */
async function connect(kind: keyof typeof channelKinds, allowedSenders: string[]): Promise<string> {
  const flowId = await createAgentFlow(asOwner(), {
    steps: {
      humanInputAgentflow_0: { humanInputDescription: 'Send the order?', humanInputEnableFeedback: true },
      directReplyAgentflow_0: { directReplyMessage: 'Sent: {{humanInputAgentflow_0}}' },
    },
    edges: ['startAgentflow_0 > humanInputAgentflow_0', 'humanInputAgentflow_0:0 > directReplyAgentflow_0'],
  })
  const { id: credentialId } = await own('POST', '/credentials', channelCredential(kind, vendor.url))
  const { id } = await own('POST', '/channels', { kind, name: 'Ours', flowId, credentialId, allowedSenders })
  await own('POST', `/channels/${id}/connect`)
  return id
}

const detailsOf = ({ buttons }: Traffic): Promise<Button> =>
  vi.waitFor(() => {
    const found = buttons().find(({ words }) => words === 'Answer with details')
    if (!found) throw new Error('Nothing asks for details yet.')
    return found
  }, patience)

describeOnBothDatabases('Links in channels', (start) => {
  beforeAll(async () => {
    vendor = await startChatVendor()
    const env = {
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
      PUBLIC_URL: 'https://chat.example.org',
      CHATWRIGHT_USERNAME: 'anna',
      CHATWRIGHT_PASSWORD: 'secret',
    }
    server = await start({ env, lookEveryMs: 50 })
  })
  beforeEach(() => {
    vendor.calls.length = 0
    vendor.upcoming.clear()
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })

  describe.each(Object.entries(TRAFFIC))('of %s', (name, traffic) => {
    const kind = name as keyof typeof channelKinds
    const shown = (who: 'listed' | 'other', words: string | RegExp) =>
      vi.waitFor(() => {
        expect(traffic.shownTo(who)).toMatch(words)
        return traffic.shownTo(who)
      }, patience)

    test('with a list, a link goes to who may press, is theirs alone, and ends with their place on the list', async () => {
      const id = await connect(kind, [traffic.listed])
      await traffic.ask(id)
      const { data, url } = await detailsOf(traffic)
      expect([typeof data, url]).toEqual(['string', undefined])
      await traffic.press(id, data ?? '', 'other')
      const refused = await shown('other', "isn't open to everyone")
      expect(refused).not.toMatch(LINK)
      await traffic.press(id, data ?? '', 'listed')
      const [link = ''] = LINK.exec(await shown('listed', LINK)) ?? []
      // Nobody else there has seen it.
      expect(traffic.open()).not.toMatch(LINK)
      expect((await review(link)).body).toMatchObject({ status: 'waiting', question: { isButtonsOnly: true } })
      const beyond = await decide(link, { type: 'proceed', result: 'forged' })
      expect([beyond.status, beyond.body.details.reason]).toEqual([403, 'buttons'])
      const forged = `${link.slice(0, -3)}${link.at(-3) === 'A' ? 'B' : 'A'}${link.slice(-2)}`
      expect((await decide(forged, { type: 'proceed' })).status).toBe(404)

      await own('PUT', `/channels/${id}`, { allowedSenders: ['somebody-else'] })
      for (const answer of [await review(link), await decide(link, { type: 'proceed' })]) {
        expect([answer.status, answer.body.code, answer.body.message]).toEqual([
          403,
          'link-refused',
          'This link is for people who can write in its channel. Ask the owner for access.',
        ])
      }
      await own('PUT', `/channels/${id}`, { allowedSenders: [traffic.listed] })
      expect((await decide(link, { type: 'proceed', feedback: 'today' })).status).toBe(200)
      await vi.waitFor(() => expect(traffic.open()).toContain('Sent: today'), patience)
      const { decided_by: by } = await server.database.query
        .selectFrom('run_wait')
        .select('decided_by')
        .where('session_id', 'like', `%${id}%`)
        .executeTakeFirstOrThrow()
      expect(JSON.parse(by ?? '{}')).toEqual({
        kind: 'channel-user',
        way: 'review-link',
        id: { telegram: '1111', slack: 'U061F7AUR', whatsapp: '15551111' }[kind],
        name: { telegram: 'ann', slack: 'bea', whatsapp: 'Ann' }[kind],
      })
    })

    test('without a list, the link stands in the channel, decides as people do there, and ends when there is a list', async () => {
      const id = await connect(kind, [])
      await traffic.ask(id)
      const { data, url = '' } = await detailsOf(traffic)
      expect([data, url]).toEqual([undefined, expect.stringMatching(LINK)])
      expect((await decide(url, { type: 'proceed', result: 'forged' })).status).toBe(403)
      await own('PUT', `/channels/${id}`, { allowedSenders: [traffic.listed] })
      expect((await review(url)).body.code).toBe('link-refused')
      await own('PUT', `/channels/${id}`, { allowedSenders: [] })
      expect((await decide(url, { type: 'proceed', feedback: 'now' })).status).toBe(200)
      await vi.waitFor(() => expect(traffic.open()).toContain('Sent: now'), patience)
    })
  })

  test('who never wrote to a Telegram bot is asked to begin there: it may not write first', async () => {
    const { ask, press, buttons } = TRAFFIC.telegram
    const id = await connect('telegram', ['@Ann'])
    await ask(id)
    const { data = '' } = await detailsOf({ ...TRAFFIC.telegram, buttons })
    const refusal = { status: 403, body: { ok: false, description: "Forbidden: bot can't initiate conversation" } }
    vendor.upcoming.set('sendMessage', [refusal])
    await press(id, data, 'listed')
    await vi.waitFor(() => expect(TRAFFIC.telegram.shownTo('listed')).toContain('press Start'), patience)
    expect(TRAFFIC.telegram.open()).not.toMatch(LINK)
  })
})
