import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { channelCredential, whatsAppHeaders, whatsAppNotice, whatsAppPress } from '../../../testing/channel-traffic.ts'
import { startChatVendor, type ChatVendor } from '../../../testing/chat-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { whatsAppText } from './whatsapp-text.ts'

let server: TestServer
let vendor: ChatVendor
const patience = { timeout: 30_000, interval: 50 }

const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const answer = await server.send(method, `/api/v1${path}`, body)
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.body
}
const connect = async (flowId: string): Promise<string> => {
  const { id: credentialId } = await send('POST', '/credentials', channelCredential('whatsapp', vendor.url))
  const { id } = await send('POST', '/channels', { kind: 'whatsapp', name: 'Ours', flowId, credentialId })
  await send('POST', `/channels/${id}/connect`)
  return id
}
const deliver = (channelId: string, notice: object, secret?: string) => {
  const text = JSON.stringify(notice)
  return server.send('POST', `/api/v1/channels/${channelId}/events`, text, whatsAppHeaders(text, secret))
}
const said = () => vendor.sent('messages').flatMap(({ text }) => text?.body ?? [])
const replyFlow = (settings: object = {}) =>
  createAgentFlow(
    server,
    {
      steps: { directReplyAgentflow_0: { directReplyMessage: 'You said {{question}}' } },
      edges: ['startAgentflow_0 > directReplyAgentflow_0'],
    },
    { type: 'AGENTFLOW', ...settings },
  )

describeOnBothDatabases('WhatsApp', (start) => {
  beforeAll(async () => {
    vendor = await startChatVendor()
    server = await start({ env: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }, lookEveryMs: 50 })
  })
  beforeEach(() => {
    vendor.calls.length = 0
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })

  test('it is told where to send, proves who it is, and everything that comes together is answered once', async () => {
    const id = await connect(await replyFlow())
    const [hook] = vendor.sent('106540352242922').flatMap((body) => body.webhook_configuration ?? [])
    expect(hook.override_callback_uri).toMatch(new RegExp(`/api/v1/channels/${id}/events$`))
    expect(await send('GET', `/channels/${id}`)).toMatchObject({ status: 'connected', account: '+1 555 0100' })
    const check = (token: string) =>
      server.send(
        'GET',
        `/api/v1/channels/${id}/events?hub.mode=subscribe&hub.challenge=4711&hub.verify_token=${token}`,
      )
    const passed = await check(hook.verify_token)
    expect([passed.status, passed.text]).toEqual([200, '4711'])
    expect((await check('guessed')).status).toBe(401)

    const notice = whatsAppNotice([{ text: { body: 'One' } }, { text: { body: 'Two' } }, { type: 'sticker' }])
    expect((await deliver(id, notice)).status).toBe(200)
    expect((await deliver(id, notice)).status).toBe(200)
    expect((await deliver(id, notice, 'another secret')).status).toBe(401)
    await deliver(id, whatsAppNotice([{ text: { body: 'Of another number' } }], '999'))
    await vi.waitFor(() => expect(said()).toEqual(['You said One', 'You said Two']), patience)
    expect(vendor.sent('messages').find(({ typing_indicator: typing }) => typing)).toMatchObject({ status: 'read' })
    expect(vendor.calls.at(-1)?.headers.authorization).toBe('Bearer EAAG-test')
  })

  test('an approval is buttons, the first press decides, and files are read', async () => {
    const flowId = await createAgentFlow(server, {
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
    const id = await connect(flowId)
    await deliver(id, whatsAppNotice([{ text: { body: 'Order' } }]))
    const [yes = '', no = ''] = await vi.waitFor(() => {
      const buttons = vendor.sent('messages').flatMap(({ interactive }) => interactive?.action.buttons ?? [])
      expect(buttons).toHaveLength(2)
      return buttons.map(({ reply }: { reply: { id: string } }) => reply.id)
    }, patience)
    await deliver(id, whatsAppPress(yes))
    await deliver(id, whatsAppPress(no))
    await vi.waitFor(() => expect(said()).toContain('Sent.'), patience)
    expect(said()).not.toContain('Dropped.')

    const chatbotConfig = JSON.stringify({ fullFileUpload: { status: true } })
    const reading = await connect(await replyFlow({ chatbotConfig }))
    vendor.files.set('/whatsapp/media-1', Buffer.from('The code is 4711'))
    const document = { id: 'MEDIA1', filename: 'note.txt', mime_type: 'text/plain', caption: 'Read' }
    await deliver(reading, whatsAppNotice([{ type: 'document', document }]))
    await vi.waitFor(() => expect(said().at(-1)).toContain('The code is 4711'), patience)
  })
})

test('Markdown becomes the marks of WhatsApp, and code stays as it is', () => {
  const markdown =
    '# Order\n**Two** *lamps* ~~three~~\n* [Shop](https://shop.example)\n```js\na * b ** c\n```\n2 * 3 * 4'
  expect(whatsAppText(markdown)).toBe(
    '*Order*\n*Two* _lamps_ ~three~\n- Shop (https://shop.example)\n```\na * b ** c\n```\n2 * 3 * 4',
  )
})
