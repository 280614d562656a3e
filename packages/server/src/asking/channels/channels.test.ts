import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import {
  channelCredential,
  slackEvent,
  slackHeaders,
  slackPress,
  TELEGRAM_TOKEN as TOKEN,
  telegramMessage,
  telegramPress,
} from '../../../testing/channel-traffic.ts'
import { startChatVendor, type ChatVendor } from '../../../testing/chat-vendor.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import {
  describeOnBothDatabases,
  testServer,
  type StartServer,
  type TestAnswer,
  type TestServer,
} from '../../../testing/test-server.ts'

let server: TestServer
let vendor: ChatVendor
let model: FakeVendor
const patience = { timeout: 30_000, interval: 50 }

const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const answer = await server.send(method, `/api/v1${path}`, body)
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.body
}

/** A flow that asks before it answers. */
const approvalFlow = (): Promise<string> =>
  createAgentFlow(server, {
    steps: {
      humanInputAgentflow_0: {
        humanInputDescriptionType: 'fixed',
        humanInputDescription: 'Send the order?',
        humanInputEnableFeedback: false,
      },
      directReplyAgentflow_0: { directReplyMessage: 'Sent.' },
      directReplyAgentflow_1: { directReplyMessage: 'Dropped.' },
    },
    edges: [
      'startAgentflow_0 > humanInputAgentflow_0',
      'humanInputAgentflow_0:0 > directReplyAgentflow_0',
      'humanInputAgentflow_0:1 > directReplyAgentflow_1',
    ],
  })
const replyFlow = (reply = 'You said {{question}}'): Promise<string> =>
  createAgentFlow(server, {
    steps: { directReplyAgentflow_0: { directReplyMessage: reply } },
    edges: ['startAgentflow_0 > directReplyAgentflow_0'],
  })

const connect = async (kind: 'telegram' | 'slack', flowId: string, more: object = {}): Promise<string> => {
  const { id: credentialId } = await send('POST', '/credentials', channelCredential(kind, vendor.url))
  const { id } = await send('POST', '/channels', { kind, name: `Our ${kind}`, flowId, credentialId, ...more })
  await send('POST', `/channels/${id}/connect`)
  return id
}

const fromTelegram = async (channelId: string, update: object, token?: string): Promise<TestAnswer> => {
  const secret = token ?? vendor.sent('setWebhook').at(-1).secret_token
  return server.send('POST', `/api/v1/channels/${channelId}/events`, update, {
    'x-telegram-bot-api-secret-token': secret,
  })
}

const fromSlack = (
  channelId: string,
  body: object | string,
  forged: { ago?: number; secret?: string } = {},
): Promise<TestAnswer> => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return server.send('POST', `/api/v1/channels/${channelId}/events`, text, slackHeaders(text, forged))
}
const deliveries = async (channelId: string) => (await send('GET', `/channels/${channelId}/deliveries`)).data
const untilState = (channelId: string, states: string[]) =>
  vi.waitFor(async () => {
    const all = await deliveries(channelId)
    expect(all.map(({ status }: { status: string }) => status)).toEqual(states)
    return all
  }, patience)
/** The pauses between tries are the product's; a test need not sit through them. What somebody holds is left alone. */
const hurry = async (channelId: string): Promise<void> => {
  await server.database.query
    .updateTable('delivery')
    .set({ due_at: '2000-01-01T00:00:00.000Z' })
    .where('subject_id', '=', channelId)
    .where('is_sending', '=', 0)
    .where('error', 'is not', null)
    .where('state', 'in', ['kept', 'running'])
    .where((e) => e.or([e('due_at', '<', inSeconds(18)), e('due_at', '>', inSeconds(31))]))
    .execute()
}
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString()
const runsOf = async (flowId: string): Promise<number> =>
  (await server.database.query.selectFrom('run').select('id').where('chatflow_id', '=', flowId).execute()).length

const useServer = (start: StartServer, lookEveryMs = 50): void => {
  beforeAll(async () => {
    vendor = await startChatVendor()
    model = await startFakeVendor({ tokens: ['Twelve', ' lamps'] })
    server = await start({ env: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }, lookEveryMs })
  })
  beforeEach(() => {
    vendor.calls.length = 0
    vendor.upcoming.clear()
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
    await model.close()
  })
}

describeOnBothDatabases('Channels', (start) => {
  useServer(start)

  test('Telegram is told where to send and what to show, and its bot answers a message once', async () => {
    const flowId = await createConversation(server, { vendorUrl: model.url })
    const id = await connect('telegram', flowId)
    const [webhook] = vendor.sent('setWebhook')
    expect(webhook).toEqual({
      url: expect.stringMatching(new RegExp(`/api/v1/channels/${id}/events$`)),
      secret_token: expect.stringMatching(/^[\w-]{43}$/),
      allowed_updates: ['message', 'edited_message', 'callback_query'],
    })
    expect(await send('GET', `/channels/${id}`)).toMatchObject({
      status: 'connected',
      account: 'helper_bot',
      problem: null,
    })
    const update = telegramMessage('How many lamps?')
    const answers = await Promise.all([fromTelegram(id, update), fromTelegram(id, update), fromTelegram(id, update)])
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, ''],
      [200, ''],
      [200, ''],
    ])
    // An edit is the same message.
    const { message } = update
    await fromTelegram(id, { update_id: 99_999, edited_message: { ...message, text: 'How many?', edit_date: 1 } })
    const [delivery] = await untilState(id, ['SUCCEEDED'])
    expect(delivery).toMatchObject({ type: 'message', sender: 'ann', text: 'How many lamps?', times: 4, error: null })
    expect(vendor.sent('sendMessage')).toEqual([
      { chat_id: '1111', text: 'Twelve lamps', parse_mode: 'HTML', link_preview_options: { is_disabled: true } },
    ])
    expect(vendor.sent('sendChatAction')[0]).toEqual({ chat_id: '1111', action: 'typing' })
    expect(await runsOf(flowId)).toBe(1)
    // A run like any other, in a chat of its own that goes on with the next message.
    const run = await send('GET', `/runs/${delivery.runId}`)
    expect(run).toMatchObject({ status: 'done', question: 'How many lamps?', answer: 'Twelve lamps' })
    await fromTelegram(id, telegramMessage('And now?'))
    await untilState(id, ['SUCCEEDED', 'SUCCEEDED'])
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain('How many lamps?')
  })

  test('a run that waits is decided once by whoever presses first, and its answer follows', async () => {
    const flowId = await approvalFlow()
    const id = await connect('telegram', flowId)
    await fromTelegram(id, telegramMessage('Order 7'))
    await untilState(id, ['WAITING'])
    const [asked] = vendor.sent('sendMessage')
    const keys = asked.reply_markup.inline_keyboard.flat()
    expect(keys.map(({ text }: { text: string }) => text)).toEqual(['Proceed', 'Reject'])
    expect(keys.every(({ callback_data: data }: { callback_data: string }) => Buffer.byteLength(data) <= 64)).toBe(true)
    // A button that was copied into another chat decides nothing.
    await fromTelegram(id, telegramPress(keys[0].callback_data, 2222))
    await untilState(id, ['REFUSED', 'WAITING'])
    const [proceed, reject] = keys.map((key: { callback_data: string }) => telegramPress(key.callback_data))
    await Promise.all([fromTelegram(id, proceed), fromTelegram(id, proceed), fromTelegram(id, reject)])
    await vi.waitFor(() => expect(vendor.sent('sendMessage')).toHaveLength(2), patience)
    const said = vendor.sent('sendMessage')[1].text
    expect(['Sent.', 'Dropped.']).toContain(said)
    await vi.waitFor(() => expect(vendor.sent('answerCallbackQuery')).toHaveLength(3), patience)
    const notices = vendor.sent('answerCallbackQuery').map(({ text }) => text)
    expect(notices.filter((text) => text.includes('already decided'))).toHaveLength(2)
    expect(notices).toContain(`${said === 'Sent.' ? 'Proceed' : 'Reject'} · ann`)
    await vi.waitFor(() => expect(vendor.sent('editMessageText')).toHaveLength(1), patience)
    expect(vendor.sent('editMessageText')[0]).toMatchObject({ chat_id: '1111', message_id: 77 })
    expect(await runsOf(flowId)).toBe(2)
  })

  test('a chat that is deleted while its answer is due, or waits for a person, goes on with the next message', async () => {
    const flowId = await replyFlow()
    const id = await connect('telegram', flowId)
    vendor.upcoming.set('sendMessage', [{ status: 429, body: { ok: false, parameters: { retry_after: 3600 } } }])
    await fromTelegram(id, telegramMessage('one'))
    await vi.waitFor(async () => expect((await deliveries(id))[0].error).toContain('limiting requests'), patience)
    await fromTelegram(id, telegramMessage('two'))
    await send('DELETE', `/chatmessage/${flowId}?chatId=${encodeURIComponent(`telegram:${id}:1111`)}`)
    expect(await runsOf(flowId)).toBe(0)
    await hurry(id)
    const [, given] = await untilState(id, ['SUCCEEDED', 'FAILED'])
    expect(given.error).toBe('The run is no longer stored.')
    expect(vendor.sent('sendMessage').at(-1).text).toBe('You said two')

    const approvals = await approvalFlow()
    const asking = await connect('telegram', approvals)
    await fromTelegram(asking, telegramMessage('Order 7'))
    await untilState(asking, ['WAITING'])
    await send('DELETE', `/chatmessage/${approvals}?chatId=${encodeURIComponent(`telegram:${asking}:1111`)}`)
    await untilState(asking, ['FAILED'])
  })

  test('what a process left behind in the middle of a message is not sent again by itself', async () => {
    const id = await connect('telegram', await replyFlow())
    const holding = await server.database.query
      .selectFrom('channel')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(holding.is_enabled).toBe(1)
    await fromTelegram(id, telegramMessage('three'))
    const [done] = await untilState(id, ['SUCCEEDED'])
    const before = vendor.sent('sendMessage').length
    await server.database.query
      .updateTable('delivery')
      .set({ state: 'running', sent: 0, is_sending: 1, due_at: '2000-01-01T00:00:00.000Z' })
      .where('id', '=', done.id)
      .execute()
    await untilState(id, ['UNKNOWN'])
    expect(vendor.sent('sendMessage')).toHaveLength(before)
  })
})

describe('Channels', () => {
  useServer(testServer)

  test('forged, unsigned and malformed deliveries are refused or left alone, and begin nothing', async () => {
    const flowId = await replyFlow()
    const telegram = await connect('telegram', flowId)
    expect((await fromTelegram(telegram, telegramMessage('Hi'), 'guessed')).body.code).toBe('signature-invalid')
    expect((await server.send('POST', `/api/v1/channels/${telegram}/events`, telegramMessage('Hi'))).status).toBe(401)
    for (const odd of [{}, { update_id: 1 }, { update_id: 2, message: { text: 7 } }, { update_id: 3, poll: {} }]) {
      expect((await fromTelegram(telegram, odd)).status).toBe(200)
    }
    const slack = await connect('slack', flowId)
    const mention = slackEvent({ type: 'app_mention', text: '<@U0BOT> hi', ts: '1515449522.000016' })
    expect((await fromSlack(slack, mention, { secret: 'another' })).body.code).toBe('signature-invalid')
    expect((await fromSlack(slack, mention, { ago: 301 })).body.code).toBe('signature-expired')
    expect((await fromSlack(slack, mention, { ago: -301 })).body.code).toBe('signature-expired')
    expect((await fromSlack(slack, '{"type":')).status).toBe(200)
    expect((await fromSlack(slack, { ...mention, team_id: 'T0OTHER' })).status).toBe(200)
    expect((await server.send('POST', '/api/v1/channels/nobody/events', {})).status).toBe(401)
    expect(await deliveries(telegram)).toEqual([])
    expect(await deliveries(slack)).toEqual([])
    expect(await runsOf(flowId)).toBe(0)
  })

  test('a channel whose token or secret was left empty takes nothing, however it is signed', async () => {
    const flowId = await replyFlow()
    const open = async (kind: 'telegram' | 'slack'): Promise<string> => {
      const { name, credentialName } = channelCredential(kind, vendor.url)
      const plainDataObj =
        kind === 'telegram' ? { telegramBotToken: '' } : { slackBotToken: 'x', slackSigningSecret: '' }
      const { id: credentialId } = await send('POST', '/credentials', { name, credentialName, plainDataObj })
      return (await send('POST', '/channels', { kind, name, flowId, credentialId })).id
    }
    const [telegram, slack] = [await open('telegram'), await open('slack')]
    const guessed = createHmac('sha256', '').update(`chatwright ${telegram}`).digest('base64url')
    expect((await fromTelegram(telegram, telegramMessage('Hi'), guessed)).status).toBe(401)
    const mention = slackEvent({ type: 'app_mention', text: 'hi', ts: '1.1' })
    expect((await fromSlack(slack, mention, { secret: '' })).status).toBe(401)
    expect(await runsOf(flowId)).toBe(0)
  })

  test('Slack may ask whether somebody listens before its secret is known, and nothing else', async () => {
    const { id } = await send('POST', '/channels', { kind: 'slack', name: 'New', flowId: await replyFlow() })
    const asked = {
      type: 'url_verification',
      token: 'x',
      challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P',
    }
    const answer = await server.send('POST', `/api/v1/channels/${id}/events`, asked)
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      200,
      asked.challenge,
      'text/plain; charset=utf-8',
    ])
    const event = slackEvent({ type: 'app_mention', text: 'hi', ts: '1.1' })
    expect((await server.send('POST', `/api/v1/channels/${id}/events`, event)).status).toBe(401)
    const connected = await connect('slack', await replyFlow())
    expect((await fromSlack(connected, asked)).text).toBe(asked.challenge)
    expect((await server.send('POST', `/api/v1/channels/${connected}/events`, asked)).status).toBe(401)
  })

  test('in Slack a thread is a conversation, told of twice and answered once, in the thread', async () => {
    const flowId = await replyFlow()
    const id = await connect('slack', flowId)
    const said = { text: '<@U0BOT> order &lt;7&gt;', ts: '1515449522.000016' }
    await fromSlack(id, slackEvent({ type: 'message', channel_type: 'channel', ...said }))
    await fromSlack(id, slackEvent({ type: 'app_mention', ...said }))
    await untilState(id, ['SUCCEEDED'])
    expect(vendor.sent('chat.postMessage')).toEqual([
      {
        channel: 'C0LAN2Q65',
        thread_ts: '1515449522.000016',
        text: 'You said order <7>',
        blocks: [{ type: 'markdown', text: 'You said order <7>' }],
        unfurl_links: false,
      },
    ])
    expect(vendor.calls.find(({ method }) => method === 'chat.postMessage')?.headers.authorization).toBe(
      'Bearer xoxb-test-token',
    )
    expect(vendor.sent('assistant.threads.setStatus')[0]).toMatchObject({ channel_id: 'C0LAN2Q65', thread_ts: said.ts })
    // Its own words, edits, and what others say elsewhere are not for it.
    const more = [
      { type: 'message', channel_type: 'channel', text: 'unrelated', ts: '2.1' },
      { type: 'message', channel_type: 'channel', text: 'elsewhere', ts: '2.2', thread_ts: '1.9' },
      { type: 'message', subtype: 'message_changed', ts: '2.3', thread_ts: said.ts },
      { type: 'message', bot_id: 'B0BOT', text: 'You said', ts: '2.4', thread_ts: said.ts },
    ]
    for (const event of more) await fromSlack(id, slackEvent(event))
    await fromSlack(
      id,
      slackEvent({ type: 'message', channel_type: 'channel', text: 'and 8', ts: '2.5', thread_ts: said.ts }),
    )
    await fromSlack(id, slackEvent({ type: 'message', channel_type: 'im', channel: 'D1', text: 'direct', ts: '2.6' }))
    await untilState(id, ['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED'])
    expect(vendor.sent('chat.postMessage').slice(1)).toMatchObject([
      { text: 'You said and 8', thread_ts: said.ts },
      { text: 'You said direct', channel: 'D1' },
    ])
    const chats = await server.database.query
      .selectFrom('run')
      .select('chat_id')
      .where('chatflow_id', '=', flowId)
      .execute()
    expect(new Set(chats.map(({ chat_id: chat }) => chat))).toEqual(
      new Set([`slack:${id}:C0LAN2Q65:${said.ts}`, `slack:${id}:D1`]),
    )
  })

  test('Slack shows the same buttons, and what is decided elsewhere is answered there too', async () => {
    const flowId = await approvalFlow()
    const id = await connect('slack', flowId)
    await fromSlack(id, slackEvent({ type: 'message', channel_type: 'im', channel: 'D7', text: 'Order', ts: '3.1' }))
    await fromSlack(id, slackEvent({ type: 'message', channel_type: 'im', channel: 'D8', text: 'Order', ts: '3.2' }))
    await untilState(id, ['WAITING', 'WAITING'])
    const first = vendor.sent('chat.postMessage').find(({ channel }) => channel === 'D7')
    const [, { elements }] = first.blocks
    expect(elements.map(({ text }: { text: { text: string } }) => text.text)).toEqual(['Proceed', 'Reject'])
    await fromSlack(id, slackPress(elements[0].value, 'D7'))
    await vi.waitFor(() => expect(vendor.sent('chat.update')).toHaveLength(1), patience)
    expect(vendor.sent('chat.update')[0]).toMatchObject({ channel: 'D7', ts: '1503435956.000247' })
    await vi.waitFor(() => expect(vendor.sent('chat.postMessage')).toHaveLength(3), patience)
    expect(vendor.sent('chat.postMessage')[2]).toMatchObject({ channel: 'D7', text: 'Sent.' })
    const { items } = await send('GET', `/waits?chatflowId=${flowId}`)
    await send('POST', `/waits/${items[0].id}/decision`, { type: 'reject' })
    await vi.waitFor(() => expect(vendor.sent('chat.postMessage')).toHaveLength(4), patience)
    expect(vendor.sent('chat.postMessage')[3]).toMatchObject({ channel: 'D8', text: 'Dropped.' })
  })

  test('a vendor that asks for patience is tried again; a message of which nobody knows is not, until somebody says so', async () => {
    const id = await connect('telegram', await replyFlow())
    const patient = {
      ok: false,
      error_code: 429,
      description: 'Too Many Requests: retry after 1',
      parameters: { retry_after: 1 },
    }
    vendor.upcoming.set('sendMessage', [{ status: 429, body: patient }])
    await fromTelegram(id, telegramMessage('one'))
    await untilState(id, ['SUCCEEDED'])
    expect(vendor.sent('sendMessage')).toHaveLength(2)
    vendor.upcoming.set('sendMessage', [{ isCut: true }])
    await fromTelegram(id, telegramMessage('two'))
    const [lost] = await untilState(id, ['UNKNOWN', 'SUCCEEDED'])
    expect(lost.error).toContain("It's unknown whether the last message arrived")
    expect(vendor.sent('sendMessage')).toHaveLength(3)
    await send('POST', `/channels/${id}/deliveries/${lost.id}/send`)
    await untilState(id, ['SUCCEEDED', 'SUCCEEDED'])
    expect(vendor.sent('sendMessage').at(-1).text).toBe('You said two')
    const again = await server.send('POST', `/api/v1/channels/${id}/deliveries/${lost.id}/send`)
    expect([again.status, again.body.code]).toEqual([409, 'delivery-sent'])
    expect((await server.send('POST', `/api/v1/channels/${id}/deliveries/none/send`)).status).toBe(404)
  })

  test('files come in and go out', async () => {
    const flowId = await createConversation(server, { vendorUrl: model.url })
    await send('PUT', `/chatflows/${flowId}`, {
      version: 1,
      chatbotConfig: JSON.stringify({ fullFileUpload: { status: true } }),
    })
    const id = await connect('telegram', flowId)
    vendor.files.set(`/file/bot${TOKEN}/documents/file_1.txt`, Buffer.from('The cellar holds a dozen.'))
    const { text: _, ...document } = telegramMessage('', {
      caption: 'Read this',
      document: {
        file_id: 'BQACAgIAAxkBAAI',
        file_unique_id: 'AgAD',
        file_name: 'note.txt',
        mime_type: 'text/plain',
        file_size: 25,
      },
    }) as { text?: string }
    await fromTelegram(id, document)
    await untilState(id, ['SUCCEEDED'])
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain('The cellar holds a dozen.')
    await fromTelegram(
      id,
      telegramMessage('', { document: { file_id: 'big', file_name: 'big.pdf', file_size: 30_000_000 } }),
    )
    await untilState(id, ['FAILED', 'SUCCEEDED'])
    expect(vendor.sent('sendMessage').at(-1).text).toContain('larger than 20 MB')
  })

  test('a file that cannot be had for a moment is fetched again, and after the last try whoever sent it is told', async () => {
    const flowId = await createConversation(server, { vendorUrl: model.url })
    await send('PUT', `/chatflows/${flowId}`, {
      version: 1,
      chatbotConfig: JSON.stringify({ fullFileUpload: { status: true } }),
    })
    // One question is counted once, however often its file is fetched.
    const rateLimit = { status: true, limitMax: 2, limitDuration: 3600, limitMsg: 'Slowly, please.' }
    await send('PUT', `/chatflows/${flowId}`, { apiConfig: JSON.stringify({ rateLimit }) })
    const soon = async (channelId: string, states: string[]) =>
      vi.waitFor(async () => {
        await hurry(channelId)
        const all = await deliveries(channelId)
        expect(all.map(({ status }: { status: string }) => status)).toEqual(states)
      }, patience)
    const telegram = await connect('telegram', flowId)
    const path = `/file/bot${TOKEN}/documents/file_1.txt`
    vendor.files.set(path, Buffer.from('Fetched from Telegram.'))
    const note = { document: { file_id: 'n1', file_name: 'note.txt', mime_type: 'text/plain', file_size: 25 } }
    vendor.upcoming.set('getFile', [{ status: 502 }, { isCut: true }])
    vendor.upcoming.set(path, [{ status: 503 }, { isCut: true }])
    await fromTelegram(telegram, telegramMessage('Read this', note))
    await soon(telegram, ['SUCCEEDED'])
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain('Fetched from Telegram.')
    expect(vendor.sent('getFile')).toHaveLength(5)

    const slack = await connect('slack', flowId)
    vendor.files.set('/files-pri/note.txt', Buffer.from('Fetched from Slack.'))
    vendor.upcoming.set('/files-pri/note.txt', [{ status: 500 }, { isCut: true }])
    const file = { name: 'note.txt', mimetype: 'text/plain', size: 19 }
    const files = [{ ...file, url_private_download: `${vendor.url}/files-pri/note.txt` }]
    const said = { type: 'message', channel_type: 'im', channel: 'D5', text: 'Read', ts: '5.1', files }
    await fromSlack(slack, slackEvent({ ...said, subtype: 'file_share' }))
    await soon(slack, ['SUCCEEDED'])
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain('Fetched from Slack.')

    const before = vendor.sent('sendMessage').length
    vendor.upcoming.set(
      'getFile',
      Array.from({ length: 8 }, () => ({ status: 502 })),
    )
    await fromTelegram(telegram, telegramMessage('And this', note))
    await soon(telegram, ['FAILED', 'SUCCEEDED'])
    expect(vendor.sent('getFile')).toHaveLength(13)
    const told = vendor.sent('sendMessage').slice(before)
    expect(told).toMatchObject([{ text: expect.stringContaining('Send it again') as string }])
    expect((await deliveries(telegram))[0].error).toBe('Telegram answered 502.')
  })

  test('deleting a channel leaves the bot to the one that has it now', async () => {
    const flowId = await replyFlow()
    const [former, present] = [await connect('telegram', flowId), await connect('telegram', flowId)]
    await send('DELETE', `/channels/${former}`)
    expect(vendor.sent('deleteWebhook')).toEqual([])
    const { id: credentialId } = await send('POST', '/credentials', channelCredential('telegram', vendor.url))
    await send('PUT', `/channels/${present}`, { credentialId })
    expect(vendor.sent('deleteWebhook')).toHaveLength(1)
  })

  test('only those who may are answered, greeted in the words of the owner, and not at all while it is paused', async () => {
    const id = await connect('telegram', await replyFlow(), { greeting: 'Welcome!', allowedSenders: ['@Ann'] })
    await fromTelegram(id, telegramMessage('/start'))
    await untilState(id, ['SUCCEEDED'])
    expect(vendor.sent('sendMessage')[0].text).toBe('Welcome!')
    const stranger = { from: { id: 5, is_bot: false, first_name: 'Eve' }, chat: { id: 5, type: 'private' } }
    await fromTelegram(id, telegramMessage('Hi', stranger))
    await untilState(id, ['REFUSED', 'SUCCEEDED'])
    await send('PUT', `/channels/${id}`, { enabled: false })
    await fromTelegram(id, telegramMessage('Hi'))
    expect(await deliveries(id)).toHaveLength(2)
    // In a group people talk to each other, too.
    await send('PUT', `/channels/${id}`, { enabled: true })
    const group = { chat: { id: -100, type: 'supergroup', title: 'Team' } }
    await fromTelegram(id, telegramMessage('Just talking', group))
    await fromTelegram(id, telegramMessage('@helper_bot hello', group))
    await untilState(id, ['SUCCEEDED', 'REFUSED', 'SUCCEEDED'])
    expect(vendor.sent('sendMessage').at(-1)).toMatchObject({
      text: 'You said hello',
      chat_id: '-100',
      reply_parameters: { allow_sending_without_reply: true },
    })
  })

  test('a name that people give themselves opens nothing, neither for words nor for buttons', async () => {
    const flowId = await approvalFlow()
    const telegram = await connect('telegram', flowId, { allowedSenders: ['@Ann', '4321'] })
    await fromTelegram(telegram, telegramMessage('Order 7'))
    await untilState(telegram, ['WAITING'])
    const [[{ callback_data: proceed }]] = vendor.sent('sendMessage')[0].reply_markup.inline_keyboard
    const strangers = ['ann', '@Ann', '4321', '1111'].map((first) => ({ id: 5, is_bot: false, first_name: first }))
    for (const from of strangers) {
      await fromTelegram(telegram, telegramMessage('Hi', { from, chat: { id: 5, type: 'private' } }))
      await fromTelegram(telegram, telegramPress(proceed, 1111, from))
    }
    await untilState(telegram, [...Array.from({ length: 8 }, () => 'REFUSED'), 'WAITING'])
    // By its id, whatever the name.
    await fromTelegram(telegram, telegramPress(proceed, 1111, { id: 4321, is_bot: false, first_name: 'Bob' }))
    await vi.waitFor(() => expect(vendor.sent('sendMessage').at(-1).text).toBe('Sent.'), patience)

    const slack = await connect('slack', flowId, { allowedSenders: ['U1', 'bea'] })
    const said = { type: 'message', channel_type: 'im', channel: 'D9', text: 'Order', ts: '9.1', user: 'U1' }
    await fromSlack(slack, slackEvent(said))
    await untilState(slack, ['WAITING'])
    const [, { elements }] = vendor.sent('chat.postMessage')[0].blocks
    await fromSlack(slack, slackPress(elements[0].value, 'D9'))
    await untilState(slack, ['REFUSED', 'WAITING'])
  })

  test('tokens are kept as a credential, and never told; wrong ones say what to do', async () => {
    const flowId = await replyFlow()
    const id = await connect('telegram', flowId)
    const rows = await server.database.query.selectFrom('channel').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(TOKEN)
    vendor.upcoming.set('getMe', [{ status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } }])
    const refused = await server.send('POST', `/api/v1/channels/${id}/connect`)
    expect([refused.status, refused.body.code]).toEqual([422, 'channel-unconnected'])
    expect(refused.body.message).toContain('BotFather')
    expect(refused.text).not.toContain(TOKEN)
    expect(await send('GET', `/channels/${id}`)).toMatchObject({ status: 'broken', problem: refused.body.message })
    const slack = {
      name: 's',
      credentialName: 'slackAppApi',
      plainDataObj: { slackBotToken: 'xoxb', slackSigningSecret: 's' },
    }
    const { id: credentialId } = await send('POST', '/credentials', slack)
    const wrong = await server.send('PUT', `/api/v1/channels/${id}`, { credentialId })
    expect([wrong.status, wrong.body.code]).toEqual([403, 'credential-refused'])
    expect((await server.send('PUT', `/api/v1/channels/${id}`, { credentialId: 'gone' })).status).toBe(404)
    expect((await server.send('PUT', `/api/v1/channels/${id}`, { flowId: 'gone' })).status).toBe(404)
    expect((await send('GET', '/channels')).data.map((channel: { id: string }) => channel.id)).toContain(id)
    expect(await send('DELETE', `/channels/${id}`)).toEqual({ deleted: true })
    expect(vendor.sent('deleteWebhook')).toHaveLength(1)
    expect((await server.send('GET', `/api/v1/channels/${id}`)).status).toBe(404)
  })

  // Last: who guesses is kept out for a while.
  test('whoever guesses is kept out, and what the vendor signed is let in from the same address', async () => {
    const id = await connect('telegram', await replyFlow())
    const statuses: number[] = []
    for (let guess = 0; guess < 25; guess += 1) {
      statuses.push((await fromTelegram(id, telegramMessage('Hi'), `guessed-${guess}`)).status)
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429])
    expect((await server.send('POST', '/api/v1/channels/nobody/events', {})).status).toBe(429)
    expect((await fromTelegram(id, telegramMessage('Hi'))).status).toBe(200)
    await untilState(id, ['SUCCEEDED'])
  })
})

describe('Channels that nobody looks at by the clock', () => {
  useServer(testServer, 3_600_000)

  test('what comes is answered at once, and so is what somebody decides', async () => {
    const id = await connect('telegram', await approvalFlow())
    await fromTelegram(id, telegramMessage('Order 7'))
    await untilState(id, ['WAITING'])
    const [[{ callback_data: proceed }]] = vendor.sent('sendMessage')[0].reply_markup.inline_keyboard
    await fromTelegram(id, telegramPress(proceed))
    await vi.waitFor(() => expect(vendor.sent('sendMessage').at(-1).text).toBe('Sent.'), patience)
  })
})
